import type { Provider } from 'oidc-provider';

/**
 * Issues `sid` to every client, so that it can distinguish its sessions. oidc-provider 9.13 issues it only to clients that use the library's
 * back-channel logout, which the hub replaces with a durable one. Unnecessary when the library has a setting for it.
 */
export function includeSessionIds(provider: Provider): void {
  (provider.Client.prototype as unknown as { includeSid(): boolean }).includeSid = () => true;
}
