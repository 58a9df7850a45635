import { isId } from '@platform/contracts';
import type { webhookOperations } from '@platform/contracts';
import type { Cursors, Tx } from '@platform/kit/database';
import { answer } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import { lockLane } from '../lanes/lanes.ts';
import { listAttempts } from './attempt-store.ts';
import type { AttemptRecord } from './attempt-store.ts';
import { listDeliveries } from './delivery-store.ts';
import type { DeliveryRecord } from './delivery-store.ts';
import { deliveryBlocks } from './delivery-blocks.ts';
import type { QueueState } from './delivery-blocks.ts';
import { deliveryResource, deliveryVersion } from './delivery-resource.ts';
import { existingLane, queueOf } from './endpoint-lane.ts';
import { endpointStatistics } from './endpoint-statistics.ts';
import { existingDelivery, redeliver } from './redelivery.ts';

type DeliveryHandlers = Pick<
  Handlers<typeof webhookOperations>,
  | 'webhookEndpointDeliveries'
  | 'webhookEndpointStatistics'
  | 'webhookDeliveryGet'
  | 'webhookDeliveryRedeliver'
>;

/** Returns a delivery in full, with its version. */
async function shown(tx: Tx, delivery: DeliveryRecord, queue: QueueState) {
  const attempts = await listAttempts(tx, [delivery]);
  const blocks = deliveryBlocks(delivery, queue);
  return answer(deliveryResource(delivery, attempts, { isFull: true, blocks }), {
    version: deliveryVersion(delivery, attempts),
  });
}

function byDelivery(attempts: readonly AttemptRecord[]): Map<string, AttemptRecord[]> {
  const grouped = new Map<string, AttemptRecord[]>();
  for (const attempt of attempts)
    grouped.set(attempt.deliveryId, [...(grouped.get(attempt.deliveryId) ?? []), attempt]);
  return grouped;
}

export const deliveryHandlers = ({
  cursors,
  deliveryMaxAge,
  clock,
  onDeliveriesDue,
}: {
  cursors: Cursors;
  deliveryMaxAge: number;
  clock: () => number;
  onDeliveriesDue: (tenantId: string) => void;
}): DeliveryHandlers => ({
  async webhookEndpointDeliveries({ tx, principal, params, query: { limit, cursor, ...filters } }) {
    const { id } = params;
    const bound = { tenantId: principal.tenantId, list: `deliveries of ${id}`, filters };
    const [before] = cursor === undefined ? [] : cursors.decode(bound, cursor);
    const queue = await queueOf(tx, await existingLane(tx, id), clock());
    const from = before as string | undefined;
    const deliveries = await listDeliveries(tx, id, filters, from, limit + 1);
    const attempts = byDelivery(
      deliveries.length === 0 ? [] : await listAttempts(tx, deliveries.slice(0, limit)),
    );
    return cursors.page(bound, deliveries, limit, {
      position: (d) => [d.id],
      present: (d) =>
        deliveryResource(d, attempts.get(d.id) ?? [], {
          isFull: false,
          blocks: deliveryBlocks(d, queue),
        }),
    });
  },

  async webhookEndpointStatistics({ tx, params: { id }, query: { hours } }) {
    const { endpointId } = await existingLane(tx, id);
    return endpointStatistics(tx, endpointId, { hours, now: clock(), deliveryMaxAge });
  },

  async webhookDeliveryGet({ tx, params }) {
    const queue = await queueOf(tx, await existingLane(tx, params.id), clock());
    return shown(tx, await existingDelivery(tx, params.id, params.deliveryId), queue);
  },

  async webhookDeliveryRedeliver({ tx, params, ifMatch }) {
    const { id, deliveryId } = params;
    const lane = isId('webhookEndpoint', id) ? await lockLane(tx, id) : undefined;
    if (!lane) throw problem('not_found');
    const delivery = await existingDelivery(tx, id, deliveryId);
    ifMatch(deliveryVersion(delivery, await listAttempts(tx, [delivery])));
    const now = clock();
    await redeliver(tx, delivery, lane, { now, deliveryMaxAge });
    tx.afterCommit(() => onDeliveriesDue(tx.context.tenantId));
    const queue = await queueOf(tx, lane, now);
    return shown(tx, await existingDelivery(tx, id, deliveryId), queue);
  },
});
