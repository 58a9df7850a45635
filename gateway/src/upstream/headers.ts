import type { IncomingHttpHeaders } from 'node:http';
import { traceIdOf } from '@platform/kit/http';
import { withRetryAfter } from '@platform/kit/problem';
import { commonHeaders } from '../answer.ts';
import type { Exchange } from '../exchange.ts';

const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const passed = new Set(['authorization', 'range', 'idempotency-key', 'user-agent']);
const neverPassed = new Set([...hopByHop, 'host', 'expect', 'cookie']);

/** RFC 9110 §7.6.1: what `Connection` names is for the next hop alone. */
const namedBy = (connection: string | undefined): ReadonlySet<string> | undefined =>
  connection === undefined || /^(?:keep-alive|close)$/i.test(connection)
    ? undefined
    : new Set(
        connection
          .toLowerCase()
          .split(',')
          .map((name) => name.trim()),
      );

const isForService = (name: string): boolean =>
  passed.has(name) ||
  name.startsWith('accept') ||
  name.startsWith('content-') ||
  name.startsWith('if-');

const tracestateForm = /^[\x20-\x7e]{1,512}$/;

/** What a service is sent of the caller's head, with what only the gateway may say. */
export function headersToService(
  x: Exchange,
  tenantId: string,
  serviceToken: string,
): IncomingHttpHeaders {
  const { headers } = x;
  const hidden = namedBy(headers.connection);
  const out: IncomingHttpHeaders = {};
  for (const name in headers)
    if (isForService(name) && !hidden?.has(name)) out[name] = headers[name];
  out['x-platform-service-authorization'] = `Bearer ${serviceToken}`;
  out['x-platform-tenant'] = tenantId;
  out['x-platform-client-ip'] = x.clientIp;
  if (x.elevatedScopes) out['x-platform-elevated-scopes'] = x.elevatedScopes.join(' ');
  out['x-request-id'] = x.requestId;
  out['traceparent'] = x.traceparent;
  const { tracestate } = headers;
  if (
    typeof headers['traceparent'] === 'string' &&
    traceIdOf(x.traceparent) === traceIdOf(headers['traceparent']) &&
    typeof tracestate === 'string' &&
    tracestateForm.test(tracestate)
  )
    out['tracestate'] = tracestate;
  return out;
}

/** On the internal surfaces the caller's own head passes, but for what concerns this hop. */
export function headersBetweenServices(x: Exchange): IncomingHttpHeaders {
  const { headers } = x;
  const hidden = namedBy(headers.connection);
  const out: IncomingHttpHeaders = {};
  for (const name in headers)
    if (!neverPassed.has(name) && !hidden?.has(name)) out[name] = headers[name];
  return Object.assign(out, { 'x-request-id': x.requestId, traceparent: x.traceparent });
}

/** Browsers are the gateway's to tell: a service cannot open what `cors.allowed-origins` keeps shut. */
const isHidden = (name: string): boolean =>
  hopByHop.has(name) ||
  name === 'server' ||
  name === 'x-powered-by' ||
  (name.startsWith('x-platform-') && name !== 'x-platform-preview') ||
  name.startsWith('access-control-');

/** What the caller is sent of a service's head. */
export function headersToCaller(
  x: Exchange,
  { status, headers }: { status: number; headers: IncomingHttpHeaders },
  isTls: boolean,
): Record<string, string | string[]> {
  const hidden = namedBy(headers.connection);
  const out: Record<string, string | string[]> = commonHeaders(x, isTls);
  for (const name in headers) {
    const value = headers[name];
    if (
      value === undefined ||
      isHidden(name) ||
      hidden?.has(name) ||
      name === 'x-request-id' ||
      name === 'x-content-type-options'
    )
      continue;
    out[name] =
      name === 'vary' && out['vary'] ? `${out['vary'] as string}, ${value as string}` : value;
  }
  return withRetryAfter(status, out);
}
