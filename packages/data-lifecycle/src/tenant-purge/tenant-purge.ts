import { isId } from '@platform/contracts';
import type { Bus, FencedDatabase } from '@platform/kit/bus';
import type { Database, Tx } from '@platform/kit/database';
import { uuidOf } from '@platform/kit/ids';
import type { Logger } from '@platform/kit/telemetry';
import { objectKey } from '@platform/kit/objects';
import type { ObjectStores } from '@platform/kit/objects';

/** Number of rows deleted per transaction. */
const step = 1000;

/**
 * Not purged: the mark of the purge itself, and events that are still to be published; their
 * partitions are dropped within a day.
 */
const kept: ReadonlySet<string> = new Set(['purged_tenant', 'outbox', 'outbox_pending']);

/**
 * Rows that outlive their tenant, for example as evidence. The service that declares them deletes
 * them after their retention.
 */
export interface OutlivingRows {
  table: string;
  /** SQL condition that selects rows of the table. */
  where: string;
  /** Columns to clear when the tenant is purged. */
  cleared?: readonly string[];
}

interface OwnedTable {
  name: string;
  key: string;
  byUuid: boolean;
  outliving?: OutlivingRows | undefined;
}

/** Lists the tables with rows of a tenant that this role may delete, with their primary keys. */
const ownedTables = (tx: Tx, schema: string): Promise<OwnedTable[]> =>
  tx.rows<OwnedTable>(
    `SELECT c.relname AS name, string_agg(quote_ident(a.attname), ', ') AS key, bool_or(t.atttypid = 'uuid'::regtype) AS by_uuid
   FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY(i.indkey)
   JOIN pg_attribute t ON t.attrelid = c.oid AND t.attname = 'tenant_id' AND NOT t.attisdropped
   WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND has_table_privilege(c.oid, 'DELETE')
   GROUP BY c.relname ORDER BY c.relname`,
    [schema],
  );

const keyOf = (tx: Tx, { byUuid }: OwnedTable): string =>
  byUuid ? uuidOf('tenant', tx.context.tenantId) : tx.context.tenantId;

function deleteStep(tx: Tx, table: OwnedTable): Promise<number> {
  const { name, key, outliving } = table;
  const spared = outliving ? `AND (${outliving.where}) IS NOT TRUE` : '';
  return tx.execute(
    `DELETE FROM ${name} WHERE tenant_id = $1 AND (${key}) IN (SELECT ${key} FROM ${name} WHERE tenant_id = $1 ${spared} LIMIT ${step})`,
    [keyOf(tx, table)],
  );
}

/** Clears the columns that an outliving row is not kept for. */
async function clearOutliving(
  tx: Tx,
  table: OwnedTable,
  { where, cleared = [] }: OutlivingRows,
): Promise<void> {
  await tx.execute(
    `UPDATE ${table.name} SET ${cleared.map((column) => `${column} = NULL`).join(', ')}
     WHERE tenant_id = $1 AND (${where}) AND (${cleared.map((column) => `${column} IS NOT NULL`).join(' OR ')})`,
    [keyOf(tx, table)],
  );
}

const contextOf = (tenantId: string) =>
  ({ tenantId, actor: { type: 'system', id: 'tenant-purge' } }) as const;

const isStillReferred = (error: unknown): boolean => (error as { code?: string }).code === '23503';

/**
 * Deletes every row that a tenant owns in the schema, or in the tables `only`, except those that
 * are `outliving`: 1,000 per transaction, in any order that foreign keys allow, until a whole pass
 * finds none, so that rows changed meanwhile are deleted too. Returns the number of rows. Safe to
 * repeat and to run concurrently.
 */
