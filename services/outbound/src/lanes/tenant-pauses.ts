import { isId } from '@platform/contracts';
import { lock } from '@platform/kit/database';
import type { Database, Tx } from '@platform/kit/database';
import { outboundLocks } from '../advisory-locks.ts';

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
  await tx.execute(
    'INSERT INTO consumed_event (tenant_id, purpose, event_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [tenantId, purpose, eventId],
  );
  // Ids rise with time.
  return !(await tx.row(
    'SELECT 1 FROM consumed_event WHERE tenant_id = $1 AND purpose = $2 AND event_id > $3 COLLATE "C" LIMIT 1',
    [tenantId, purpose, eventId],
  ));
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
