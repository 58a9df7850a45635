import { deleteCookie, parseCookies, setCookie } from '@platform/kit/http';
import type { SecretBox } from '@platform/kit/secrets';
import type { SignInAttempt } from '@platform/relying-party';
import type { SignInApp } from './web-app-rules.ts';

/** A sign-in that a browser has begun. */
export interface WebSignInAttempt extends SignInAttempt {
  app: SignInApp;
  /** Path on the tenant's host that the browser goes to afterwards. */
  returnTo: string;
  acr: string | undefined;
  maxAgeSeconds: number | undefined;
  /** Hash of the session that this one replaces, in base64url. */
  replaces: string | undefined;
  /** Milliseconds. */
  expiresAt: number;
}

export const attemptSeconds = 600;

/** Tabs that sign in at the same time have a cookie each. */
const cookieName = (state: string): string => `__Host-web-${state.slice(0, 12)}`;

/** Binds the cookie to the state: it cannot be used for another response. */
const placeOf = (tenantId: string, state: string) => ({ tenantId, field: `web sign-in ${state}` });

/**
 * Has the browser keep its sign-in until it comes back. The cookie is `Lax`, since the browser may come back from another site; what it
 * holds is sealed.
 */
export function attemptCookie(
  secrets: Pick<SecretBox, 'seal'>,
  tenantId: string,
  attempt: WebSignInAttempt,
): string {
  const sealed = secrets.seal(JSON.stringify(attempt), placeOf(tenantId, attempt.state));
  return setCookie(cookieName(attempt.state), sealed, { maxAgeSeconds: attemptSeconds });
}

/** Deletes the cookie, so that the response cannot be delivered twice. */
export const spentAttemptCookie = (state: string): string => deleteCookie(cookieName(state));

const stateForm = /^[A-Za-z0-9_-]{43}$/;

/** Opens the sign-in that a response belongs to. Undefined if this browser did not begin it, or too long ago. */
export function attemptIn(
  secrets: Pick<SecretBox, 'open'>,
  tenantId: string,
  { cookie, state }: { cookie: string | undefined; state: string | null },
): WebSignInAttempt | undefined {
  if (state === null || !stateForm.test(state)) return undefined;
  const sealed = parseCookies(cookie).get(cookieName(state));
  if (sealed === undefined) return undefined;
  try {
    const text = secrets.open(sealed, placeOf(tenantId, state));
    const attempt = JSON.parse(text) as WebSignInAttempt;
    return attempt.expiresAt > Date.now() ? attempt : undefined;
  } catch {
    // Altered, of another tenant, or under a key that is gone: as good as none.
    return undefined;
  }
}
