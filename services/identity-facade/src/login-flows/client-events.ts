import type { Bus } from '@platform/kit/bus';
import type { Tx } from '@platform/kit/database';
import { unbindClient } from './bindings.ts';

/** True the first time that an event is applied; to be asked in the transaction of its effect. */
const isFirstTime = async (tx: Tx, eventId: string): Promise<boolean> =>
  (await tx.execute(
    `INSERT INTO consumed_event (tenant_id, purpose, event_id) VALUES ($1, 'login-flow-bindings', $2) ON CONFLICT DO NOTHING`,
    [tx.context.tenantId, eventId],
  )) === 1;

/** Removes the binding of a client that is deleted. */
export function unbindDeletedClients({ bus }: { bus: Pick<Bus, 'consume'> }): void {
  bus.consume('login-flow-bindings', ['client.deleted'], async ({ tenantId, event }, held) => {
    await held.transact({ tenantId, actor: event.actor }, async (tx) => {
      if (await isFirstTime(tx, event.id))
        await unbindClient(tx, event.subject.id, 'client_deleted');
    });
  });
}
