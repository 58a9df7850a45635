import type { ForwardOperation, RenderedAnswer } from '@platform/kit/http';
import type { EgressResponse } from '@platform/kit/egress';
import { tenantPath } from './service-path.ts';
import type { ServiceClient } from './service-client.ts';
import { unusableAnswer } from './service-error.ts';

const apiPrefix = '/api/v1';
const headersKept = ['etag', 'idempotency-replayed'];

function jsonOf({ headers, body }: EgressResponse): unknown {
  if (!String(headers['content-type']).startsWith('application/json'))
    throw unusableAnswer(`media type ${String(headers['content-type'])}`);
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw unusableAnswer('not JSON');
  }
}

function rendered(answer: EgressResponse, text: string): RenderedAnswer {
  const kept = headersKept.flatMap((name) => {
    const value = answer.headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const headers: Record<string, string> = Object.fromEntries(kept);
  if (text !== '') headers['content-type'] = 'application/json; charset=utf-8';
  return { status: answer.status, text, headers };
}

/** Runs operations of the API on the identity service and validates its responses against the operation's schema. */
export const remoteOperations =
  ({ call }: Pick<ServiceClient, 'call'>): ForwardOperation =>
  async ({ operation, principal, request, path, query, body, ...more }) => {
    const { idempotencyKey, ifMatch, traceparent } = more;
    const method = operation.method.toUpperCase();
    const search = query === '' ? '' : `?${query}`;
    const { firstByteSeconds } = operation;
    const answer = await call({
      method,
      path: `${tenantPath(principal.tenantId)}${path.slice(apiPrefix.length)}${search}`,
      principal,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: {
        'if-match': ifMatch,
        'x-platform-client-ip': request.clientIp,
        'user-agent': request.userAgent,
      },
      idempotencyKey,
      repeatable: method === 'GET' || method === 'POST',
      timeoutMs: firstByteSeconds === undefined ? undefined : firstByteSeconds * 1_000,
      requestId: request.id,
      traceparent,
    });
    if (answer.status === 204) return rendered(answer, '');
    const json = jsonOf(answer);
    const { success, error } = operation.response.safeParse(json);
    if (!success) throw unusableAnswer(`not the response of ${more.operationId}: ${error.message}`);
    return rendered(answer, JSON.stringify(json));
  };
