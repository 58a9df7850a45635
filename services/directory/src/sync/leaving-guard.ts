/** How many users may leave in one run. */
export interface LeavingLimits {
  /** Of the directory's active users. */
  percent: number;
  /** So many may always leave. */
  min: number;
}

/** What a run has found. */
export interface LeavingUsers {
  active: number;
  leaving: number;
  /** Everybody was listed, and nobody was there: a wrong base or a lost permission looks like that, in small directories too. */
  isSourceEmpty: boolean;
}

/** Would a run let so many users leave that an administrator must look first? */
export const isMassLeaving = (
  { active, leaving, isSourceEmpty }: LeavingUsers,
  { percent, min }: LeavingLimits,
): boolean => (isSourceEmpty && leaving > 0) || (leaving > min && leaving * 100 > active * percent);
