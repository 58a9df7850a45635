import type { Tx } from '@platform/kit/database';

/** Was the tenant deleted? Then nothing is written for it any more. */
export const isPurged = async (tx: Tx): Promise<boolean> =>
  (await tx.row('SELECT FROM purged_tenant WHERE tenant_id = $1', [tx.context.tenantId])) !==
  undefined;

/** True the first time that an event is applied for this purpose; ask in the transaction of its effect. */
export const isFirstTime = async (tx: Tx, purpose: string, eventId: string): Promise<boolean> =>
  (await tx.execute(
    'INSERT INTO consumed_event (tenant_id, purpose, event_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [tx.context.tenantId, purpose, eventId],
  )) === 1;
