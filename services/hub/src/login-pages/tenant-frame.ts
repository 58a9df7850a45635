import type { Logger } from '@platform/kit/telemetry';
import type { Pages } from '@platform/pages';
import type { ExperienceOf } from '../login/login-experience.ts';
import type { LoginClient } from '../login/requests/login-requests.ts';
import { pageContext } from './page-context.ts';
import type { PageContext } from './page-context.ts';
import { wantedLocales } from './page-languages.ts';

/** Whose page, and who looks at it. */
export interface FrameQuestion {
  tenantId: string;
  /** The host of the page. */
  host: string;
  client?: LoginClient;
  uiLocales?: readonly string[];
  acceptLanguage?: string | undefined;
  /** Of the browser: the language that it has chosen. */
  cookie?: string | undefined;
  /** See {@link ContextParts}. */
  languageTarget?: string | undefined;
}

export interface TenantFramesOptions {
  pages: Pages;
  experienceOf: ExperienceOf;
  log: Logger;
}

const nobody: LoginClient = {
  id: '',
  name: '',
  isFirstParty: true,
  logoUri: null,
  tosUri: null,
  policyUri: null,
};

/**
 * Frames of pages that belong to no login. While the look of the tenant cannot be asked for the page is shown without it: a
 * person who is told that something went wrong does not need a second error.
 */
export function tenantFrames({ pages, experienceOf, log }: TenantFramesOptions) {
  function plain({
    uiLocales = [],
    acceptLanguage,
    cookie,
    client = nobody,
  }: Partial<FrameQuestion>): PageContext {
    const wished = wantedLocales(cookie, uiLocales).join(' ');
    const locale = pages.localeFor({ uiLocales: wished, acceptLanguage });
    const t = pages.translate(locale);
    return { t, locale, brand: { name: '' }, links: [], client, path: '', csrf: '' };
  }

  async function ofTenant(question: FrameQuestion): Promise<PageContext> {
    const { client = nobody, uiLocales = [], acceptLanguage = '' } = question;
    const { tenantId, host, cookie, languageTarget } = question;
    try {
      const wishes = { uiLocales: wantedLocales(cookie, uiLocales), acceptLanguage };
      const experience = await experienceOf({ tenantId, host, ...wishes, clientId: client.id });
      return pageContext(pages, { experience, client, path: '', csrf: '', languageTarget });
    } catch (error) {
      log.warn({ err: error, tenantId }, 'the branding of a page could not be read');
      return plain(question);
    }
  }

  return { ofTenant, plain };
}

/** See {@link tenantFrames}. */
export type TenantFrames = ReturnType<typeof tenantFrames>;
