import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import type { IngestedEvent } from '../ingestion/ingested.ts';
import { insertDeliveries } from './delivery-store.ts';
import type { NewDelivery } from './delivery-store.ts';
import { wakeLanes } from '../lanes/lanes.ts';
import { isDelivered, receivesEvent, listSubscriptions } from './subscription.ts';

/**
 * Creates deliveries for the enabled ones of these endpoints, and wakes their lanes. Returns the
 * number of new deliveries. Locks lanes first: an earlier disable is seen, a later one finds the
 * deliveries.
 */
export async function createDeliveries(
  tx: Tx,
  owed: readonly NewDelivery[],
  {
    trigger,
    now,
    deliveryMaxAge,
  }: { trigger: 'event' | 'recovery'; now: number; deliveryMaxAge: number },
): Promise<number> {
  if (owed.length === 0) return 0;
  const expiresAt = now + deliveryMaxAge;
  const openSince = Math.min(...owed.map((o) => Date.parse(o.eventIngestedAt)));
  const open = await wakeLanes(tx, [...new Set(owed.map((o) => o.endpointId))], {
    now,
    openSince,
    expiresAt,
  });
  return insertDeliveries(
    tx,
    owed.filter((o) => open.has(o.endpointId)),
    { trigger, now, expiresAt },
  );
}

/**
 * Creates the deliveries of new events for the endpoints that subscribe to them, in the transaction
 * that numbers the events.
 */
export const deliveryCreation =
  ({
    deliveredTypes,
    deliveryMaxAge,
    clock,
    onDeliveriesDue,
  }: {
    deliveredTypes: ReadonlySet<string>;
    deliveryMaxAge: number;
    clock: () => number;
    onDeliveriesDue: (tenantId: string) => void;
  }) =>
  async (tx: Tx, tenantId: string, rows: readonly IngestedEvent[]): Promise<void> => {
    const delivered = rows.filter(({ event }) => isDelivered(event.type, deliveredTypes));
    if (delivered.length === 0) return;
    const subscriptions = await listSubscriptions(tx);
    const owed = delivered.flatMap(({ seq, ingestedAt, event }) =>
      subscriptions
        .filter((s) => receivesEvent(event, s))
        .map(({ endpointId }) => ({
          id: newId('webhookDelivery'),
          endpointId,
          eventId: event.id,
          eventIngestedAt: ingestedAt,
          eventSeq: seq,
          eventType: event.type,
        })),
    );
    if (owed.length === 0) return;
    await createDeliveries(tx, owed, { trigger: 'event', now: clock(), deliveryMaxAge });
    tx.afterCommit(() => onDeliveriesDue(tenantId));
  };
