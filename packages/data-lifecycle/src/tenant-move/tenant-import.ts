import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import type { SecretBox } from '@platform/kit/secrets';
import { archiveMac, placeOf, rowCounts } from './archive.ts';
import type { ArchiveEnd, ArchiveHead } from './archive.ts';
import { assertNoRows, checkArchive, readHead, rejected } from './archive-check.ts';
import { insertImport, lockImport, progressOf, updateImport } from './import-progress.ts';
import type { ImportProgress, ImportRecord } from './import-progress.ts';
import { lineBatches } from './line-batches.ts';
import { movableTables } from './movable-tables.ts';
import type { MovableTable } from './movable-tables.ts';
import { moveContext } from './moved-rows.ts';
import type { TenantMove } from './moved-rows.ts';
import { insertRows } from './row-insertion.ts';
import { enterScope } from './scopes.ts';

/** Lines of an archive: `from` is the number of lines before them. */
export interface ArchivePart {
  from: number;
  lines: readonly string[];
}

/** Consecutive lines of one table and scope, or a single line without a row. */
interface Run {
  place: ReturnType<typeof placeOf>;
  lines: string[];
}

function runsOf(lines: readonly string[]): Run[] {
  const runs: Run[] = [];
  for (const line of lines) {
    const place = placeOf(line);
    const last = runs.at(-1);
    const continues =
      place && last?.place?.table === place.table && last.place.scope === place.scope;
    if (continues) last.lines.push(line);
    else runs.push({ place, lines: [line] });
  }
  return runs;
}

/** Begins the import of an archive. */
async function begin(
  tx: Tx,
  line: string | undefined,
  head: ArchiveHead,
  tables: readonly MovableTable[],
): Promise<ImportRecord> {
  await assertNoRows(tx, tables);
  if (!(await insertImport(tx, head.archiveId, line ?? '')))
    throw problem('conflict', { detail: 'The import has begun in another process.' });
  // A tenant that was deleted here may come back; its late events are accepted again.
  await tx.execute('DELETE FROM purged_tenant WHERE tenant_id = $1', [tx.context.tenantId]);
  return {
    archiveId: head.archiveId,
    head: line ?? '',
    lines: 0,
    mac: Buffer.alloc(0),
    rows: {},
    isComplete: false,
  };
}

function assertEnd(line: string, mac: string, rows: Record<string, number>): void {
  const { end } = JSON.parse(line) as { end?: ArchiveEnd };
  if (end?.mac !== mac || JSON.stringify(end.rows) !== JSON.stringify(rows))
    throw rejected('The archive was altered, or the transfer key is another one.');
}

/** Inserts the rows of some lines, behind those that the record has. */
async function applyLines(
  tx: Tx,
  move: TenantMove,
  transfer: SecretBox,
  {
    record,
    tables,
    lines,
  }: { record: ImportRecord; tables: MovableTable[]; lines: readonly string[] },
): Promise<ImportRecord> {
  const { moved } = move;
  const head = JSON.parse(record.head) as ArchiveHead;
  const mac = archiveMac(transfer, record.mac);
  const counts = rowCounts(record.rows);
  let isComplete = false;
  for (const { place, lines: own } of runsOf(lines)) {
    if (isComplete) throw rejected('The archive has lines behind its end.');
    const columns = head.tables.find(({ name }) => name === place?.table)?.columns;
    const table = tables.find(({ name }) => name === place?.table);
    if (place && (!table || !columns))
      throw rejected('The archive contains rows of an unknown table.');
    if (place && table && columns) {
      await enterScope(tx, moved, place.scope);
      await insertRows(tx, move, transfer, { table, columns, lines: own });
      counts.add(table.name, own.length);
    } else if (own[0] !== record.head || record.lines > 0) {
      assertEnd(own[0] as string, mac.digest(), counts.rows);
      await enterScope(tx, moved, undefined);
      await moved.afterImport?.(tx);
      isComplete = true;
    }
    if (!isComplete) own.forEach(mac.add);
  }
  return {
    ...record,
    lines: record.lines + lines.length,
    mac: mac.bytes(),
    rows: counts.rows,
    isComplete,
  };
}

/**
 * Imports lines of an archive in one transaction. If other lines are expected, because these were
 * imported already or the import has not come that far, returns which ones and imports nothing.
 */
export const importLines = (
  move: TenantMove,
  tenantId: string,
  transfer: SecretBox,
  { from, lines }: ArchivePart,
): Promise<ImportProgress> =>
  move.db.transact(moveContext(tenantId), async (tx) => {
    const known = await lockImport(tx);
    if ((known?.lines ?? 0) !== from || known?.isComplete) return progressOf(tx, known);
    const tables = await movableTables(tx, move.db.schema, move.moved);
    const line = known?.head ?? lines[0];
    const head = readHead(line, move, { tenantId, transfer, tables });
    const record = known ?? (await begin(tx, line, head, tables));
    const after = await applyLines(tx, move, transfer, { record, tables, lines });
    await updateImport(tx, after);
    return progressOf(tx, after);
  });

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
  let progress: ImportProgress | undefined;
  for await (const part of lineBatches(archive)) {
    progress ??= await checkArchive(move, tenantId, transfer, part.lines[0]);
    if (progress.isComplete) throw rejected('The tenant has been imported already.');
    const done = progress.lines - part.from;
    if (done >= part.lines.length) continue;
    const rest = { from: part.from + done, lines: part.lines.slice(done) };
    progress = await importLines(move, tenantId, transfer, rest);
  }
  if (progress?.isComplete) return progress.rows;
  throw rejected(
    'The archive ends early. Export the tenant again, or continue with the whole file.',
  );
}
