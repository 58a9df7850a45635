import type { OrganizationResource } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { publishedMetadata, visibleMetadata } from '../attribute-schema/attribute-schema.ts';
import type { AttributeSchema } from '../attribute-schema/attribute-schema.ts';

/** An organization as it is kept. */
export interface OrganizationRecord {
  id: string;
  name: string;
  slug: string;
  externalId: string | null;
  logoUrl: string | null;
  primaryDomain: string | null;
  metadata: Record<string, unknown>;
  status: OrganizationResource['status'];
  membershipPolicy: OrganizationResource['membershipPolicy'];
  defaultRoles: string[];
  memberCount: number;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

interface OrganizationRow {
  id: string;
  name: string;
  slug: string;
  externalId: string | null;
  logoUrl: string | null;
  primaryDomain: string | null;
  metadata: Record<string, unknown>;
  status: OrganizationRecord['status'];
  membershipPolicy: OrganizationRecord['membershipPolicy'];
  defaultRoles: string[];
  memberCount: number;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

const columns =
  'id, name, slug, external_id, logo_url, primary_domain, metadata, status, membership_policy, default_roles, member_count, version, created_at, updated_at';

const recordOf = (row: OrganizationRow): OrganizationRecord => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  externalId: row.externalId,
  logoUrl: row.logoUrl,
  primaryDomain: row.primaryDomain,
  metadata: row.metadata,
  status: row.status,
  membershipPolicy: row.membershipPolicy,
  defaultRoles: row.defaultRoles,
  memberCount: row.memberCount,
  version: row.version,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

/** An organization as the API answers it. */
export const organizationResource = (
  { version: _version, createdAt, updatedAt, metadata, ...rest }: OrganizationRecord,
  schema: AttributeSchema,
): OrganizationResource => ({
  ...rest,
  metadata: visibleMetadata(schema, metadata),
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

/** An organization as events tell of it: without the values of sensitive attributes. */
export const publishedOrganization = (
  organization: OrganizationRecord,
  schema: AttributeSchema,
): OrganizationResource => ({
  ...organizationResource(organization, schema),
  metadata: publishedMetadata(schema, organization.metadata),
});

const live = 'tenant_id = $1 AND deleted_at IS NULL';

export async function findOrganization(
  tx: Tx,
  id: string,
): Promise<OrganizationRecord | undefined> {
  const row = await tx.row<OrganizationRow>(
    `SELECT ${columns} FROM organizations WHERE ${live} AND id = $2`,
    [tx.context.tenantId, id],
  );
  return row && recordOf(row);
}

export async function lockOrganization(
  tx: Tx,
  id: string,
): Promise<OrganizationRecord | undefined> {
  const row = await tx.row<OrganizationRow>(
    `SELECT ${columns} FROM organizations WHERE ${live} AND id = $2 FOR NO KEY UPDATE`,
    [tx.context.tenantId, id],
  );
  return row && recordOf(row);
}

/** The same, kept from being swept until the transaction ends: for whoever adds something that goes with it. */
export async function holdOrganization(
  tx: Tx,
  id: string,
): Promise<OrganizationRecord | undefined> {
  const row = await tx.row<OrganizationRow>(
    `SELECT ${columns} FROM organizations WHERE ${live} AND id = $2 FOR KEY SHARE`,
    [tx.context.tenantId, id],
  );
  return row && recordOf(row);
}

export async function findOrganizationByExternalId(
  tx: Tx,
  externalId: string,
): Promise<OrganizationRecord | undefined> {
  const row = await tx.row<OrganizationRow>(
    `SELECT ${columns} FROM organizations WHERE ${live} AND external_id = $2`,
    [tx.context.tenantId, externalId],
  );
  return row && recordOf(row);
}

const valuesOf = (tx: Tx, o: OrganizationRecord, searchName: string): unknown[] => [
  tx.context.tenantId,
  o.id,
  o.name,
  searchName,
  o.slug,
  o.externalId,
  o.logoUrl,
  o.primaryDomain,
  JSON.stringify(o.metadata),
  o.status,
  o.membershipPolicy,
  o.defaultRoles,
  o.version,
  o.updatedAt,
];

export async function insertOrganization(
  tx: Tx,
  o: OrganizationRecord,
  searchName: string,
): Promise<void> {
  await tx.execute(
    `INSERT INTO organizations (tenant_id, id, name, search_name, slug, external_id, logo_url, primary_domain, metadata, status, membership_policy, default_roles, version, updated_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)`,
    valuesOf(tx, o, searchName),
  );
}

export async function updateOrganization(
  tx: Tx,
  o: OrganizationRecord,
  searchName: string,
): Promise<void> {
  await tx.execute(
    `UPDATE organizations SET name = $3, search_name = $4, slug = $5, external_id = $6, logo_url = $7, primary_domain = $8, metadata = $9, status = $10,
       membership_policy = $11, default_roles = $12, version = $13, updated_at = $14 WHERE tenant_id = $1 AND id = $2`,
    valuesOf(tx, o, searchName),
  );
}

/** Slugs in use that are `base` or `base-N`. */
export async function slugsLike(tx: Tx, base: string): Promise<Set<string>> {
  const rows = await tx.rows<{ slug: string }>(
    `SELECT slug FROM organizations WHERE ${live} AND (slug = $2 OR slug LIKE $3) LIMIT 10000`,
    [tx.context.tenantId, base, `${base.replace(/[%_\\]/g, '\\$&')}-%`],
  );
  return new Set(rows.map((r) => r.slug));
}

/** From now on it is nowhere to be seen; a sweep removes what belongs to it. */
export async function markOrganizationDeleted(tx: Tx, id: string): Promise<void> {
  await tx.execute('UPDATE organizations SET deleted_at = now() WHERE tenant_id = $1 AND id = $2', [
    tx.context.tenantId,
    id,
  ]);
}

/** What a list of organizations is narrowed by. */
export interface OrganizationFilter {
  namePrefix?: string;
  status?: string;
  /** This one alone; null: none. */
  onlyId?: string | null;
}

export async function listOrganizations(
  tx: Tx,
  filter: OrganizationFilter,
  before: string | undefined,
  limit: number,
): Promise<OrganizationRecord[]> {
  if (filter.onlyId === null) return [];
  const rows = await tx.rows<OrganizationRow>(
    `SELECT ${columns} FROM organizations WHERE ${live} AND ($2::text IS NULL OR id < $2) AND ($3::text IS NULL OR status = $3)
       AND ($4::text IS NULL OR (search_name >= $4 AND search_name < $4 || U&'\\+10FFFF')) AND ($5::text IS NULL OR id = $5) ORDER BY id DESC LIMIT $6`,
    [
      tx.context.tenantId,
      before ?? null,
      filter.status ?? null,
      filter.namePrefix ?? null,
      filter.onlyId ?? null,
      limit,
    ],
  );
  return rows.map(recordOf);
}
