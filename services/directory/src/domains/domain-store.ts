import type { Tx, WorkerTx } from '@platform/kit/database';
import type { DomainRecord } from './domain-record.ts';

const columns = `id, organization_id, domain, state, enrollment, token, expires_at, attempts, last_checked_at,
  last_result, next_check_at, misses, missing_since, verified_at, lapsed_at,
  version, created_at, updated_at`;

type Row = DomainRecord & Record<string, unknown>;

/** In the order in which they were added. */
export const listDomains = (tx: Tx, organizationId: string): Promise<DomainRecord[]> =>
  tx.rows<Row>(
    `SELECT ${columns} FROM organization_domains WHERE tenant_id = $1 AND organization_id = $2 ORDER BY id`,
    [tx.context.tenantId, organizationId],
  );

export const findDomain = (
  tx: Tx,
  organizationId: string,
  id: string,
): Promise<DomainRecord | undefined> =>
  tx.row<Row>(
    `SELECT ${columns} FROM organization_domains WHERE tenant_id = $1 AND organization_id = $2 AND id = $3`,
    [tx.context.tenantId, organizationId, id],
  );

export const lockDomain = (tx: Tx, id: string): Promise<DomainRecord | undefined> =>
  tx.row<Row>(
    `SELECT ${columns} FROM organization_domains WHERE tenant_id = $1 AND id = $2 FOR UPDATE`,
    [tx.context.tenantId, id],
  );

/** Who has verified a domain, be it lapsed since. */
export const findHolder = (tx: Tx, domain: string): Promise<DomainRecord | undefined> =>
  tx.row<Row>(
    `SELECT ${columns} FROM organization_domains WHERE tenant_id = $1 AND domain = $2 AND state IN ('verified', 'lapsed')`,
    [tx.context.tenantId, domain],
  );

const valuesOf = (tx: Tx, d: DomainRecord): unknown[] => [
  tx.context.tenantId,
  d.id,
  d.state,
  d.enrollment,
  d.token,
  d.expiresAt,
  d.attempts,
  d.lastCheckedAt,
  d.lastResult,
  d.nextCheckAt,
  d.misses,
  d.missingSince,
  d.verifiedAt,
  d.lapsedAt,
  d.version,
  d.updatedAt,
];

export async function insertDomain(tx: Tx, d: DomainRecord): Promise<void> {
  await tx.execute(
    `INSERT INTO organization_domains (tenant_id, id, state, enrollment, token, expires_at, attempts, last_checked_at, last_result, next_check_at, misses,
       missing_since, verified_at, lapsed_at, version, updated_at, organization_id, domain, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $16)`,
    [...valuesOf(tx, d), d.organizationId, d.domain],
  );
}

export async function updateDomain(tx: Tx, d: DomainRecord): Promise<void> {
  await tx.execute(
    `UPDATE organization_domains SET state = $3, enrollment = $4, token = $5, expires_at = $6, attempts = $7, last_checked_at = $8, last_result = $9,
       next_check_at = $10, misses = $11, missing_since = $12, verified_at = $13, lapsed_at = $14, version = $15, updated_at = $16 WHERE tenant_id = $1 AND id = $2`,
    valuesOf(tx, d),
  );
}

/** Takes the right to ask for a verification; false when somebody did within the last `seconds`. */
export async function takeVerification(tx: Tx, id: string, seconds: number): Promise<boolean> {
  const taken = await tx.execute(
    `UPDATE organization_domains SET verify_requested_at = now() WHERE tenant_id = $1 AND id = $2
       AND (verify_requested_at IS NULL OR verify_requested_at <= now() - make_interval(secs => $3))`,
    [tx.context.tenantId, id, seconds],
  );
  return taken === 1;
}

export async function deleteDomain(tx: Tx, id: string): Promise<void> {
  await tx.execute('DELETE FROM organization_domains WHERE tenant_id = $1 AND id = $2', [
    tx.context.tenantId,
    id,
  ]);
}

/** Frees every domain of an organization; returns how many. */
export const removeDomainsOf = (tx: Tx, organizationId: string): Promise<number> =>
  tx.execute('DELETE FROM organization_domains WHERE tenant_id = $1 AND organization_id = $2', [
    tx.context.tenantId,
    organizationId,
  ]);

/** Domains of all tenants whose check is due, the longest due first. */
export const listDue = (tx: WorkerTx, limit: number): Promise<{ tenantId: string; id: string }[]> =>
  tx.rows(
    'SELECT tenant_id, id FROM organization_domains WHERE next_check_at <= now() ORDER BY next_check_at LIMIT $1',
    [limit],
  );

/** Takes a due check for `seconds`: until then nobody else does it, and from then on it is due again. */
export const takeDueCheck = (
  tx: Tx,
  id: string,
  seconds: number,
): Promise<DomainRecord | undefined> =>
  tx.row<Row>(
    `UPDATE organization_domains SET next_check_at = now() + make_interval(secs => $3)
     WHERE tenant_id = $1 AND id = (SELECT id FROM organization_domains WHERE tenant_id = $1 AND id = $2 AND next_check_at <= now() FOR UPDATE SKIP LOCKED)
     RETURNING ${columns}`,
    [tx.context.tenantId, id, seconds],
  );
