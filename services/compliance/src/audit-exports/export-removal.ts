import { removeExportFiles } from '@platform/data-lifecycle/file-exports';
import type { Database } from '@platform/kit/database';
import { handleJob, jobKind } from '@platform/kit/jobs';
import type { JobMount, Jobs, SingletonJob } from '@platform/kit/jobs';
import type { ObjectStores } from '@platform/kit/objects';
import { z } from 'zod';
import { workInBlocks } from '../tenant-blocks.ts';
import {
  deleteAuditExports,
  endExport,
  findAuditExport,
  listExpiredExports,
  listLeftoverExports,
  listOldExports,
  setEmpty,
} from './export-store.ts';

export const exportRemovalKind = jobKind({
  name: 'audit_export_removal',
  payload: z.object({ exportId: z.string() }),
  perTenant: 4,
  maxAttempts: 20,
});

/** Removes every file under an export's key, including leftovers of failed attempts. Idempotent. */
export const exportRemovalJob = (stores: ObjectStores): JobMount =>
  handleJob(exportRemovalKind, {
    async run(job) {
      const { exportId } = job.payload;
      const found = await job.read((tx) => findAuditExport(tx, exportId));
      if (!found) return;
      await removeExportFiles(stores.at(found.location), job.tenantId, exportId);
      await job.transact((tx) => setEmpty(tx, exportId));
    },
  });

const actor = { type: 'system', id: 'audit-exports' } as const;
const blockExports = 500;
const rowRetentionMs = 400 * 86_400_000;

export interface ExportSweepOptions {
  db: Pick<Database, 'work' | 'transact'>;
  jobs: Pick<Jobs, 'enqueue'>;
}

/** Expires exports whose retention is over. */
async function expireExports(
  { db, jobs }: ExportSweepOptions,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    const expired = await db.work((tx) => listExpiredExports(tx, blockExports));
    for (const { tenantId, id } of expired) {
      if (signal?.aborted) return;
      await db.transact({ tenantId, actor }, async (tx) => {
        if (await endExport(tx, id, 'EXPIRED'))
          await jobs.enqueue(tx, exportRemovalKind, { exportId: id }, { dedupeKey: id });
      });
    }
    if (expired.length < blockExports) return;
  }
}

/** Enqueues the removal of files of exports that failed, or whose removal failed. */
async function removeLeftovers(
  { db, jobs }: ExportSweepOptions,
  signal?: AbortSignal,
): Promise<void> {
  for (const { tenantId, id } of await db.work((tx) => listLeftoverExports(tx, blockExports))) {
    if (signal?.aborted) return;
    await db.transact({ tenantId, actor }, (tx) =>
      jobs.enqueue(tx, exportRemovalKind, { exportId: id }, { dedupeKey: id }),
    );
  }
}

/** Expires exports, enqueues the removal of leftover files, and deletes old rows. */
export async function sweepAuditExports(
  options: ExportSweepOptions,
  signal?: AbortSignal,
): Promise<void> {
  await expireExports(options, signal);
  await removeLeftovers(options, signal);
  await workInBlocks(
    options.db,
    actor.id,
    { list: (tx, limit) => listOldExports(tx, rowRetentionMs, limit), work: deleteAuditExports },
    signal,
  );
}

/** Runs {@link sweepAuditExports} every ten minutes. */
export const auditExportSweep = (options: ExportSweepOptions): SingletonJob => ({
  name: 'expired audit exports',
  schedule: 600_000,
  work: (signal) => sweepAuditExports(options, signal),
});
