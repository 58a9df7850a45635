import { Provider } from 'oidc-provider';
import type { Client } from 'oidc-provider';
import { matchSecret } from '../../oauth-clients/client-secret.ts';
import type { LiveSecret } from '../../oauth-clients/client-row.ts';
import { extrasOf } from '../../oauth-clients/client-source.ts';

interface ClientPrototype {
  compareClientSecret(this: Client, given: string): boolean;
}

/** Called with a secret that authenticated its client; may throw. */
type OnSecretUse = (client: Client, secret: LiveSecret) => void;

/**
 * Compares secrets with the hashes of those that are active. oidc-provider 9.13 compares them with one secret in plain text.
 * Unnecessary when the library lets the configuration compare secrets.
 */
export function compareHashedSecrets(provider: Provider, onSecretUse: OnSecretUse): void {
  const prototype = provider.Client.prototype as unknown as ClientPrototype;
  prototype.compareClientSecret = function compareHashedSecret(given) {
    // RFC 6749 §2.3.1: Basic is open to every client with a secret, and the body only to those registered for it.
    const isPosted = Provider.ctx?.oidc.params?.['client_secret'] !== undefined;
    if (isPosted && this.clientAuthMethod !== 'client_secret_post') return false;
    const secret = matchSecret(given, extrasOf(this).live_secrets);
    if (secret) onSecretUse(this, secret);
    return secret !== undefined;
  };
}
