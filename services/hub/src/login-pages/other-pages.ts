import type { IncomingMessage } from 'node:http';
import type { Surface } from '@platform/kit/http';
import { noteAccess } from '@platform/kit/telemetry';
import type { FailVisit } from '../provider/pages.ts';
import type { PageHostOf } from '../login/page-host.ts';
import { asksForPage } from './page-request.ts';

/** First segments of what programs call. */
const apis: ReadonlySet<string> = new Set(['api', 'internal', '.well-known']);
/** Where people begin who know the host alone. */
const isStart = (segments: readonly string[]): boolean =>
  segments.join('/') === '' || segments.join('/') === 'login';

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Answers browsers at addresses where there is nothing. Programs get a problem there. */
export const otherPages = ({
  pageHostOf,
  failVisit,
}: {
  pageHostOf: PageHostOf;
  failVisit: FailVisit;
}): Surface => ({
  owns: ({ segments }, req) => isRead(req) && asksForPage(req) && !apis.has(segments[0] ?? ''),
  async handle(req, res, { line: { segments }, requestId }) {
    noteAccess({ operationId: 'otherPage' });
    res.setHeader('x-request-id', requestId);
    const found = await pageHostOf(req.headers.host).catch(() => null);
    const tenant = found?.tenant ?? null;
    const kind = isStart(segments) ? 'start' : 'not_found';
    const about = tenant && tenant.state !== 'active' ? {} : ({ kind } as const);
    await failVisit({ req, res, tenant, status: 404, requestId, ...about });
  },
});
