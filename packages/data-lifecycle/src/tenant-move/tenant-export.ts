import { newId, uuidOf } from '@platform/kit/ids';
import { problem } from '@platform/kit/problem';
import type { Tx } from '@platform/kit/database';
import type { SecretBox } from '@platform/kit/secrets';
import type { SealedColumn } from '@platform/kit/upkeep';
import { archiveFormat, archiveMac, rowCounts, transferKeyId } from './archive.ts';
import type { ArchiveEnd, ArchiveHead } from './archive.ts';
import { movableTables } from './movable-tables.ts';
import type { MovableTable } from './movable-tables.ts';
import { moveContext, sealedIn } from './moved-rows.ts';
import type { MovedRows, TenantMove } from './moved-rows.ts';
import { enterScope, scopesOf } from './scopes.ts';

const pageRows = 500;

interface Row {
  /** The row as JSON text, without sealed columns: parsing it would lose digits of large numbers. */
  row: string;
  key: string[];
  /** For each sealed column its value and the key that its context names. */
  sealed: (string | null)[][];
}

/** The rows to read: those of a table in a part of the tenant, behind a key. */
interface Page {
  table: MovableTable;
  scope: string | undefined;
  after: readonly string[] | undefined;
}

const quoted = (name: string): string => `t."${name}"`;

const textArray = (columns: readonly string[]): string =>
  `ARRAY[${columns.map((name) => `${quoted(name)}::text`).join(', ')}]`;

/** The columns of a row in the archive, as SQL. */
function shownColumns({ columns, name }: MovableTable, moved: MovedRows): string {
  const hidden = new Set(sealedIn(moved, name).map(({ column }) => column));
  return columns
    .filter((column) => !hidden.has(column.name))
    .map((column) => {
      const replaced = moved.replaced?.find(
        (one) => one.table === name && one.column === column.name,
      );
      return replaced ? `${replaced.by} AS "${column.name}"` : quoted(column.name);
    })
    .join(', ');
}

/** Reads rows of a table in the order of its primary key. */
function rowsAfter(tx: Tx, moved: MovedRows, { table, scope, after }: Page): Promise<Row[]> {
  const { name, byUuid, key } = table;
  const sealed = sealedIn(moved, name);
  const order = key.map((column) => quoted(column.name)).join(', ');
  const behind = key.map(({ type }, i) => `$${i + 2}::text::${type}`).join(', ');
  const { tenantId } = tx.context;
  return tx.rows<Row>(
    `SELECT (SELECT row_to_json(p)::text FROM (SELECT ${shownColumns(table, moved)}) AS p) AS row,
            ${textArray(key.map((column) => column.name))} AS key,
            ${sealed.length === 0 ? `'[]'::jsonb` : `jsonb_build_array(${sealed.map((of) => `to_jsonb(${textArray([of.column, ...of.key])})`).join(', ')})`} AS sealed
     FROM ${name} AS t WHERE t.tenant_id = $1 ${after ? `AND (${order}) > (${behind})` : ''} ORDER BY ${order} LIMIT ${pageRows}`,
    [byUuid ? (scope ?? uuidOf('tenant', tenantId)) : tenantId, ...(after ?? [])],
  );
}

/** Seals the values of a row with the transfer key. */
function sealedForTransfer(
  { secrets }: TenantMove,
  transfer: SecretBox,
  tenantId: string,
  { columns, values }: { columns: readonly SealedColumn[]; values: Row['sealed'] },
): Record<string, string> {
  const sealed: Record<string, string> = {};
  for (const [i, { column, contextOf }] of columns.entries()) {
    const [value, ...key] = values[i] ?? [];
    if (value === null || value === undefined) continue;
    const context = contextOf(tenantId, ...(key as string[]));
    sealed[column] = transfer.seal(secrets.open(value, context), context);
  }
  return sealed;
}

/** Rejects the export while steps are not folded yet: they would count twice, or not at all. */
async function assertDrained(tx: Tx, { service, moved }: TenantMove): Promise<void> {
  for (const [table, into] of Object.entries(moved.drained ?? {}))
    if (await tx.row(`SELECT FROM ${table} WHERE tenant_id = $1 LIMIT 1`, [tx.context.tenantId]))
      throw problem('invalid_state', {
        detail: `Rows of ${table} in ${service} are not folded into ${into} yet. Suspend the tenant and repeat the export in some seconds.`,
      });
}

const headOf = (
  { service }: TenantMove,
  tenantId: string,
  { transfer, tables }: { transfer: SecretBox; tables: readonly MovableTable[] },
): ArchiveHead => ({
  format: archiveFormat,
  archiveId: newId('request'),
  keyId: transferKeyId(transfer),
  service,
  tenantId,
  exportedAt: new Date().toISOString(),
  tables: tables.map(({ name, columns }) => ({ name, columns: columns.map((c) => c.name) })),
});

/** Writes the rows of a table, as lines. */
async function writeTable(
  tx: Tx,
  move: TenantMove,
  { table, transfer }: { table: MovableTable; transfer: SecretBox },
  writeLine: (line: string) => Promise<void>,
): Promise<number> {
  const { moved } = move;
  const columns = sealedIn(moved, table.name);
  let count = 0;
  for (const scope of await scopesOf(tx, moved, table.name)) {
    await enterScope(tx, moved, scope);
    for (let after: string[] | undefined, page: Row[] = []; ; after = page.at(-1)?.key) {
      page = await rowsAfter(tx, moved, { table, scope, after });
      for (const { row, sealed: values } of page) {
        const own = { columns, values };
        const sealed = sealedForTransfer(move, transfer, tx.context.tenantId, own);
        const start = JSON.stringify({ table: table.name, ...(scope && { scope }), sealed });
        await writeLine(`${start.slice(0, -1)},"row":${row}}`);
      }
      count += page.length;
      if (page.length < pageRows) break;
    }
  }
  await enterScope(tx, moved, undefined);
  return count;
}

/**
 * Writes all rows of a tenant that move, as lines of an archive, from one snapshot of the database.
 * After an interruption, begin a new archive. Returns the number of rows of each table.
 * @param transfer has the transfer key, with which secrets are sealed in the archive
 */
export async function exportTenant(
  move: TenantMove,
  tenantId: string,
  transfer: SecretBox,
  write: (line: string) => Promise<void>,
): Promise<Record<string, number>> {
  const { db, moved, secrets } = move;
  const context = moveContext(tenantId);
  const { beforeExport } = moved;
  if (beforeExport) await db.transact(context, (tx) => beforeExport(tx, secrets));
  let hasBegun = false;
  return db.read(context, async (tx) => {
    if (hasBegun) throw new Error('the export was interrupted; begin a new archive');
    hasBegun = true;
    await assertDrained(tx, move);
    const mac = archiveMac(transfer);
    const counts = rowCounts();
    const writeLine = async (line: string): Promise<void> => {
      mac.add(line);
      await write(line);
    };
    const tables = await movableTables(tx, db.schema, moved);
    await writeLine(JSON.stringify(headOf(move, tenantId, { transfer, tables })));
    for (const table of tables) {
      const rows = await writeTable(tx, move, { table, transfer }, writeLine);
      if (rows > 0) counts.add(table.name, rows);
    }
    const end: ArchiveEnd = { rows: counts.rows, mac: mac.digest() };
    await write(JSON.stringify({ end }));
    return counts.rows;
  });
}
