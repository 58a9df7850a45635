import Negotiator from 'negotiator';

const rightToLeft: ReadonlySet<string> = new Set(['ar', 'dv', 'fa', 'he', 'ks', 'ps', 'ur', 'yi']);

/** The writing direction of a locale. */
export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  rightToLeft.has(locale.toLowerCase().split('-', 1)[0] as string) ? 'rtl' : 'ltr';

/** Yields a tag, then the tag with fewer and fewer subtags: `de-CH-1996`, `de-CH`, `de` (RFC 4647 §3.4). */
function* widened(wish: string): Generator<string> {
  const subtags = wish.toLowerCase().split('-');
  for (let length = subtags.length; length > 0; length -= 1)
    yield subtags.slice(0, length).join('-');
}

/** The languages that a browser and its application request. */
export interface LocaleWishes {
  /** `ui_locales` of OpenID Connect: tags by preference, separated by spaces. */
  uiLocales?: string;
  /** The header `Accept-Language` (RFC 9110 §12.5.4). */
  acceptLanguage?: string;
}

const maxWishes = 20;

/**
 * The best of the supported locales. The application's request precedes the browser's. @param supported the first is the default
 */
export function negotiateLocale(
  supported: readonly [string, ...string[]],
  { uiLocales = '', acceptLanguage }: LocaleWishes,
): string {
  const headers = { 'accept-language': acceptLanguage };
  const accepted = acceptLanguage === undefined ? [] : new Negotiator({ headers }).languages();
  const byName = new Map(supported.map((locale) => [locale.toLowerCase(), locale]));
  const wishes = [...uiLocales.split(' '), ...accepted].slice(0, maxWishes);
  for (const wish of wishes)
    for (const tag of widened(wish)) {
      const found = byName.get(tag);
      if (found !== undefined) return found;
    }
  return supported[0];
}