export async function purgeTenant(
  db: Pick<Database, 'schema' | 'transact'>,
  tenantId: string,
  { only, outliving = [] }: { only?: readonly string[]; outliving?: readonly OutlivingRows[] } = {},
): Promise<number> {
  const context = contextOf(tenantId);
  const tables = await db.transact(context, async (tx) => {
    await tx.execute('INSERT INTO purged_tenant (tenant_id) VALUES ($1) ON CONFLICT DO NOTHING', [
      tenantId,
    ]);
    const owned = await ownedTables(tx, db.schema);
    return owned
      .filter(({ name }) => !kept.has(name) && (only?.includes(name) ?? true))
      .map((one) => ({ ...one, outliving: outliving.find(({ table }) => table === one.name) }));
  });
  for (let total = 0; ;) {
    let removed = 0;
    let refused: unknown;
    for (const table of tables) {
      try {
        for (let count = step; count > 0; removed += count)
          count = await db.transact(context, (tx) => deleteStep(tx, table));
      } catch (error) {
        if (!isStillReferred(error)) throw error;
        refused = error;
      }
    }
    for (const table of tables) {
      const { outliving: rows } = table;
      if (rows?.cleared) await db.transact(context, (tx) => clearOutliving(tx, table, rows));
    }
    total += removed;
    if (removed === 0 && refused !== undefined) throw refused;
    if (removed === 0) return total;
  }
}

/**
 * Files that a service stores outside of its schema, under keys that begin with the tenant's id.
 */
export interface TenantFiles {
  stores: ObjectStores;
  /**
   * Returns further stores of the tenant's files, as its rows name them, in addition to the current
   * store.
   */
  locations: (tx: Tx) => Promise<readonly string[]>;
}

/**
 * Finds the stores of a tenant's files while rows still name them. Returns a function that empties
 * them, which is safe to repeat.
 */
async function findFiles(
  db: Pick<Database, 'read'>,
  tenantId: string,
  files: readonly TenantFiles[],
): Promise<() => Promise<void>> {
  const named = await db.read(contextOf(tenantId), (tx) =>
    Promise.all(files.map(({ locations }) => locations(tx))),
  );
  const found = files.flatMap(({ stores }, i) =>
    [...new Set([stores.current.location, ...named[i]!])].map((location) => stores.at(location)),
  );
  return async () => {
    for (const store of found)
      for await (const { key } of store.list(`${objectKey(tenantId)}/`)) await store.delete(key);
  };
}

/**
 * Deletes files before the rows that name them, and again afterwards, since a job may have been
 * writing one.
 */
async function purgeWithFiles(
  db: FencedDatabase,
  tenantId: string,
  { files, outliving }: { files: readonly TenantFiles[]; outliving: readonly OutlivingRows[] },
): Promise<number> {
  const removeFiles = await findFiles(db, tenantId, files);
  await removeFiles();
  const rows = await purgeTenant(db, tenantId, { outliving });
  await removeFiles();
  return rows;
}

/**
 * Purges a tenant after its deletion is announced on the bus, publishes `tenant.purged` when
 * nothing is left, and then acknowledges the message. The hub repeats the announcement until every
 * service has confirmed. A service that writes rows without a request of the tenant checks
 * `purged_tenant` first.
 */
export function tenantPurge({
  bus,
  log,
  files = [],
  outliving = [],
  first,
}: {
  bus: Pick<Bus, 'consume' | 'service'>;
  log: Logger;
  /** Files of the tenant, deleted together with its rows. */
  files?: readonly TenantFiles[];
  /** Rows to keep. */
  outliving?: readonly OutlivingRows[];
  /** Deletes rows that do not name the tenant, before those that lead to them. Returns their number. */
  first?: (db: FencedDatabase, tenantId: string) => Promise<number>;
}): void {
  bus.consume('purge', ['tenant.deleted'], async ({ event }, db) => {
    const tenantId = event.subject.id;
    if (!isId('tenant', tenantId)) throw new Error('the event of a deleted tenant has no id');
    const unnamed = (await first?.(db, tenantId)) ?? 0;
    const rows = unnamed + (await purgeWithFiles(db, tenantId, { files, outliving }));
    await db.transact(contextOf(tenantId), async (tx) => {
      await tx.publish({
        type: 'tenant.purged',
        subject: { type: 'tenant', id: tenantId },
        data: { service: bus.service, rows },
      });
    });
    log.info({ tenantId, rows }, 'a deleted tenant was purged');
  });
}
