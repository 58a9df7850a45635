import { edgesOf } from '@platform/contracts/login-flow';
import type { LoginFlow, LoginFlowStep } from '@platform/contracts';

/** Steps that never prompt the person. */
const isSilent = ({ type }: LoginFlowStep): boolean => type === 'condition' || type === 'hook';

/** Steps reachable from these, including themselves. */
export function reachableFrom(
  { steps }: Pick<LoginFlow, 'steps'>,
  starts: readonly string[],
): ReadonlySet<string> {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const seen = new Set<string>();
  const waiting = [...starts];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const step = byId.get(id);
    if (!step || seen.has(id)) continue;
    seen.add(id);
    waiting.push(...edgesOf(step).map(({ to }) => to));
  }
  return seen;
}

/** Steps on a cycle that never prompts the person. */
export function silentCycles({ steps }: Pick<LoginFlow, 'steps'>): string[] {
  const silent = steps.filter(isSilent);
  return silent
    .filter((step) => {
      const followers = edgesOf(step).map(({ to }) => to);
      return reachableFrom({ steps: silent }, followers).has(step.id);
    })
    .map(({ id }) => id);
}
