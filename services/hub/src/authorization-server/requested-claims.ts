import type { Database, TxContext } from '@platform/kit/database';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { withStore } from '../oauth-errors/oauth-error.ts';
import { tokenSource } from '../tokens/token-source.ts';
import { findArtifact, upsertArtifact } from './artifact-store.ts';

const model = 'RequestedClaims';

/**
 * Keeps, beside an access token, which claims its sign-in asked to be told at the UserInfo endpoint (OpenID Connect Core §5.5);
 * undefined where it asked for none.
 */
export function keepRequestedClaims(
  ctx: KoaContextWithOIDC,
  {
    db,
    context,
    payload,
  }: { db: Pick<Database, 'transact'>; context: TxContext; payload: Record<string, unknown> },
): Promise<void> | undefined {
  const source = tokenSource(ctx);
  const claims = Object.keys(source?.claims?.userinfo ?? {});
  if (claims.length === 0) return undefined;
  const { jti, iat, exp } = payload as { jti: string; iat: number; exp: number };
  const kept = {
    model,
    id: jti,
    payload: { claims, grantId: source?.grantId },
    expiresInSeconds: exp - iat,
  };
  return withStore(() => db.transact(context, async (tx) => void (await upsertArtifact(tx, kept))));
}

/** Reads what {@link keepRequestedClaims} kept. */
export const requestedClaims =
  (db: Pick<Database, 'call'>) =>
  async (tenantId: string, jti: string): Promise<readonly string[]> => {
    const found = await findArtifact({ db, tenantId }, { model, id: jti });
    return (found?.['claims'] as string[] | undefined) ?? [];
  };

interface IdTokenPrototype {
  ctx?: KoaContextWithOIDC;
  extra: Record<string, unknown>;
  issue(options: { use: string }): Promise<string>;
}

/** Adds the claims of webhooks to ID tokens; what the issuer itself says stands. */
export function addIdTokenClaims(
  provider: Provider,
  claimsFor: (ctx: KoaContextWithOIDC) => Promise<Record<string, unknown>>,
): void {
  const prototype = provider.IdToken.prototype as unknown as IdTokenPrototype;
  const { issue } = prototype;
  prototype.issue = async function issueWithClaims(options) {
    if (options.use === 'idtoken' && this.ctx)
      this.extra = { ...(await claimsFor(this.ctx)), ...this.extra };
    return issue.call(this, options);
  };
}
