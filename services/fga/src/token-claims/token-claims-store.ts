import type { TokenClaimsSettings } from '@platform/contracts';
import type { Tx, WorkerTx } from '@platform/kit/database';

/** Token claims of a client as they are stored. */
export interface TokenClaimsRow {
  clientId: string;
  /** What the hub was last told; null: off. */
  desired: TokenClaimsSettings | null;
  /** What is in force; null: off. */
  acknowledged: TokenClaimsSettings | null;
  url: string | null;
  secretSealed: string | null;
  version: number;
  revision: number;
  pendingSince: Date | null;
  enabledAt: Date | null;
  updatedAt: Date | null;
}

const columns = `client_id, desired, acknowledged, url, secret_sealed, version, revision, pending_since,
  enabled_at, updated_at`;
const mine = 'tenant_id = $1 AND client_id = $2';

export const findTokenClaims = (tx: Tx, clientId: string): Promise<TokenClaimsRow | undefined> =>
  tx.row(`SELECT ${columns} FROM token_claims WHERE ${mine}`, [tx.context.tenantId, clientId]);

export const lockTokenClaims = (tx: Tx, clientId: string): Promise<TokenClaimsRow | undefined> =>
  tx.row(`SELECT ${columns} FROM token_claims WHERE ${mine} FOR UPDATE`, [
    tx.context.tenantId,
    clientId,
  ]);

/** Writes down what the hub is about to be told, under the next version. A secret that is held stays. */
export const putIntent = async (
  tx: Tx,
  clientId: string,
  desired: TokenClaimsSettings | null,
  freshSecret: string | null,
): Promise<TokenClaimsRow> =>
  (await tx.row<TokenClaimsRow>(
    `INSERT INTO token_claims AS t (tenant_id, client_id, desired, secret_sealed, version, revision, pending_since) VALUES ($1, $2, $3, $4, 1, 1, now())
   ON CONFLICT (tenant_id, client_id) DO UPDATE SET desired = $3, secret_sealed = coalesce(t.secret_sealed, $4), version = t.version + 1, revision = t.revision + 1, pending_since = now()
   RETURNING ${columns}`,
    [tx.context.tenantId, clientId, desired === null ? null : JSON.stringify(desired), freshSecret],
  ))!;

/** Goes on under a version that the hub does not know yet; undefined when the intent is no longer the last one. */
export const raiseClaimsVersion = (
  tx: Tx,
  clientId: string,
  from: number,
  to: number,
): Promise<TokenClaimsRow | undefined> =>
  tx.row(
    `UPDATE token_claims SET version = $4, revision = revision + 1 WHERE ${mine} AND version = $3 RETURNING ${columns}`,
    [tx.context.tenantId, clientId, from, to],
  );

/** What the hub was told is in force; undefined when the intent is no longer the last one. */
export const acknowledge = (
  tx: Tx,
  clientId: string,
  { version, url, isChange }: { version: number; url: string | null; isChange: boolean },
): Promise<TokenClaimsRow | undefined> =>
  tx.row(
    `UPDATE token_claims SET enabled_at = CASE WHEN desired IS NULL THEN NULL WHEN acknowledged IS NULL THEN now() ELSE enabled_at END, acknowledged = desired, url = $4,
     pending_since = NULL, revision = revision + 1, updated_at = CASE WHEN $5 THEN now() ELSE updated_at END
   WHERE ${mine} AND version = $3 RETURNING ${columns}`,
    [tx.context.tenantId, clientId, version, url, isChange],
  );

export const deleteTokenClaims = (tx: Tx, clientId: string): Promise<TokenClaimsRow | undefined> =>
  tx.row(`DELETE FROM token_claims WHERE ${mine} RETURNING ${columns}`, [
    tx.context.tenantId,
    clientId,
  ]);

/** Removes what never came into force. */
export const deleteUnacknowledged = (tx: Tx, clientId: string): Promise<number> =>
  tx.execute(`DELETE FROM token_claims WHERE ${mine} AND acknowledged IS NULL`, [
    tx.context.tenantId,
    clientId,
  ]);

/** Rows that the hub must be told of again: pending for a minute, or with another URL than the one to be called now. */
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
