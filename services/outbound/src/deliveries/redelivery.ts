import { isId } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { found, problem } from '@platform/kit/problem';
import type { LaneRecord } from '../lanes/lane-record.ts';
import { wakeLanes } from '../lanes/lanes.ts';
import { findDelivery, isEventKept, requeueDelivery } from './delivery-store.ts';
import type { DeliveryRecord } from './delivery-store.ts';
import { deliveryTurn } from './delivery-state.ts';

/** Returns the delivery of the endpoint. @throws 404 `not_found` */
export async function existingDelivery(
  tx: Tx,
  endpointId: string,
  id: string,
): Promise<DeliveryRecord> {
  return found(isId('webhookDelivery', id) ? await findDelivery(tx, endpointId, id) : undefined);
}

async function requireSendable(
  tx: Tx,
  delivery: DeliveryRecord,
  { enabled }: LaneRecord,
): Promise<void> {
  if (!deliveryTurn(delivery.status, 'redelivered'))
    throw problem('invalid_state', {
      detail: `A delivery that is ${delivery.status} cannot be redelivered`,
    });
  if (!enabled)
    throw problem('invalid_state', { detail: 'The endpoint is not enabled; enable it first' });
  if (!(await isEventKept(tx, delivery)))
    throw problem('event_expired', { detail: 'The event has expired' });
}

/**
 * Makes a delivery due now; an ended one starts a new schedule. The lane is locked.
 * @throws 409 `invalid_state`, 410 `event_expired`
 */
export async function redeliver(
  tx: Tx,
  delivery: DeliveryRecord,
  lane: LaneRecord,
  { now, deliveryMaxAge }: { now: number; deliveryMaxAge: number },
): Promise<void> {
  await requireSendable(tx, delivery, lane);
  const isFresh = delivery.status !== 'pending';
  const expiresAt = isFresh ? now + deliveryMaxAge : delivery.expiresAt.getTime();
  const openSince = delivery.eventIngestedAt.getTime();
  await requeueDelivery(tx, delivery, { now, expiresAt, isFresh });
  await wakeLanes(tx, [delivery.endpointId], { now, openSince, expiresAt });
}
