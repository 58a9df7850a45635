import Negotiator from 'negotiator';

const rightToLeft: ReadonlySet<string> = new Set(['ar', 'dv', 'fa', 'he', 'ks', 'ps', 'ur', 'yi']);

/** The direction in which a locale is written. */
export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  rightToLeft.has(locale.toLowerCase().split('-', 1)[0] as string) ? 'rtl' : 'ltr';

/** A wish, then the same with fewer and fewer subtags: `de-CH-1996`, `de-CH`, `de` (RFC 4647 §3.4). */
function* widened(wish: string): Generator<string> {
  const subtags = wish.toLowerCase().split('-');
  for (let length = subtags.length; length > 0; length -= 1)
    yield subtags.slice(0, length).join('-');
}

/** What a browser and its application ask for. */
export interface LocaleWishes {
  /** `ui_locales` of OpenID Connect: tags by preference, separated by spaces. */
  uiLocales?: string;
  /** The header `Accept-Language` (RFC 9110 §12.5.4). */
  acceptLanguage?: string;
}

const maxWishes = 20;

/**
 * The best of the supported locales: what the application asks for goes before what the browser does.
 * @param supported the first is the default
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
