import { withTexts } from '@platform/pages';
import type { PageBrand, PageView, Pages, Translate } from '@platform/pages';
import type { LoginClient } from '../login/requests/login-requests.ts';
import type { LoginExperience } from '../login/login-experience.ts';
import type { PageMessage } from '../login/flow/login-progress.ts';
import { pageLanguages } from './page-languages.ts';

/** What every page of a login is made with. */
export interface PageContext {
  t: Translate;
  locale: string;
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

/** What a page adds to its frame. */
export type PageParts = Pick<PageView, 'template' | 'title' | 'lead' | 'data' | 'status'>;

function linksOf(
  { look: { links } }: LoginExperience,
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

/** What the frame of a page depends on. */
export interface ContextParts extends Pick<PageContext, 'client' | 'path' | 'csrf'> {
  experience: LoginExperience;
  /** Path and query of a page that can be shown in another language. */
  languageTarget?: string | undefined;
}

/** The frame of a tenant's pages in the locale of the login. */
export function pageContext(
  pages: Pick<Pages, 'localeFor' | 'translate'>,
  { experience, client, path, csrf, languageTarget }: ContextParts,
): PageContext {
  const { look, texts, themePath } = experience;
  const locale = pages.localeFor({ uiLocales: experience.locale });
  const translate = pages.translate(locale);
  const t = withTexts(translate, texts);
  return {
    t,
    locale,
    client,
    path,
    csrf,
    texts,
    layout: look.layout,
    brand: {
      name: look.displayName,
      iconUrl: look.iconPath ?? undefined,
      backgroundUrl: look.backgroundImagePath ?? undefined,
      logoUrl: look.logoPath ?? undefined,
      logoDarkUrl: look.logoDarkPath ?? undefined,
      stylesheetUrl: themePath === '' ? undefined : themePath,
    },
    theme: look.themeMode === 'auto' ? undefined : look.themeMode,
    links: linksOf(experience, client, t),
    languages: pageLanguages(pages, experience, languageTarget),
    showsPoweredBy: look.showPoweredBy,
  };
}

/** Templates are strict: what a page does not have is null there. */
const absent = {
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

/** The data of a template, with everything that it may name. */
export const templateData = (data: object = {}): object => ({
  ...absent,
  ...Object.fromEntries(Object.entries(data).map(([name, value]) => [name, value ?? null])),
});

/** A page in its frame. */
export const framed = (context: PageContext, { data, ...parts }: PageParts): PageView => {
  const { t: _, client: __, path, csrf, ...frame } = context;
  return { ...frame, ...parts, data: templateData({ path, csrf, ...data }) };
};

/** A message, where there is one. */
export const messageText = (t: Translate, message: PageMessage | undefined): string | undefined =>
  message && t(message.key, message.values);
