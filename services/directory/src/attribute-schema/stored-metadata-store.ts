import type { Tx } from '@platform/kit/database';
import type { EntityKind } from './attribute-definition.ts';

/** Where the records of each kind are. */
export const entityTables: Record<EntityKind, string> = {
  user: 'users',
  organization: 'organizations',
};

/** One attribute of one record. */
export interface StoredValue {
  id: string;
  isPresent: boolean;
  value: unknown;
}

/**
 * The values of one attribute, a page of records in the order of their ids. With `isHeld` they are locked against changes
 * until the transaction ends.
 */
export const listValues = (
  tx: Tx,
  { entityKind, key }: { entityKind: EntityKind; key: string },
  { after, limit, isHeld }: { after: string | undefined; limit: number; isHeld: boolean },
): Promise<StoredValue[]> =>
  tx.rows<{ id: string; isPresent: boolean; value: unknown }>(
    `SELECT id, metadata ? $2 AS is_present, metadata -> $2 AS value FROM ${entityTables[entityKind]}
     WHERE tenant_id = $1 AND ($3::text IS NULL OR id > $3) ORDER BY id LIMIT $4 ${isHeld ? 'FOR SHARE' : ''}`,
    [tx.context.tenantId, key, after ?? null, limit],
  );

/** Removes one attribute from a page of records; undefined at the end, else where the next page begins. */
export async function removeValues(
  tx: Tx,
  { entityKind, key }: { entityKind: EntityKind; key: string },
  after: string | undefined,
  limit: number,
): Promise<string | undefined> {
  const table = entityTables[entityKind];
  const page = await tx.rows<{ id: string }>(
    `SELECT id FROM ${table} WHERE tenant_id = $1 AND ($2::text IS NULL OR id > $2) ORDER BY id LIMIT $3`,
    [tx.context.tenantId, after ?? null, limit],
  );
  const last = page.at(-1)?.id;
  if (last === undefined) return undefined;
  await tx.execute(
    `UPDATE ${table} SET metadata = metadata - $2, version = version + 1
     WHERE tenant_id = $1 AND ($3::text IS NULL OR id > $3) AND id <= $4 AND metadata ? $2`,
    [tx.context.tenantId, key, after ?? null, last],
  );
  return page.length < limit ? undefined : last;
}

/** A resource of a directory, by the key of its table. */
export interface ResourceKey {
  directoryId: string;
  id: string;
}

/**
 * Removes one attribute from what directories have sent of a page of users: a later write of a directory would bring the value back.
 * Undefined at the end, else where the next page begins.
 */
export async function removeSentValues(
  tx: Tx,
  scimPath: string,
  after: ResourceKey | undefined,
  limit: number,
): Promise<ResourceKey | undefined> {
  const end = scimPath.lastIndexOf(':');
  const place = [scimPath.slice(0, end), scimPath.slice(end + 1)];
  const page = await tx.rows<{ directoryId: string; id: string }>(
    `SELECT directory_id, id FROM directory_users WHERE tenant_id = $1 AND ($2::text IS NULL OR (directory_id, id) > ($2, $3::text))
     ORDER BY directory_id, id LIMIT $4`,
    [tx.context.tenantId, after?.directoryId ?? null, after?.id ?? null, limit],
  );
  const last = page.at(-1);
  if (!last) return undefined;
  await tx.execute(
    `UPDATE directory_users SET resource = resource #- $2::text[], version = version + 1
     WHERE tenant_id = $1 AND ($3::text IS NULL OR (directory_id, id) > ($3, $4::text)) AND (directory_id, id) <= ($5, $6)
       AND resource #> $2::text[] IS NOT NULL`,
    [
      tx.context.tenantId,
      place,
      after?.directoryId ?? null,
      after?.id ?? null,
      last.directoryId,
      last.id,
    ],
  );
  return page.length < limit ? undefined : last;
}

/**
 * Does a record hold a value? Looks at the newest `most` records and no further; undefined when those do not tell.
 */
export async function isHeld(
  tx: Tx,
  { entityKind, key }: { entityKind: EntityKind; key: string },
  most: number,
): Promise<boolean | undefined> {
  const row = await tx.row<{ seen: number; held: boolean | null }>(
    `SELECT count(*)::int AS seen, bool_or(metadata ? $2) AS held
     FROM (SELECT metadata FROM ${entityTables[entityKind]} WHERE tenant_id = $1 ORDER BY id DESC LIMIT $3) AS newest`,
    [tx.context.tenantId, key, most + 1],
  );
  if (row?.held) return true;
  return (row?.seen ?? 0) > most ? undefined : false;
}
