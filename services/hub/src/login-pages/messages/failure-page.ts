import type { IncomingMessage } from 'node:http';
import type { Pages } from '@platform/pages';
import type { Logger } from '@platform/kit/telemetry';
import type { FailVisit, MessageKind } from '../../provider/pages.ts';
import { leadsHome, messagePage } from './message-pages.ts';
import { framed } from '../frame/page-context.ts';
import type { PageContext } from '../frame/page-context.ts';
import { languageTarget } from '../frame/page-languages.ts';
import type { RestartOf, StartedRequest } from '../visits/restart.ts';
import { sendPage } from '../frame/send-page.ts';
import type { FrameQuery, TenantFrames } from '../frame/tenant-frame.ts';

export interface FailurePagesOptions {
  pages: Pages;
  frames: TenantFrames;
  restartOf: RestartOf;
  log: Logger;
}

/** Whether the browser rejects cookies: an application sent it here a moment ago, yet it has none. */
function losesCookies({ headers }: IncomingMessage, { isNew }: StartedRequest): boolean {
  const cameFrom = headers['sec-fetch-site'];
  const isSentHere = cameFrom === 'cross-site' || cameFrom === 'same-site';
  return isNew && isSentHere && headers.cookie === undefined;
}

/** Why there is no such login: it has ended, it began in another browser, or the browser rejects cookies. */
function missingLoginKind(req: IncomingMessage, started: StartedRequest): MessageKind {
  if (/^\/login\/[^/?]+\/link/.test(req.url ?? '')) return 'link_ended';
  return losesCookies(req, started) ? 'cookies' : 'expired';
}

const statusHeaders = (status: number): Record<string, string> =>
  status === 503 ? { 'retry-after': '5' } : {};

function secondsIn({ 'retry-after': value }: Record<string, string> = {}): number | undefined {
  return value !== undefined && /^\d+$/.test(value) ? Math.max(1, Number(value)) : undefined;
}

export function failurePages({ pages, frames, restartOf, log }: FailurePagesOptions): FailVisit {
  function contextOf(req: IncomingMessage, tenantId: string | undefined): Promise<PageContext> {
    const { host = '', cookie, 'accept-language': acceptLanguage } = req.headers;
    const query = { host, cookie, acceptLanguage, languageTarget: languageTarget(req) };
    return tenantId === undefined
      ? Promise.resolve(frames.plain(query))
      : frames.ofTenant({ ...query, tenantId } satisfies FrameQuery);
  }

  /** If the application cannot be found, the page is shown without a link to it. */
  const startedFrom = (req: IncomingMessage, tenantId: string): Promise<StartedRequest> =>
    restartOf(tenantId, req.url ?? '').catch((error: unknown) => {
      log.warn({ err: error, tenantId }, 'the application of a page could not be found');
      return { isNew: false, home: undefined };
    });

  return async ({ req, res, tenant, status, requestId, headers, ...visit }) => {
    const isInactive = tenant !== null && tenant.state !== 'active';
    const mayRestart = status === 404 && tenant !== null && !isInactive;
    const [context, started] = await Promise.all([
      contextOf(req, tenant?.id),
      mayRestart && (visit.kind === undefined || leadsHome(visit.kind))
        ? startedFrom(req, tenant.id)
        : { isNew: false, home: undefined },
    ]);
    const failure = status === 404 ? missingLoginKind(req, started) : 'unavailable';
    const kind = visit.kind ?? (isInactive ? 'suspended' : failure);
    const retryAfterSeconds = secondsIn(headers);
    const { home } = started;
    const parts = messagePage(context, kind, { status, requestId, home, retryAfterSeconds });
    const view = { ...framed(context, parts), headers: { ...statusHeaders(status), ...headers } };
    sendPage(res, pages.render(view));
  };
}
