import type { PriorityClass } from '../lanes/lane-health.ts';

/** Attempts under way, as far as a limit looks at them. */
export interface SlotUsage {
  total: number;
  /** Under way for so long that their endpoint is slow. */
  overdue: number;
  /** Overdue, or of failing or slow lanes. */
  slow: number;
  /** Slow, or of lanes without a past. */
  unproven: number;
  /** Beyond the first of each endpoint. */
  extra: number;
}

/** A slot that is asked for. */
export interface SlotWish {
  priorityClass: PriorityClass;
  /** The endpoint has no other attempt under way. */
  isFirst: boolean;
}

const quarterOf = (limit: number): number => Math.max(1, Math.floor(limit / 4));
/** With a single slot nothing can be reserved. */
const openToAll = (limit: number): number => Math.max(1, limit - quarterOf(limit));

/** The least of what the shares leave. */
function within(
  { priorityClass }: SlotWish,
  left: { total: number; unproven: number; slow: number },
): number {
  const shares = [left.total];
  if (priorityClass !== 'good') shares.push(left.unproven);
  if (priorityClass === 'poor') shares.push(left.slow);
  return Math.max(0, Math.min(...shares));
}

/** Slots that a pod has left: a quarter is kept for lanes that answer in time, a quarter at most goes to slow ones. */
export const leftOfPod = (limit: number, usage: SlotUsage, wish: SlotWish): number =>
  within(wish, {
    total: limit - usage.total,
    unproven: openToAll(limit) - usage.unproven,
    slow: quarterOf(limit) - usage.slow,
  });

/** Slots that a tenant has left. */
export const leftOfTenant = (limit: number, usage: SlotUsage, _wish: SlotWish): number =>
  Math.max(0, limit - usage.total);
