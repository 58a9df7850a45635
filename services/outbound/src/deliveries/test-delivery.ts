import type { PlatformEvent } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { EndedAttempt } from './attempt.ts';
import { insertTestDelivery, upsertAttempts } from './delivery-store.ts';
import { laneGate } from './lane-gate.ts';

/** Records a test: in the deliveries list, and nowhere else. Nothing is kept for an endpoint that was deleted meanwhile. */
export async function recordTest(
  tx: Tx, { endpointId, deliveryId, event, attempt: { record, endedAt } }: { endpointId: string; deliveryId: string; event: PlatformEvent; attempt: EndedAttempt },
): Promise<void> {
  if (!(await laneGate.list(tx, [endpointId])).has(endpointId)) return;
  const isSuccess = record.outcome === 'succeeded';
  await insertTestDelivery(tx, {
    id: deliveryId, endpointId, eventId: event.id, eventIngestedAt: record.startedAt, eventSeq: null, eventType: event.type, trigger: 'test',
    status: isSuccess ? 'succeeded' : 'dead_lettered', reason: isSuccess ? null : 'exhausted', attemptCount: 1, step: 1, manual: false, nextAttemptAt: null, claimedAt: null,
    createdAt: record.startedAt, expiresAt: new Date(endedAt), completedAt: new Date(endedAt),
  });
  await upsertAttempts(tx, [record]);
}
