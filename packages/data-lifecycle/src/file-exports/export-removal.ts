import type { Database, Tx, WorkerTx } from '@platform/kit/database';
import { handleJob, jobKind } from '@platform/kit/jobs';
import type { JobKind, JobMount, Jobs, SingletonJob } from '@platform/kit/jobs';
import { objectKey } from '@platform/kit/objects';
import type { ObjectStore, ObjectStores } from '@platform/kit/objects';
import { z } from 'zod';

const blockExports = 500;
const sweepMs = 600_000;
/** The worker of a cancelled export may still be uploading; its lease ends before this. */
const removeAfterMs = 90_000;

/** A kind of export. */
export interface ExportKind {
  /**
   * Its table, with the columns `id`, `state`, `location`, `is_empty`, `expires_at` and `updated_at`, which workers may read
   * except for the location.
   */
  table: string;
  /** Name of the jobs that remove files. */
  removalName: string;
  /** Name of the sweep, and of its actor in audit records: `user-exports`. */
  sweepName: string;
  /** How long the row of an ended export is kept, in milliseconds. */
  rowRetentionMs: number;
  /** Ends an export; resolves to undefined if it has already ended without a result. */
  end: (tx: Tx, id: string, to: 'CANCELLED' | 'EXPIRED') => Promise<unknown>;
}

/** A row of any tenant. */
interface ExportKey {
  tenantId: string;
  id: string;
}

type ListKeys = (tx: WorkerTx) => Promise<ExportKey[]>;

/** Removes every file of an export, including leftovers of failed attempts. Safe to repeat. */
async function removeExportFiles(
  store: ObjectStore,
  tenantId: string,
  exportId: string,
): Promise<void> {
  for await (const { key } of store.list(`${objectKey(tenantId, exportId)}/`))
    await store.delete(key);
}

/** Dependencies of a sweep. */
export interface ExportSweepOptions {
  db: Pick<Database, 'work' | 'transact'>;
  jobs: Pick<Jobs, 'enqueue'>;
}

const ended = `state IN ('FAILED', 'CANCELLED', 'EXPIRED')`;

/** Lists rows of the table under a condition, the longest due first. */
const listing =
  (table: string, by: 'expires_at' | 'updated_at') =>
  (condition: string, values: readonly unknown[] = []): ListKeys =>
  (tx) =>
    tx.rows<ExportKey>(
      `SELECT tenant_id, id FROM ${table} WHERE ${condition} ORDER BY ${by} LIMIT ${blockExports}`,
      values,
    );

/** Lists the exports that a sweep works on. */
function dueExports({ table, rowRetentionMs }: ExportKind) {
  const byEnd = listing(table, 'updated_at');
  return {
    expired: listing(table, 'expires_at')(`state = 'COMPLETED' AND expires_at <= now()`),
    // Their removal job should have run.
    leftover: byEnd(`${ended} AND NOT is_empty AND updated_at < now() - interval '10 minutes'`),
    old: byEnd(`${ended} AND is_empty AND updated_at < now() - make_interval(secs => $1)`, [
      rowRetentionMs / 1_000,
    ]),
  };
}

/** Works on the listed exports, each in a transaction of its tenant. */
async function forEachExport(
  { db }: ExportSweepOptions,
  {
    list,
    work,
    actorId,
  }: { list: ListKeys; work: (tx: Tx, id: string) => Promise<unknown>; actorId: string },
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const { tenantId, id } of await db.work(list)) {
    if (signal?.aborted) return;
    await db.transact({ tenantId, actor: { type: 'system', id: actorId } }, (tx) => work(tx, id));
  }
}

/**
 * Removes the files of exports that ended or expired, and later their rows. The removal is enqueued when an export is stopped; the sweep does so
 * for those that expired, and for those whose removal failed.
 */
export function exportRemoval(kind: ExportKind) {
  const { table, removalName, sweepName } = kind;
  const removalKind = jobKind({
    name: removalName,
    payload: z.object({ exportId: z.string() }),
    perTenant: 4,
    maxAttempts: 20,
  });
  const due = dueExports(kind);
  const key = (tx: Tx, id: string) => [tx.context.tenantId, id];

  const remove = (tx: Tx, jobs: Pick<Jobs, 'enqueue'>, exportId: string, runAt?: Date) =>
    jobs.enqueue(tx, removalKind, { exportId }, { dedupeKey: exportId, ...(runAt && { runAt }) });

  async function sweep(options: ExportSweepOptions, signal?: AbortSignal): Promise<void> {
    const removed = (tx: Tx, id: string): Promise<unknown> => remove(tx, options.jobs, id);
    const expire = async (tx: Tx, id: string): Promise<void> => {
      if (await kind.end(tx, id, 'EXPIRED')) await removed(tx, id);
    };
    const forget = (tx: Tx, id: string): Promise<number> =>
      tx.execute(`DELETE FROM ${table} WHERE tenant_id = $1 AND id = $2`, key(tx, id));
    const steps = [
      { list: due.expired, work: expire },
      { list: due.leftover, work: removed },
      { list: due.old, work: forget },
    ];
    for (const step of steps) await forEachExport(options, { ...step, actorId: sweepName }, signal);
  }

  return {
    /** Ends an export on request: cancels its open `job`, and enqueues the removal of its files. */
    async stop(
      tx: Tx,
      { id, state }: { id: string; state: string },
      { jobs, job }: { jobs: Pick<Jobs, 'enqueue' | 'cancelByKey'>; job: Pick<JobKind, 'name'> },
    ): Promise<void> {
      const isOpen = state === 'PENDING' || state === 'RUNNING';
      if (isOpen) await jobs.cancelByKey(tx, job, id);
      if (await kind.end(tx, id, isOpen ? 'CANCELLED' : 'EXPIRED'))
        await remove(tx, jobs, id, isOpen ? new Date(Date.now() + removeAfterMs) : undefined);
    },
    /** Removes the files of an export. Idempotent. */
    job: (stores: ObjectStores): JobMount =>
      handleJob(removalKind, {
        async run(job) {
          const { exportId } = job.payload;
          const found = await job.read((tx) =>
            tx.row<{ location: string }>(
              `SELECT location FROM ${table} WHERE tenant_id = $1 AND id = $2`,
              key(tx, exportId),
            ),
          );
          if (!found) return;
          await removeExportFiles(stores.at(found.location), job.tenantId, exportId);
          await job.transact((tx) =>
            tx.execute(
              `UPDATE ${table} SET is_empty = true WHERE tenant_id = $1 AND id = $2`,
              key(tx, exportId),
            ),
          );
        },
      }),
    /** Lists the object stores with files of the tenant's exports. */
    locations: async (tx: Tx): Promise<string[]> =>
      (
        await tx.rows<{ location: string }>(
          `SELECT DISTINCT location FROM ${table} WHERE tenant_id = $1`,
          [tx.context.tenantId],
        )
      ).map(({ location }) => location),
    /** Expires exports, enqueues the removal of files that are left, and deletes old rows. */
    sweep,
    /** Runs `sweep` every ten minutes. */
    singleton: (options: ExportSweepOptions): SingletonJob => ({
      name: `expired ${sweepName.replaceAll('-', ' ')}`,
      schedule: sweepMs,
      work: (signal) => sweep(options, signal),
    }),
  };
}

/** See {@link exportRemoval}. */
export type ExportRemoval = ReturnType<typeof exportRemoval>;
