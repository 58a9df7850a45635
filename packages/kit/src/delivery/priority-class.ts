/** The claim of a destination to slots when they are short: it answers in time, has no past, or fails or is slow. */
export type PriorityClass = 'good' | 'new' | 'poor';

/** In this order destinations get slots. */
export const priorityClasses: readonly PriorityClass[] = ['good', 'new', 'poor'];

/** An attempt that takes so many milliseconds makes its destination slow. */
export const slowMs = 5_000;
