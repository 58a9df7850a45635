import type { Database } from '@platform/kit/database';
import { handleJob, jobKind } from '@platform/kit/jobs';
import type { JobMount, Jobs, SingletonJob } from '@platform/kit/jobs';
import { objectKey } from '@platform/kit/objects';
import type { ObjectStores } from '@platform/kit/objects';
import { z } from 'zod';
import { endExport, findAuditExport, listExpiredExports, setEmpty } from './export-store.ts';

/** Removes the files of an export. */
export const exportRemovalKind = jobKind({
  name: 'audit_export_removal',
  payload: z.object({ exportId: z.string() }),
  perTenant: 4,
  maxAttempts: 20,
});

/** Removes every file below an export's key, those of attempts that broke off too; repeated, it finds nothing. */
export const exportRemovalJob = (stores: ObjectStores): JobMount =>
  handleJob(exportRemovalKind, {
    async run(job) {
      const { exportId } = job.payload;
      const found = await job.read((tx) => findAuditExport(tx, exportId));
      if (!found) return;
      const store = stores.at(found.location);
      for await (const { key } of store.list(`${objectKey(job.tenantId, exportId)}/`))
        await store.delete(key);
      await job.transact((tx) => setEmpty(tx, exportId));
    },
  });

const actor = { type: 'system', id: 'audit-exports' } as const;
const blockExports = 500;

/** Ends exports whose files have had their time. */
async function expireExports(
  { db, jobs }: { db: Database; jobs: Pick<Jobs, 'enqueue'> },
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

/** {@link expireExports}, every ten minutes. */
export const exportExpiry = (options: {
  db: Database;
  jobs: Pick<Jobs, 'enqueue'>;
}): SingletonJob => ({
  name: 'expired audit exports',
  schedule: 600_000,
  work: (signal) => expireExports(options, signal),
});
