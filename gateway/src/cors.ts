import type { IncomingHttpHeaders } from 'node:http';
import type { Exchange } from './exchange.ts';

const exposed =
  'ETag, RateLimit, RateLimit-Policy, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id, Idempotency-Replayed';
const allowedHeaders =
  'Authorization, Content-Type, Accept, Idempotency-Key, If-Match, If-None-Match, X-Request-Id, traceparent, tracestate';

const varying: Record<string, string> = { vary: 'Origin' };

/** CORS headers of a request, before anything else is known about it. */
export type Cors = (headers: IncomingHttpHeaders) => Record<string, string> | undefined;

/**
 * Headers for browsers of a listed origin, without credentials; for others only those that keep caches from mixing responses.
 * Undefined if CORS is off.
 */
export function cors(origins: ReadonlySet<string>): Cors {
  if (origins.size === 0) return () => undefined;
  return ({ origin }) =>
    origin === undefined || !origins.has(origin)
      ? varying
      : {
          ...varying,
          'access-control-allow-origin': origin,
          'access-control-expose-headers': exposed,
        };
}

/** Drops the CORS headers on surfaces that are not for browsers: their responses are the same for every origin. */
export const withoutCors = (x: Exchange): void => {
  if (x.corsHeaders) x.corsHeaders = varying;
};

/** Answers a preflight, which carries no token and so precedes the bearer check. Returns false for any other request. */
export function answerPreflight(x: Exchange): boolean {
  const { req, res, headers, corsHeaders } = x;
  if (
    req.method !== 'OPTIONS' ||
    headers['access-control-request-method'] === undefined ||
    !corsHeaders?.['access-control-allow-origin']
  )
    return false;
  const { 'access-control-expose-headers': _, ...common } = corsHeaders;
  res
    .writeHead(204, {
      ...common,
      'x-request-id': x.requestId,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': allowedHeaders,
      'access-control-max-age': '600',
    })
    .end();
  req.resume();
  return true;
}
