import type { Logger } from '@platform/kit/telemetry';
import type { Pages } from '@platform/pages';
import type { ExperienceOf } from '../../login/login-experience.ts';
import type { LoginClient } from '../../login/requests/login-requests.ts';
import { pageContext } from './page-context.ts';
import type { PageContext } from './page-context.ts';
import { wantedLocales } from './page-languages.ts';

export interface FrameQuery {
  tenantId: string;
  host: string;
  client?: LoginClient;
  uiLocales?: readonly string[];
  acceptLanguage?: string | undefined;
  /** The `Cookie` header, which may contain the chosen language. */
  cookie?: string | undefined;
  /** See {@link ContextParts}. */
  languageTarget?: string | undefined;
}

export interface TenantFramesOptions {
  pages: Pages;
  experienceOf: ExperienceOf;
  log: Logger;
}

const noClient: LoginClient = {
  id: '',
  name: '',
  isFirstParty: true,
  logoUri: null,
  tosUri: null,
  policyUri: null,
};

/**
 * Frames of pages that belong to no login. If the branding of the tenant cannot be loaded, the page is shown without it, so that a
 * failure page does not fail as well.
 */
export function tenantFrames({ pages, experienceOf, log }: TenantFramesOptions) {
  function plain({
    uiLocales = [],
    acceptLanguage,
    cookie,
    client = noClient,
  }: Partial<FrameQuery>): PageContext {
    const wished = wantedLocales(cookie, uiLocales).join(' ');
    const locale = pages.localeFor({ uiLocales: wished, acceptLanguage });
    const t = pages.translate(locale);
    return { t, locale, brand: { name: '' }, links: [], client, path: '', csrf: '' };
  }

  async function ofTenant(query: FrameQuery): Promise<PageContext> {
    const { client = noClient, uiLocales = [], acceptLanguage = '' } = query;
    const { tenantId, host, cookie, languageTarget } = query;
    try {
      const wishes = { uiLocales: wantedLocales(cookie, uiLocales), acceptLanguage };
      const experience = await experienceOf({ tenantId, host, ...wishes, clientId: client.id });
      return pageContext(pages, { experience, client, path: '', csrf: '', languageTarget });
    } catch (error) {
      log.warn({ err: error, tenantId }, 'the branding of a page could not be read');
      return plain(query);
    }
  }

  return { ofTenant, plain };
}

export type TenantFrames = ReturnType<typeof tenantFrames>;
