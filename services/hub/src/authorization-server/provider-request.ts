import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '@platform/kit/http';
import { LRUCache } from 'lru-cache';

const browserPaths = /^(oauth2\/(authorize|logout)|activate)(\/|$)/;
/** Those that browsers are sent to from other sites by POST. */
const crossSitePaths: ReadonlySet<string> = new Set(['oauth2/authorize', 'oauth2/logout']);
const maxFormBytes = 16_384;

const forwarding = /^(x-forwarded-|forwarded$|x-real-ip$)/;

/** Whether browsers show what is answered there. */
export const isBrowserPath = (path: string): boolean => browserPaths.test(path);

/** Whether browsers may arrive there by a form of another site. */
export const isCrossSitePath = (path: string): boolean => crossSitePaths.has(path);

/** Issuers and login domains are few, and each request has one. */
const places = new LRUCache<string, { host: string; protocol: string }>({ max: 1_000 });

function placeOf(origin: string): { host: string; protocol: string } {
  let place = places.get(origin);
  if (!place) {
    const { host, protocol } = new URL(origin);
    places.set(origin, (place = { host, protocol }));
  }
  return place;
}

/**
 * The library makes addresses out of the request's head: it sees the issuer's host, scheme and one client address, and
 * nothing that the caller wrote there. Only pages see cookies and the query.
 */
export function normalise(
  req: IncomingMessage,
  path: string,
  origin: string,
  address: string,
): void {
  const { host, protocol } = placeOf(origin);
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
 * Sends a browser that another site made POST back by GET: the session's cookies are `SameSite=Lax`, so it brings them along
 * only now.
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
