import type { IncomingMessage } from 'node:http';
import type { Pages } from '@platform/pages';
import type { FailVisit, MessageKind } from '../authorization-server/pages.ts';
import { messagePage } from './message-pages.ts';
import { framed } from './page-context.ts';
import { sendPage } from './send-page.ts';
import type { TenantFrames } from './tenant-frame.ts';

/** A login that is not there: it is over, or its cookie is not in this browser. */
function missing({ url = '', headers }: IncomingMessage): MessageKind {
  if (/^\/login\/[^/?]+\/link/.test(url)) return 'other_browser';
  return headers.cookie === undefined ? 'cookies' : 'expired';
}

const statusHeaders = (status: number): Record<string, string> =>
  status === 503 ? { 'retry-after': '5' } : {};

/** See {@link FailVisit}. */
export const failurePages =
  ({ pages, frames }: { pages: Pages; frames: TenantFrames }): FailVisit =>
  async ({ req, res, tenant, status, requestId, headers, ...visit }) => {
    const acceptLanguage = req.headers['accept-language'];
    const context = tenant
      ? await frames.ofTenant({ tenantId: tenant.id, host: req.headers.host ?? '', acceptLanguage })
      : frames.plain({ acceptLanguage });
    const isPaused = tenant !== null && tenant.state !== 'active';
    const failure = status === 404 ? missing(req) : 'unavailable';
    const kind = visit.kind ?? (isPaused ? 'suspended' : failure);
    const parts = messagePage(context, kind, { status, requestId });
    const view = { ...framed(context, parts), headers: { ...statusHeaders(status), ...headers } };
    sendPage(res, pages.render(view));
  };
