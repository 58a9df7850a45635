import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '@platform/kit/http';
import { LRUCache } from 'lru-cache';

const browserPaths = /^(oauth2\/(authorize|logout)|activate)(\/|$)/;
/** The paths to which other sites can make browsers POST. */
const crossSitePaths: ReadonlySet<string> = new Set(['oauth2/authorize', 'oauth2/logout']);
const maxFormBytes = 16_384;

const forwarding = /^(x-forwarded-|forwarded$|x-real-ip$)/;

/** Whether browsers display the responses of a path. */
export const isBrowserPath = (path: string): boolean => browserPaths.test(path);

/** Whether a form of another site can post to a path. */
export const isCrossSitePath = (path: string): boolean => crossSitePaths.has(path);

/** Caches parsed origins, because every request needs one of a few. */
const parsedOrigins = new LRUCache<string, { host: string; protocol: string }>({ max: 1_000 });

function parseOrigin(origin: string): { host: string; protocol: string } {
  let parsed = parsedOrigins.get(origin);
  if (!parsed) {
    const { host, protocol } = new URL(origin);
    parsedOrigins.set(origin, (parsed = { host, protocol }));
  }
  return parsed;
}

/**
 * Replaces the host, scheme and client address in the headers, from which the library builds URLs, so that it never uses values of the
 * caller. Only pages keep cookies and the query.
 */
export function normalise(
  req: IncomingMessage,
  path: string,
  origin: string,
  address: string,
): void {
  const { host, protocol } = parseOrigin(origin);
  for (const name of Object.keys(req.headers)) if (forwarding.test(name)) delete req.headers[name];
  req.headers.host = host;
  req.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  req.headers['x-forwarded-host'] = host;
  req.headers['x-forwarded-for'] = address;
  const isPage = browserPaths.test(path);
  req.headers.accept = isPage ? 'text/html' : 'application/json';
  if (!isPage) delete req.headers.cookie;
  const query = isPage ? /\?.*$/.exec(req.url ?? '')?.[0] : undefined;
  req.url = `/${path}${query ?? ''}`;
}

/**
 * Redirects a cross-site POST to a GET with the same parameters. The session's cookies are `SameSite=Lax`, so the browser sends them only
 * with the GET.
 */
export async function redirectToGet(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  origin: string,
): Promise<void> {
  const form = await readBody(req, maxFormBytes);
  res.writeHead(303, {
    location: `${origin}/${path}?${String(new URLSearchParams(String(form)))}`,
    'cache-control': 'no-store',
    'content-length': '0',
  });
  res.end();
}
