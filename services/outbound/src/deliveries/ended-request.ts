import type { PlatformEvent } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { listLanes } from '../lanes/lanes.ts';
import { upsertAttempts } from './attempt-store.ts';
import type { AttemptRecord } from './attempt-store.ts';
import { insertEndedDelivery } from './delivery-store.ts';
import type { DeliveryRecord } from './delivery-store.ts';

/** A request that is over. */
export interface EndedRequest {
  endpointId: string;
  deliveryId: string;
  event: Pick<PlatformEvent, 'id' | 'type'>;
  trigger: DeliveryRecord['trigger'];
  attempt: { record: AttemptRecord; endedAt: number };
}

/** Records a request that belongs to no lane: in the deliveries list, and nowhere else. Nothing is kept for an endpoint that was deleted meanwhile. */
export async function recordEnded(
  tx: Tx,
  { endpointId, deliveryId, event, trigger, attempt: { record, endedAt } }: EndedRequest,
): Promise<void> {
  if (!(await listLanes(tx, [endpointId])).has(endpointId)) return;
  const isSuccess = record.outcome === 'succeeded';
  await insertEndedDelivery(tx, {
    id: deliveryId,
    endpointId,
    eventId: event.id,
    eventIngestedAt: record.startedAt,
    eventSeq: null,
    eventType: event.type,
    trigger,
    status: isSuccess ? 'succeeded' : 'dead_lettered',
    reason: isSuccess ? null : 'exhausted',
    attemptCount: 1,
    step: 1,
    manual: false,
    nextAttemptAt: null,
    claimedAt: null,
    createdAt: record.startedAt,
    expiresAt: new Date(endedAt),
    completedAt: new Date(endedAt),
  });
  await upsertAttempts(tx, [record]);
}

/** Records a test. */
export const recordTest = (tx: Tx, test: Omit<EndedRequest, 'trigger'>): Promise<void> =>
  recordEnded(tx, { ...test, trigger: 'test' });
