import type { LaneRecord } from '../lanes/lane-record.ts';
import type { EndpointTarget } from '../webhooks/endpoint-target.ts';

/** The attempts in flight of a lane. */
export interface LaneLoad {
  now: number;
  underWay: number;
  /** Whether an attempt has been in flight for so long that the endpoint counts as slow. */
  hasOverdue: boolean;
}

type Pace = Pick<EndpointTarget, 'ordering' | 'intervalMs'>;

/** How early attempts are claimed. */
const aheadMs = 250;
/** Most deliveries that a lane claims ahead: their events are in memory. */
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
 * Returns how many deliveries a lane may have claimed beyond its requests in progress, if
 * `endedPerMs` requests end per millisecond. Only a lane whose attempts succeed in time claims
 * ahead, because a failure may mean that nothing more is sent for a while.
 */
export function claimableAhead(
  lane: LaneRecord,
  { ordering }: Pace,
  { now, hasOverdue }: LaneLoad,
  endedPerMs: number,
): number {
  const { circuit, priorityClass } = lane.health;
  const isProven = priorityClass === 'good' && circuit === 'closed' && !hasOverdue;
  if (!isProven || ordering === 'strict' || isBlocked(lane, now)) return 0;
  return Math.min(mostAhead, Math.round(endedPerMs * aheadMs));
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
