import { sql } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { runs } from './sync-run-record.ts';
import type { SyncRunRecord } from './sync-run-record.ts';

const active = runs.only({ state: ['PENDING', 'RUNNING'] });

/** Newest first. */
export const listRuns = (
  tx: Tx,
  directoryId: string,
  behind: string | undefined,
  limit: number,
): Promise<SyncRunRecord[]> => runs.page(tx, { where: { directoryId }, by: 'id', behind, limit });

/** The latest run of each of these directories. */
export const listLastRuns = (tx: Tx, directoryIds: readonly string[]): Promise<SyncRunRecord[]> => {
  const { tenantId } = tx.context;
  const isLast = sql<boolean>`id IN (SELECT
    (SELECT id FROM sync_runs r WHERE r.tenant_id = ${tenantId} AND r.directory_id = d ORDER BY id DESC LIMIT 1)
    FROM unnest(${directoryIds}::text[]) AS d)`;
  return runs.only(() => isLast).list(tx, { orderBy: 'id' });
};

export const findRun = (tx: Tx, id: string): Promise<SyncRunRecord | undefined> =>
  runs.find(tx, { id });

/** The active run of a directory. */
export const findActiveRun = (tx: Tx, directoryId: string): Promise<SyncRunRecord | undefined> =>
  active.find(tx, { directoryId });

/** Adds a run unless one is active. Returns whether it did. */
export const insertRun = async (tx: Tx, run: SyncRunRecord): Promise<boolean> =>
  (await runs.insertIfAbsent(tx, run)) === 1;

export const updateRun = (
  tx: Tx,
  { id, isFull, state, counts, errors, changes, startedAt, finishedAt }: SyncRunRecord,
): Promise<number> =>
  runs.update(tx, { id }, { isFull, state, counts, errors, changes, startedAt, finishedAt });
