import type { LaneRecord } from '../lanes/lane-record.ts';
import type { EndpointTarget } from '../webhooks/endpoint-target.ts';

/** The attempts in flight of a lane. */
export interface LaneLoad {
  now: number;
  underWay: number;
  /** Whether an attempt has been in flight for so long that the endpoint counts as slow. */
  hasOverdue: boolean;
  /** How long an attempt takes; undefined if it is not known yet. */
  attemptMs?: number | undefined;
}

type Pace = Pick<EndpointTarget, 'ordering' | 'intervalMs'>;

/** How early attempts are claimed. */
const aheadMs = 250;
/** How long the deliveries that a lane claims ahead may take, and how many there may be: their events are in memory. */
const queueMs = 2_000;
const mostAhead = 128;

/** Lets an open circuit whose time is over try one delivery. */
export function withTrial(lane: LaneRecord, now: number): LaneRecord {
  const { circuit, circuitUntil } = lane.health;
  if (circuit !== 'open' || (circuitUntil ?? 0) > now) return lane;
  return { ...lane, health: { ...lane.health, circuit: 'half_open' } };
}

/** Reverts a trial that found no delivery. */
export function withoutTrial(lane: LaneRecord): LaneRecord {
  if (lane.health.circuit !== 'half_open') return lane;
  return { ...lane, health: { ...lane.health, circuit: 'open' } };
}

const isBlocked = ({ enabled, tenantPauses, health }: LaneRecord, now: number): boolean =>
  !enabled ||
  tenantPauses.length > 0 ||
  (health.pausedUntil ?? 0) > now ||
  health.circuit === 'open';

/** Returns how many requests of the lane may be in flight; an overdue one forfeits the earned concurrency. */
export function concurrencyOf(
  { health }: LaneRecord,
  { ordering }: Pace,
  { hasOverdue }: LaneLoad,
): number {
  const isSingle = health.circuit === 'half_open' || ordering === 'strict' || hasOverdue;
  return isSingle ? 1 : health.concurrency;
}

/** Returns the number of attempts that the endpoint's rate allows to start now or shortly. */
function inPace(pacedUntil: number, { intervalMs }: Pace, now: number): number {
  if (pacedUntil > now + aheadMs) return 0;
  return Math.max(1, Math.floor((now + aheadMs - Math.max(pacedUntil, now)) / intervalMs) + 1);
}

/** Returns how many attempts the lane may start now, regardless of slots. */
export function startable(lane: LaneRecord, pace: Pace, load: LaneLoad): number {
  if (isBlocked(lane, load.now)) return 0;
  const room = concurrencyOf(lane, pace, load) - load.underWay;
  return Math.max(0, Math.min(room, inPace(lane.pacedUntil ?? 0, pace, load.now)));
}

/**
 * Returns how many deliveries a lane may have in its queue. Only a lane whose attempts succeed in
 * time has one, because after a failure nothing more may be sent for a while.
 */
export function queueable(lane: LaneRecord, pace: Pace, load: LaneLoad): number {
  const { circuit, priorityClass } = lane.health;
  const isProven = priorityClass === 'good' && circuit === 'closed' && !isBlocked(lane, load.now);
  if (!isProven || pace.ordering === 'strict' || load.hasOverdue || !load.attemptMs) return 0;
  const inTime = (concurrencyOf(lane, pace, load) * queueMs) / load.attemptMs;
  return Math.min(mostAhead, Math.floor(inTime));
}

/** Returns the number of claims that the endpoint's rate allows. */
export const claimableInPace = (lane: LaneRecord, pace: Pace, now: number): number =>
  inPace(lane.pacedUntil ?? 0, pace, now);

/** Returns when the attempt at this index of a batch starts under the endpoint's rate. */
export const startsAt = (
  { pacedUntil }: LaneRecord,
  { intervalMs }: Pace,
  { now, place }: { now: number; place: number },
): number => Math.max(pacedUntil ?? 0, now) + place * intervalMs;

/** Returns when a lane without attempts in flight is due again: with its next delivery, unless blocked. */
export function dueAgainAt(lane: LaneRecord, nextDeliveryAt: number | null): number | null {
  if (nextDeliveryAt === null) return null;
  const { circuit, circuitUntil, pausedUntil } = lane.health;
  return Math.max(
    nextDeliveryAt,
    (circuit === 'open' ? circuitUntil : null) ?? 0,
    pausedUntil ?? 0,
    lane.pacedUntil ?? 0,
  );
}
