import type { Tenant, TenantLimits } from '@platform/contracts';
import type { Tx, WorkerTx } from '@platform/kit/database';

/** A tenant as it is stored. */
export interface TenantRow {
  id: string;
  slug: string;
  mode: Tenant['mode'];
  parentTenantId: string | null;
  name: string;
  contactEmail: string | null;
  region: string | null;
  owner: Tenant['owner'];
  state: Tenant['state'];
  limits: TenantLimits | null;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: Date | null;
  /** Services that have purged it. */
  purgedBy: string[];
  purgedAt: Date | null;
  deletionToldAt: Date | null;
}

/** What is written of a new tenant. */
export type NewTenant = Pick<
  TenantRow,
  | 'id'
  | 'slug'
  | 'mode'
  | 'parentTenantId'
  | 'name'
  | 'contactEmail'
  | 'region'
  | 'owner'
  | 'limits'
>;

type Reader = Pick<WorkerTx, 'row'>;

export const findTenantById = (tx: Reader, id: string): Promise<TenantRow | undefined> =>
  tx.row<TenantRow>('SELECT * FROM tenant_by_id($1)', [id]);

export const findTenantByLabel = (tx: Reader, label: string): Promise<TenantRow | undefined> =>
  tx.row<TenantRow>('SELECT * FROM tenant_by_label($1)', [label]);

export const findTestTenantOf = (tx: Reader, parentId: string): Promise<TenantRow | undefined> =>
  tx.row<TenantRow>('SELECT * FROM tenant WHERE parent_tenant_id = $1', [parentId]);

export const lockTenant = (tx: Tx, id: string): Promise<TenantRow | undefined> =>
  tx.row<TenantRow>('SELECT * FROM tenant WHERE id = $1 FOR UPDATE', [id]);

export const reserveLabel = (tx: Tx, label: string): Promise<number> =>
  tx.execute('INSERT INTO slug_reservation (slug, tenant_id) VALUES ($1, $2)', [
    label,
    tx.context.tenantId,
  ]);

export async function insertTenant(tx: Tx, tenant: NewTenant): Promise<TenantRow> {
  const row = await tx.row<TenantRow>(
    `INSERT INTO tenant (id, slug, mode, parent_tenant_id, name, contact_email, region, owner, limits)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING *`,
    [
      tenant.id,
      tenant.slug,
      tenant.mode,
      tenant.parentTenantId,
      tenant.name,
      tenant.contactEmail,
      tenant.region,
      tenant.owner && JSON.stringify(tenant.owner),
      tenant.limits && JSON.stringify(tenant.limits),
    ],
  );
  return row as TenantRow;
}

export async function updateTenantState(
  tx: Tx,
  id: string,
  state: TenantRow['state'],
  deletedAt: Date | null,
): Promise<TenantRow> {
  const row = await tx.row<TenantRow>(
    `UPDATE tenant SET state = $2, deleted_at = $3, deletion_told_at = CASE WHEN $2 = 'deleted' THEN now() END, updated_at = now() WHERE id = $1 RETURNING *`,
    [id, state, deletedAt],
  );
  return row as TenantRow;
}

export async function updateTenantLimits(
  tx: Tx,
  id: string,
  limits: TenantLimits | null,
): Promise<TenantRow> {
  const row = await tx.row<TenantRow>(
    'UPDATE tenant SET limits = $2, updated_at = now() WHERE id = $1 RETURNING *',
    [id, limits && JSON.stringify(limits)],
  );
  return row as TenantRow;
}

/** By age. `after`: behind this one. */
export const listTenants = (
  tx: WorkerTx,
  limit: number,
  after?: { createdAt: string; id: string },
): Promise<(TenantRow & { position: string })[]> =>
  tx.rows(
    `SELECT *, created_at::text AS position FROM tenant
     WHERE $2::timestamptz IS NULL OR (created_at, id) > ($2::timestamptz, $3) ORDER BY created_at, id LIMIT $1`,
    [limit, after?.createdAt ?? null, after?.id ?? null],
  );

export const listTenantsToPurge = (tx: WorkerTx, before: Date): Promise<Pick<TenantRow, 'id'>[]> =>
  tx.rows(
    `SELECT id FROM tenant WHERE state = 'deleting' AND deleted_at < $1 ORDER BY deleted_at LIMIT 1000`,
    [before],
  );

/** Deleted ones that some service has not purged, and was not told of since. */
export const listTenantsToTellOf = (tx: WorkerTx, before: Date): Promise<Pick<TenantRow, 'id'>[]> =>
  tx.rows(
    `SELECT id FROM tenant WHERE state = 'deleted' AND purged_at IS NULL AND deletion_told_at < $1 ORDER BY deletion_told_at LIMIT 1000`,
    [before],
  );

export async function updateDeletionTold(tx: Tx, id: string): Promise<TenantRow> {
  const row = await tx.row<TenantRow>(
    'UPDATE tenant SET deletion_told_at = now() WHERE id = $1 RETURNING *',
    [id],
  );
  return row as TenantRow;
}

/** `isDone`: that was the last; the first time counts. */
export const updateTenantPurge = (
  tx: Tx,
  id: string,
  purgedBy: readonly string[],
  isDone: boolean,
): Promise<number> =>
  tx.execute(
    'UPDATE tenant SET purged_by = $2, purged_at = coalesce(purged_at, CASE WHEN $3 THEN now() END), updated_at = now() WHERE id = $1',
    [id, purgedBy, isDone],
  );

/** What an earlier call with this request id was answered. */
export interface StoredRequest {
  tenantId: string;
  requestHash: Buffer;
  answer: string;
}

export const insertTenantRequest = (
  tx: Tx,
  requestId: string,
  hash: Buffer,
  answer: string,
): Promise<number> =>
  tx.execute(
    'INSERT INTO tenant_request (request_id, tenant_id, request_hash, answer) VALUES ($1, $2, $3, $4)',
    [requestId, tx.context.tenantId, hash, answer],
  );

export const findTenantRequest = (
  tx: WorkerTx,
  requestId: string,
): Promise<StoredRequest | undefined> =>
  tx.row<StoredRequest>(
    'SELECT tenant_id, request_hash, answer FROM tenant_request WHERE request_id = $1',
    [requestId],
  );

export const deleteOldRequests = (tx: WorkerTx): Promise<number> =>
  tx.execute(`DELETE FROM tenant_request WHERE created_at < now() - interval '24 hours'`);

/** What the hub keeps of a tenant besides its name. Secrets and claims webhooks go with their applications. */
export const purgedTables = [
  'application',
  'oidc_artifact',
  'account_consent',
  'account_link_intent',
  'activate_attempt',
  'device_poll',
  'login_session',
  'ip_rule',
  'ip_rule_set',
  'data_subject_request',
] as const;
