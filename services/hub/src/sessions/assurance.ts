/** Levels, the weakest first; each satisfies those before it. */
const levels = ['aal1', 'aal2', 'aal3'];

/** What a session with this `acr` satisfies, where the sign-in did not say more. */
export function satisfiedBy(acr: string | undefined): string[] {
  if (acr === undefined) return [];
  const level = levels.indexOf(acr);
  if (level >= 0) return levels.slice(0, level + 1);
  // OpenID EAP ACR Values 1.0: hardware-protected is phishing-resistant as well.
  return acr === 'phrh' ? ['phr', 'phrh'] : [acr];
}

/** The `acr` to tell a client: the first that it asked for and the session satisfies, else the session's own. */
export const acrFor = (
  asked: readonly string[],
  session: { acr?: string; satisfiedAcr?: readonly string[] },
): string | undefined => {
  const satisfied = session.satisfiedAcr ?? satisfiedBy(session.acr);
  return asked.find((value) => satisfied.includes(value)) ?? session.acr;
};

/** Whether the assurance rose or fell between two values of `acr`; undefined where neither. */
export function assuranceChange(
  before: string | undefined,
  after: string | undefined,
): 'step_up' | 'step_down' | undefined {
  if (before === after) return undefined;
  const [from, to] = [levels.indexOf(before ?? ''), levels.indexOf(after ?? '')];
  return to >= from ? 'step_up' : 'step_down';
}
