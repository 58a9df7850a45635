import { createHash, randomBytes } from 'node:crypto';
import { setCookie } from '@platform/pages';

/** Recognizes a browser at the issuer of one tenant. */
const deviceCookieName = '__Host-device';

const tokenForm = /^[A-Za-z0-9_-]{43}$/;
/** The longest lifetime that browsers accept (RFC 6265bis §5.5). */
const maxAgeSeconds = 400 * 86_400;

/** Reads the device token of a browser. Undefined if it does not have the form of a token that the hub issues. */
export function deviceTokenIn(cookies: ReadonlyMap<string, string>): string | undefined {
  const token = cookies.get(deviceCookieName);
  return token !== undefined && tokenForm.test(token) ? token : undefined;
}

export const newDeviceToken = (): string => randomBytes(32).toString('base64url');

/** The digest that the identity service stores in place of a token. */
export const deviceDigest = (token: string | undefined): string =>
  token === undefined ? '' : createHash('sha256').update(token).digest('hex');

export const deviceCookie = (token: string): string =>
  setCookie(deviceCookieName, token, { maxAgeSeconds });
