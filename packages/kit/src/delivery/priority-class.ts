/**
 * The priority of a destination when slots are scarce: it responds in time, has no history, or
 * fails or is slow.
 */
export type PriorityClass = 'good' | 'new' | 'poor';

/** The order in which destinations get slots. */
export const priorityClasses: readonly PriorityClass[] = ['good', 'new', 'poor'];

/** An attempt that takes at least this many milliseconds makes its destination slow. */
export const slowMs = 5_000;
