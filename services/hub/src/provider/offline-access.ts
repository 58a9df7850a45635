import { decodeJwt } from 'jose';
import type { Client, KoaContextWithOIDC } from 'oidc-provider';

/** The scope that the client sent or pushed. */
function sentScope({ method, query, oidc }: KoaContextWithOIDC): unknown {
  const pushed = oidc.entities.PushedAuthorizationRequest?.request;
  if (pushed !== undefined) return decodeJwt(pushed)['scope'];
  return (method === 'POST' ? oidc.body : query)?.['scope'];
}

/**
 * Keeps `offline_access` in the scope of a request. The library removes it unless the request has `prompt=consent`, but OpenID Connect Core §11
 * allows other conditions. Here they are a first-party client, or a consent that covers the scope.
 */
export function keepOfflineAccess(ctx: KoaContextWithOIDC, client: Client): void {
  const params = ctx.oidc.params as { scope?: string };
  const sent = sentScope(ctx);
  if (typeof sent !== 'string' || !client.grantTypeAllowed('refresh_token')) return;
  const left = new Set(params.scope?.split(' '));
  const kept = sent.split(' ').filter((scope) => scope === 'offline_access' || left.has(scope));
  if (kept.includes('offline_access')) params.scope = [...new Set(kept)].join(' ');
}
