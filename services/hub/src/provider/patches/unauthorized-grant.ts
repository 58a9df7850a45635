import { Provider, errors } from 'oidc-provider';
import type { Client } from 'oidc-provider';

interface ClientPrototype {
  grantTypeAllowed(this: Client, grant: string): boolean;
}

/**
 * Rejects a grant that the client may not use with `unauthorized_client` (RFC 6749 §5.2). oidc-provider 9.13 returns `invalid_request`.
 * Unnecessary when the library returns the error of the RFC.
 */
export function rejectUnauthorizedGrants(provider: Provider): void {
  const prototype = provider.Client.prototype as unknown as ClientPrototype;
  const { grantTypeAllowed } = prototype;
  prototype.grantTypeAllowed = function requireGrantType(grant) {
    const isAllowed = grantTypeAllowed.call(this, grant);
    if (!isAllowed && Provider.ctx?.oidc?.params?.['grant_type'] === grant)
      throw new errors.UnauthorizedClient('the client is not allowed to use this grant');
    return isAllowed;
  };
}
