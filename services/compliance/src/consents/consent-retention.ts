import type { Database } from '@platform/kit/database';
import type { SingletonJob } from '@platform/kit/jobs';
import { deleteConsents, listEndedConsents } from './consent-store.ts';

const blockRows = 500;
const hourMs = 3_600_000;
const actor = { type: 'system', id: 'consent-retention' } as const;

/** Deletes consents that ended longer ago than they are kept as proof. Answers how many. */
export async function deleteEndedConsents(
  db: Database,
  retentionMs: number,
  signal?: AbortSignal,
): Promise<number> {
  let total = 0;
  while (!signal?.aborted) {
    const ended = await db.work((tx) => listEndedConsents(tx, { retentionMs, limit: blockRows }));
    let deleted = 0;
    for (const tenantId of new Set(ended.map((one) => one.tenantId))) {
      const ids = ended.filter((one) => one.tenantId === tenantId).map(({ id }) => id);
      deleted += await db.transact({ tenantId, actor }, (tx) => deleteConsents(tx, ids));
    }
    total += deleted;
    if (deleted === 0) return total;
  }
  return total;
}

/** The deletion, every hour. */
export const consentRetention = (db: Database, retentionMs: number): SingletonJob => ({
  name: 'ended consents',
  schedule: hourMs,
  work: (signal) => deleteEndedConsents(db, retentionMs, signal),
});
