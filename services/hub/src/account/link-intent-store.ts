import { createHash } from 'node:crypto';
import { deleteOlder } from '@platform/kit/database';
import type { Database, Tx } from '@platform/kit/database';

/** An intent as it is kept. */
export interface LinkIntentRow {
  id: string;
  invitationId: string;
  organizationId: string;
  userId: string | null;
  email: string;
  returnTo: string | null;
  expiresAt: Date;
}

/** What the directory made of a redeemed intent. */
export type LinkIntentOutcome = 'accepted' | 'expired' | 'revoked' | 'used' | 'refused';

/** An intent in whatever state it is. */
export interface LinkIntentState extends LinkIntentRow {
  state: 'minted' | 'consumed' | 'revoked';
  isRedeemable: boolean;
  consumedBy: string | null;
  outcome: LinkIntentOutcome | null;
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** An invitation has one intent that can be redeemed. */
export const revokeIntentsOf = (tx: Tx, invitationId: string): Promise<number> =>
  tx.execute(
    "UPDATE account_link_intent SET state = 'revoked' WHERE tenant_id = $1 AND invitation_id = $2 AND state = 'minted'",
    [tx.context.tenantId, invitationId],
  );

export const insertIntent = async (
  tx: Tx,
  row: Omit<LinkIntentRow, 'expiresAt'> & { token: string; expiresInSeconds: number },
): Promise<Date> => {
  const made = await tx.row<{ expiresAt: Date }>(
    `INSERT INTO account_link_intent (tenant_id, id, token_hash, invitation_id, organization_id, user_id, email, return_to, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(secs => $9)) RETURNING expires_at`,
    [
      tx.context.tenantId,
      row.id,
      hashOf(row.token),
      row.invitationId,
      row.organizationId,
      row.userId,
      row.email,
      row.returnTo,
      row.expiresInSeconds,
    ],
  );
  return made!.expiresAt;
};

const redeemable = "tenant_id = $1 AND token_hash = $2 AND state = 'minted' AND expires_at > now()";
const columns = 'id, invitation_id, organization_id, user_id, email, return_to, expires_at';

export const findIntent = (tx: Tx, token: string): Promise<LinkIntentRow | undefined> =>
  tx.row(`SELECT ${columns} FROM account_link_intent WHERE ${redeemable}`, [
    tx.context.tenantId,
    hashOf(token),
  ]);

const stateColumns = `${columns}, state, consumed_by, outcome, state = 'minted' AND expires_at > now() AS is_redeemable`;

export const findIntentState = (tx: Tx, token: string): Promise<LinkIntentState | undefined> =>
  tx.row(
    `SELECT ${stateColumns} FROM account_link_intent WHERE tenant_id = $1 AND token_hash = $2`,
    [tx.context.tenantId, hashOf(token)],
  );

export const findIntentById = (tx: Tx, id: string): Promise<LinkIntentState | undefined> =>
  tx.row(`SELECT ${stateColumns} FROM account_link_intent WHERE tenant_id = $1 AND id = $2`, [
    tx.context.tenantId,
    id,
  ]);

/** The first answer stands. */
export const keepOutcome = (tx: Tx, id: string, outcome: LinkIntentOutcome): Promise<number> =>
  tx.execute(
    'UPDATE account_link_intent SET outcome = $3 WHERE tenant_id = $1 AND id = $2 AND outcome IS NULL',
    [tx.context.tenantId, id, outcome],
  );

/** Redeems an intent for the account that it expects; undefined when another was first, or it is another's. */
export const consumeIntent = (
  tx: Tx,
  token: string,
  userId: string,
): Promise<LinkIntentRow | undefined> =>
  tx.row(
    `UPDATE account_link_intent SET state = 'consumed', consumed_by = $3
     WHERE ${redeemable} AND (user_id IS NULL OR user_id = $3) RETURNING ${columns}`,
    [tx.context.tenantId, hashOf(token), userId],
  );

/** Counts a user for whom it is not; the fifth revokes it. */
export const countRefusal = (tx: Tx, token: string, max: number): Promise<number> =>
  tx.execute(
    `UPDATE account_link_intent SET refusals = refusals + 1, state = CASE WHEN refusals + 1 >= $3 THEN 'revoked' ELSE state END WHERE ${redeemable}`,
    [tx.context.tenantId, hashOf(token), max],
  );

export const deleteIntentsOfUser = (tx: Tx, userId: string): Promise<number> =>
  tx.execute(
    'DELETE FROM account_link_intent WHERE tenant_id = $1 AND (user_id = $2 OR consumed_by = $2)',
    [tx.context.tenantId, userId],
  );

export const listIntentsOfUser = (
  tx: Tx,
  userId: string,
  limit: number,
): Promise<(LinkIntentRow & { state: string; createdAt: Date })[]> =>
  tx.rows(
    `SELECT ${columns}, state, created_at FROM account_link_intent
     WHERE tenant_id = $1 AND (user_id = $2 OR consumed_by = $2) ORDER BY created_at DESC LIMIT $3`,
    [tx.context.tenantId, userId, limit],
  );

export const sweepIntents = (db: Pick<Database, 'work'>): Promise<number> =>
  deleteOlder(db, { table: 'account_link_intent', column: 'expires_at', life: '30 days' });
