import type { IncomingHttpHeaders } from 'node:http';
import { webActivityHeader, webAppHeader, webApps, webSessionCookie } from '@platform/contracts';
import type { WebApp } from '@platform/contracts';
import { parseCookies } from './cookies.ts';

/** A session of a web application that a request presents. It may have ended. */
export interface WebSessionRequest {
  app: WebApp;
  /** The value of the cookie. */
  sessionId: string;
  /** The request was not caused by the user, so it does not keep the session from expiring. */
  isBackground: boolean;
}

const idForm = /^[A-Za-z0-9_-]{43}$/;

/**
 * Whether a script of the origin itself sent the request. Browsers send `Sec-Fetch-Site`, which no script can set; those that do not
 * send it send `Origin`.
 */
function isSameOrigin(headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (headers.host !== new URL(origin).host) return false;
  return site === undefined ? headers.origin === origin : site === 'same-origin';
}

/**
 * Returns the web application whose script sent a request. Undefined unless the request names it,
 * comes from its origin, and has no other authentication.
 * @param origin of the tenant's host, such as `https://demo.id.example.com`
 */
export function webAppOf(headers: IncomingHttpHeaders, origin: string): WebApp | undefined {
  if (headers.authorization !== undefined || !isSameOrigin(headers, origin)) return undefined;
  return webApps.find((name) => name === headers[webAppHeader]);
}

/**
 * Reads the session of a web application from a request. Undefined unless everything holds: there is no other authentication, the
 * request names its application, it comes from the origin of the application, and it has the application's cookie. Anything else must
 * be treated as if the cookie were not there: another site can send the cookie, but not the rest.
 * @param origin of the tenant's host, such as `https://demo.id.example.com`
 */
export function webSessionOf(
  headers: IncomingHttpHeaders,
  origin: string,
): WebSessionRequest | undefined {
  const app = webAppOf(headers, origin);
  if (app === undefined) return undefined;
  const sessionId = parseCookies(headers.cookie).get(webSessionCookie(app));
  if (sessionId === undefined || !idForm.test(sessionId)) return undefined;
  return { app, sessionId, isBackground: headers[webActivityHeader] === 'background' };
}
