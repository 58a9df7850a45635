import type { AccessToken, ClientCredentials, KoaContextWithOIDC } from 'oidc-provider';
import type { EnrichClaims } from '../claims-webhook/claims-enrichment.ts';
import { EnrichmentFailed } from '../claims-webhook/enrichment-failed.ts';
import type { ClientExtras } from './client-source.ts';
import { engineRefusal } from './oauth-error.ts';

interface JwtParts {
  payload: Record<string, unknown>;
}

/** Adds what the client's webhook says to an access token that is about to be signed, by whichever grant it is issued. */
export function tokenClaims({ tenantId, enrich }: { tenantId: string; enrich: EnrichClaims }) {
  return async function addClaims(
    ctx: KoaContextWithOIDC,
    token: AccessToken | ClientCredentials,
    { payload }: JwtParts,
  ): Promise<void> {
    const client = token.client as unknown as ClientExtras & { clientId: string };
    const userId = 'accountId' in token ? token.accountId : undefined;
    const { claims, endsAt } = await enrich(
      {
        tenantId,
        clientId: client.clientId,
        principal:
          userId === undefined
            ? { type: 'client', id: client.clientId }
            : { type: 'user', id: userId },
        grantType: String(ctx.oidc.params?.['grant_type']),
        tokenType: 'access_token',
        scopes: [...token.scopes],
        organizationId: null,
        sessionId: null,
        acr: null,
        amr: [],
        // Another tenant's client has its webhook there.
      },
      client.home_tenant === tenantId ? client.claims_webhook : undefined,
    ).catch((error: unknown) => {
      throw error instanceof EnrichmentFailed
        ? engineRefusal(
            503,
            'temporarily_unavailable',
            'what the token shall say cannot be had at the moment',
          )
        : error;
    });
    // Whatever the rules on names let through: what the hub itself says stands.
    for (const [name, value] of Object.entries(claims)) payload[name] ??= value;
    if (endsAt === undefined || endsAt >= (payload['exp'] as number)) return;
    payload['exp'] = endsAt;
    // The engine answers `expires_in` out of this.
    (token as { expiresIn?: number }).expiresIn = endsAt - (payload['iat'] as number);
  };
}
