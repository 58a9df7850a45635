import type { erasureVetoClientOperations } from '@platform/contracts';
import type { Cursors } from '@platform/kit/database';
import type { Egress } from '@platform/kit/egress';
import { prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { checkedTarget } from '../checked-target.ts';
import type { Nudge } from './drive-kinds.ts';
import type { SubjectSeals } from './subject-seals.ts';
import { listVetoClients } from './veto-client-store.ts';
import { registerVetoClient, removeVetoClient, vetoClientResource } from './veto-clients.ts';

export function vetoClientHandlers({
  cursors,
  egress,
  seals,
  nudge,
}: {
  cursors: Cursors;
  egress: Pick<Egress, 'checkTarget'>;
  seals: SubjectSeals;
  nudge: Nudge;
}): Handlers<typeof erasureVetoClientOperations> {
  return {
    async erasureVetoClientList({ tx, query: { limit, cursor } }) {
      const bound = { tenantId: tx.context.tenantId, list: 'erasure-veto-clients' };
      const [before] = cursor === undefined ? [] : cursors.decode(bound, cursor);
      const filter = { before: before as string | undefined, limit: limit + 1 };
      return cursors.page(bound, await listVetoClients(tx, filter), limit, {
        position: (row) => [row.id],
        present: vetoClientResource,
      });
    },
    erasureVetoClientRegister: prepared(
      ({ body }) => checkedTarget(egress, body.url, '/url'),
      ({ tx, body }) => registerVetoClient(tx, body, seals),
    ),
    async erasureVetoClientRemove({ tx, params: { vetoClientId } }) {
      for (const requestId of await removeVetoClient(tx, vetoClientId)) await nudge(tx, requestId);
      return { id: vetoClientId, deleted: true as const };
    },
  };
}
