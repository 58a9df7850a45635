import { createHash, randomBytes } from 'node:crypto';
import { setCookie } from '@platform/kit/http';

/** Recognizes a browser at the issuer of one tenant. */
const deviceCookieName = '__Host-device';

const tokenForm = /^[A-Za-z0-9_-]{43}$/;
/** Browsers keep no cookie for longer (RFC 6265bis §5.5). */
const maxAgeSeconds = 400 * 86_400;

/** The token that a browser shows; undefined for one that we did not make. */
export function deviceTokenIn(cookies: ReadonlyMap<string, string>): string | undefined {
  const token = cookies.get(deviceCookieName);
  return token !== undefined && tokenForm.test(token) ? token : undefined;
}

/** A token that nobody can guess. */
export const newDeviceToken = (): string => randomBytes(32).toString('base64url');

/** What the identity service knows of a token: it could not show it itself. */
export const deviceDigest = (token: string | undefined): string =>
  token === undefined ? '' : createHash('sha256').update(token).digest('hex');

/** Has the browser keep a token. */
export const deviceCookie = (token: string): string =>
  setCookie(deviceCookieName, token, { maxAgeSeconds });
