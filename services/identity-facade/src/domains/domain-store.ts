import type { LoginDomainCheck } from '@platform/contracts';
import type { Tx, WorkerTx } from '@platform/kit/database';
import type { DomainStatus } from './domain-state.ts';

/** A row of login_domains. */
export interface LoginDomainRecord {
  domain: string;
  id: string;
  status: DomainStatus;
  isPrimary: boolean;
  passkeyRpId: string;
  token: string;
  cnameTarget: string;
  checks: LoginDomainCheck[];
  failureCount: number;
  failingSince: Date | null;
  endsAt: Date | null;
  lastCheckedAt: Date | null;
  nextCheckAt: Date;
  verifiedAt: Date | null;
  activatedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const columns = `domain, id, status, is_primary, passkey_rp_id, token, cname_target, checks,
  failure_count, failing_since, ends_at, last_checked_at,
  next_check_at, verified_at, activated_at, created_at, updated_at`;

export const listLoginDomains = (tx: Tx): Promise<LoginDomainRecord[]> =>
  tx.rows<LoginDomainRecord>(
    `SELECT ${columns} FROM login_domains WHERE tenant_id = $1 ORDER BY is_primary DESC, domain`,
    [tx.context.tenantId],
  );

export const listServedDomains = async (tx: Tx): Promise<string[]> =>
  (
    await tx.rows<{ domain: string }>(
      `SELECT domain FROM login_domains WHERE tenant_id = $1 AND status IN ('active', 'failing') ORDER BY is_primary DESC, domain`,
      [tx.context.tenantId],
    )
  ).map((row) => row.domain);

export const findLoginDomain = (tx: Tx, domain: string): Promise<LoginDomainRecord | undefined> =>
  tx.row<LoginDomainRecord>(
    `SELECT ${columns} FROM login_domains WHERE tenant_id = $1 AND domain = $2`,
    [tx.context.tenantId, domain],
  );

export const lockLoginDomain = (tx: Tx, domain: string): Promise<LoginDomainRecord | undefined> =>
  tx.row<LoginDomainRecord>(
    `SELECT ${columns} FROM login_domains WHERE tenant_id = $1 AND domain = $2 FOR UPDATE`,
    [tx.context.tenantId, domain],
  );

/** What changes which domain of a tenant is primary, or how many there are, comes one after the other. */
export const lockDomains = (tx: Tx): Promise<number> =>
  tx.execute('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `login_domains ${tx.context.tenantId}`,
  ]);

const valuesOf = (tx: Tx, d: LoginDomainRecord): unknown[] => [
  tx.context.tenantId,
  d.domain,
  d.status,
  d.isPrimary,
  JSON.stringify(d.checks),
  d.failureCount,
  d.failingSince,
  d.endsAt,
  d.lastCheckedAt,
  d.nextCheckAt,
  d.verifiedAt,
  d.activatedAt,
  d.updatedAt,
];

export const insertLoginDomain = (tx: Tx, domain: LoginDomainRecord): Promise<number> =>
  tx.execute(
    `INSERT INTO login_domains (tenant_id, domain, status, is_primary, checks, failure_count, failing_since, ends_at, last_checked_at, next_check_at,
       verified_at, activated_at, updated_at, id, passkey_rp_id, token, cname_target, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    [
      ...valuesOf(tx, domain),
      domain.id,
      domain.passkeyRpId,
      domain.token,
      domain.cnameTarget,
      domain.createdAt,
    ],
  );

export const updateLoginDomain = (tx: Tx, domain: LoginDomainRecord): Promise<number> =>
  tx.execute(
    `UPDATE login_domains SET status = $3, is_primary = $4, checks = $5, failure_count = $6, failing_since = $7, ends_at = $8, last_checked_at = $9,
       next_check_at = $10, verified_at = $11, activated_at = $12, updated_at = $13 WHERE tenant_id = $1 AND domain = $2`,
    valuesOf(tx, domain),
  );

export const clearPrimary = (tx: Tx): Promise<number> =>
  tx.execute('UPDATE login_domains SET is_primary = false WHERE tenant_id = $1 AND is_primary', [
    tx.context.tenantId,
  ]);

export const hasPrimary = async (tx: Tx): Promise<boolean> =>
  (await tx.row('SELECT FROM login_domains WHERE tenant_id = $1 AND is_primary', [
    tx.context.tenantId,
  ])) !== undefined;

export const deleteLoginDomain = (tx: Tx, domain: string): Promise<number> =>
  tx.execute('DELETE FROM login_domains WHERE tenant_id = $1 AND domain = $2', [
    tx.context.tenantId,
    domain,
  ]);

/** Takes the name for the tenant; false: another one has it. */
export const claimName = async (tx: Tx, domain: string, served: boolean): Promise<boolean> =>
  (
    await tx.row<{ claimed: boolean }>('SELECT login_domain_claim($1, $2) AS claimed', [
      domain,
      served,
    ])
  )?.claimed ?? false;

export const unclaimName = (tx: Tx, domain: string): Promise<number> =>
  tx.execute('SELECT login_domain_unclaim($1)', [domain]);

/** Who has a name, and whether pages are served on it. */
export const findNameOwner = (
  tx: WorkerTx,
  domain: string,
): Promise<{ tenantId: string; isServed: boolean } | undefined> =>
  tx.row<{ tenantId: string; isServed: boolean }>(
    'SELECT claimed_by AS tenant_id, is_served FROM login_domain_owner($1)',
    [domain],
  );

/** Domains whose check is due, the longest due first. */
export const listDueDomains = (
  tx: WorkerTx,
  now: Date,
  limit: number,
): Promise<{ tenantId: string; domain: string }[]> =>
  tx.rows<{ tenantId: string; domain: string }>(
    'SELECT tenant_id, domain FROM login_domains WHERE next_check_at <= $1 ORDER BY next_check_at LIMIT $2',
    [now, limit],
  );
