/** Limits of how many users, groups or memberships may leave in one run. */
export interface LeavingLimits {
  /** Percentage of those that the directory has. */
  percent: number;
  /** The number that may always leave. */
  min: number;
}

/** The counts of a run for one kind. */
export interface Leaving {
  present: number;
  leaving: number;
  /**
   * The source was listed completely and is empty. A wrong base or a missing permission looks like
   * that, in small directories too.
   */
  isSourceEmpty: boolean;
}

/** Whether too many would leave in a run without an administrator's decision. */
export const isMassLeaving = (
  { present, leaving, isSourceEmpty }: Leaving,
  { percent, min }: LeavingLimits,
): boolean =>
  (isSourceEmpty && leaving > 0) || (leaving > min && leaving * 100 > present * percent);

/** The counts of a run for each kind. */
export type LeavingByKind = Record<'users' | 'groups' | 'memberships', Leaving>;

/** An error for the first kind of which too many would leave. */
export function massLeaving(
  found: LeavingByKind,
  limits: LeavingLimits,
): { code: string; detail: string } | undefined {
  for (const kind of ['users', 'groups', 'memberships'] as const) {
    const { leaving, present } = found[kind];
    if (isMassLeaving(found[kind], limits))
      return {
        code: `${kind}_leaving`,
        detail: `The run would remove ${leaving} of ${present} ${kind}, and has changed nothing`,
      };
  }
  return undefined;
}
