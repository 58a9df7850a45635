import { satisfiedAcrValues } from '@platform/contracts';

/** Whether a sign-in at `actual` satisfies `wanted`. */
export const isAcrMet = (actual: string | null | undefined, wanted: string): boolean =>
  Boolean(actual) && satisfiedAcrValues(actual as string).includes(wanted);
