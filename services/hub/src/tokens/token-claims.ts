import type { KoaContextWithOIDC } from 'oidc-provider';
import type { EnrichClaims } from '../claims-webhook/claims-enrichment.ts';
import { EnrichmentFailed } from '../claims-webhook/enrichment-failed.ts';
import type { ClientExtras } from '../oauth-clients/client-source.ts';
import { oauthRefusal } from '../oauth-errors/oauth-error.ts';
import { withoutPlatformClaims } from './api-claims.ts';
import { apiTokenOf } from './api-token.ts';
import { shortenLife } from './token-life.ts';
import { organizationOf, tokenSource } from './token-source.ts';
import type { TokenStep } from './token-step.ts';

/** Returns how the user of a request signed in. */
function signInOf(ctx: KoaContextWithOIDC) {
  const { sid, acr, amr } = tokenSource(ctx) ?? {};
  return {
    organizationId: organizationOf(ctx),
    sessionId: sid ?? null,
    acr: acr ?? null,
    amr: amr ?? [],
  };
}

/** Adds the claims of the client's webhook to tokens of every grant type. */
export function tokenClaims({ tenantId, enrich }: { tenantId: string; enrich: EnrichClaims }) {
  /** The webhook of a platform client belongs to its home tenant, and is not called for other tenants. */
  const webhookOf = (client: ClientExtras) =>
    client.home_tenant === tenantId ? client.claims_webhook : undefined;

  const ask = (
    ctx: KoaContextWithOIDC,
    client: ClientExtras & { clientId: string },
    token: {
      userId: string | undefined;
      tokenType: 'access_token' | 'id_token';
      scopes: string[];
      /** The identifier of the API of the tenant, if it is for one. */
      resource: string | null;
    },
  ) =>
    enrich(
      {
        tenantId,
        clientId: client.clientId,
        principal:
          token.userId === undefined
            ? { type: 'client', id: client.clientId }
            : { type: 'user', id: token.userId },
        grantType: String(ctx.oidc.params?.['grant_type']),
        tokenType: token.tokenType,
        scopes: token.scopes,
        resource: token.resource,
        ...signInOf(ctx),
      },
      webhookOf(client),
    ).catch((error: unknown) => {
      throw error instanceof EnrichmentFailed
        ? oauthRefusal(
            503,
            'temporarily_unavailable',
            'the claims of the token are not available at the moment',
          )
        : error;
    });

  return {
    /** Adds the claims to an access token before it is signed. */
    addClaims: (async (ctx, token, payload) => {
      const client = token.client as unknown as ClientExtras & { clientId: string };
      const api = apiTokenOf(ctx, token)?.api;
      if (!webhookOf(client) || (api && !api.settings.claims.includes('custom'))) return;
      const { claims, endsAt } = await ask(ctx, client, {
        userId: 'accountId' in token ? token.accountId : undefined,
        tokenType: 'access_token',
        scopes: [...token.scopes],
        resource: api?.identifier ?? null,
      });
      // The hub's own claims take precedence, even over names that the claim rules allow.
      const added = api ? withoutPlatformClaims(claims) : claims;
      for (const [name, value] of Object.entries(added)) payload[name] ??= value;
      if (endsAt !== undefined) shortenLife(token, payload, endsAt);
    }) satisfies TokenStep,

    /** Returns the claims for an ID token of this request. */
    async idTokenClaims(ctx: KoaContextWithOIDC): Promise<Record<string, unknown>> {
      const source = tokenSource(ctx);
      const { claims } = await ask(
        ctx,
        ctx.oidc.client as unknown as ClientExtras & { clientId: string },
        {
          userId: source?.accountId,
          tokenType: 'id_token',
          scopes: source?.scope?.split(' ') ?? [],
          resource: null,
        },
      );
      return claims;
    },
  };
}
