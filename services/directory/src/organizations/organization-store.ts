import { isId } from '@platform/contracts';
import type { OrganizationResource } from '@platform/contracts';
import { given, now } from '@platform/kit/database';
import type { RowOf, Tx, WorkerTx } from '@platform/kit/database';
import { found } from '@platform/kit/problem';
import { publishedMetadata, visibleMetadata } from '../attribute-schema/attribute-schema.ts';
import type { AttributeSchema } from '../attribute-schema/attribute-schema.ts';
import { directory } from '../generated/tables.ts';

const stored = directory.table('organizations').narrow<{
  metadata: Record<string, unknown>;
  membershipPolicy: OrganizationResource['membershipPolicy'];
}>();
const organizations = stored.only({ deletedAt: null }).omit('searchName', 'deletedAt');
const deleted = stored.pick('id').only((of) => of('deletedAt', 'is not', null));

export type OrganizationRecord = RowOf<typeof organizations>;

export const organizationResource = (
  { version: _version, createdAt, updatedAt, metadata, ...rest }: OrganizationRecord,
  schema: AttributeSchema,
): OrganizationResource => ({
  ...rest,
  metadata: visibleMetadata(schema, metadata),
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

/** The representation of an organization in events: without the values of sensitive attributes. */
export const publishedOrganization = (
  organization: OrganizationRecord,
  schema: AttributeSchema,
): OrganizationResource => ({
  ...organizationResource(organization, schema),
  metadata: publishedMetadata(schema, organization.metadata),
});

export const findOrganization = (tx: Tx, id: string): Promise<OrganizationRecord | undefined> =>
  organizations.find(tx, { id });

/** Finds or locks the organization with this id. @throws 404 */
export const existingOrganization = async (
  tx: Tx,
  id: string,
  find: typeof findOrganization,
): Promise<OrganizationRecord> => found(isId('organization', id) ? await find(tx, id) : undefined);

export const lockOrganization = (tx: Tx, id: string): Promise<OrganizationRecord | undefined> =>
  tx.row(organizations.select(tx).where('id', '=', id).forNoKeyUpdate());

/**
 * Like `findOrganization`, and keeps the row from being removed until the transaction ends: for
 * callers that add rows of it.
 */
export const holdOrganization = (tx: Tx, id: string): Promise<OrganizationRecord | undefined> =>
  tx.row(organizations.select(tx).where('id', '=', id).forKeyShare());

export const findOrganizationByExternalId = (
  tx: Tx,
  externalId: string,
): Promise<OrganizationRecord | undefined> => organizations.find(tx, { externalId });

export const insertOrganization = (
  tx: Tx,
  organization: OrganizationRecord,
  searchName: string,
): Promise<number> => stored.insert(tx, { ...organization, searchName });

export const updateOrganization = (
  tx: Tx,
  { id, memberCount: _counted, ...changed }: OrganizationRecord,
  searchName: string,
): Promise<number> => stored.update(tx, { id }, { ...changed, searchName });

/** Slugs in use that are `base` or `base-N`. */
export async function slugsLike(tx: Tx, base: string): Promise<Set<string>> {
  const numbered = `${base.replace(/[%_\\]/g, '\\$&')}-%`;
  const rows = await organizations
    .pick('slug')
    .only((of) => of.or([of('slug', '=', base), of('slug', 'like', numbered)]))
    .list(tx, { orderBy: 'slug', limit: 10_000 });
  return new Set(rows.map(({ slug }) => slug));
}

/** Hides the organization. A sweep removes what belongs to it. */
export const markOrganizationDeleted = (tx: Tx, id: string): Promise<number> =>
  stored.update(tx, { id }, { deletedAt: now });

/** Deleted organizations of all tenants that have not been swept. */
export const listDeletedOrganizations = (
  tx: WorkerTx,
  limit: number,
): Promise<{ tenantId: string; id: string }[]> =>
  tx.rows(
    directory.query
      .selectFrom('organizations')
      .select(['tenantId', 'id'])
      .where('deletedAt', 'is not', null)
      .limit(limit),
  );

/** Waits for transactions that lock it. */
export const lockDeletedOrganization = (tx: Tx, id: string): Promise<{ id: string } | undefined> =>
  deleted.lock(tx, { id });

export const deleteOrganizationRow = (tx: Tx, id: string): Promise<number> =>
  deleted.delete(tx, { id });

export interface OrganizationFilter {
  namePrefix?: string;
  status?: OrganizationRecord['status'];
  /** Only this one; null: none. */
  onlyId?: string | null;
}

export async function listOrganizations(
  tx: Tx,
  { namePrefix, status, onlyId: id }: OrganizationFilter,
  behind: string | undefined,
  limit: number,
): Promise<OrganizationRecord[]> {
  if (id === null) return [];
  const named =
    namePrefix === undefined
      ? organizations
      : organizations.only((of) =>
          of.and([
            of('searchName', '>=', namePrefix),
            of('searchName', '<', `${namePrefix}\u{10FFFF}`),
          ]),
        );
  return named.page(tx, { where: given({ status, id }), by: 'id', behind, limit });
}
