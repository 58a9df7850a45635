import type { IncomingMessage } from 'node:http';
import type { Surface } from '@platform/kit/http';
import { noteAccess } from '@platform/kit/telemetry';
import type { FailVisit } from '../../provider/pages.ts';
import type { PageHostOf } from '../../login/page-host.ts';
import { asksForPage } from '../frame/page-request.ts';

/** First path segments of APIs. */
const apis: ReadonlySet<string> = new Set(['api', 'internal', '.well-known']);
/** Whether a path is one that people open who only know the host. */
const isStart = (segments: readonly string[]): boolean =>
  segments.join('/') === '' || segments.join('/') === 'login';

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Answers browsers at unknown paths with a page. Other clients receive a problem there. */
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
