import { leavesOf } from '@platform/login-flow';
import type { LoginFlow } from '@platform/contracts';
import type { SimulateLoginFlowRequest } from '@platform/sdk';

export type FactValue = string | number | boolean | readonly string[];
/** The known facts of a simulation, by name; all others are unknown. */
export type SimulatedFacts = Readonly<Record<string, FactValue>>;

/** Facts that a simulation does not take: they come out of the sign-in itself, or have a field of their own. */
const derived = /^(current\.|client\.id$)/;

const always = ['user.exists', 'user.enrolledMethods', 'request.requestedAal'];

/** The facts to ask for: those that decide in this flow, and a few that matter in each. */
export function factsToAsk({ steps }: LoginFlow): string[] {
  const read = steps.flatMap((step) =>
    step.type === 'condition'
      ? step.config.branches.flatMap(({ when }) => leavesOf(when).map(({ fact }) => fact))
      : [],
  );
  return [...new Set([...always, ...read])].filter((fact) => !derived.test(fact));
}

type Group = Record<string, unknown>;

/** Facts as the simulation takes them: `user.exists` in an object `user`. */
export function contextOf(facts: SimulatedFacts): SimulateLoginFlowRequest['context'] {
  const context: Record<string, Group> = {};
  for (const [fact, value] of Object.entries(facts)) {
    const [group = '', name = '', ...key] = fact.split('.');
    const members = (context[group] ??= {});
    if (name !== 'metadata') members[name] = value;
    else members[name] = { ...(members[name] as Group), [key.join('.')]: value };
  }
  return context as SimulateLoginFlowRequest['context'];
}
