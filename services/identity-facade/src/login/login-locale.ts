import { canonicalTag } from '@platform/contracts';
import { negotiateLocale } from '@platform/pages';

/** Texts of a tenant, by locale and key. */
export type PageTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The languages and texts of a tenant's pages. */
export interface PageLocales {
  defaultLocale: string;
  supportedLocales: readonly string[];
  texts: PageTexts;
}

/** The tenant's languages, its default first. */
export const pageLocales = ({
  defaultLocale,
  supportedLocales,
}: Pick<PageLocales, 'defaultLocale' | 'supportedLocales'>): [string, ...string[]] => [
  defaultLocale,
  ...supportedLocales.filter((locale) => locale !== defaultLocale),
];

/** The locale of a page among those that the tenant supports. The application's request precedes the browser's. */
export function pageLocale(
  locales: PageLocales,
  { uiLocales, acceptLanguage }: { uiLocales: readonly string[]; acceptLanguage: string },
): string {
  return negotiateLocale(pageLocales(locales), {
    uiLocales: uiLocales.map(canonicalTag).join(' '),
    acceptLanguage: acceptLanguage || undefined,
  });
}

/** The tenant's texts for a locale. `de-CH` includes those of `de`, but its own come first. */
export function pageTexts({ texts }: PageLocales, locale: string): Record<string, string> {
  const subtags = locale.split('-');
  const parents = subtags.map((_, index) => subtags.slice(0, index + 1).join('-'));
  return Object.assign({}, ...parents.map((parent) => texts[parent])) as Record<string, string>;
}
