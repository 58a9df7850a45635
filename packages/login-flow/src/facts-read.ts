import type { LoginFlowCondition, LoginFlowDefinition } from '@platform/contracts';

function reads(condition: LoginFlowCondition, fact: string): boolean {
  if ('all' in condition) return condition.all.some((each) => reads(each, fact));
  if ('any' in condition) return condition.any.some((each) => reads(each, fact));
  if ('not' in condition) return reads(condition.not, fact);
  return condition.fact === fact;
}

/** Whether any branch of the flow depends on this fact. */
export const readsFact = ({ steps }: Pick<LoginFlowDefinition, 'steps'>, fact: string): boolean =>
  steps.some(
    (step) =>
      step.type === 'condition' && step.config.branches.some(({ when }) => reads(when, fact)),
  );
