import { Provider, errors } from 'oidc-provider';
import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import { namesPortZero } from '../applications/redirect-uri.ts';
import { extrasOf } from '../oauth-clients/client-source.ts';
import { matchSecret } from '../oauth-clients/client-secret.ts';
import { engineRefusal } from '../oauth-errors/oauth-error.ts';
import type { ProviderOptions } from './provider-options.ts';

/** Counts a request; `who` is the client, a public one together with its address, so that nobody spends another's share. */
export type CountRequest = (ctx: KoaContextWithOIDC, who: string) => void;

/** Counts requests of clients of one tenant. @throws the engine's 429 beyond the limit */
export const requestCounter =
  ({ limits, tenant }: Pick<ProviderOptions, 'limits' | 'tenant'>): CountRequest =>
  (ctx, who) => {
    const refusal = limits.client(tenant.id, who);
    if (!refusal) return;
    ctx.set(refusal);
    throw engineRefusal(429, 'temporarily_unavailable', 'too many requests from this client');
  };

/** Has the engine's clients authenticate by any of their live secrets, and answer what they may not use with the errors of the standards. */
export function shapeClients(
  provider: Provider,
  { secretUse }: Pick<ProviderOptions, 'secretUse'>,
  countRequest: CountRequest,
): void {
  const prototype = provider.Client.prototype as unknown as {
    compareClientSecret(this: Client, given: string): boolean;
    grantTypeAllowed(this: Client, grant: string): boolean;
    redirectUriAllowed(this: Client, uri: string): boolean;
    responseModeAllowed(this: Client, mode?: string, type?: string, profile?: string): boolean;
  };
  const { redirectUriAllowed, responseModeAllowed } = prototype;
  prototype.compareClientSecret = function compareClientSecret(given) {
    // RFC 6749 §2.3.1: Basic is open to every client with a secret, and the body only to those registered for it.
    const isPosted = Provider.ctx?.oidc.params?.['client_secret'] !== undefined;
    if (isPosted && this.clientAuthMethod !== 'client_secret_post') return false;
    const { live_secrets: live, home_tenant: tenantId } = extrasOf(this);
    const secret = matchSecret(given, live);
    if (!secret) return false;
    secretUse.used({ tenantId, clientId: this.clientId, id: secret.id });
    countRequest(Provider.ctx as KoaContextWithOIDC, this.clientId);
    return true;
  };
  // RFC 6749 §5.2 has a code of its own for this; the engine says invalid_request.
  prototype.grantTypeAllowed = function grantTypeAllowed(grant) {
    const isAllowed = this.grantTypes?.includes(grant) ?? false;
    if (!isAllowed && Provider.ctx?.oidc?.params?.['grant_type'] === grant)
      throw new errors.UnauthorizedClient('the client is not allowed to use this grant');
    return isAllowed;
  };
  prototype.redirectUriAllowed = function redirectUriAllowedAt(uri) {
    return !namesPortZero(uri) && redirectUriAllowed.call(this, uri);
  };
  // The engine checks the mode before the type, and reads a type that is repeated as if it were there once (RFC 6749 §3.1.1).
  prototype.responseModeAllowed = function responseModeAllowedFor(mode, type, profile) {
    if (type !== undefined && type !== 'code') throw new errors.UnsupportedResponseType();
    return responseModeAllowed.call(this, mode, type, profile);
  };
}
