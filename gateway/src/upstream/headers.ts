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
const passed = new Set([
  'authorization',
  'range',
  'idempotency-key',
  'user-agent',
  'x-consistency-token',
]);
const neverPassed = new Set([...hopByHop, 'host', 'expect', 'cookie']);

/** RFC 9110 §7.6.1: headers named by `Connection` are for the next hop only. */
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

/** The headers to a service: the caller's, plus those that only the gateway may set. */
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

/** On the internal surfaces the caller's headers pass, except those of this hop. */
export function headersBetweenServices(x: Exchange): IncomingHttpHeaders {
  const { headers } = x;
  const hidden = namedBy(headers.connection);
  const out: IncomingHttpHeaders = {};
  for (const name in headers)
    if (!neverPassed.has(name) && !hidden?.has(name)) out[name] = headers[name];
  return Object.assign(out, { 'x-request-id': x.requestId, traceparent: x.traceparent });
}

/** CORS is the gateway's responsibility: a service cannot open what `cors.allowed-origins` keeps closed. */
const isHidden = (name: string): boolean =>
  hopByHop.has(name) ||
  name === 'server' ||
  name === 'x-powered-by' ||
  (name.startsWith('x-platform-') && name !== 'x-platform-preview') ||
  name.startsWith('access-control-');

/** The headers to the caller from a service's response. */
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
