import { sql } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import type { SearchTerm } from '@platform/siblings/overview';
import { directory } from '../generated/tables.ts';

const directories = directory.table('directories').only((of) => of('state', '!=', 'deleting'));
const organizations = directory.table('organizations').only({ deletedAt: null });
const domains = directory.table('organizationDomains');

/** A directory that cannot be reached or read. */
export interface TroubledDirectory {
  id: string;
  name: string;
  organizationId: string | null;
  state: string;
  updatedAt: Date;
  failedSyncs: number;
  /** The state of its last run, and when that ended. */
  lastRun: string | null;
  lastRunAt: Date | null;
}

export const listTroubledDirectories = (tx: Tx, limit: number): Promise<TroubledDirectory[]> =>
  tx.rows<TroubledDirectory>(
    `SELECT d.id, d.name, d.organization_id, d.state, d.updated_at, d.failed_syncs, r.state AS last_run, r.finished_at AS last_run_at
     FROM directories d LEFT JOIN LATERAL (
       SELECT s.state, s.finished_at FROM sync_runs s
       WHERE s.tenant_id = $1 AND s.directory_id = d.id AND NOT s.is_dry_run AND s.finished_at IS NOT NULL ORDER BY s.id DESC LIMIT 1) r ON true
     WHERE d.tenant_id = $1 AND (d.state IN ('invalid_credentials', 'unreachable')
       OR (d.state = 'active' AND (d.failed_syncs > 0 OR r.state IN ('HALTED', 'FAILED'))))
     ORDER BY d.id LIMIT $2`,
    [tx.context.tenantId, limit],
  );

/** A secret that ends: a credential of the platform at a directory, or a bearer of a directory. */
export interface ExpiringCredential {
  directoryId: string;
  name: string;
  organizationId: string | null;
  bearerId: string | null;
  expiresAt: Date;
}

/** Lists credentials that end within this time. A bearer that has been replaced is meant to end. */
export const listExpiringCredentials = (
  tx: Tx,
  withinMs: number,
  limit: number,
): Promise<ExpiringCredential[]> =>
  tx.rows<ExpiringCredential>(
    `SELECT d.id AS directory_id, d.name, d.organization_id, c.bearer_id, c.expires_at
     FROM (SELECT directory_id, NULL AS bearer_id, not_after AS expires_at FROM connector_credentials WHERE tenant_id = $1
       UNION ALL SELECT directory_id, id, expires_at FROM scim_bearers
         WHERE tenant_id = $1 AND state = 'active' AND replaced_by IS NULL AND expires_at > now()) c
     JOIN directories d ON d.tenant_id = $1 AND d.id = c.directory_id AND d.state <> 'deleting'
     WHERE c.expires_at <= now() + $2::bigint * interval '1 millisecond'
     ORDER BY c.expires_at LIMIT $3`,
    [tx.context.tenantId, withinMs, limit],
  );

/** A domain that an organization has lost, or is losing. */
export interface TroubledDomain {
  id: string;
  organizationId: string;
  domain: string;
  state: string;
  since: Date | null;
}

export const listTroubledDomains = (tx: Tx, limit: number): Promise<TroubledDomain[]> =>
  tx.rows<TroubledDomain>(
    `SELECT id, organization_id, domain, state, coalesce(lapsed_at, missing_since, updated_at) AS since FROM organization_domains
     WHERE tenant_id = $1 AND (state = 'lapsed' OR (state = 'verified' AND missing_since IS NOT NULL))
     ORDER BY since LIMIT $2`,
    [tx.context.tenantId, limit],
  );

export const hasOrganization = async (tx: Tx): Promise<boolean> =>
  (await tx.row(organizations.pick('id').select(tx).limit(1))) !== undefined;

export const hasVerifiedDomain = async (tx: Tx): Promise<boolean> =>
  (await tx.row(domains.pick('id').select(tx).where('state', '=', 'verified').limit(1))) !==
  undefined;

export const findDirectories = (tx: Tx, { text, key, limit }: SearchTerm) =>
  tx.rows(
    directories
      .pick('id', 'name', 'kind', 'organizationId')
      .select(tx)
      .where((of) => of.or([of('id', '=', text), sql<boolean>`lower(name) ^@ ${key}`]))
      .orderBy('name')
      .limit(limit),
  );

/** Finds organizations by the beginning of their name, by slug or by id. */
export const findOrganizations = (tx: Tx, { text, key, limit }: SearchTerm, namePrefix: string) =>
  tx.rows(
    organizations
      .pick('id', 'name', 'slug')
      .select(tx)
      .where((of) =>
        of.or([
          of('id', '=', text),
          of('slug', '=', key),
          of.and([
            of('searchName', '>=', namePrefix),
            of('searchName', '<', `${namePrefix}\u{10FFFF}`),
          ]),
        ]),
      )
      .orderBy('searchName')
      .limit(limit),
  );
