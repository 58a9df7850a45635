import { problem } from '@platform/kit/problem';
import type { Tx } from '@platform/kit/database';
import type { SecretBox } from '@platform/kit/secrets';
import { uuidOf } from '@platform/kit/ids';
import { archiveFormat, archiveMac, rowCounts } from './archive.ts';
import type { ArchiveEnd, ArchiveHead, ArchiveRow } from './archive.ts';
import { movableTables } from './movable-tables.ts';
import type { MovableTable } from './movable-tables.ts';
import { moveContext, sealedIn } from './moved-rows.ts';
import type { TenantMove } from './moved-rows.ts';

const batchRows = 500;

const rejected = (detail: string) => problem('invalid_state', { detail });

/** Reads the first line, and rejects an archive of another service, tenant, form or schema. */
function readHead(
  line: string | undefined,
  { service }: TenantMove,
  tenantId: string,
  tables: readonly MovableTable[],
): ArchiveHead {
  const head = JSON.parse(line ?? '{}') as Partial<ArchiveHead>;
  if (head.format !== archiveFormat || !head.archiveId || !head.tables)
    throw rejected('The file is not an archive of a tenant that this version can read.');
  if (head.service !== service || head.tenantId !== tenantId)
    throw rejected(`The archive is of ${head.tenantId} in ${head.service}.`);
  for (const { name, columns } of head.tables) {
    const known = tables.find((table) => table.name === name)?.columns.map((c) => c.name);
    const unknown = columns.filter((column) => !known?.includes(column));
    if (unknown.length > 0)
      throw rejected(
        `The archive has ${name}.${unknown.join(', ')}, which ${service} does not. Upgrade this installation to the version that exported the tenant.`,
      );
  }
  return head as ArchiveHead;
}

/** Begins the import, or continues that of the same archive. */
async function begin(
  tx: Tx,
  { archiveId }: ArchiveHead,
  tables: readonly MovableTable[],
): Promise<void> {
  const { tenantId } = tx.context;
  const known = await tx.row<{ archiveId: string; isComplete: boolean }>(
    'SELECT archive_id, completed_at IS NOT NULL AS is_complete FROM tenant_import WHERE tenant_id = $1',
    [tenantId],
  );
  if (known?.isComplete) throw rejected('The tenant has been imported already.');
  if (known && known.archiveId !== archiveId)
    throw rejected('The tenant is being imported from another archive. Continue or abandon that.');
  if (known) return;
  for (const { name, byUuid } of tables) {
    const key = byUuid ? uuidOf('tenant', tenantId) : tenantId;
    if (await tx.row(`SELECT FROM ${name} WHERE tenant_id = $1 LIMIT 1`, [key]))
      throw rejected(`The tenant already has rows in ${name} of this installation.`);
  }
  await tx.execute('INSERT INTO tenant_import (tenant_id, archive_id) VALUES ($1, $2)', [
    tenantId,
    archiveId,
  ]);
  // A tenant that was deleted here may come back; its late events are accepted again.
  await tx.execute('DELETE FROM purged_tenant WHERE tenant_id = $1', [tenantId]);
}

/** Inserts rows of one table; those that an earlier attempt inserted stay as they are. */
async function insertRows(
  tx: Tx,
  move: TenantMove,
  transfer: SecretBox,
  { table, columns, lines }: { table: MovableTable; columns: readonly string[]; lines: string[] },
): Promise<void> {
  const { tenantId } = tx.context;
  const sealedColumns = sealedIn(move.moved, table.name);
  const sealed = lines.map((line) => {
    if (sealedColumns.length === 0) return '{}';
    const { row, sealed: given } = JSON.parse(line) as ArchiveRow;
    const own = sealedColumns
      .filter(({ column }) => given[column] !== undefined)
      .map(({ column, key, contextOf }) => {
        const context = contextOf(tenantId, ...key.map((name) => String(row[name])));
        return [column, move.secrets.seal(transfer.open(given[column]!, context), context)];
      });
    return JSON.stringify(Object.fromEntries(own));
  });
  const hidden = new Set(sealedColumns.map(({ column }) => column));
  const value = (name: string): string =>
    hidden.has(name) ? `l.sealed::json ->> '${name}'` : `r."${name}"`;
  await tx.execute(
    `INSERT INTO ${table.name} (${columns.map((name) => `"${name}"`).join(', ')}) OVERRIDING SYSTEM VALUE
     SELECT ${columns.map(value).join(', ')} FROM unnest($1::text[], $2::text[]) AS l (line, sealed),
       json_populate_record(NULL::${table.name}, l.line::json -> 'row') AS r
     ON CONFLICT (${table.key.map(({ name }) => `"${name}"`).join(', ')}) DO NOTHING`,
    [lines, sealed],
  );
}

const tableOf = (line: string): string | undefined => /^\{"table":"(\w+)"/.exec(line)?.[1];

/**
 * Imports the archive of a tenant into the schema of a service. Repeat it with the same archive after
 * an interruption, until it returns; the hub makes the tenant known only afterwards. Abandon it with
 * `purgeTenant`. Returns the number of rows of each table.
 * @param transfer has the transfer key of the archive
 */
export async function importTenant(
  move: TenantMove,
  tenantId: string,
  transfer: SecretBox,
  archive: AsyncIterable<string>,
): Promise<Record<string, number>> {
  const { db, moved } = move;
  const context = moveContext(tenantId);
  const lines = archive[Symbol.asyncIterator]();
  const tables = await db.read(context, (tx) => movableTables(tx, db.schema, moved));
  const first = (await lines.next()).value as string | undefined;
  const head = readHead(first, move, tenantId, tables);
  await db.transact(context, (tx) => begin(tx, head, tables));
  const mac = archiveMac(transfer);
  const counts = rowCounts();
  mac.add(first as string);

  let batch: string[] = [];
  let current: string | undefined;
  async function flush(): Promise<void> {
    const columns = head.tables.find(({ name }) => name === current)?.columns;
    const table = tables.find(({ name }) => name === current);
    if (batch.length === 0) return;
    if (!table || !columns) throw rejected('The archive contains rows of an unknown table.');
    const rows = { table, columns, lines: batch };
    await db.transact(context, (tx) => insertRows(tx, move, transfer, rows));
    counts.add(table.name, batch.length);
    batch = [];
  }

  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    const line = next.value;
    const table = tableOf(line);
    if (table === undefined) {
      await flush();
      const { end } = JSON.parse(line) as { end?: ArchiveEnd };
      if (end?.mac !== mac.digest() || JSON.stringify(end.rows) !== JSON.stringify(counts.rows))
        throw rejected('The archive was altered, or the transfer key is another one.');
      await db.transact(context, (tx) =>
        tx.execute('UPDATE tenant_import SET completed_at = now() WHERE tenant_id = $1', [
          tenantId,
        ]),
      );
      return counts.rows;
    }
    if (table !== current || batch.length === batchRows) await flush();
    current = table;
    mac.add(line);
    batch.push(line);
  }
  await flush();
  throw rejected(
    'The archive ends early. Export the tenant again, or continue with the whole file.',
  );
}
