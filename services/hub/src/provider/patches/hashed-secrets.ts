import { Provider } from 'oidc-provider';
import type { Client } from 'oidc-provider';
import { matchSecret } from '../../oauth-clients/client-secret.ts';
import type { LiveSecret } from '../../oauth-clients/client-row.ts';
import { extrasOf } from '../../oauth-clients/client-source.ts';

interface ClientPrototype {
  compareClientSecret(this: Client, given: string): boolean;
}

/** Called with the secret that authenticated a client; may throw. */
type OnSecretUse = (client: Client, secret: LiveSecret) => void;

/**
 * Compares a client secret with the hashes of the active ones. oidc-provider 9.13 compares it with one secret in plain text.
 * Unnecessary when the library lets the configuration compare secrets.
 */
export function compareHashedSecrets(provider: Provider, onSecretUse: OnSecretUse): void {
  const prototype = provider.Client.prototype as unknown as ClientPrototype;
  prototype.compareClientSecret = function compareHashedSecret(given) {
    // RFC 6749 §2.3.1: every client with a secret may use Basic, but only those registered for it may send the secret in the body.
    const isPosted = Provider.ctx?.oidc.params?.['client_secret'] !== undefined;
    if (isPosted && this.clientAuthMethod !== 'client_secret_post') return false;
    const secret = matchSecret(given, extrasOf(this).live_secrets);
    if (secret) onSecretUse(this, secret);
    return secret !== undefined;
  };
}
