import { parseCookies, setCookie } from './cookies.ts';

/** A language that a page is offered in. */
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
/** Browsers keep no cookie for longer (RFC 6265bis §5.5). */
const maxAgeSeconds = 400 * 86_400;
const tag = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,3}$/;

function nameOf(locale: string): string {
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/** `target`, a path with its query, with the language asked for. */
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

/** The language that a link of {@link languageChoices} asks for. Undefined for another request, or a value that is no tag. */
export function languageAsked(query: string): string | undefined {
  const asked = new URLSearchParams(query).get(languageParameter);
  return asked !== null && tag.test(asked) ? asked : undefined;
}

/** Has the browser keep a language for every page of this host. */
export const languageCookie = (locale: string): string =>
  setCookie(cookieName, locale, { maxAgeSeconds });

/** The language that a person has chosen in this browser. */
export function chosenLanguage(cookieHeader: string | undefined): string | undefined {
  const kept = parseCookies(cookieHeader).get(cookieName);
  return kept !== undefined && tag.test(kept) ? kept : undefined;
}
