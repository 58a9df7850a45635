import { removeExportFiles } from '@platform/data-lifecycle/file-exports';
import type { Database, Tx, WorkerTx } from '@platform/kit/database';
import { handleJob, jobKind } from '@platform/kit/jobs';
import type { JobMount, Jobs, SingletonJob } from '@platform/kit/jobs';
import type { ObjectStores } from '@platform/kit/objects';
import { z } from 'zod';
import {
  deleteUserExport,
  endUserExport,
  findUserExport,
  listExpiredUserExports,
  listLeftoverUserExports,
  listOldUserExports,
  setUserExportEmpty,
} from './user-export-store.ts';
import type { ExportKey } from './user-export-store.ts';

export const userExportRemovalKind = jobKind({
  name: 'user_export_removal',
  payload: z.object({ exportId: z.string() }),
  perTenant: 4,
  maxAttempts: 20,
});

/** Removes the files of an export. Idempotent. */
export const userExportRemovalJob = (stores: ObjectStores): JobMount =>
  handleJob(userExportRemovalKind, {
    async run(job) {
      const { exportId } = job.payload;
      const found = await job.read((tx) => findUserExport(tx, exportId));
      if (!found) return;
      await removeExportFiles(stores.at(found.location), job.tenantId, exportId);
      await job.transact((tx) => setUserExportEmpty(tx, exportId));
    },
  });

const actor = { type: 'system', id: 'user-exports' } as const;
const blockExports = 500;
const rowRetentionMs = 90 * 86_400_000;

export interface UserExportSweepOptions {
  db: Pick<Database, 'work' | 'transact'>;
  jobs: Pick<Jobs, 'enqueue'>;
}

/** Works on the listed exports, each in a transaction of its tenant. */
async function forEachExport(
  { db }: UserExportSweepOptions,
  list: (tx: WorkerTx, limit: number) => Promise<ExportKey[]>,
  work: (tx: Tx, id: string) => Promise<unknown>,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const { tenantId, id } of await db.work((tx) => list(tx, blockExports))) {
    if (signal?.aborted) return;
    await db.transact({ tenantId, actor }, (tx) => work(tx, id));
  }
}

/** Expires exports, enqueues the removal of files that are left, and deletes old rows. */
export async function sweepUserExports(
  options: UserExportSweepOptions,
  signal?: AbortSignal,
): Promise<void> {
  const remove = (tx: Tx, exportId: string) =>
    options.jobs.enqueue(tx, userExportRemovalKind, { exportId }, { dedupeKey: exportId });
  const expire = async (tx: Tx, id: string) => {
    if (await endUserExport(tx, id, 'EXPIRED')) await remove(tx, id);
  };
  await forEachExport(options, listExpiredUserExports, expire, signal);
  await forEachExport(options, listLeftoverUserExports, remove, signal);
  const listOld = (tx: WorkerTx, limit: number) => listOldUserExports(tx, rowRetentionMs, limit);
  await forEachExport(options, listOld, deleteUserExport, signal);
}

/** Runs {@link sweepUserExports} every ten minutes. */
export const userExportSweep = (options: UserExportSweepOptions): SingletonJob => ({
  name: 'expired user exports',
  schedule: 600_000,
  work: (signal) => sweepUserExports(options, signal),
});
