import type { PlatformEvent } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { listLanes } from '../lanes/lanes.ts';
import { upsertAttempts } from './attempt-store.ts';
import type { AttemptRecord } from './attempt-store.ts';
import { insertEndedDelivery } from './delivery-store.ts';
import type { DeliveryRecord } from './delivery-store.ts';

export interface EndedRequest {
  endpointId: string;
  deliveryId: string;
  event: Pick<PlatformEvent, 'id' | 'type'>;
  trigger: DeliveryRecord['trigger'];
  attempt: { record: AttemptRecord; endedAt: number };
}

/** Records a request without a lane in the deliveries list; records nothing for an endpoint that has been deleted. */
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

export const recordTest = (tx: Tx, test: Omit<EndedRequest, 'trigger'>): Promise<void> =>
  recordEnded(tx, { ...test, trigger: 'test' });
