import type { Tx } from '@platform/kit/database';
import type { SyncRunRecord } from './sync-run-record.ts';

type Row = SyncRunRecord & Record<string, unknown>;

const columns = `id, directory_id, trigger, is_full, is_dry_run, is_forced, state, counts, errors, changes,
  requested_by, created_at, started_at, finished_at`;

/** Newest first. */
export const listRuns = (
  tx: Tx,
  directoryId: string,
  before: string | undefined,
  limit: number,
): Promise<SyncRunRecord[]> =>
  tx.rows<Row>(
    `SELECT ${columns} FROM sync_runs WHERE tenant_id = $1 AND directory_id = $2 AND ($3::text IS NULL OR id < $3) ORDER BY id DESC LIMIT $4`,
    [tx.context.tenantId, directoryId, before ?? null, limit],
  );

/** The latest run of each of these directories. */
export const listLastRuns = (tx: Tx, directoryIds: readonly string[]): Promise<SyncRunRecord[]> =>
  tx.rows<Row>(
    `SELECT ${columns} FROM sync_runs WHERE tenant_id = $1 AND id IN (
       SELECT (SELECT id FROM sync_runs r WHERE r.tenant_id = $1 AND r.directory_id = d ORDER BY id DESC LIMIT 1) FROM unnest($2::text[]) AS d)`,
    [tx.context.tenantId, directoryIds],
  );

export const findRun = (tx: Tx, id: string): Promise<SyncRunRecord | undefined> =>
  tx.row<Row>(`SELECT ${columns} FROM sync_runs WHERE tenant_id = $1 AND id = $2`, [
    tx.context.tenantId,
    id,
  ]);

/** The run of a directory that is under way. */
export const findActiveRun = (tx: Tx, directoryId: string): Promise<SyncRunRecord | undefined> =>
  tx.row<Row>(
    `SELECT ${columns} FROM sync_runs WHERE tenant_id = $1 AND directory_id = $2 AND state IN ('PENDING', 'RUNNING')`,
    [tx.context.tenantId, directoryId],
  );

/** Adds a run unless one is under way; says whether it did. */
export async function insertRun(tx: Tx, run: SyncRunRecord): Promise<boolean> {
  const inserted = await tx.execute(
    `INSERT INTO sync_runs (tenant_id, id, directory_id, trigger, is_full, is_dry_run, is_forced, state, counts, requested_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING`,
    [
      tx.context.tenantId,
      run.id,
      run.directoryId,
      run.trigger,
      run.isFull,
      run.isDryRun,
      run.isForced,
      run.state,
      JSON.stringify(run.counts),
      JSON.stringify(run.requestedBy),
      run.createdAt,
    ],
  );
  return inserted === 1;
}

export async function updateRun(tx: Tx, run: SyncRunRecord): Promise<void> {
  await tx.execute(
    `UPDATE sync_runs SET is_full = $3, state = $4, counts = $5, errors = $6, changes = $7, started_at = $8, finished_at = $9 WHERE tenant_id = $1 AND id = $2`,
    [
      tx.context.tenantId,
      run.id,
      run.isFull,
      run.state,
      JSON.stringify(run.counts),
      JSON.stringify(run.errors),
      JSON.stringify(run.changes),
      run.startedAt,
      run.finishedAt,
    ],
  );
}
