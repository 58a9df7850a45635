import { parseCookies, setCookie } from '@platform/kit/http';

/** A language of a page. */
export interface LanguageChoice {
  locale: string;
  /** In the language itself. */
  name: string;
  href: string;
  isCurrent: boolean;
}

/** The query parameter of the links of {@link languageChoices}. */
export const languageParameter = 'language';
const cookieName = '__Host-language';
/** Browsers limit the lifetime of cookies to this (RFC 6265bis §5.5). */
const maxAgeSeconds = 400 * 86_400;
const tag = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,3}$/;

function nameOf(locale: string): string {
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/** Adds the language to `target`, a path with its query. */
function withLanguage(target: string, locale: string): string {
  const [path = '', query = ''] = target.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set(languageParameter, locale);
  return `${path}?${parameters}`;
}

/**
 * The languages of a page as links to itself, sorted by name. They need no script.
 * @param target path and query of the page
 */
export const languageChoices = (
  locales: readonly string[],
  { current, target }: { current: string; target: string },
): LanguageChoice[] =>
  locales
    .map((locale) => ({
      locale,
      name: nameOf(locale),
      href: withLanguage(target, locale),
      isCurrent: locale === current,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));

/**
 * The language requested by a link of {@link languageChoices}. Undefined for other requests, or a value that is not a language
 * tag.
 */
export function languageAsked(query: string): string | undefined {
  const asked = new URLSearchParams(query).get(languageParameter);
  return asked !== null && tag.test(asked) ? asked : undefined;
}

/** The cookie that stores a language for every page of this host. */
export const languageCookie = (locale: string): string =>
  setCookie(cookieName, locale, { maxAgeSeconds });

/** The language that a person has chosen in this browser. */
export function chosenLanguage(cookieHeader: string | undefined): string | undefined {
  const kept = parseCookies(cookieHeader).get(cookieName);
  return kept !== undefined && tag.test(kept) ? kept : undefined;
}
