import { Provider } from 'oidc-provider';
import type { CookiesSetOptions } from 'oidc-provider';
import { sessionSeconds } from '../../sessions/sign-in-session.ts';
import type { SignInSession } from '../../sessions/sign-in-session.ts';

/**
 * Saves a session that begins with an error page, together with its cookie: a browser without a session that posts the form of devices gets the
 * form again, bound to a new session. oidc-provider 9.13 fails, because it only saves sessions there that were saved before. Unnecessary
 * when the error page of the library saves a new session.
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
