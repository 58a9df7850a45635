import type { LoginFlowCondition, LoginFlowConditionLeaf } from './login-flow-condition.ts';

/** Lists every comparison within a condition. */
export function leavesOf(condition: LoginFlowCondition): LoginFlowConditionLeaf[] {
  if ('all' in condition) return condition.all.flatMap(leavesOf);
  if ('any' in condition) return condition.any.flatMap(leavesOf);
  if ('not' in condition) return leavesOf(condition.not);
  return [condition];
}

/** Returns the number of levels of a condition; 1 for a single comparison. */
export function depthOf(condition: LoginFlowCondition): number {
  if ('all' in condition) return 1 + Math.max(...condition.all.map(depthOf));
  if ('any' in condition) return 1 + Math.max(...condition.any.map(depthOf));
  return 'not' in condition ? 1 + depthOf(condition.not) : 1;
}
