import { isId } from '@platform/contracts';
import type { webhookOperations } from '@platform/contracts';
import type { Cursors, Tx } from '@platform/kit/database';
import { contentVersion } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import { listLanes, lockLane, wakeLanes } from '../lanes/lanes.ts';
import { listAttempts } from './attempt-store.ts';
import { deliveryResource } from './delivery-record.ts';
import type { AttemptRecord, DeliveryRecord } from './delivery-record.ts';
import { deliveryTurn } from './delivery-state.ts';
import { findDelivery, isEventKept, listDeliveries, requeueDelivery } from './delivery-store.ts';

type DeliveryHandlers = Pick<
  Handlers<typeof webhookOperations>,
  'webhookEndpointDeliveries' | 'webhookDeliveryGet' | 'webhookDeliveryRedeliver'
>;

/** What {@link deliveryHandlers} needs. */
export interface DeliveryHandlerOptions {
  cursors: Cursors;
  deliveryMaxAge: number;
  clock: () => number;
  onOwed: (tenantId: string) => void;
}

/** 404 unless the endpoint is there: deliveries of a deleted one are no longer readable. */
async function requireEndpoint(tx: Tx, id: string): Promise<void> {
  if (!isId('webhookEndpoint', id) || !(await listLanes(tx, [id])).has(id))
    throw problem('not_found');
}

async function existing(tx: Tx, endpointId: string, id: string): Promise<DeliveryRecord> {
  const delivery = isId('webhookDelivery', id) ? await findDelivery(tx, endpointId, id) : undefined;
  if (!delivery) throw problem('not_found');
  return delivery;
}

function byDelivery(attempts: readonly AttemptRecord[]): Map<string, AttemptRecord[]> {
  const grouped = new Map<string, AttemptRecord[]>();
  for (const attempt of attempts)
    grouped.set(attempt.deliveryId, [...(grouped.get(attempt.deliveryId) ?? []), attempt]);
  return grouped;
}

/** Handlers of deliveries: list, read, send again. */
export const deliveryHandlers = ({
  cursors,
  deliveryMaxAge,
  clock,
  onOwed,
}: DeliveryHandlerOptions): DeliveryHandlers => ({
  async webhookEndpointDeliveries({ tx, principal, params, query: { limit, cursor, ...filters } }) {
    const bound = { tenantId: principal.tenantId, list: `deliveries of ${params.id}`, filters };
    const [before] = cursor === undefined ? [] : cursors.decode(bound, cursor);
    await requireEndpoint(tx, params.id);
    const deliveries = await listDeliveries(
      tx,
      params.id,
      filters,
      before as string | undefined,
      limit + 1,
    );
    const attempts = byDelivery(
      deliveries.length === 0 ? [] : await listAttempts(tx, deliveries.slice(0, limit)),
    );
    return cursors.page(bound, deliveries, limit, {
      position: (d) => [d.id],
      present: (d) => deliveryResource(d, attempts.get(d.id) ?? [], false),
    });
  },

  async webhookDeliveryGet({ tx, params }) {
    await requireEndpoint(tx, params.id);
    const delivery = await existing(tx, params.id, params.deliveryId);
    return deliveryResource(delivery, await listAttempts(tx, [delivery]), true);
  },

  async webhookDeliveryRedeliver({ tx, params, ifMatch }) {
    const lane = isId('webhookEndpoint', params.id) ? await lockLane(tx, params.id) : undefined;
    if (!lane) throw problem('not_found');
    const delivery = await existing(tx, params.id, params.deliveryId);
    ifMatch(contentVersion(deliveryResource(delivery, await listAttempts(tx, [delivery]), true)));
    if (!deliveryTurn(delivery.status, 'redelivered'))
      throw problem('invalid_state', {
        detail: `a delivery that is ${delivery.status} cannot be sent again`,
      });
    if (!lane.enabled) throw problem('invalid_state', { detail: 'the endpoint is not enabled' });
    if (!(await isEventKept(tx, delivery)))
      throw problem('event_expired', { detail: 'the event is no longer kept' });
    const now = clock();
    const isFresh = delivery.status !== 'pending';
    const expiresAt = isFresh ? now + deliveryMaxAge : delivery.expiresAt.getTime();
    await requeueDelivery(tx, delivery, { now, expiresAt, isFresh });
    await wakeLanes(tx, [params.id], {
      now,
      openSince: delivery.eventIngestedAt.getTime(),
      expiresAt,
    });
    tx.afterCommit(() => onOwed(tx.context.tenantId));
    return deliveryResource(
      await existing(tx, params.id, params.deliveryId),
      await listAttempts(tx, [delivery]),
      true,
    );
  },
});
