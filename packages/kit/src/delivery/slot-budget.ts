import type { PriorityClass } from './priority-class.ts';

/** Attempts in progress, as the limits count them. */
export interface SlotUsage {
  total: number;
  /** In progress for so long that their destination counts as slow. */
  overdue: number;
  /** Overdue, or of failing or slow destinations. */
  slow: number;
  /** Slow, or of destinations without a history. */
  unproven: number;
  /** Beyond the first attempt of each destination. */
  extra: number;
}

/** A request for a slot. */
export interface SlotWish {
  priorityClass: PriorityClass;
  /** The destination has no other attempt in progress. */
  isFirst: boolean;
}

const quarterOf = (limit: number): number => Math.max(1, Math.floor(limit / 4));
const halfOf = (limit: number): number => Math.floor(limit / 2);
/** A single slot cannot be reserved. */
const openToAll = (limit: number): number => Math.max(1, limit - quarterOf(limit));

/**
 * Returns the smallest remainder of the shares: destinations that hang cannot take what others need
 * for their first attempt.
 */
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

/**
 * Returns the slots that a pod has left: a quarter is reserved for destinations that respond in
 * time, at most a quarter goes to slow ones, and at most half to second and further attempts.
 */
export const leftOfPod = (limit: number, usage: SlotUsage, wish: SlotWish): number =>
  within(wish, {
    total: limit - usage.total,
    unproven: openToAll(limit) - usage.unproven,
    slow: quarterOf(limit) - usage.slow,
    extra: halfOf(limit) - usage.extra,
  });

/**
 * Returns the slots that a tenant has left. An overdue attempt makes room for another, so that a
 * destination that hangs does not delay the rest of its tenant until it times out; including those,
 * a tenant has at most twice its limit.
 */
export const leftOfTenant = (limit: number, usage: SlotUsage, wish: SlotWish): number =>
  within(wish, {
    total: Math.min(limit - (usage.total - usage.overdue), 2 * limit - usage.total),
    unproven: openToAll(limit) - (usage.unproven - usage.overdue),
    slow: Math.max(1, halfOf(limit)) - usage.slow,
    extra: halfOf(limit) - usage.extra,
  });
