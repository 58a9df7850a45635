import type { Bus } from '@platform/kit/bus';
import { isFirstTime } from '@platform/kit/database';
import { unbindClient } from './bindings.ts';

const purpose = 'login-flow-bindings';

/** Removes the binding of a client that is deleted. */
export function unbindDeletedClients({ bus }: { bus: Pick<Bus, 'consume'> }): void {
  bus.consume(purpose, ['client.deleted'], async ({ tenantId, event }, held) => {
    await held.transact({ tenantId, actor: event.actor }, async (tx) => {
      if (await isFirstTime(tx, purpose, event.id))
        await unbindClient(tx, event.subject.id, 'client_deleted');
    });
  });
}
