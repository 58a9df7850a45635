import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DirectoryTenant } from '@platform/kit/auth';
import { checkMediaType, parseForm, readBody } from '@platform/kit/http';
import type { Surface } from '@platform/kit/http';
import type { Logger } from '@platform/kit/telemetry';
import { asProblem, problem } from '@platform/kit/problem';
import { noteAccess } from '@platform/kit/telemetry';
import type { Pages } from '@platform/pages';
import type { FailVisit } from '../provider/pages.ts';
import type { LoginSiblings } from '../login/login-siblings.ts';
import type { PageHostOf } from '../login/page-host.ts';
import { messagePage } from './messages/message-pages.ts';
import { framed } from './frame/page-context.ts';
import type { PageContext, PageParts } from './frame/page-context.ts';
import { languageTarget } from './frame/page-languages.ts';
import type { RestartOf } from './visits/restart.ts';
import { sendPage } from './frame/send-page.ts';
import type { TenantFrames } from './frame/tenant-frame.ts';

export interface ReportSurfaceOptions {
  pageHostOf: PageHostOf;
  frames: TenantFrames;
  pages: Pages;
  siblings: Pick<LoginSiblings, 'credentials' | 'deadlineMs'>;
  /** Ends every session of a user. */
  endSessions: (tenantId: string, userId: string) => Promise<unknown>;
  restartOf: RestartOf;
  failVisit: FailVisit;
  log: Logger;
}

const maxFormBytes = 8_192;
const allowed = { allow: 'GET, HEAD, POST' };

const confirmation = ({ t }: PageContext, token: string): PageParts => ({
  template: 'login-report',
  title: t('login.report.title'),
  lead: t('login.report.lead'),
  data: { token, button: t('login.report.confirm') },
});

/**
 * Serves `/login/report`, the page that the mail about a new sign-in links to. Mail scanners follow links, so only its button locks
 * the account. The token is valid for one report about one account, and no cookie is used, so CSRF gains an attacker nothing.
 */
export function reportSurface(options: ReportSurfaceOptions): Surface {
  const { pageHostOf, frames, pages, siblings, endSessions, restartOf, failVisit, log } = options;

  const contextOf = (req: IncomingMessage, tenantId: string): Promise<PageContext> =>
    frames.ofTenant({
      tenantId,
      host: req.headers.host ?? '',
      cookie: req.headers.cookie,
      acceptLanguage: req.headers['accept-language'],
      languageTarget: languageTarget(req),
    });

  async function outcome(
    req: IncomingMessage,
    context: PageContext,
    tenantId: string,
  ): Promise<PageParts> {
    checkMediaType(req, ['application/x-www-form-urlencoded']);
    const { token = '' } = parseForm(await readBody(req, maxFormBytes));
    const { deadlineMs } = siblings;
    const reported = await siblings
      .credentials()
      .ReportSignIn({ tenantId, token }, { deadlineMs, repeatable: true });
    if (reported.userId !== '') await endSessions(tenantId, reported.userId);
    const { home } = await restartOf(tenantId, '').catch(() => ({ home: undefined }));
    // A second report has the same result: the account is locked.
    const kind = reported.outcome === 'INVALID' ? 'report_ended' : 'report_done';
    return messagePage(context, kind, { home });
  }

  async function answer(
    req: IncomingMessage,
    res: ServerResponse,
    { tenant, query }: { tenant: DirectoryTenant; query: string },
  ): Promise<void> {
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (!isRead && req.method !== 'POST') throw problem('method_not_allowed', { headers: allowed });
    const token = new URLSearchParams(query).get('token') ?? '';
    const context = await contextOf(req, tenant.id);
    const parts = isRead ? confirmation(context, token) : await outcome(req, context, tenant.id);
    sendPage(res, pages.render(framed(context, parts)));
  }

  return {
    owns: ({ segments }) => segments.join('/') === 'login/report',
    async handle(req, res, { line: { query }, requestId }) {
      noteAccess({ operationId: 'loginReport' });
      const tenant = (await pageHostOf(req.headers.host))?.tenant ?? null;
      if (tenant?.state !== 'active')
        return failVisit({ req, res, tenant, status: 404, requestId });
      noteAccess({ tenantId: tenant.id });
      try {
        await answer(req, res, { tenant, query });
      } catch (error) {
        const { status, code, cause } = asProblem(error);
        noteAccess({ code });
        if (status >= 500) log.error({ err: cause ?? error, requestId }, 'a report failed');
        if (res.headersSent) return void res.destroy();
        await failVisit({ req, res, tenant, status, requestId, kind: 'unavailable' });
      }
      if (!req.complete) req.resume();
    },
  };
}
