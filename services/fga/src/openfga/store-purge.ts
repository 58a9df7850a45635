import { z } from 'zod';
import type { Database } from '@platform/kit/database';
import { handleJob, jobKind } from '@platform/kit/jobs';
import type { JobMount } from '@platform/kit/jobs';
import type { RelationEngine } from '@platform/relations';

const rowsAtOnce = 1_000;

/** Deletes what a deleted store contains. */
export const storePurgeKind = jobKind({
  name: 'fga_store_purge',
  payload: z.object({ storeUuid: z.uuid() }),
  concurrency: 2,
  perTenant: 1,
  maxAttempts: 10,
});

export const storePurgeJob = ({ stores }: Pick<RelationEngine, 'stores'>): JobMount =>
  handleJob(storePurgeKind, {
    async run({ payload: { storeUuid }, signal, transact }) {
      for (let removed = 1; removed > 0 && !signal.aborted;)
        removed = await transact((tx) => stores.purge(tx, storeUuid, rowsAtOnce));
    },
  });

/** Deletes what the named stores of a deleted tenant contain. Returns the number of rows. */
export const purgeStores =
  ({ stores }: Pick<RelationEngine, 'stores'>) =>
  async (db: Pick<Database, 'transact'>, tenantId: string): Promise<number> => {
    const context = { tenantId, actor: { type: 'system', id: 'tenant-purge' } } as const;
    let total = 0;
    for (const uuid of await db.transact(context, stores.uuids))
      for (let removed = 1; removed > 0; total += removed)
        removed = await db.transact(context, (tx) => stores.purge(tx, uuid, rowsAtOnce));
    return total;
  };
