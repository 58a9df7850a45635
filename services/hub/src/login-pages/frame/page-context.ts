import { withTexts } from '@platform/pages';
import type { PageBrand, PageView, Pages, Translate } from '@platform/pages';
import type { LoginClient } from '../../login/requests/login-requests.ts';
import type { LoginExperience } from '../../login/login-experience.ts';
import type { PageMessage } from '../../login/flow/login-progress.ts';
import { pageLanguages } from './page-languages.ts';

/** The parts that all pages of a login share. */
export interface PageContext {
  t: Translate;
  locale: string;
  /** The default language of the tenant's pages. */
  defaultLocale?: string | undefined;
  brand: PageBrand;
  theme?: 'light' | 'dark';
  layout?: PageView['layout'];
  texts?: Readonly<Record<string, string>>;
  links: { href: string; text: string }[];
  languages?: PageView['languages'];
  showsPoweredBy?: boolean;
  client: LoginClient;
  /** Path of the login. */
  path: string;
  csrf: string;
}

/** The parts that a page adds to its frame. */
export type PageParts = Pick<PageView, 'template' | 'title' | 'lead' | 'data' | 'status'>;

function linksOf(
  { branding: { links } }: Pick<LoginExperience, 'branding'>,
  client: LoginClient,
  t: Translate,
): PageContext['links'] {
  const found = [
    ['privacy', links.privacyPolicyUrl ?? client.policyUri],
    ['terms', links.termsUrl ?? client.tosUri],
    ['help', links.helpUrl],
  ] as const;
  return found.flatMap(([name, href]) => (href ? [{ href, text: t(`footer.${name}`) }] : []));
}

export interface ContextParts extends Pick<PageContext, 'client' | 'path' | 'csrf'> {
  experience: Pick<LoginExperience, 'branding' | 'texts' | 'locale' | 'locales' | 'themePath'>;
  /** Path and query of a page that can be shown in another language. */
  languageTarget?: string | undefined;
}

/** The frame of a tenant's pages in the locale of the experience. */
export function pageContext(
  pages: Pick<Pages, 'localeFor' | 'translate'>,
  { experience, client, path, csrf, languageTarget }: ContextParts,
): PageContext {
  const { branding, texts, themePath } = experience;
  const locale = pages.localeFor({ uiLocales: experience.locale });
  const translate = pages.translate(locale);
  const t = withTexts(translate, texts);
  return {
    t,
    locale,
    defaultLocale: experience.locales[0],
    client,
    path,
    csrf,
    texts,
    layout: branding.layout,
    brand: {
      name: branding.displayName,
      iconUrl: branding.iconPath ?? undefined,
      backgroundUrl: branding.backgroundImagePath ?? undefined,
      logoUrl: branding.logoPath ?? undefined,
      logoDarkUrl: branding.logoDarkPath ?? undefined,
      stylesheetUrl: themePath === '' ? undefined : themePath,
    },
    theme: branding.themeMode === 'auto' ? undefined : branding.themeMode,
    links: linksOf(experience, client, t),
    languages: pageLanguages(pages, experience, languageTarget),
    showsPoweredBy: branding.showPoweredBy,
  };
}

/** Templates are strict: a variable that a page does not set must be null. */
const templateDefaults = {
  account: null,
  failure: null,
  notice: null,
  passkey: null,
  username: null,
  version: null,
  href: null,
  kind: null,
  requestId: null,
  social: null,
  details: null,
  downloadHref: null,
  fields: [],
  waysOut: [],
};

/** Completes the data of a template with the variables that it may use. */
export const templateData = (data: object = {}): object => ({
  ...templateDefaults,
  ...Object.fromEntries(Object.entries(data).map(([name, value]) => [name, value ?? null])),
});

/** Puts a page in its frame. */
export const framed = (context: PageContext, { data, ...parts }: PageParts): PageView => {
  const { t: _, client: __, defaultLocale: ___, path, csrf, ...frame } = context;
  return { ...frame, ...parts, data: templateData({ path, csrf, ...data }) };
};

export const messageText = (t: Translate, message: PageMessage | undefined): string | undefined =>
  message && t(message.key, message.values);
