import type { Actor } from '@platform/contracts';
import type { Database, Tx } from '@platform/kit/database';
import type { JobKind, Jobs } from '@platform/kit/jobs';
import { fromNow, now } from '@platform/kit/database';
import { fga } from '../generated/tables.ts';
import type { ExportPayload } from './export-job.ts';
import { exportFact } from './export-resource.ts';
import { expireExport, failExport, hasRunOut } from './export-store.ts';

export interface AbandonOptions {
  jobs: Pick<Jobs, 'cancelByKey'>;
  kind: JobKind<ExportPayload>;
  staleMs: number;
}

const actor: Actor = { type: 'system', id: 'fga' };
const abandoned = {
  code: 'abandoned',
  detail: 'the export made no progress for too long',
} as const;

/** Fails an open export without progress for too long; false if it has made progress. */
export async function abandonExport(
  tx: Tx,
  { jobs, kind, staleMs }: AbandonOptions,
  id: string,
): Promise<boolean> {
  const failed = await failExport(tx, id, abandoned, staleMs);
  if (!failed) return false;
  await jobs.cancelByKey(tx, kind, id);
  await tx.publish(exportFact('failed', failed));
  return true;
}

/** Fails stalled exports, and removes expired ones. */
export function exportSweep({
  db,
  ...options
}: AbandonOptions & { db: Pick<Database, 'work' | 'transact'> }) {
  const exports = fga.query.selectFrom('fgaExports').select(['tenantId', 'id']).limit(100);
  const staleBefore = fromNow(-options.staleMs);
  return async (): Promise<void> => {
    const stale = await db.work((tx) =>
      tx.rows(
        exports.where('state', 'in', ['PENDING', 'RUNNING']).where('updatedAt', '<', staleBefore),
      ),
    );
    for (const { tenantId, id } of stale)
      await db.transact({ tenantId, actor }, (tx) => abandonExport(tx, options, id));
    const over = await db.work((tx) =>
      tx.rows(exports.where('expiresAt', '<', now).where(hasRunOut)),
    );
    for (const { tenantId, id } of over)
      await db.transact({ tenantId, actor }, (tx) => expireExport(tx, id));
  };
}

/** Seconds since the last progress of the longest stalled open export; 0 without one. */
export const ageOfExports = async (db: Pick<Database, 'work'>): Promise<number> =>
  (
    await db.work((tx) =>
      tx.row<{ age: number }>(
        `SELECT coalesce(extract(epoch FROM now() - min(updated_at)), 0)::float8 AS age FROM fga_exports WHERE state IN ('PENDING', 'RUNNING')`,
      ),
    )
  )?.age ?? 0;
