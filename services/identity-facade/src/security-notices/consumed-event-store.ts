import type { Tx } from '@platform/kit/database';

/** True the first time that an event is applied for this purpose; to be asked in the transaction of its effect. */
export const isFirstTime = async (tx: Tx, purpose: string, eventId: string): Promise<boolean> =>
  (await tx.execute(
    'INSERT INTO consumed_event (tenant_id, purpose, event_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [tx.context.tenantId, purpose, eventId],
  )) === 1;
