import { Provider } from 'oidc-provider';
import { sessionSeconds } from '../sessions/sign-in-session.ts';
import type { SignInSession } from '../sessions/sign-in-session.ts';
import { cookie } from './provider-configuration.ts';
import type { ProviderOptions } from './provider-options.ts';

/**
 * Saves a session that begins with an error page, together with its cookie: a browser without a session that posts the form of devices
 * gets the form again, bound to a new session. The provider only expects sessions there that it has saved before.
 */
export function saveNewSessions(
  provider: Provider,
  { lifetimes }: Pick<ProviderOptions, 'lifetimes'>,
): void {
  const prototype = provider.Session.prototype as SignInSession & { id: string };
  const { persist } = prototype;
  prototype.persist = function persistNew() {
    if (typeof this.exp === 'number') return persist.call(this);
    Provider.ctx?.cookies.set(provider.cookieName('session'), this.id, cookie);
    return this.save(sessionSeconds(this, lifetimes.session));
  };
}
