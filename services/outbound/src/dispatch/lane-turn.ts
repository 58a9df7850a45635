import { planByIndex } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import type { HeldDestination } from '@platform/kit/delivery';
import { newId } from '@platform/kit/ids';
import { attemptToSend } from '../attempts/attempt.ts';
import type { AttemptRequest } from '../attempts/attempt.ts';
import { withoutQuery } from '../attempts/attempt-record.ts';
import type { EndedDelivery } from '../attempts/delivery-outcome.ts';
import type { OutcomeRecorder } from '../attempts/outcome-recorder.ts';
import {
  claimDeliveries,
  listOrphans,
  nextDeliveryAt,
  upsertAttempts,
} from '../deliveries/delivery-queue.ts';
import type { ClaimedDelivery } from '../deliveries/delivery-queue.ts';
import { lockHeldLane, releaseLane } from '../lanes/lane-leases.ts';
import type { LaneRecord } from '../lanes/lane-record.ts';
import { updateHealth } from '../lanes/lanes.ts';
import type { EndpointTarget, EndpointTargets } from '../webhooks/endpoint-target.ts';
import {
  concurrencyOf,
  dueAgainAt,
  startable,
  startsAt,
  withoutTrial,
  withTrial,
} from './lane-plan.ts';
import type { LaneLoad } from './lane-plan.ts';
import type { LaneSlots } from './lane-slots.ts';

export interface TurnDeps {
  targets: EndpointTargets;
  recorder: OutcomeRecorder;
  atMostOnce: boolean;
  clock: () => number;
}

export interface TurnInput {
  lane: HeldDestination;
  slots: LaneSlots;
  /** Attempts that ended since the last turn. */
  ended: readonly EndedDelivery[];
  /** Deliveries claimed by this holder without a recorded outcome, including those of `ended`. */
  openIds: readonly string[];
  hasOverdue: boolean;
  mustLookForOrphans: boolean;
  /** Claims nothing more: the process is stopping, or other lanes are waiting. */
  isClosing: boolean;
}

/** A claimed delivery with its request. */
export interface ClaimedAttempt {
  delivery: ClaimedDelivery;
  request: AttemptRequest;
}

/** The committed result of a turn. */
export interface Turn {
  claimed: ClaimedAttempt[];
  target: EndpointTarget;
  /** When to look again; undefined: only after an attempt ends. */
  lookAgainMs: number | undefined;
  isReleased: boolean;
}

const pollMs = 1_000;

const requestFor = (delivery: ClaimedDelivery, startedAt: number): AttemptRequest => ({
  id: newId('webhookAttempt'),
  deliveryId: delivery.id,
  number: delivery.attemptCount,
  trigger: delivery.manual ? 'manual' : 'scheduled',
  startedAt,
  eventId: delivery.eventId,
  eventType: delivery.eventType,
  eventSeq: delivery.eventSeq,
  body: delivery.body ?? '',
});

async function claim(
  tx: Tx,
  { atMostOnce }: TurnDeps,
  { lane: { destinationId, epoch }, slots, isClosing }: TurnInput,
  { lane, target, load }: { lane: LaneRecord; target: EndpointTarget; load: LaneLoad },
): Promise<ClaimedAttempt[]> {
  const limit = slots.reserve(isClosing ? 0 : startable(lane, target, load));
  if (limit === 0) return [];
  const deliveries = await claimDeliveries(tx, destinationId, {
    epoch,
    now: load.now,
    limit,
    openSince: lane.openSince,
    isStrict: target.ordering === 'strict',
  });
  const claimed = deliveries.map((delivery, place) => {
    const at = Math.round(startsAt(lane, target, { now: load.now, place }));
    return { delivery, request: requestFor(delivery, at) };
  });
  // The attempt's row precedes the request: after a crash, it shows that the request may have been
  // sent.
  if (atMostOnce && claimed.length > 0)
    await upsertAttempts(
      tx,
      claimed.map(({ request }) => attemptToSend(target, request)),
    );
  return claimed;
}

/**
 * Keeps a lane without attempts in flight for a moment to wait for its rate, or releases it until
 * its next delivery is due.
 */
async function rest(
  tx: Tx,
  { isClosing }: TurnInput,
  { lane, target, load }: { lane: LaneRecord; target: EndpointTarget; load: LaneLoad },
): Promise<Pick<Turn, 'lookAgainMs' | 'isReleased'>> {
  const { now } = load;
  const isStrict = target.ordering === 'strict';
  const due = lane.enabled
    ? await nextDeliveryAt(tx, lane.endpointId, { openSince: lane.openSince, isStrict, now })
    : null;
  const paceMs = Math.max(0, (lane.pacedUntil ?? 0) - now);
  const isPacedOnly =
    paceMs > 0 && !isClosing && startable({ ...lane, pacedUntil: null }, target, load) > 0;
  if (due !== null && due <= now && isPacedOnly && paceMs <= pollMs)
    return { lookAgainMs: Math.ceil(paceMs), isReleased: false };
  const dueAt = dueAgainAt(lane, due);
  await releaseLane(
    tx,
    lane.endpointId,
    isClosing && dueAt !== null ? Math.max(dueAt, now) : dueAt,
  );
  return { lookAgainMs: undefined, isReleased: true };
}

/** Records what a dead holder left in flight. */
async function recordOrphans(
  tx: Tx,
  { recorder }: TurnDeps,
  { openIds }: TurnInput,
  { before, target }: { before: LaneRecord; target: EndpointTarget },
): Promise<void> {
  const orphans = await listOrphans(tx, before.endpointId, openIds);
  if (orphans.length > 0)
    await recorder.recordAbandoned(tx, before, orphans, withoutQuery(target.url));
}

/**
 * Takes one turn of a lane in one transaction: records finished attempts, claims new ones.
 * undefined if the lane is lost.
 */
export async function takeTurn(
  tx: Tx,
  deps: TurnDeps,
  input: TurnInput,
): Promise<Turn | undefined> {
  const { lane: held, ended, openIds, hasOverdue } = input;
  const [before] = await Promise.all([lockHeldLane(tx, held), planByIndex(tx)]);
  const target = before && (await deps.targets.of(tx, held.destinationId, before.revision));
  if (!before || !target) return undefined;
  const now = deps.clock();
  if (input.mustLookForOrphans) await recordOrphans(tx, deps, input, { before, target });
  const judged = await deps.recorder.judge(tx, before, ended);
  const lane = withTrial(judged, now);
  // Attempts that end during this turn count as in flight: the next turn records them.
  const underWay = openIds.length - ended.length;
  const load: LaneLoad = { now, underWay, hasOverdue };
  // The database runs them in this order, without a round trip between them.
  const recording = deps.recorder.record(tx, judged, ended);
  const [claimed] = await Promise.all([claim(tx, deps, input, { lane, target, load }), recording]);
  const isIdle = claimed.length === 0 && underWay === 0;
  const after: LaneRecord = {
    ...(isIdle ? withoutTrial(lane) : lane),
    pacedUntil:
      claimed.length === 0
        ? lane.pacedUntil
        : startsAt(lane, target, { now, place: claimed.length }),
  };
  if (ended.length > 0 || claimed.length > 0)
    await updateHealth(tx, held.destinationId, after.health, after);
  if (isIdle) return { claimed, target, ...(await rest(tx, input, { lane: after, target, load })) };
  const isFull = concurrencyOf(after, target, load) <= underWay + claimed.length;
  return { claimed, target, lookAgainMs: isFull ? undefined : pollMs, isReleased: false };
}
