/** How many users, groups or memberships may leave in one run. */
export interface LeavingLimits {
  /** Percentage of those that the directory has. */
  percent: number;
  /** This many may always leave. */
  min: number;
}

/** What a run has found of one kind. */
export interface Leaving {
  present: number;
  leaving: number;
  /** The source was listed as a whole and has none: a wrong base or a lost permission looks like that, in small directories too. */
  isSourceEmpty: boolean;
}

/** Whether too many would leave in a run without a decision of an administrator. */
export const isMassLeaving = (
  { present, leaving, isSourceEmpty }: Leaving,
  { percent, min }: LeavingLimits,
): boolean =>
  (isSourceEmpty && leaving > 0) || (leaving > min && leaving * 100 > present * percent);

/** What a run has found of each kind. */
export type LeavingByKind = Record<'users' | 'groups' | 'memberships', Leaving>;

/** The first kind of which too many would leave, as an error of the run. */
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
