/** The levels, weakest first. Each one satisfies those before it. */
const levels = ['aal1', 'aal2', 'aal3'];

/** Returns the values that a session with this `acr` satisfies, unless its sign-in recorded more. */
export function satisfiedBy(acr: string | undefined): string[] {
  if (acr === undefined) return [];
  const level = levels.indexOf(acr);
  if (level >= 0) return levels.slice(0, level + 1);
  // OpenID EAP ACR Values 1.0: hardware-protected (phrh) is also phishing-resistant (phr).
  return acr === 'phrh' ? ['phr', 'phrh'] : [acr];
}

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
