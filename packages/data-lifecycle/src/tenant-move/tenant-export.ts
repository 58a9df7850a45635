import { newId, uuidOf } from '@platform/kit/ids';
import { problem } from '@platform/kit/problem';
import type { Tx } from '@platform/kit/database';
import type { SecretBox } from '@platform/kit/secrets';
import type { SealedColumn } from '@platform/kit/upkeep';
import { archiveFormat, archiveMac, rowCounts } from './archive.ts';
import type { ArchiveEnd, ArchiveHead } from './archive.ts';
import { movableTables } from './movable-tables.ts';
import type { MovableTable } from './movable-tables.ts';
import { moveContext, sealedIn } from './moved-rows.ts';
import type { TenantMove } from './moved-rows.ts';

const pageRows = 500;

interface Row {
  /** The row as JSON text, without sealed columns: parsing it would lose digits of large numbers. */
  row: string;
  key: string[];
  /** For each sealed column its value and the key that its context names. */
  sealed: (string | null)[][];
}

const quoted = (name: string): string => `t."${name}"`;

const textArray = (columns: readonly string[]): string =>
  `ARRAY[${columns.map((name) => `${quoted(name)}::text`).join(', ')}]`;

/** Reads the rows of a table behind a key, in the order of the primary key. */
function rowsAfter(
  tx: Tx,
  { name, byUuid, columns, key }: MovableTable,
  sealed: readonly SealedColumn[],
  after: readonly string[] | undefined,
): Promise<Row[]> {
  const hidden = new Set(sealed.map(({ column }) => column));
  const shown = columns.filter((column) => !hidden.has(column.name));
  const order = key.map((column) => quoted(column.name)).join(', ');
  const behind = key.map(({ type }, i) => `$${i + 2}::text::${type}`).join(', ');
  return tx.rows<Row>(
    `SELECT (SELECT row_to_json(p)::text FROM (SELECT ${shown.map((column) => quoted(column.name)).join(', ')}) AS p) AS row,
            ${textArray(key.map((column) => column.name))} AS key,
            ${sealed.length === 0 ? `'[]'::jsonb` : `jsonb_build_array(${sealed.map((of) => `to_jsonb(${textArray([of.column, ...of.key])})`).join(', ')})`} AS sealed
     FROM ${name} AS t WHERE t.tenant_id = $1 ${after ? `AND (${order}) > (${behind})` : ''} ORDER BY ${order} LIMIT ${pageRows}`,
    [byUuid ? uuidOf('tenant', tx.context.tenantId) : tx.context.tenantId, ...(after ?? [])],
  );
}

/** Seals the values of a row with the transfer key. */
function sealedForTransfer(
  { secrets }: TenantMove,
  transfer: SecretBox,
  tenantId: string,
  columns: readonly SealedColumn[],
  values: Row['sealed'],
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

/**
 * Writes all rows of a tenant that move, as lines of an archive, from one snapshot of the database.
 * After an interruption, begin a new archive. Returns the number of rows of each table.
 * @param transfer has the transfer key, with which secrets are sealed in the archive
 */
export function exportTenant(
  move: TenantMove,
  tenantId: string,
  transfer: SecretBox,
  write: (line: string) => Promise<void>,
): Promise<Record<string, number>> {
  let hasBegun = false;
  return move.db.read(moveContext(tenantId), async (tx) => {
    if (hasBegun) throw new Error('the export was interrupted; begin a new archive');
    hasBegun = true;
    await assertDrained(tx, move);
    const mac = archiveMac(transfer);
    const counts = rowCounts();
    const writeLine = async (line: string): Promise<void> => {
      mac.add(line);
      await write(line);
    };
    const tables = await movableTables(tx, move.db.schema, move.moved);
    const head: ArchiveHead = {
      format: archiveFormat,
      archiveId: newId('request'),
      service: move.service,
      tenantId,
      exportedAt: new Date().toISOString(),
      tables: tables.map(({ name, columns }) => ({ name, columns: columns.map((c) => c.name) })),
    };
    await writeLine(JSON.stringify(head));
    for (const table of tables) {
      const columns = sealedIn(move.moved, table.name);
      for (let after: string[] | undefined, page: Row[] = []; ; after = page.at(-1)?.key) {
        page = await rowsAfter(tx, table, columns, after);
        for (const { row, sealed } of page) {
          const own = sealedForTransfer(move, transfer, tenantId, columns, sealed);
          const start = JSON.stringify({ table: table.name, sealed: own });
          await writeLine(`${start.slice(0, -1)},"row":${row}}`);
          counts.add(table.name);
        }
        if (page.length < pageRows) break;
      }
    }
    const end: ArchiveEnd = { rows: counts.rows, mac: mac.digest() };
    await write(JSON.stringify({ end }));
    return counts.rows;
  });
}
