import type { Provider } from 'oidc-provider';
import { acrFor } from '../../sessions/assurance.ts';
import { requiredAcr } from '../../sessions/required-acr.ts';
import type { SignInSession } from '../../sessions/sign-in-session.ts';

interface RequestContext {
  session: SignInSession;
  params: { acr_values?: string };
}

/**
 * Returns the first requested `acr` that the session satisfies. oidc-provider 9.13 returns the one value of the session, but a
 * sign-in can satisfy several (OpenID Connect Core §3.1.2.1). Unnecessary when the `acr` of a code is configurable.
 */
export function chooseAcr(provider: Provider): void {
  Object.defineProperty(provider.OIDCContext.prototype, 'acr', {
    get(this: RequestContext) {
      const required = requiredAcr(this);
      const asked = this.params.acr_values?.split(' ') ?? [];
      return acrFor(required === undefined ? asked : [...asked, required], this.session);
    },
  });
}
