import { requireActive } from '@platform/kit/auth';
import type { AccessClaims, BearerVerifier } from '@platform/kit/auth';
import type { Database } from '@platform/kit/database';
import { asProblem } from '@platform/kit/problem';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { cutOff, isCutOff } from '../token-cutoffs/cut-off.ts';

export interface StructuredTokenOptions {
  db: Database;
  verifyBearer: BearerVerifier;
  issuer: string;
  tenantId: string;
}

type Next = () => Promise<unknown>;

/**
 * Introspects (RFC 7662) and revokes (RFC 7009) JWTs. The library authenticates the client and then rejects JWTs, because it does not store
 * them. This middleware replaces that error.
 */
export function structuredTokens({ db, verifyBearer, issuer, tenantId }: StructuredTokenOptions) {
  /** Returns the claims of an active token of this issuer; undefined for any other token. */
  async function liveClaims(token: string): Promise<AccessClaims | undefined> {
    try {
      const { claims, tenant } = await verifyBearer(`Bearer ${token}`);
      requireActive(tenant);
      if (claims.iss !== issuer || claims.tnt !== tenantId) return undefined;
      const isGone = await db.read(
        { tenantId, actor: { type: 'client', id: claims.client_id } },
        (tx) => isCutOff(tx, claims),
      );
      return isGone ? undefined : claims;
    } catch (error) {
      if (asProblem(error).status >= 500) throw error;
      return undefined;
    }
  }

  async function introspect(ctx: KoaContextWithOIDC, token: string): Promise<void> {
    const claims = await liveClaims(token);
    const client = ctx.oidc.client;
    // Anyone can use the id of a public client, so it can introspect only its own tokens.
    const mayKnow =
      claims &&
      client &&
      (client.tokenEndpointAuthMethod !== 'none' || claims.client_id === client.clientId);
    ctx.body = mayKnow ? { active: true, token_type: 'Bearer', ...claims } : { active: false };
  }

  async function revoke(ctx: KoaContextWithOIDC, token: string): Promise<void> {
    const claims = await liveClaims(token);
    ctx.body = '';
    if (!claims || claims.client_id !== ctx.oidc.client?.clientId) return;
    const actor = { type: 'client', id: claims.client_id } as const;
    await db.transact({ tenantId, actor }, async (tx) => {
      await cutOff(tx, { kind: 'token', id: claims.jti, notBefore: claims.exp });
    });
  }

  const byRoute: Record<string, typeof introspect> = {
    introspection: introspect,
    revocation: revoke,
  };

  return async function answerStructured(ctx: KoaContextWithOIDC, next: Next): Promise<void> {
    await next();
    const answer = byRoute[ctx.oidc?.route ?? ''];
    const token = ctx.oidc?.params?.['token'];
    if (
      !answer ||
      typeof token !== 'string' ||
      (ctx.body as { error?: string } | undefined)?.error !== 'unsupported_token_type'
    )
      return;
    await answer(ctx, token);
    ctx.status = 200;
  };
}
