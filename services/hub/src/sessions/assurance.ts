import { satisfiedAcrValues } from '@platform/contracts';

/** The levels, weakest first. */
const levels = ['aal1', 'aal2', 'aal3'];

/** Returns the values that a session with this `acr` satisfies, unless its sign-in recorded more. */
export const satisfiedBy = (acr: string | undefined): string[] =>
  acr === undefined ? [] : satisfiedAcrValues(acr);

/** Returns the `acr` for a client: the first requested value that the session satisfies, or else the session's own. */
export const acrFor = (
  asked: readonly string[],
  session: { acr?: string; satisfiedAcr?: readonly string[] },
): string | undefined => {
  const satisfied = session.satisfiedAcr ?? satisfiedBy(session.acr);
  return asked.find((value) => satisfied.includes(value)) ?? session.acr;
};

/** Returns how the assurance changed between two values of `acr`; undefined if it did not. */
export function assuranceChange(
  before: string | undefined,
  after: string | undefined,
): 'step_up' | 'step_down' | undefined {
  if (before === after) return undefined;
  const [from, to] = [levels.indexOf(before ?? ''), levels.indexOf(after ?? '')];
  return to >= from ? 'step_up' : 'step_down';
}
