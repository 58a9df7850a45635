import type { LaneRecord } from '../lanes/lane-record.ts';
import type { EndpointTarget } from '../webhooks/endpoint-target.ts';

/** What a lane has under way. */
export interface LaneLoad {
  now: number;
  underWay: number;
  /** One of them has been under way for so long that the endpoint is slow. */
  hasOverdue: boolean;
}

type Pace = Pick<EndpointTarget, 'ordering' | 'intervalMs'>;

/** Attempts are claimed so long before their time. */
const aheadMs = 250;

/** A circuit whose time is over lets one delivery try. */
export function withTrial(lane: LaneRecord, now: number): LaneRecord {
  const { circuit, circuitUntil } = lane.health;
  if (circuit !== 'open' || (circuitUntil ?? 0) > now) return lane;
  return { ...lane, health: { ...lane.health, circuit: 'half_open' } };
}

/** A trial that found no delivery to try has not begun. */
export function withoutTrial(lane: LaneRecord): LaneRecord {
  if (lane.health.circuit !== 'half_open') return lane;
  return { ...lane, health: { ...lane.health, circuit: 'open' } };
}

const isBlocked = ({ enabled, tenantPauses, health }: LaneRecord, now: number): boolean =>
  !enabled ||
  tenantPauses.length > 0 ||
  (health.pausedUntil ?? 0) > now ||
  health.circuit === 'open';

/** Requests at a time that the lane may have under way; one that hangs has spoilt what others earned. */
export function concurrencyOf(
  { health }: LaneRecord,
  { ordering }: Pace,
  { hasOverdue }: LaneLoad,
): number {
  const isSingle = health.circuit === 'half_open' || ordering === 'strict' || hasOverdue;
  return isSingle ? 1 : health.concurrency;
}

/** Attempts that the endpoint's rate lets begin by now, or shortly. */
function inPace(pacedUntil: number, { intervalMs }: Pace, now: number): number {
  if (pacedUntil > now + aheadMs) return 0;
  return Math.max(1, Math.floor((now + aheadMs - Math.max(pacedUntil, now)) / intervalMs) + 1);
}

/** How many attempts the lane may start now, slots aside. */
export function startable(lane: LaneRecord, pace: Pace, load: LaneLoad): number {
  if (isBlocked(lane, load.now)) return 0;
  const room = concurrencyOf(lane, pace, load) - load.underWay;
  return Math.max(0, Math.min(room, inPace(lane.pacedUntil ?? 0, pace, load.now)));
}

/** When the attempt in this place of those that start now begins under the endpoint's rate. */
export const startsAt = (
  { pacedUntil }: LaneRecord,
  { intervalMs }: Pace,
  { now, place }: { now: number; place: number },
): number => Math.max(pacedUntil ?? 0, now) + place * intervalMs;

/** When a lane without attempts under way is due again: its next delivery is, and nothing forbids it. */
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
