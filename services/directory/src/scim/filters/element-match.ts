import type { Condition } from './filter-condition.ts';
import type { ComparisonOperator, FilterValue } from './filter-grammar.ts';

type Compared = string | number | boolean;

const comparisons: Record<ComparisonOperator, (a: Compared, b: Compared) => boolean> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  co: (a, b) => String(a).includes(String(b)),
  sw: (a, b) => String(a).startsWith(String(b)),
  ew: (a, b) => String(a).endsWith(String(b)),
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
};

const inCase = (value: Compared, caseExact: boolean): Compared =>
  typeof value === 'string' && !caseExact ? value.toLowerCase() : value;

function compare(
  held: unknown,
  operator: ComparisonOperator,
  value: FilterValue,
  caseExact: boolean,
): boolean {
  const isAbsent = held === undefined || held === null;
  if (value === null) return operator === 'eq' ? isAbsent : !isAbsent;
  if (isAbsent) return operator === 'ne';
  return comparisons[operator](inCase(held as Compared, caseExact), inCase(value, caseExact));
}

const own = (element: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(element, name) ? element[name] : undefined;

/**
 * Whether one value of a complex attribute meets a condition. An attribute without a value meets
 * `ne`.
 */
export function matchesElement(element: Record<string, unknown>, condition: Condition): boolean {
  switch (condition.kind) {
    case 'and':
      return matchesElement(element, condition.left) && matchesElement(element, condition.right);
    case 'or':
      return matchesElement(element, condition.left) || matchesElement(element, condition.right);
    case 'not':
      return !matchesElement(element, condition.of);
    case 'present':
      return own(element, condition.path.attribute.name) !== undefined;
    case 'compare': {
      const { name, caseExact } = condition.path.attribute;
      return compare(own(element, name), condition.operator, condition.value, caseExact);
    }
    case 'element':
      return false;
  }
}

/**
 * The members that an element must have to meet a condition of only `eq`; undefined for any other
 * condition.
 */
export function elementThatMatches(condition: Condition): Record<string, unknown> | undefined {
  if (condition.kind === 'and') {
    const left = elementThatMatches(condition.left);
    const right = elementThatMatches(condition.right);
    return left && right && { ...left, ...right };
  }
  if (condition.kind !== 'compare' || condition.operator !== 'eq' || condition.value === null)
    return undefined;
  return { [condition.path.attribute.name]: condition.value };
}
