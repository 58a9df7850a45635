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
const setByGateway = new Set(['x-request-id', 'traceparent']);

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

/** Adds a header, once for each of its values. */
function add(out: string[], name: string, value: string | string[] | undefined): void {
  if (typeof value === 'string') out.push(name, value);
  else if (value !== undefined) for (const one of value) out.push(name, one);
}

/** The headers to a service: the caller's, plus those that only the gateway may set. */
export function headersToService(x: Exchange, tenantId: string, serviceToken: string): string[] {
  const { headers } = x;
  const hidden = namedBy(headers.connection);
  const out = [
    'x-platform-service-authorization',
    `Bearer ${serviceToken}`,
    'x-platform-tenant',
    tenantId,
    'x-platform-client-ip',
    x.clientIp,
    'x-request-id',
    x.requestId,
    'traceparent',
    x.traceparent,
  ];
  for (const name in headers)
    if (isForService(name) && !hidden?.has(name)) add(out, name, headers[name]);
  if (x.elevatedScopes) out.push('x-platform-elevated-scopes', x.elevatedScopes.join(' '));
  const { tracestate } = headers;
  if (
    typeof headers['traceparent'] === 'string' &&
    traceIdOf(x.traceparent) === traceIdOf(headers['traceparent']) &&
    typeof tracestate === 'string' &&
    tracestateForm.test(tracestate)
  )
    out.push('tracestate', tracestate);
  return out;
}

/** On the internal surfaces the caller's headers pass, except those of this hop and the ids, which the gateway sets. */
export function headersBetweenServices(x: Exchange): string[] {
  const { headers } = x;
  const hidden = namedBy(headers.connection);
  const out = ['x-request-id', x.requestId, 'traceparent', x.traceparent];
  for (const name in headers)
    if (!neverPassed.has(name) && !setByGateway.has(name) && !hidden?.has(name))
      add(out, name, headers[name]);
  return out;
}

/** CORS is the gateway's responsibility: a service cannot open what `cors.allowed-origins` keeps closed. */
const isHidden = (name: string): boolean =>
  hopByHop.has(name) ||
  name === 'server' ||
  name === 'x-powered-by' ||
  (name.startsWith('x-platform-') && name !== 'x-platform-preview') ||
  name.startsWith('access-control-');

/** Headers that the gateway sets itself. */
const isGateways = (name: string): boolean =>
  name === 'x-request-id' || name === 'x-content-type-options';

/** The headers to the caller from a service's response: names and values in turn, which Node writes without looking them up. */
export function headersToCaller(
  x: Exchange,
  { status, headers }: { status: number; headers: IncomingHttpHeaders },
  isTls: boolean,
): string[] {
  const hidden = namedBy(headers.connection);
  const common = withRetryAfter(status, commonHeaders(x, isTls));
  const passes = (name: string): boolean =>
    !isHidden(name) && !isGateways(name) && !hidden?.has(name);
  const out: string[] = [];
  for (const name in headers) {
    if (!passes(name)) continue;
    if (name === 'vary' && common['vary']) out.push(name, `${common['vary']}, ${headers[name]}`);
    else add(out, name, headers[name]);
  }
  for (const name in common)
    if (headers[name] === undefined || !passes(name)) out.push(name, common[name] as string);
  return out;
}
