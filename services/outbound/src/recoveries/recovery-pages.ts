import { matchesType } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { createDeliveries } from '../deliveries/delivery-creation.ts';
import { findSubscription, isDelivered, receivesEvent } from '../deliveries/subscription.ts';
import type { Subscription } from '../deliveries/subscription.ts';
import { wakeLanes } from '../lanes/lanes.ts';
import { listKeptEvents, requeuePage } from './recovery-store.ts';
import type { KeptEvent, RecoveryPage, RecoveryRecord } from './recovery-store.ts';

export interface RecoveryPageOptions {
  deliveredTypes: ReadonlySet<string>;
  deliveryMaxAge: number;
  pageSize: number;
  clock: () => number;
}

/** Redelivers a page of dead-lettered deliveries. */
export async function failedPage(
  tx: Tx,
  recovery: RecoveryRecord,
  { deliveryMaxAge, pageSize, clock }: RecoveryPageOptions,
): Promise<RecoveryPage> {
  const now = clock();
  const expiresAt = now + deliveryMaxAge;
  const limits = { now, expiresAt, limit: pageSize };
  const { openSince, ...page } = await requeuePage(tx, recovery, limits);
  if (openSince !== null) await wakeLanes(tx, [recovery.endpointId], { now, openSince, expiresAt });
  return page;
}

const isWanted = (
  { type }: KeptEvent,
  { eventTypes }: RecoveryRecord,
  deliveredTypes: ReadonlySet<string>,
): boolean =>
  isDelivered(type, deliveredTypes) &&
  (eventTypes === null || eventTypes.some((entry) => matchesType(entry, type)));

const isSubscribed = (
  { type, organizationId, subjectId }: KeptEvent,
  subscription: Subscription,
): boolean =>
  receivesEvent({ type, organizationId, subject: { type: '', id: subjectId } }, subscription);

/** Creates deliveries for a page of stored events without one. */
export async function missingPage(
  tx: Tx,
  recovery: RecoveryRecord,
  { deliveredTypes, deliveryMaxAge, pageSize, clock }: RecoveryPageOptions,
): Promise<RecoveryPage> {
  const { endpointId } = recovery;
  const events = await listKeptEvents(tx, recovery, pageSize);
  const subscription = await findSubscription(tx, endpointId);
  const missing = events.filter(
    (e) => subscription && isWanted(e, recovery, deliveredTypes) && isSubscribed(e, subscription),
  );
  const enqueued = await createDeliveries(
    tx,
    missing.map((e) => ({
      id: newId('webhookDelivery'),
      endpointId,
      eventId: e.id,
      eventIngestedAt: e.ingestedAt.toISOString(),
      eventSeq: e.seq,
      eventType: e.type,
    })),
    { trigger: 'recovery', now: clock(), deliveryMaxAge },
  );
  return {
    examined: events.length,
    enqueued,
    position: events.at(-1)?.seq ?? recovery.position,
    isLast: events.length < pageSize,
  };
}
