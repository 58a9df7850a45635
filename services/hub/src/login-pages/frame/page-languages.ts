import type { IncomingMessage } from 'node:http';
import { webApps } from '@platform/contracts';
import { chosenLanguage, languageChoices } from '@platform/pages';
import type { LanguageChoice, Pages } from '@platform/pages';

/** First path segments of the pages that offer a choice of language, besides the root. */
const pagePaths: ReadonlySet<string> = new Set(['login', 'activate', ...webApps]);

/** Whether the page at a path offers a choice of language. */
export const offersLanguages = (segments: readonly string[]): boolean =>
  segments.join('/') === '' || pagePaths.has(segments[0] ?? '');

/**
 * Path and query that the language links of a page lead to. Undefined for the response to a form. Requests below `/oauth2/` may
 * have a `language` parameter of their own, so their pages are passed to `/login` as a parameter.
 */
export function languageTarget({ method, url = '' }: IncomingMessage): string | undefined {
  if (method !== 'GET') return undefined;
  const segments = url.split('?', 1)[0]?.split('/').slice(1) ?? [];
  if (segments[0] === 'oauth2') return `/login?${new URLSearchParams({ page: url })}`;
  return offersLanguages(segments) ? url : undefined;
}

/** The page below `/oauth2/` in a query of {@link languageTarget}. Undefined for any other path or site. */
export function oauthPage(query: string): string | undefined {
  const named = new URLSearchParams(query).get('page') ?? '';
  const here = 'http://localhost';
  if (!URL.canParse(named, here)) return undefined;
  const { origin, pathname, search } = new URL(named, here);
  return origin === here && pathname.startsWith('/oauth2/') ? `${pathname}${search}` : undefined;
}

/** The language chosen in the browser takes precedence over those that the application requests. */
export function wantedLocales(
  cookieHeader: string | undefined,
  uiLocales: readonly string[],
): string[] {
  const chosen = chosenLanguage(cookieHeader);
  return chosen === undefined ? [...uiLocales] : [chosen, ...uiLocales];
}

/** The languages of the tenant that the pages are translated to, as choices. */
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
