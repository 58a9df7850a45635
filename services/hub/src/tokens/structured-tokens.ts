import type { AccessClaims, BearerVerifier } from '@platform/kit/auth';
import type { Database } from '@platform/kit/database';
import { asProblem } from '@platform/kit/problem';
import type { Metrics } from '@platform/kit/telemetry';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { deleteArtifact } from '../grants/artifacts.ts';
import { cutOff } from '../token-cutoffs/cut-off.ts';
import { opaquePrefix } from './api-token.ts';
import { mayIntrospect } from './live-api-token.ts';
import type { ApiTokenReader, LiveToken } from './live-api-token.ts';
import { opaqueModel } from './token-issue.ts';

export interface StructuredTokenOptions {
  db: Database;
  /** See `platformTokenReader`. */
  readPlatformToken: BearerVerifier;
  apiTokens: ApiTokenReader;
  metrics: Metrics;
  issuer: string;
  tenantId: string;
}

type Next = () => Promise<unknown>;

/**
 * Introspects (RFC 7662) and revokes (RFC 7009) access tokens. The library authenticates the client and then rejects JWTs, because it does not
 * store them, and does not find opaque tokens of APIs. This middleware replaces its response.
 */
export function structuredTokens({
  db,
  readPlatformToken,
  apiTokens,
  metrics,
  issuer,
  tenantId,
}: StructuredTokenOptions) {
  const tenant = { id: tenantId, issuer };
  const introspections = metrics.counter('hub_introspections_total');

  /** Returns the claims of an active token of the management API; undefined for any other token. */
  async function platformClaims(token: string): Promise<AccessClaims | undefined> {
    try {
      const { claims } = await readPlatformToken(`Bearer ${token}`);
      return claims.iss === issuer && claims.tnt === tenantId ? claims : undefined;
    } catch (error) {
      if (asProblem(error).status >= 500) throw error;
      return undefined;
    }
  }

  async function liveToken(token: string): Promise<LiveToken | undefined> {
    if (await apiTokens.isApiToken(tenant, token)) return apiTokens.read(tenant, token);
    const claims = await platformClaims(token);
    return claims && { claims };
  }

  const kindOf = (token: string, live: LiveToken | undefined): string => {
    if (token.startsWith(opaquePrefix)) return 'opaque';
    return live?.api ? 'api' : 'platform';
  };

  async function introspect(ctx: KoaContextWithOIDC, token: string): Promise<void> {
    const live = await liveToken(token);
    const { client } = ctx.oidc;
    const isKnown = live !== undefined && client !== undefined && mayIntrospect(live, client);
    const result = isKnown ? 'active' : 'inactive';
    introspections.inc({ kind: kindOf(token, live), result });
    ctx.body = isKnown ? { active: true, token_type: 'Bearer', ...live.claims } : { active: false };
  }

  async function revoke(ctx: KoaContextWithOIDC, token: string): Promise<void> {
    const { claims } = (await liveToken(token)) ?? {};
    ctx.body = '';
    if (!claims || claims.client_id !== ctx.oidc.client?.clientId) return;
    const actor = { type: 'client', id: claims.client_id } as const;
    await db.transact({ tenantId, actor }, async (tx) => {
      if (token.startsWith(opaquePrefix)) await deleteArtifact(tx, opaqueModel, token);
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
    if (!answer || typeof token !== 'string') return;
    const { error } = (ctx.body ?? {}) as { error?: string };
    // The library does not know opaque tokens, but it has authenticated their client.
    const isOpaque = token.startsWith(opaquePrefix) && ctx.status === 200;
    if (error === 'unsupported_token_type' || isOpaque) {
      await answer(ctx, token);
      ctx.status = 200;
    }
    // RFC 7009 §2.2: a revocation has no content, and some libraries reject content that is not JSON.
    if (answer === revoke && ctx.body === '') ctx.remove('Content-Type');
  };
}
