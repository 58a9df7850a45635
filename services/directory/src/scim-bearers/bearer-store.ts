import type { Tx, WorkerTx } from '@platform/kit/database';
import type { BearerRecord } from './bearer-record.ts';

type Row = BearerRecord & Record<string, unknown>;

const columns = `id, directory_id, name, lookup, token_sha256, last4, state, read_only, expires_at,
  last_used_at, last_used_ip, replaced_by, revoked_at, next_notice_at,
  created_by, created_at`;

/** Bearers that work, and the latest `dead` of the others; newest first. */
export const listBearers = (
  tx: Tx,
  directoryId: string,
  { now, dead }: { now: Date; dead: number },
): Promise<BearerRecord[]> =>
  tx.rows<Row>(
    `(SELECT ${columns} FROM scim_bearers WHERE tenant_id = $1 AND directory_id = $2 AND state <> 'revoked' AND expires_at > $3)
     UNION ALL
     (SELECT ${columns} FROM scim_bearers WHERE tenant_id = $1 AND directory_id = $2 AND NOT (state <> 'revoked' AND expires_at > $3) ORDER BY id DESC LIMIT $4)
     ORDER BY id DESC`,
    [tx.context.tenantId, directoryId, now, dead],
  );

/** How many bearers a directory has ever had. */
export async function countBearers(tx: Tx, directoryId: string): Promise<number> {
  const row = await tx.row<{ n: number }>(
    'SELECT count(*)::int AS n FROM scim_bearers WHERE tenant_id = $1 AND directory_id = $2',
    [tx.context.tenantId, directoryId],
  );
  return row?.n ?? 0;
}

export const findBearer = (tx: Tx, id: string): Promise<BearerRecord | undefined> =>
  tx.row<Row>(`SELECT ${columns} FROM scim_bearers WHERE tenant_id = $1 AND id = $2`, [
    tx.context.tenantId,
    id,
  ]);

export const lockBearer = (tx: Tx, id: string): Promise<BearerRecord | undefined> =>
  tx.row<Row>(`SELECT ${columns} FROM scim_bearers WHERE tenant_id = $1 AND id = $2 FOR UPDATE`, [
    tx.context.tenantId,
    id,
  ]);

export async function insertBearer(tx: Tx, b: BearerRecord): Promise<void> {
  await tx.execute(
    `INSERT INTO scim_bearers (tenant_id, id, directory_id, name, lookup, token_sha256, last4, state, read_only, expires_at, next_notice_at, created_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      tx.context.tenantId,
      b.id,
      b.directoryId,
      b.name,
      b.lookup,
      b.tokenSha256,
      b.last4,
      b.state,
      b.readOnly,
      b.expiresAt,
      b.nextNoticeAt,
      JSON.stringify(b.createdBy),
      b.createdAt,
    ],
  );
}

export async function updateBearer(tx: Tx, b: BearerRecord): Promise<void> {
  await tx.execute(
    `UPDATE scim_bearers SET state = $3, expires_at = $4, replaced_by = $5, revoked_at = $6, next_notice_at = $7 WHERE tenant_id = $1 AND id = $2`,
    [tx.context.tenantId, b.id, b.state, b.expiresAt, b.replacedBy, b.revokedAt, b.nextNoticeAt],
  );
}

/** Marks that a bearer was used, at most once a minute. */
export async function touchBearer(tx: Tx, id: string, ip: string): Promise<void> {
  await tx.execute(
    `UPDATE scim_bearers SET last_used_at = now(), last_used_ip = $3 WHERE tenant_id = $1 AND id = $2
       AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
    [tx.context.tenantId, id, ip],
  );
}

/** Whose bearer it may be: nobody knows the tenant before. */
export const findBearerByLookup = (
  tx: WorkerTx,
  directoryId: string,
  lookup: string,
): Promise<{ tenantId: string; id: string } | undefined> =>
  tx.row('SELECT tenant_id, id FROM scim_bearers WHERE lookup = $1 AND directory_id = $2', [
    lookup,
    directoryId,
  ]);

/** Bearers of all tenants with a notice of expiry that is due. */
export const listDueNotices = (
  tx: WorkerTx,
  limit: number,
): Promise<{ tenantId: string; id: string }[]> =>
  tx.rows(
    'SELECT tenant_id, id FROM scim_bearers WHERE next_notice_at <= now() ORDER BY next_notice_at LIMIT $1',
    [limit],
  );
