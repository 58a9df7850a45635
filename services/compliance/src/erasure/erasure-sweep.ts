import { isPurged } from '@platform/kit/database';
import type { Database } from '@platform/kit/database';
import { cron } from '@platform/kit/jobs';
import type { SingletonJob } from '@platform/kit/jobs';
import type { Nudge } from './drive-kinds.ts';
import {
  deleteRequests,
  listEndedRequests,
  listOpenRequests,
  lockRequest,
} from './erasure-store.ts';
import { byTenant, workInBlocks } from '../tenant-blocks.ts';
import type { TenantKey } from '../tenant-blocks.ts';
import { noSweep } from './erasure-sweep-times.ts';

const blockRows = 500;
const hourMs = 3_600_000;
const actor = { type: 'system', id: 'erasure-sweep' } as const;

/** Drives every open request: starts to erase when the grace window ends, and catches lost nudges. */
export async function sweepErasures(
  db: Pick<Database, 'work' | 'transact'>,
  nudge: Nudge,
  signal?: AbortSignal,
): Promise<number> {
  let total = 0;
  for (let after: TenantKey = { tenantId: '', id: '' }; !signal?.aborted;) {
    const page = await db.work((tx) => listOpenRequests(tx, after, blockRows));
    for (const [tenantId, ids] of byTenant(page))
      await db.transact({ tenantId, actor }, async (tx) => {
        if (await isPurged(tx)) return;
        for (const id of ids) if (await lockRequest(tx, id)) await nudge(tx, id);
      });
    total += page.length;
    const last = page.at(-1);
    if (!last || page.length < blockRows) return total;
    after = last;
  }
  return total;
}

/** Runs the sweep on its schedule, unless it is off. */
export const erasureSweep = (
  db: Pick<Database, 'work' | 'transact'>,
  nudge: Nudge,
  schedule: string,
): SingletonJob[] =>
  schedule === noSweep
    ? []
    : [cron(schedule, 'open erasures', (signal) => sweepErasures(db, nudge, signal))];

/** Deletes ended requests whose tombstone retention is over. Returns the number of requests. */
export const deleteEndedErasures = (
  db: Pick<Database, 'work' | 'transact'>,
  retentionMs: number,
  signal?: AbortSignal,
): Promise<number> =>
  workInBlocks(
    db,
    actor.id,
    { list: (tx, limit) => listEndedRequests(tx, retentionMs, limit), work: deleteRequests },
    signal,
  );

/** Runs the deletion every hour. */
export const erasureRetention = (
  db: Pick<Database, 'work' | 'transact'>,
  retentionMs: number,
): SingletonJob => ({
  name: 'ended erasures',
  schedule: hourMs,
  work: (signal) => deleteEndedErasures(db, retentionMs, signal),
});
