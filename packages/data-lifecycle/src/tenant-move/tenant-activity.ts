import type { TenantActivity } from '@platform/protos';
import type { Tx } from '@platform/kit/database';
import { hasPendingEvents } from './import-progress.ts';
import { moveContext } from './moved-rows.ts';
import type { TenantMove } from './moved-rows.ts';

/** Kinds of jobs that are due within an hour: jobs stay behind, so they have to end first. */
const openJobs = `SELECT DISTINCT kind FROM job WHERE tenant_id = $1 AND schedule IS NULL
  AND (state = 'RUNNING' OR (state = 'PENDING' AND run_at < now() + interval '1 hour')) ORDER BY kind LIMIT 10`;

const position = `SELECT coalesce((SELECT max(position) FROM outbox WHERE tenant_id = $1), 0) || '.' ||
  coalesce((SELECT max(consumed_at) FROM consumed_event WHERE tenant_id = $1)::text, '') AS position`;

async function pendingIn(tx: Tx, { moved: { drained = {} } }: TenantMove): Promise<string[]> {
  const { tenantId } = tx.context;
  const pending = (await hasPendingEvents(tx)) ? ['events to be published'] : [];
  for (const { kind } of await tx.rows<{ kind: string }>(openJobs, [tenantId]))
    pending.push(`job ${kind}`);
  for (const table of Object.keys(drained))
    if (await tx.row(`SELECT FROM ${table} WHERE tenant_id = $1 LIMIT 1`, [tenantId]))
      pending.push(`rows of ${table}`);
  return pending;
}

/** Returns the work on the tenant that is in progress in this service, and its position. */
export const tenantActivity = (move: TenantMove, tenantId: string): Promise<TenantActivity> =>
  move.db.read(moveContext(tenantId), async (tx) => {
    const own = move.moved.position
      ? await tx.row<{ position: string }>(move.moved.position, [tenantId])
      : undefined;
    const common = await tx.row<{ position: string }>(position, [tenantId]);
    return {
      pending: await pendingIn(tx, move),
      position: [common?.position, own?.position].filter(Boolean).join(' '),
    };
  });
