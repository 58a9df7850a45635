import type { Client, Provider } from 'oidc-provider';
import { namesPortZero } from '../../applications/redirect-uri.ts';

interface ClientPrototype {
  redirectUriAllowed(this: Client, uri: string): boolean;
}

/**
 * Rejects loopback redirect URIs with port 0, to which no browser can connect. oidc-provider 9.13 ignores the port of native
 * applications (RFC 8252 §7.3). Unnecessary when the library rejects port 0.
 */
export function rejectPortZero(provider: Provider): void {
  const prototype = provider.Client.prototype as unknown as ClientPrototype;
  const { redirectUriAllowed } = prototype;
  prototype.redirectUriAllowed = function allowRedirectUri(uri) {
    return !namesPortZero(uri) && redirectUriAllowed.call(this, uri);
  };
}
