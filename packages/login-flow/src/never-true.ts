import { factTypeOf } from '@platform/contracts/login-flow';
import type { LoginFlowCondition, LoginFlowConditionLeaf } from '@platform/contracts';

interface Bounds {
  min: number;
  max: number;
}

/** The range of a fact's numbers; a scale counts its names. */
function boundsOf(fact: string): Bounds {
  const type = factTypeOf(fact);
  if (type?.type === 'scale') return { min: 0, max: type.scale.length - 1 };
  if (type?.type === 'number') return { min: type.min ?? -Infinity, max: type.max ?? Infinity };
  return { min: -Infinity, max: Infinity };
}

function numberOf(fact: string, value: unknown): number | undefined {
  const type = factTypeOf(fact);
  if (type?.type === 'scale') return type.scale.indexOf(String(value));
  return typeof value === 'number' ? value : undefined;
}

/** The range that remains after a comparison; undefined if it does not compare numbers. */
function narrowed({ fact, op, value }: LoginFlowConditionLeaf, b: Bounds): Bounds | undefined {
  const limit = numberOf(fact, value);
  if (limit === undefined) return undefined;
  switch (op) {
    case 'eq':
      return { min: Math.max(b.min, limit), max: Math.min(b.max, limit) };
    case 'gt':
    case 'gte':
      return { min: Math.max(b.min, op === 'gt' ? limit + Number.EPSILON : limit), max: b.max };
    case 'lt':
    case 'lte':
      return { min: b.min, max: Math.min(b.max, op === 'lt' ? limit - Number.EPSILON : limit) };
    default:
      return undefined;
  }
}

const isStrictlyOutside = ({ fact, op, value }: LoginFlowConditionLeaf, b: Bounds): boolean => {
  const limit = numberOf(fact, value);
  return (op === 'gt' && limit === b.max) || (op === 'lt' && limit === b.min);
};

/** Whether comparisons of one fact contradict each other or the range of the fact. */
function contradict(leaves: readonly LoginFlowConditionLeaf[]): boolean {
  const [first] = leaves;
  if (!first) return false;
  const equals = new Set(leaves.filter(({ op }) => op === 'eq').map(({ value }) => value));
  if (equals.size > 1) return true;
  const bounds = boundsOf(first.fact);
  if (leaves.some((leaf) => isStrictlyOutside(leaf, bounds))) return true;
  const left = leaves.reduce((b, leaf) => narrowed(leaf, b) ?? b, bounds);
  return left.min > left.max;
}

const isLeaf = (condition: LoginFlowCondition): condition is LoginFlowConditionLeaf =>
  'fact' in condition;

/**
 * Whether a condition cannot be true for any facts. Detects contradictions between comparisons of the same fact, but not every
 * contradiction.
 */
export function isNeverTrue(condition: LoginFlowCondition): boolean {
  if (isLeaf(condition)) return contradict([condition]);
  if ('any' in condition) return condition.any.every(isNeverTrue);
  if ('not' in condition) return false;
  if (condition.all.some(isNeverTrue)) return true;
  const byFact = new Map<string, LoginFlowConditionLeaf[]>();
  for (const leaf of condition.all.filter(isLeaf))
    byFact.set(leaf.fact, [...(byFact.get(leaf.fact) ?? []), leaf]);
  return [...byFact.values()].some(contradict);
}
