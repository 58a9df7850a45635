import type { Tx, WorkerTx } from '@platform/kit/database';
import type { InvitationRecord } from './invitation-record.ts';

const columns = `id, organization_id, email, email_key, roles, state, inviter, locale, message, token_hash,
  token_sealed, ttl_seconds, expires_at, accepted_at, accepted_by,
  link_intent_id, revoked_at, ended_at, sent_count, last_sent_at, delivery,
  link_number, resent_at, version, created_at, updated_at`;

type Row = InvitationRecord & Record<string, unknown>;

export const findInvitation = (tx: Tx, id: string): Promise<InvitationRecord | undefined> =>
  tx.row<Row>(`SELECT ${columns} FROM invitations WHERE tenant_id = $1 AND id = $2`, [
    tx.context.tenantId,
    id,
  ]);

export const lockInvitation = (tx: Tx, id: string): Promise<InvitationRecord | undefined> =>
  tx.row<Row>(`SELECT ${columns} FROM invitations WHERE tenant_id = $1 AND id = $2 FOR UPDATE`, [
    tx.context.tenantId,
    id,
  ]);

export const findInvitationByToken = (
  tx: Tx,
  tokenHash: Buffer,
): Promise<InvitationRecord | undefined> =>
  tx.row<Row>(`SELECT ${columns} FROM invitations WHERE tenant_id = $1 AND token_hash = $2`, [
    tx.context.tenantId,
    tokenHash,
  ]);

const ofState = `CASE WHEN state = 'pending' AND expires_at <= now() THEN 'expired' ELSE state END`;

/** Invitations of an organization, newest first. */
export const listInvitations = (
  tx: Tx,
  organizationId: string,
  { state, before, limit }: { state?: string; before: string | undefined; limit: number },
): Promise<InvitationRecord[]> =>
  tx.rows<Row>(
    `SELECT ${columns} FROM invitations WHERE tenant_id = $1 AND organization_id = $2 AND ($3::text IS NULL OR id < $3) AND ($4::text IS NULL OR ${ofState} = $4)
     ORDER BY id DESC LIMIT $5`,
    [tx.context.tenantId, organizationId, before ?? null, state ?? null, limit],
  );

/** The pending invitation of an address, be it expired by now. */
export const lockPendingFor = (
  tx: Tx,
  organizationId: string,
  emailKey: string,
): Promise<InvitationRecord | undefined> =>
  tx.row<Row>(
    `SELECT ${columns} FROM invitations WHERE tenant_id = $1 AND organization_id = $2 AND email_key = $3 AND state = 'pending' FOR UPDATE`,
    [tx.context.tenantId, organizationId, emailKey],
  );

/** How many are pending, counted up to `most`. */
export const countPending = async (
  tx: Tx,
  organizationId: string,
  most: number,
): Promise<number> => {
  const row = await tx.row<{ n: number }>(
    `SELECT count(*)::int AS n FROM (SELECT FROM invitations WHERE tenant_id = $1 AND organization_id = $2 AND state = 'pending' LIMIT $3) AS counted`,
    [tx.context.tenantId, organizationId, most],
  );
  return row?.n ?? 0;
};

const valuesOf = (tx: Tx, i: InvitationRecord): unknown[] => [
  tx.context.tenantId,
  i.id,
  i.state,
  i.tokenHash,
  i.tokenSealed,
  i.expiresAt,
  i.acceptedAt,
  i.acceptedBy,
  i.linkIntentId,
  i.revokedAt,
  i.endedAt,
  i.sentCount,
  i.lastSentAt,
  i.delivery,
  i.linkNumber,
  i.resentAt,
  i.version,
  i.updatedAt,
];

export async function insertInvitation(tx: Tx, i: InvitationRecord): Promise<void> {
  await tx.execute(
    `INSERT INTO invitations (tenant_id, id, state, token_hash, token_sealed, expires_at, accepted_at, accepted_by, link_intent_id, revoked_at, ended_at,
       sent_count, last_sent_at, delivery, link_number, resent_at, version, updated_at, created_at, organization_id, email, email_key, roles, inviter, locale,
       message, ttl_seconds)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18, $19, $20, $21, $22, $23, $24, $25, $26)`,
    [
      ...valuesOf(tx, i),
      i.organizationId,
      i.email,
      i.emailKey,
      i.roles,
      JSON.stringify(i.inviter),
      i.locale,
      i.message,
      i.ttlSeconds,
    ],
  );
}

export async function updateInvitation(tx: Tx, i: InvitationRecord): Promise<void> {
  await tx.execute(
    `UPDATE invitations SET state = $3, token_hash = $4, token_sealed = $5, expires_at = $6, accepted_at = $7, accepted_by = $8, link_intent_id = $9,
       revoked_at = $10, ended_at = $11, sent_count = $12, last_sent_at = $13, delivery = $14, link_number = $15, resent_at = $16, version = $17,
       updated_at = $18 WHERE tenant_id = $1 AND id = $2`,
    valuesOf(tx, i),
  );
}

/** Invitations of all tenants that are pending still, though they expired. */
export const listExpired = (
  tx: WorkerTx,
  limit: number,
): Promise<{ tenantId: string; id: string }[]> =>
  tx.rows(
    `SELECT tenant_id, id FROM invitations WHERE state = 'pending' AND expires_at <= now() ORDER BY expires_at LIMIT $1`,
    [limit],
  );

const stepRows = 1_000;

/** Removes invitations of an organization, at most a thousand; returns how many. */
export const removeInvitationsOf = (tx: Tx, organizationId: string): Promise<number> =>
  tx.execute(
    `DELETE FROM invitations WHERE tenant_id = $1 AND id IN
       (SELECT id FROM invitations WHERE tenant_id = $1 AND organization_id = $2 LIMIT ${stepRows})`,
    [tx.context.tenantId, organizationId],
  );

const ofPerson = 'tenant_id = $1 AND (email_key = ANY ($2) OR accepted_by = $3)';

/** Invitations to these addresses, and those that a user has accepted. */
export const listInvitationsTo = (
  tx: Tx,
  emailKeys: readonly string[],
  userId: string,
): Promise<InvitationRecord[]> =>
  tx.rows<Row>(`SELECT ${columns} FROM invitations WHERE ${ofPerson} ORDER BY id LIMIT 10000`, [
    tx.context.tenantId,
    emailKeys,
    userId,
  ]);

export const removeInvitationsTo = (
  tx: Tx,
  emailKeys: readonly string[],
  userId: string,
): Promise<number> =>
  tx.execute(`DELETE FROM invitations WHERE ${ofPerson}`, [tx.context.tenantId, emailKeys, userId]);
