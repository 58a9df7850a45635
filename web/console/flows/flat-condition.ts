import { factTypeOf, opsOfType } from '@platform/login-flow';
import type { LoginFlowCondition, LoginFlowConditionLeaf } from '@platform/contracts';

/** A condition that a form can show: comparisons, all or any of which must hold. */
export interface FlatCondition {
  match: 'all' | 'any';
  comparisons: readonly LoginFlowConditionLeaf[];
}

const isLeaf = (condition: LoginFlowCondition): condition is LoginFlowConditionLeaf =>
  'fact' in condition;

/** The condition as comparisons; undefined if it is nested. */
export function flatCondition(condition: LoginFlowCondition): FlatCondition | undefined {
  if (isLeaf(condition)) return { match: 'all', comparisons: [condition] };
  if ('not' in condition) return undefined;
  const match = 'all' in condition ? 'all' : 'any';
  const parts = 'all' in condition ? condition.all : condition.any;
  return parts.every(isLeaf) ? { match, comparisons: parts } : undefined;
}

/** The reverse of {@link flatCondition}. */
export function conditionOf({ match, comparisons }: FlatCondition): LoginFlowCondition {
  const [only] = comparisons;
  if (only && comparisons.length === 1) return only;
  return match === 'all' ? { all: [...comparisons] } : { any: [...comparisons] };
}

const lists: readonly string[] = ['in', 'not_in', 'contains_any'];

/** Whether an operator takes a list of values. */
export const takesList = (op: string): boolean => lists.includes(op);

/** A value that fits a fact and an operator, to begin with. */
function firstValue(fact: string, op: string): LoginFlowConditionLeaf['value'] {
  const type = factTypeOf(fact);
  const one = () => {
    if (op === 'exists' || type?.type === 'boolean') return true;
    if (type?.type === 'number') return type.min ?? 0;
    return type?.type === 'scale' ? (type.scale[0] ?? '') : '';
  };
  return takesList(op) ? [one()] : one();
}

/** A comparison with another fact or operator: its value stays if it fits. */
export function comparisonOf(
  fact: string,
  op: LoginFlowConditionLeaf['op'],
  value?: LoginFlowConditionLeaf['value'],
): LoginFlowConditionLeaf {
  const ops = opsOfType[factTypeOf(fact)?.type ?? 'any'];
  const fitting = ops.includes(op) ? op : (ops[0] ?? 'eq');
  const fallback = firstValue(fact, fitting);
  const isFitting =
    value !== undefined &&
    Array.isArray(value) === Array.isArray(fallback) &&
    typeof [value].flat()[0] === typeof [fallback].flat()[0];
  return { fact, op: fitting, value: isFitting ? value : fallback };
}

/** The values of a list that was typed: numbers if the fact is one. */
export const listValue = (fact: string, texts: readonly string[]): (string | number)[] =>
  factTypeOf(fact)?.type === 'number' ? texts.map(Number) : [...texts];
