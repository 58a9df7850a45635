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
  claimableInPace,
  concurrencyOf,
  dueAgainAt,
  queueable,
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

/** The lane as a turn sees it. */
interface LaneView {
  lane: LaneRecord;
  target: EndpointTarget;
  load: LaneLoad;
}

/** Reserves slots. Returns how many deliveries to claim, and those to return. */
function planClaim(
  { atMostOnce }: TurnDeps,
  { slots, isClosing, queued, takeQueue }: TurnInput,
  { lane, target, load }: LaneView,
): { limit: number; unsent: ClaimedDelivery[] } {
  const free = slots.reserve(isClosing ? 0 : startable(lane, target, load));
  const mayQueue = !atMostOnce && free + load.underWay > 0;
  const ahead = mayQueue ? queueable(lane, target, load) : 0;
  if (ahead === 0) return { limit: free, unsent: queued > 0 ? takeQueue() : [] };
  if (isClosing) return { limit: 0, unsent: [] };
  const limit = Math.min(free + ahead - queued, claimableInPace(lane, target, load.now));
  return { limit: Math.max(0, limit), unsent: [] };
}

async function claim(
  tx: Tx,
  { atMostOnce }: TurnDeps,
  { lane: { destinationId, epoch } }: TurnInput,
  { lane, target, load }: LaneView,
  limit: number,
): Promise<ClaimedAttempt[]> {
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
  { lane, target, load }: LaneView,
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
  const { lane: held, ended, underWay, hasOverdue, attemptMs } = input;
  const [before] = await Promise.all([lockHeldLane(tx, held), planByIndex(tx)]);
  const target = before && (await deps.targets.of(tx, held.destinationId, before.revision));
  if (!before || !target) return undefined;
  const now = deps.clock();
  if (input.mustLookForOrphans) await recordOrphans(tx, deps, input, { before, target });
  const judged = await deps.recorder.judge(tx, before, ended);
  const lane = withTrial(judged, now);
  const load: LaneLoad = { now, underWay, hasOverdue, attemptMs };
  const { limit, unsent } = planClaim(deps, input, { lane, target, load });
  // The database runs them in this order, without a round trip between them.
  const recording = deps.recorder.record(tx, judged, { ended, unsent });
  const [claimed] = await Promise.all([
    claim(tx, deps, input, { lane, target, load }, limit),
    recording,
  ]);
  const queued = input.queued - unsent.length + claimed.length;
  const isIdle = queued === 0 && underWay === 0;
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
  const room = concurrencyOf(after, target, load) - underWay;
  // With deliveries in the queue, the lane may change before they are sent.
  const isFull = queued === room;
  return { claimed, target, lookAgainMs: isFull ? undefined : pollMs, isReleased: false };
}
