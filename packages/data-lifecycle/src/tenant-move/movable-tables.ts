import type { Tx } from '@platform/kit/database';
import { isLeftOut } from './moved-rows.ts';
import type { MovedRows } from './moved-rows.ts';
import { parentsFirst } from './parents-first.ts';

/** A column that is written, rather than computed by the database. */
export interface MovableColumn {
  name: string;
  type: string;
}

/** A table with rows of a tenant, as the catalog of the database describes it. */
export interface MovableTable {
  name: string;
  /** Whether `tenant_id` is the UUID within the tenant's id. */
  byUuid: boolean;
  columns: readonly MovableColumn[];
  /** Columns of the primary key, in its order. */
  key: readonly MovableColumn[];
  /** Tables that its foreign keys refer to, without itself. */
  parents: readonly string[];
}

const catalog = `
  SELECT c.relname AS name, t.atttypid = 'uuid'::regtype AS by_uuid,
    (SELECT jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum)
     FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
    (SELECT jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, NULL)) ORDER BY k.n)
     FROM pg_index i, unnest(i.indkey) WITH ORDINALITY AS k (num, n), pg_attribute a
     WHERE i.indrelid = c.oid AND i.indisprimary AND a.attrelid = c.oid AND a.attnum = k.num) AS key,
    (SELECT coalesce(jsonb_agg(DISTINCT p.relname), '[]') FROM pg_constraint f JOIN pg_class p ON p.oid = f.confrelid
     WHERE f.conrelid = c.oid AND f.contype = 'f' AND p.oid <> c.oid AND NOT p.relispartition) AS parents
  FROM pg_class c JOIN pg_attribute t ON t.attrelid = c.oid AND t.attname = 'tenant_id' AND NOT t.attisdropped
  WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  ORDER BY c.relname`;

/** Lists the tables whose rows move with a tenant, each after those that it refers to. */
export async function movableTables(
  tx: Tx,
  schema: string,
  moved: Pick<MovedRows, 'leftOut' | 'drained' | 'scoped'>,
): Promise<MovableTable[]> {
  const { scoped } = moved;
  const tables = await tx.rows<MovableTable>(catalog, [schema]);
  return parentsFirst(
    tables
      .filter(({ name }) => !isLeftOut(moved, name))
      .map((table) =>
        scoped?.tables.includes(table.name)
          ? { ...table, parents: [...table.parents, scoped.listed.table] }
          : table,
      ),
  );
}
