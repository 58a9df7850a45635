import { isId } from '@platform/contracts';
import { lock, sql } from '@platform/kit/database';
import type { Database, Tx } from '@platform/kit/database';
import { outboundLocks } from '../advisory-locks.ts';
import { outbound } from '../generated/tables.ts';

const consumed = outbound.table('consumedEvent').pick('eventId');

/** What an event says of all lanes, or all sinks, of a tenant. */
export interface TenantPauseChange {
  tenantId: string;
  /** What is paused and why: `lanes suspended`. */
  purpose: string;
  isPaused: boolean;
  eventId: string;
}

/** Events may come late, twice and in any order, to several pods at once: false for one that a later one has overtaken. */
async function isNewest(tx: Tx, { purpose, eventId }: TenantPauseChange): Promise<boolean> {
  const { tenantId } = tx.context;
  await lock(tx, outboundLocks.tenantPause, `${tenantId} ${purpose}`);
  await consumed.insertIfAbsent(tx, { purpose, eventId });
  // Ids rise with time.
  const newer = consumed.only(() => sql<boolean>`event_id > ${eventId} COLLATE "C"`);
  return (await newer.list(tx, { where: { purpose }, orderBy: 'eventId', limit: 1 })).length === 0;
}

/** While a tenant is suspended, or not entitled, what is sent for it is paused; nothing that is owed is lost. */
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
