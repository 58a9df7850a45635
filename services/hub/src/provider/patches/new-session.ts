import { Provider } from 'oidc-provider';
import type { CookiesSetOptions } from 'oidc-provider';
import { sessionSeconds } from '../../sessions/sign-in-session.ts';
import type { SignInSession } from '../../sessions/sign-in-session.ts';

/**
 * Saves a new session, and sets its cookie, when the library persists it for an error page. A browser without a session that posts the device form
 * gets the form again, bound to a new session. oidc-provider 9.13 throws, because it only persists sessions that were saved before. Unnecessary when
 * the library saves new sessions there.
 */
export function saveNewSessions(
  provider: Provider,
  { lifetimeSeconds, cookie }: { lifetimeSeconds: number; cookie: CookiesSetOptions },
): void {
  const prototype = provider.Session.prototype as SignInSession & { id: string };
  const { persist } = prototype;
  prototype.persist = function persistNew() {
    if (typeof this.exp === 'number') return persist.call(this);
    Provider.ctx?.cookies.set(provider.cookieName('session'), this.id, cookie);
    return this.save(sessionSeconds(this, lifetimeSeconds));
  };
}
