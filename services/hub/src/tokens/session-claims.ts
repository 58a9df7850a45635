import { boundSession } from '@platform/kit/auth';
import type { AccessToken, ClientCredentials, KoaContextWithOIDC } from 'oidc-provider';
import type { ClientExtras } from '../oauth-clients/client-source.ts';
import { accessInRequest } from './resource-scopes.ts';
import { shortenLife } from './token-life.ts';
import { organizationOf, sessionEnd, tokenSource } from './token-source.ts';

/** Adds the authentication (RFC 9068 §2.2.1), the organization and the active elevations to a user's access token. */
export function addSessionClaims(
  ctx: KoaContextWithOIDC,
  token: AccessToken | ClientCredentials,
  payload: Record<string, unknown>,
): void {
  const source = tokenSource(ctx);
  if (!source?.accountId) return;
  const { acr, amr, authTime, sid } = source;
  const organizationId = organizationOf(ctx);
  Object.assign(payload, { acr, amr, auth_time: authTime, sid });
  if (organizationId !== null) payload['org_id'] = organizationId;
  const endsAt = sessionEnd(ctx);
  if (endsAt !== undefined) shortenLife(token, payload, endsAt);
  addElevation(ctx, token, payload);
}

/**
 * Removes the session from a token of an offline grant that lacks the scope `offline_access`. A client may refresh with fewer scopes after
 * the user has signed out, and verifiers reject a token without that scope once the session that it names has ended.
 */
export function detachOfflineToken(
  ctx: KoaContextWithOIDC,
  token: AccessToken | ClientCredentials,
  payload: Record<string, unknown>,
): void {
  const source = tokenSource(ctx);
  if (!source || source.expiresWithSession) return;
  if (boundSession(payload, token.scopes) !== undefined) delete payload['sid'];
}

/** Adds only elevated scopes that the client is allowed, so that a user's elevation gives an application no further rights. */
function addElevation(
  ctx: KoaContextWithOIDC,
  token: AccessToken | ClientCredentials,
  payload: Record<string, unknown>,
): void {
  const { allowed_scopes: allowed } = token.client as unknown as ClientExtras;
  const now = payload['iat'] as number;
  const elevated = (accessInRequest(ctx)?.elevated ?? []).filter(
    ({ scope, endsAt }) => allowed.includes(scope) && endsAt > now + 1,
  );
  if (elevated.length === 0) return;
  const until = Math.min(...elevated.map(({ endsAt }) => endsAt));
  payload['elevated_scopes'] = [...new Set(elevated.map(({ scope }) => scope))].sort();
  payload['elevated_until'] = until;
  shortenLife(token, payload, until);
}
