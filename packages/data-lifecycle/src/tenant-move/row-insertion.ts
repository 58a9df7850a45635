import type { Tx } from '@platform/kit/database';
import type { SecretBox } from '@platform/kit/secrets';
import type { ArchiveRow } from './archive.ts';
import type { MovableTable } from './movable-tables.ts';
import { sealedIn } from './moved-rows.ts';
import type { TenantMove } from './moved-rows.ts';

/** Lines with rows of one table. */
export interface TableLines {
  table: MovableTable;
  /** The columns in the archive; the others get their defaults. */
  columns: readonly string[];
  lines: readonly string[];
}

/** Seals the secrets of each row with the keys of this installation. */
function sealedHere(
  tenantId: string,
  { moved, secrets }: TenantMove,
  transfer: SecretBox,
  { table, lines }: TableLines,
): string[] {
  const columns = sealedIn(moved, table.name);
  return lines.map((line) => {
    if (columns.length === 0) return '{}';
    const { row, sealed } = JSON.parse(line) as ArchiveRow;
    const own = columns
      .filter(({ column }) => sealed[column] !== undefined)
      .map(({ column, key, contextOf }) => {
        const context = contextOf(tenantId, ...key.map((name) => String(row[name])));
        return [column, secrets.seal(transfer.open(sealed[column]!, context), context)];
      });
    return JSON.stringify(Object.fromEntries(own));
  });
}

/** Inserts rows of one table. */
export async function insertRows(
  tx: Tx,
  move: TenantMove,
  transfer: SecretBox,
  rows: TableLines,
): Promise<void> {
  const { table, columns, lines } = rows;
  const hidden = new Set(sealedIn(move.moved, table.name).map(({ column }) => column));
  const value = (name: string): string =>
    hidden.has(name) ? `l.sealed::json ->> '${name}'` : `r."${name}"`;
  await tx.execute(
    `INSERT INTO ${table.name} (${columns.map((name) => `"${name}"`).join(', ')}) OVERRIDING SYSTEM VALUE
     SELECT ${columns.map(value).join(', ')} FROM unnest($1::text[], $2::text[]) AS l (line, sealed),
       json_populate_record(NULL::${table.name}, l.line::json -> 'row') AS r`,
    [lines, sealedHere(tx.context.tenantId, move, transfer, rows)],
  );
}
