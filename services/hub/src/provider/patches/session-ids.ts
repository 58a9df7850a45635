import type { Provider } from 'oidc-provider';

/**
 * Issues `sid` to every client, so that it can tell its own sessions apart. oidc-provider 9.13 does so only for clients with its own
 * back-channel logout; the hub has a durable one. Unnecessary when the library has a setting for it.
 */
export function includeSessionIds(provider: Provider): void {
  (provider.Client.prototype as unknown as { includeSid(): boolean }).includeSid = () => true;
}
