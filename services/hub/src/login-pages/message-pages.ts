import type { PageView, Pages } from '@platform/pages';
import { templateData } from './page-context.ts';
import type { PageContext, PageParts } from './page-context.ts';

/** A login that ended without a sign-in: why, and the way back to the application. */
export function endPage(
  context: PageContext,
  kind: 'denied' | 'disabled' | 'attempts',
  href: string,
): PageParts {
  const { t, client } = context;
  return {
    template: 'login-message',
    title: t(`login.${kind}.title`),
    lead: t(`login.${kind}.lead`, { application: client.name }),
    data: { href, button: t('login.denied.action', { application: client.name }) },
    status: 200,
  };
}

/** What is known of a request whose login cannot be shown. */
export interface FailedRequest {
  acceptLanguage?: string;
  status: number;
  requestId: string;
}

/** A page of no tenant: there is no login behind the request, or it cannot be read. */
export function failurePage(
  pages: Pick<Pages, 'localeFor' | 'translate'>,
  { acceptLanguage, status, requestId }: FailedRequest,
): PageView {
  const locale = pages.localeFor({ acceptLanguage });
  const t = pages.translate(locale);
  const kind = status < 500 ? 'expired' : 'unavailable';
  const retry = status < 500 ? {} : { href: '', button: t('action.try_again') };
  return {
    template: 'login-message',
    locale,
    brand: { name: '' },
    title: t(`login.${kind}.title`),
    lead: t(`login.${kind}.lead`),
    data: templateData({ ...retry, requestId }),
    status,
    headers: status === 503 ? { 'retry-after': '5' } : undefined,
  };
}
