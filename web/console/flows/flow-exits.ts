import { edgesOf, stepOutcomes } from '@platform/login-flow';
import type { LoginFlow, LoginFlowStep } from '@platform/contracts';

/** A way out of a step: an outcome, a branch of a condition, or what applies when no branch does. */
export interface Exit {
  /** Unique within its step. */
  id: string;
  kind: 'outcome' | 'branch' | 'otherwise';
  name: string;
  /** Absent while nothing follows. */
  to: string | undefined;
}

/** All ways out of a step, also those that lead nowhere yet. */
export function exitsOf(step: LoginFlowStep): Exit[] {
  if (step.type !== 'condition')
    return stepOutcomes[step.type].map((name) => ({
      id: name,
      kind: 'outcome',
      name,
      to: step.on[name],
    }));
  const { branches, otherwise } = step.config;
  return [
    ...branches.map(({ id, next }): Exit => ({
      id: `branch ${id}`,
      kind: 'branch',
      name: id,
      to: next,
    })),
    { id: 'otherwise', kind: 'otherwise', name: 'otherwise', to: otherwise },
  ];
}

/** Connects a way out of a step. The exits of a condition always lead somewhere. */
export function withExit(step: LoginFlowStep, exit: string, to: string | undefined): LoginFlowStep {
  if (step.type !== 'condition') {
    const { [exit]: _before, ...others } = step.on;
    return { ...step, on: to === undefined ? others : { ...others, [exit]: to } };
  }
  if (to === undefined) return step;
  const { config } = step;
  if (exit === 'otherwise') return { ...step, config: { ...config, otherwise: to } };
  const branches = config.branches.map((branch) =>
    `branch ${branch.id}` === exit ? { ...branch, next: to } : branch,
  );
  return { ...step, config: { ...config, branches } };
}

/** The exit that a step takes when all goes well. */
export const mainExit = (step: LoginFlowStep): Exit | undefined =>
  step.type === 'condition' ? exitsOf(step).at(-1) : exitsOf(step)[0];

/** Steps in the order in which a sign-in reaches them; those that none reaches are last. */
export function orderedSteps({ steps, entrypoints }: LoginFlow): {
  step: LoginFlowStep;
  isReached: boolean;
}[] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const seen = new Set<string>();
  const visit = (id: string): LoginFlowStep[] => {
    const step = byId.get(id);
    if (!step || seen.has(id)) return [];
    seen.add(id);
    return [step, ...edgesOf(step).flatMap(({ to }) => visit(to))];
  };
  const { default: first, ...others } = entrypoints;
  const reached = [first, ...Object.values(others)].flatMap((id) => visit(id ?? ''));
  return [
    ...reached.map((step) => ({ step, isReached: true })),
    ...steps.filter(({ id }) => !seen.has(id)).map((step) => ({ step, isReached: false })),
  ];
}
