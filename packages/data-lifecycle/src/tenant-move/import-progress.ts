import type { Database, Tx } from '@platform/kit/database';
import { moveContext } from './moved-rows.ts';

/** An import of a tenant in this service. */
export interface ImportRecord {
  archiveId: string;
  head: string;
  lines: number;
  mac: Buffer;
  rows: Record<string, number>;
  isComplete: boolean;
}

/** How much of an archive is here. */
export interface ImportProgress {
  /** Empty if nothing is. */
  archiveId: string;
  /** Number of lines that were imported. */
  lines: number;
  rows: Record<string, number>;
  isComplete: boolean;
  /** Whether nothing that the import wrote is still to be published. */
  isPublished: boolean;
}

const record = `SELECT archive_id, head, lines, mac, rows, completed_at IS NOT NULL AS is_complete
  FROM tenant_import WHERE tenant_id = $1`;

export const findImport = (tx: Tx): Promise<ImportRecord | undefined> =>
  tx.row<ImportRecord>(record, [tx.context.tenantId]);

export const lockImport = (tx: Tx): Promise<ImportRecord | undefined> =>
  tx.row<ImportRecord>(`${record} FOR UPDATE`, [tx.context.tenantId]);

/** Returns false if the import has begun in the meantime. */
export const insertImport = async (tx: Tx, archiveId: string, head: string): Promise<boolean> =>
  (await tx.execute(
    'INSERT INTO tenant_import (tenant_id, archive_id, head) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [tx.context.tenantId, archiveId, head],
  )) === 1;

export const updateImport = (
  tx: Tx,
  { lines, mac, rows, isComplete }: Pick<ImportRecord, 'lines' | 'mac' | 'rows' | 'isComplete'>,
): Promise<number> =>
  tx.execute(
    `UPDATE tenant_import SET lines = $2, mac = $3, rows = $4, completed_at = CASE WHEN $5 THEN now() END
     WHERE tenant_id = $1`,
    [tx.context.tenantId, lines, mac, JSON.stringify(rows), isComplete],
  );

/** Whether events of the tenant wait to be published. */
export const hasPendingEvents = async (tx: Tx): Promise<boolean> =>
  (await tx.row('SELECT FROM outbox_pending WHERE tenant_id = $1 LIMIT 1', [
    tx.context.tenantId,
  ])) !== undefined;

export async function progressOf(tx: Tx, known: ImportRecord | undefined): Promise<ImportProgress> {
  const { archiveId = '', lines = 0, rows = {}, isComplete = false } = known ?? {};
  return { archiveId, lines, rows, isComplete, isPublished: !(await hasPendingEvents(tx)) };
}

/** How much of a tenant this service has imported. */
export const importProgress = (
  db: Pick<Database, 'read'>,
  tenantId: string,
): Promise<ImportProgress> =>
  db.read(moveContext(tenantId), async (tx) => progressOf(tx, await findImport(tx)));
