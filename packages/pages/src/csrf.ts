import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { setCookie } from '@platform/kit/http';

/** The browser and session of a form. */
export interface FormOwner {
  /** The session; empty before there is one. */
  sessionId: string;
  cookies: ReadonlyMap<string, string>;
}

/** Tokens against forged forms (CSRF). */
export interface CsrfTokens {
  /** Creates a token for the forms of a page, and the cookie to set if the browser has none yet. */
  issue(owner: FormOwner): { token: string; setCookie?: string };
  /** Whether a form came from a page of this browser and session. */
  verify(owner: FormOwner, token: string | undefined): boolean;
}

const cookieName = '__Host-csrf';
const secretForm = /^[A-Za-z0-9_-]{43}$/;
const tokenForm = /^[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/;

/**
 * Signed double submit: the token is an HMAC over the session, a random cookie and a salt. The cookie's prefix keeps sibling hosts
 * from setting it; the session binds a token to one person; the salt keeps pages from compressing alike (BREACH). @param key 32
 * bytes, only for this purpose
 */
export function csrfTokens(
  key: Buffer,
  random: (size: number) => Buffer = randomBytes,
): CsrfTokens {
  const sign = (sessionId: string, secret: string, salt: string): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([sessionId, secret, salt]))
      .digest();
  const secretOf = ({ cookies }: FormOwner): string | undefined => {
    const secret = cookies.get(cookieName);
    return secret !== undefined && secretForm.test(secret) ? secret : undefined;
  };

  return {
    issue(owner) {
      const known = secretOf(owner);
      const secret = known ?? random(32).toString('base64url');
      const salt = random(16).toString('base64url');
      const token = `${salt}.${sign(owner.sessionId, secret, salt).toString('base64url')}`;
      return known ? { token } : { token, setCookie: setCookie(cookieName, secret) };
    },
    verify(owner, token) {
      const secret = secretOf(owner);
      if (secret === undefined || token === undefined || !tokenForm.test(token)) return false;
      const [salt, signature] = token.split('.') as [string, string];
      const given = Buffer.from(signature, 'base64url');
      return timingSafeEqual(given, sign(owner.sessionId, secret, salt));
    },
  };
}
