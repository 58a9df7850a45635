import type { IncomingMessage } from 'node:http';
import { chosenLanguage, languageChoices } from '@platform/pages';
import type { LanguageChoice, Pages } from '@platform/pages';

/** First segments of the paths whose pages offer other languages, beside the root. */
const pagePaths: ReadonlySet<string> = new Set(['login', 'activate']);

/** Whether the page at a path can be asked for in another language. */
export const offersLanguages = (segments: readonly string[]): boolean =>
  segments.join('/') === '' || pagePaths.has(segments[0] ?? '');

/**
 * Path and query that take the choice of a language for a page. Undefined for a page that a form leads to. Requests below `/oauth2/`
 * may have a parameter named `language` of their own, so their pages are named by a parameter of `/login`.
 */
export function languageTarget({ method, url = '' }: IncomingMessage): string | undefined {
  if (method !== 'GET') return undefined;
  const segments = url.split('?', 1)[0]?.split('/').slice(1) ?? [];
  if (segments[0] === 'oauth2') return `/login?${new URLSearchParams({ page: url })}`;
  return offersLanguages(segments) ? url : undefined;
}

/** The page below `/oauth2/` that a query of {@link languageTarget} names. Undefined for any other path or site. */
export function oauthPage(query: string): string | undefined {
  const named = new URLSearchParams(query).get('page') ?? '';
  const here = 'http://localhost';
  if (!URL.canParse(named, here)) return undefined;
  const { origin, pathname, search } = new URL(named, here);
  return origin === here && pathname.startsWith('/oauth2/') ? `${pathname}${search}` : undefined;
}

/** What the person has chosen in this browser comes before what the application asks for. */
export function wantedLocales(
  cookieHeader: string | undefined,
  uiLocales: readonly string[],
): string[] {
  const chosen = chosenLanguage(cookieHeader);
  return chosen === undefined ? [...uiLocales] : [chosen, ...uiLocales];
}

/** The tenant's languages that pages are written in, as choices. */
export function pageLanguages(
  pages: Pick<Pages, 'localeFor'>,
  { locales, locale }: { locales: readonly string[]; locale: string },
  target: string | undefined,
): LanguageChoice[] {
  if (target === undefined) return [];
  const isWritten = (one: string): boolean => {
    const found = pages.localeFor({ uiLocales: one });
    return one === found || one.startsWith(`${found}-`);
  };
  return languageChoices(locales.filter(isWritten), { current: locale, target });
}
