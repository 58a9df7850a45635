import type { Exchange } from './exchange.ts';

const exposed = 'ETag, RateLimit, RateLimit-Policy, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id, Idempotency-Replayed';
const allowedHeaders = 'Authorization, Content-Type, Accept, Idempotency-Key, If-Match, If-None-Match, X-Request-Id, traceparent, tracestate';

/** Headers for a browser of a listed origin; undefined where CORS is off or the origin is another. No credentials. */
export function corsHeaders(x: Exchange, origins: ReadonlySet<string>): Record<string, string> | undefined {
  if (origins.size === 0) return undefined;
  const { origin } = x.headers;
  if (origin === undefined || !origins.has(origin)) return undefined;
  return { 'access-control-allow-origin': origin, vary: 'Origin', 'access-control-expose-headers': exposed };
}

/** Answers a preflight: it carries no token, so it comes before the bearer. False for any other request. */
export function answerPreflight(x: Exchange): boolean {
  const { req, res, headers } = x;
  if (req.method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false;
  const { 'access-control-expose-headers': _, ...common } = x.corsHeaders ?? {};
  res.writeHead(204, {
    ...common, 'x-request-id': x.requestId, 'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': allowedHeaders, 'access-control-max-age': '600',
  }).end();
  req.resume();
  return true;
}
