import { isId } from '@platform/contracts';
import { lock, sql } from '@platform/kit/database';
import type { Database, Tx } from '@platform/kit/database';
import { outboundLocks } from '../advisory-locks.ts';
import { outbound } from '../generated/tables.ts';

const consumed = outbound.table('consumedEvent').pick('eventId');

/** The effect of an event on all lanes, or all sinks, of a tenant. */
export interface TenantPauseChange {
  tenantId: string;
  /** The paused object and the reason: `lanes suspended`. */
  purpose: string;
  isPaused: boolean;
  eventId: string;
}

/**
 * Returns false for an event that a later one has overtaken: events may arrive late, repeatedly, in
 * any order and at several pods.
 */
async function isNewest(tx: Tx, { purpose, eventId }: TenantPauseChange): Promise<boolean> {
  const { tenantId } = tx.context;
  await lock(tx, outboundLocks.tenantPause, `${tenantId} ${purpose}`);
  await consumed.insertIfAbsent(tx, { purpose, eventId });
  // Ids increase with time.
  const newer = consumed.only(() => sql<boolean>`event_id > ${eventId} COLLATE "C"`);
  return (await newer.list(tx, { where: { purpose }, orderBy: 'eventId', limit: 1 })).length === 0;
}

/** Pauses sending for a tenant that is suspended or not entitled; pending deliveries are kept. */
export async function changeTenantPause(
  db: Pick<Database, 'transact'>,
  change: TenantPauseChange,
  apply: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  const { tenantId } = change;
  if (!isId('tenant', tenantId)) return;
  await db.transact({ tenantId, actor: { type: 'system', id: 'outbound' } }, async (tx) => {
    if (await isNewest(tx, change)) await apply(tx);
  });
}
