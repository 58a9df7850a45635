import { sql } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { directory } from '../generated/tables.ts';
import type { EntityKind } from './attribute-definition.ts';

/** The tables of the records of each kind. */
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
 * The values of one attribute, a page of records in the order of their ids. With `isHeld`, the rows
 * are locked until the transaction ends.
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

/**
 * Removes one attribute from a page of records. Returns where the next page begins, or undefined at
 * the end.
 */
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

const sent = directory
  .table('directoryUsers')
  .narrow<{ resource: Record<string, unknown> }>()
  .pick('directoryId', 'id');

export type ResourceKey = RowOf<typeof sent>;

/**
 * Removes one attribute from what directories have sent for a page of users; otherwise a later
 * write of a directory would restore the value. Returns where the next page begins, or undefined at
 * the end.
 */
export async function removeSentValues(
  tx: Tx,
  scimPath: string,
  after: ResourceKey | undefined,
  limit: number,
): Promise<ResourceKey | undefined> {
  const end = scimPath.lastIndexOf(':');
  const place = sql`${[scimPath.slice(0, end), scimPath.slice(end + 1)]}::text[]`;
  const behind: [string, string] = [after?.directoryId ?? '', after?.id ?? ''];
  const key = ['directoryId', 'id'] as const;
  const page = await sent.page(tx, { by: key, ascending: true, behind, limit });
  const last = page.at(-1);
  if (!last) return undefined;
  await sent
    .only((of) =>
      of.and([
        of(of.refTuple(...key), '>', of.tuple(...behind)),
        of(of.refTuple(...key), '<=', of.tuple(last.directoryId, last.id)),
        sql<boolean>`resource #> ${place} IS NOT NULL`,
      ]),
    )
    .update(tx, {}, (of) => ({
      resource: sql<Record<string, unknown>>`resource #- ${place}`,
      version: of('version', '+', 1),
    }));
  return page.length < limit ? undefined : last;
}

/**
 * Whether a record has a value. Checks only the newest `most` records; undefined if those have none
 * and there are more.
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
