import { isId } from '@platform/contracts';
import type { Database, Tx } from '@platform/kit/database';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount, RpcRunner } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';
import type { DeliveryExplanation } from '@platform/protos';
import type { Block } from '../lanes/lane-blocks.ts';
import { listAttempts } from './attempt-store.ts';
import type { AttemptRecord } from './attempt-store.ts';
import { findDeliveryPlace } from './delivery-store.ts';
import type { DeliveryRecord } from './delivery-store.ts';
import { deliveryBlocks, earliestAttemptAt } from './delivery-blocks.ts';
import { existingLane, queueOf } from './endpoint-lane.ts';
import { existingDelivery } from './redelivery.ts';

const iso = (at: Date | null): string => at?.toISOString() ?? '';

const attemptOf = (attempt: AttemptRecord) => ({
  number: attempt.number,
  startedAt: attempt.startedAt.toISOString(),
  trigger: attempt.trigger,
  url: attempt.url,
  durationMs: attempt.durationMs,
  outcome: attempt.outcome ?? 'aborted',
  error: attempt.error ?? '',
  responseStatus: attempt.responseStatus ?? 0,
});

const explanation = (
  delivery: DeliveryRecord,
  attempts: readonly AttemptRecord[],
  blocks: readonly Block[],
): Omit<DeliveryExplanation, 'tenantId'> => ({
  id: delivery.id,
  endpointId: delivery.endpointId,
  eventId: delivery.eventId,
  eventType: delivery.eventType,
  status: delivery.status,
  reason: delivery.reason ?? '',
  attemptCount: delivery.attemptCount,
  createdAt: delivery.createdAt.toISOString(),
  nextAttemptAt: iso(earliestAttemptAt(delivery, blocks)),
  expiresAt: delivery.expiresAt.toISOString(),
  completedAt: iso(delivery.completedAt),
  blockedBy: blocks.map(({ reason, until }) => ({
    reason,
    until: until === null ? '' : new Date(until).toISOString(),
  })),
  attempts: attempts.map(attemptOf),
});

async function explain(tx: Tx, place: { endpointId: string; id: string }, now: number) {
  const delivery = await existingDelivery(tx, place.endpointId, place.id);
  const queue = await queueOf(tx, await existingLane(tx, place.endpointId), now);
  return explanation(delivery, await listAttempts(tx, [delivery]), deliveryBlocks(delivery, queue));
}

/** `platform.outbound.v1.Deliveries`: explains to operators why a delivery was or was not sent. */
export const deliveriesRpc = ({
  db,
  rpcRunner,
  clock,
}: {
  db: Pick<Database, 'work'>;
  rpcRunner: Pick<RpcRunner, 'read'>;
  clock: () => number;
}): RpcMount =>
  serveRpc(
    'platform.outbound.v1.Deliveries',
    {
      async Explain({ deliveryId: id }, call) {
        const place = isId('webhookDelivery', id)
          ? await db.work((tx) => findDeliveryPlace(tx, id))
          : undefined;
        if (!place) throw problem('not_found', { detail: `No delivery ${id} was found.` });
        const { tenantId, endpointId } = place;
        const explained = await rpcRunner.read(call, tenantId, (tx) =>
          explain(tx, { endpointId, id }, clock()),
        );
        return { tenantId, ...explained };
      },
    },
    { Explain: ['platform-operator'] },
  );
