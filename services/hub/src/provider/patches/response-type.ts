import { errors } from 'oidc-provider';
import type { Client, Provider } from 'oidc-provider';

interface ClientPrototype {
  responseModeAllowed(this: Client, mode?: string, type?: string, profile?: string): boolean;
}

/**
 * Rejects every response type except `code` with `unsupported_response_type`. oidc-provider 9.13 checks the response mode first and accepts
 * `code code` as `code` (RFC 6749 §3.1.1). Unnecessary when the library checks the raw type before the mode.
 */
export function requireCodeResponse(provider: Provider): void {
  const prototype = provider.Client.prototype as unknown as ClientPrototype;
  const { responseModeAllowed } = prototype;
  prototype.responseModeAllowed = function allowResponseMode(mode, type, profile) {
    if (type !== undefined && type !== 'code') throw new errors.UnsupportedResponseType();
    return responseModeAllowed.call(this, mode, type, profile);
  };
}
