import type { PriorityClass } from './priority-class.ts';

/** Attempts under way, as far as a limit looks at them. */
export interface SlotUsage {
  total: number;
  /** Under way for so long that their destination is slow. */
  overdue: number;
  /** Overdue, or of failing or slow lanes. */
  slow: number;
  /** Slow, or of lanes without a past. */
  unproven: number;
  /** Beyond the first of each destination. */
  extra: number;
}

/** A slot that is asked for. */
export interface SlotWish {
  priorityClass: PriorityClass;
  /** The destination has no other attempt under way. */
  isFirst: boolean;
}

const quarterOf = (limit: number): number => Math.max(1, Math.floor(limit / 4));
const halfOf = (limit: number): number => Math.floor(limit / 2);
/** With a single slot nothing can be reserved. */
const openToAll = (limit: number): number => Math.max(1, limit - quarterOf(limit));

/** The least of what the shares leave; destinations that hang cannot take what the others need for their first attempt. */
function within(
  { priorityClass, isFirst }: SlotWish,
  left: { total: number; unproven: number; slow: number; extra: number },
): number {
  const shares = [left.total];
  if (!isFirst) shares.push(left.extra);
  if (priorityClass !== 'good') shares.push(left.unproven);
  if (priorityClass === 'poor') shares.push(left.slow);
  return Math.max(0, Math.min(...shares));
}

/** Slots that a pod has left: a quarter is kept for lanes that answer in time, a quarter at most goes to slow ones, half to second and further attempts. */
export const leftOfPod = (limit: number, usage: SlotUsage, wish: SlotWish): number =>
  within(wish, {
    total: limit - usage.total,
    unproven: openToAll(limit) - usage.unproven,
    slow: quarterOf(limit) - usage.slow,
    extra: halfOf(limit) - usage.extra,
  });

/**
 * Slots that a tenant has left. An attempt that is overdue makes room for another, so that a destination that hangs does not
 * hold up the rest of its tenant until it times out; with those a tenant has at most twice its limit.
 */
export const leftOfTenant = (limit: number, usage: SlotUsage, wish: SlotWish): number =>
  within(wish, {
    total: Math.min(limit - (usage.total - usage.overdue), 2 * limit - usage.total),
    unproven: openToAll(limit) - (usage.unproven - usage.overdue),
    slow: Math.max(1, halfOf(limit)) - usage.slow,
    extra: halfOf(limit) - usage.extra,
  });
