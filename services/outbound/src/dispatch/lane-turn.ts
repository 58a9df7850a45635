import type { HeldDestination } from '@platform/kit/delivery';
import { newId } from '@platform/kit/ids';
import type { AttemptRequest } from '../attempts/attempt.ts';
import type { EndedDelivery } from '../attempts/delivery-outcome.ts';
import type { ClaimedDelivery, EventBody } from '../deliveries/delivery-queue.ts';
import type { LaneRecord } from '../lanes/lane-record.ts';
import type { EndpointTarget } from '../webhooks/endpoint-target.ts';
import {
  claimableInPace,
  concurrencyOf,
  dueAgainAt,
  queueable,
  startable,
  startsAt,
  withoutTrial,
} from './lane-plan.ts';
import type { LaneLoad } from './lane-plan.ts';
import type { LaneSlots } from './lane-slots.ts';

/** A lane that asks for a turn. */
export interface TurnInput {
  lane: HeldDestination;
  slots: LaneSlots;
  /** Attempts that ended since the last turn. */
  ended: readonly EndedDelivery[];
  /** Deliveries claimed by this holder without a recorded outcome, including those of `ended`. */
  openIds: readonly string[];
  /** Number of requests in progress, or ended and not among `ended`. */
  underWay: number;
  /** How long an attempt takes; undefined if it is not known yet. */
  attemptMs: number | undefined;
  /** Number of deliveries that were claimed ahead. */
  queued: number;
  /** Takes those that are still unsent out of the queue, to return them. */
  takeQueue(): ClaimedDelivery[];
  hasOverdue: boolean;
  mustLookForOrphans: boolean;
  /** Claims nothing more: the process is stopping, or other lanes are waiting. */
  isClosing: boolean;
}

/** A claimed delivery with its request, which is undefined if the event is gone. */
export interface ClaimedAttempt {
  delivery: ClaimedDelivery;
  request: AttemptRequest | undefined;
}

/** The committed result of a turn. */
export interface Turn {
  claimed: ClaimedAttempt[];
  target: EndpointTarget;
  /** When to look again; undefined: only after an attempt ends. */
  lookAgainMs: number | undefined;
  isReleased: boolean;
}

/** A lane in its turn: its row is locked, and the attempts that ended are counted. */
export interface LaneView {
  input: TurnInput;
  /** After the attempts that ended. */
  judged: LaneRecord;
  /** The same, with the trial of a circuit whose pause is over. */
  lane: LaneRecord;
  target: EndpointTarget;
  load: LaneLoad;
}

/** How many deliveries the lane claims, and those that it returns. */
export interface ClaimPlan {
  limit: number;
  unsent: ClaimedDelivery[];
}

/** A lane after its claim; `rest` says what follows if it has no attempts in flight. */
export interface LaneAfterClaim extends LaneView {
  claimed: ClaimedAttempt[];
  after: LaneRecord;
  isIdle: boolean;
  /** Whether its row changes. */
  hasChanged: boolean;
  lookAgainMs: number | undefined;
}

const pollMs = 1_000;

const requestFor = (
  delivery: ClaimedDelivery,
  event: EventBody,
  startedAt: number,
): AttemptRequest => ({
  id: newId('webhookAttempt'),
  deliveryId: delivery.id,
  number: delivery.attemptCount,
  trigger: delivery.manual ? 'manual' : 'scheduled',
  startedAt,
  eventId: delivery.eventId,
  eventType: delivery.eventType,
  eventSeq: delivery.eventSeq,
  event,
});

/** Reserves slots, and plans the claim. At most `mostAhead` deliveries are claimed ahead. */
export function planClaim(
  { input: { slots, isClosing, queued, takeQueue }, lane, target, load }: LaneView,
  { atMostOnce, mostAhead }: { atMostOnce: boolean; mostAhead: number },
): ClaimPlan {
  const free = slots.reserve(isClosing ? 0 : startable(lane, target, load));
  const mayQueue = !atMostOnce && free + load.underWay > 0;
  const ahead = mayQueue ? Math.min(mostAhead, queueable(lane, target, load)) : 0;
  if (ahead === 0) return { limit: free, unsent: queued > 0 ? takeQueue() : [] };
  if (isClosing) return { limit: 0, unsent: [] };
  const limit = Math.min(free + ahead - queued, claimableInPace(lane, target, load.now));
  return { limit: Math.max(0, limit), unsent: [] };
}

/** Returns the lane with what it has claimed. */
export function afterClaim(
  view: LaneView,
  { unsent }: ClaimPlan,
  deliveries: readonly ClaimedDelivery[],
): LaneAfterClaim {
  const { input, lane, target, load } = view;
  const { now, underWay } = load;
  const claimed = deliveries.map((delivery, place) => {
    const at = Math.round(startsAt(lane, target, { now, place }));
    const { event } = delivery;
    return { delivery, request: event ? requestFor(delivery, event, at) : undefined };
  });
  const queued = input.queued - unsent.length + claimed.length;
  const isIdle = queued === 0 && underWay === 0;
  const after: LaneRecord = {
    ...(isIdle ? withoutTrial(lane) : lane),
    pacedUntil:
      claimed.length === 0
        ? lane.pacedUntil
        : startsAt(lane, target, { now, place: claimed.length }),
  };
  // With deliveries in the queue, the lane may change before they are sent.
  const isFull = queued === concurrencyOf(after, target, load) - underWay;
  return {
    ...view,
    claimed,
    after,
    isIdle,
    hasChanged: input.ended.length > 0 || claimed.length > 0,
    lookAgainMs: isFull ? undefined : pollMs,
  };
}

/**
 * Returns how a lane without attempts in flight continues: it waits a moment for its rate, or is
 * released until its next delivery is due.
 */
export function restOf(
  { input: { isClosing }, after: lane, target, load }: LaneAfterClaim,
  due: number | null,
): { waitMs: number } | { dueAt: number | null } {
  const { now } = load;
  const paceMs = Math.max(0, (lane.pacedUntil ?? 0) - now);
  const isPacedOnly =
    paceMs > 0 && !isClosing && startable({ ...lane, pacedUntil: null }, target, load) > 0;
  if (due !== null && due <= now && isPacedOnly && paceMs <= pollMs)
    return { waitMs: Math.ceil(paceMs) };
  const dueAt = dueAgainAt(lane, due);
  return { dueAt: isClosing && dueAt !== null ? Math.max(dueAt, now) : dueAt };
}
