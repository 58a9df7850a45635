import type { TokenClaimsSettings } from '@platform/contracts';
import type { Tx, WorkerTx, RowOf } from '@platform/kit/database';
import { now, sql } from '@platform/kit/database';
import { fga } from '../generated/tables.ts';

const claims = fga.table('tokenClaims').narrow<{
  /** The settings last sent to the hub; null: off. */
  desired: TokenClaimsSettings | null;
  /** The settings in force; null: off. */
  acknowledged: TokenClaimsSettings | null;
}>();

export type TokenClaimsRow = RowOf<typeof claims>;

export const findTokenClaims = (tx: Tx, clientId: string): Promise<TokenClaimsRow | undefined> =>
  claims.find(tx, { clientId });

export const lockTokenClaims = (tx: Tx, clientId: string): Promise<TokenClaimsRow | undefined> =>
  claims.lock(tx, { clientId });

/** Stores the settings to send to the hub, under the next version. Keeps an existing secret. */
export const putIntent = async (
  tx: Tx,
  clientId: string,
  desired: TokenClaimsSettings | null,
  freshSecret: string | null,
): Promise<TokenClaimsRow> =>
  (await tx.row<TokenClaimsRow>(
    `INSERT INTO token_claims AS t (tenant_id, client_id, desired, secret_sealed, version, revision, pending_since) VALUES ($1, $2, $3, $4, 1, 1, now())
   ON CONFLICT (tenant_id, client_id) DO UPDATE SET desired = $3, secret_sealed = coalesce(t.secret_sealed, $4), version = t.version + 1, revision = t.revision + 1, pending_since = now()
   RETURNING client_id, desired, acknowledged, url, secret_sealed, version, revision, pending_since, enabled_at, updated_at`,
    [tx.context.tenantId, clientId, desired === null ? null : JSON.stringify(desired), freshSecret],
  ))!;

/**
 * Continues under a version that the hub does not know yet; undefined if a later intent has
 * replaced this one.
 */
export const raiseClaimsVersion = (
  tx: Tx,
  clientId: string,
  from: number,
  to: number,
): Promise<TokenClaimsRow | undefined> =>
  claims.updateReturning(tx, { clientId, version: from }, (of) => ({
    version: to,
    revision: of('revision', '+', 1),
  }));

/** Puts into force what was sent to the hub; undefined if a later intent has replaced this one. */
export const acknowledge = (
  tx: Tx,
  clientId: string,
  { version, url, isChange }: { version: number; url: string | null; isChange: boolean },
): Promise<TokenClaimsRow | undefined> =>
  claims.updateReturning(tx, { clientId, version }, (of) => ({
    enabledAt: sql<Date | null>`CASE WHEN desired IS NULL THEN NULL WHEN acknowledged IS NULL THEN now() ELSE enabled_at END`,
    acknowledged: of.ref('desired').$castTo<TokenClaimsSettings | null>(),
    url,
    pendingSince: null,
    revision: of('revision', '+', 1),
    ...(isChange && { updatedAt: now }),
  }));

export const deleteTokenClaims = (tx: Tx, clientId: string): Promise<TokenClaimsRow | undefined> =>
  claims.deleteReturning(tx, { clientId });

/** Removes a registration that never came into force. */
export const deleteUnacknowledged = (tx: Tx, clientId: string): Promise<number> =>
  claims.delete(tx, { clientId, acknowledged: null });

/**
 * Rows to send to the hub again: pending for a minute, or with a URL other than the current one.
 */
export const listPendingRegistrations = (
  tx: WorkerTx,
  url: string,
  limit: number,
): Promise<{ tenantId: string; clientId: string }[]> =>
  tx.rows(
    `(SELECT tenant_id, client_id FROM token_claims WHERE pending_since < now() - interval '1 minute' ORDER BY pending_since LIMIT $2)
   UNION (SELECT tenant_id, client_id FROM token_claims WHERE (url < $1 OR url > $1) AND pending_since IS NULL ORDER BY tenant_id, client_id LIMIT $2)`,
    [url, limit],
  );
