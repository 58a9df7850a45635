import type { LoginFlowStep } from './login-flow-step.ts';

/** Lists every edge of a step, with its path within the step. */
export function edgesOf(step: LoginFlowStep): { path: (string | number)[]; to: string }[] {
  const wired = Object.entries(step.on)
    .filter(([, to]) => to !== undefined)
    .map(([outcome, to]) => ({ path: ['on', outcome] as (string | number)[], to }));
  if (step.type !== 'condition') return wired;
  return [
    ...step.config.branches.map(({ next }, i) => ({
      path: ['config', 'branches', i, 'next'],
      to: next,
    })),
    { path: ['config', 'otherwise'], to: step.config.otherwise },
  ];
}
