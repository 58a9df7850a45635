/** How many users may leave in one run. */
export interface LeavingLimits {
  /** Of the directory's active users. */
  percent: number;
  /** So many may always leave. */
  min: number;
}

/** Would a run let so many users leave that an administrator must look first? An empty answer of the source is such a run. */
export const isMassLeaving = (
  { active, leaving }: { active: number; leaving: number },
  { percent, min }: LeavingLimits,
): boolean => leaving > min && leaving * 100 > active * percent;
