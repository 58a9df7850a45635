import type { JitCondition } from '@platform/contracts';
import { claimAtPath } from './claim-path.ts';

type Claims = Readonly<Record<string, unknown>>;
type Comparison = Extract<JitCondition, { claim: string }>;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;

/** Matches a pattern in which `*` is any text and `?` one character. Backtracks only to the last star, so time is bounded by the product of the lengths. */
export function matchesGlob(text: string, pattern: string): boolean {
  let [at, of, star, mark] = [0, 0, -1, 0];
  while (at < text.length) {
    if (pattern[of] === '*') {
      star = of;
      mark = at;
      of += 1;
    } else if (pattern[of] === '?' || pattern[of] === text[at]) {
      at += 1;
      of += 1;
    } else if (star >= 0) {
      of = star + 1;
      mark += 1;
      at = mark;
    } else return false;
  }
  while (pattern[of] === '*') of += 1;
  return of === pattern.length;
}

const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase();

type Test = (actual: string, expected: string) => boolean;

const tests: Readonly<Record<string, Test>> = {
  equals: (actual, expected) => actual === expected,
  not_equals: (actual, expected) => actual !== expected,
  in: (actual, expected) => actual === expected,
  contains: (actual, expected) => actual.includes(expected),
  starts_with: (actual, expected) => actual.startsWith(expected),
  ends_with: (actual, expected) => actual.endsWith(expected),
  email_domain: (actual, expected) =>
    actual.includes('@') && domainOf(actual) === expected.toLowerCase(),
  glob: matchesGlob,
};

/** Compares a claim. An absent claim never matches; a list matches if one element does. */
function compares({ claim, op, value }: Comparison, claims: Claims): boolean {
  const found = claimAtPath(claims, claim);
  if (found === undefined || found === null) return false;
  if (op === 'exists') return value !== false;
  const test = tests[op];
  const actual = [found].flat().map(textOf);
  const expected = [value].flat().map(textOf);
  return actual.some(
    (one) =>
      one !== undefined && expected.some((other) => other !== undefined && test?.(one, other)),
  );
}

/** Whether claims meet a condition. */
export function meetsConditions(condition: JitCondition, claims: Claims): boolean {
  if ('all' in condition) return condition.all.every((one) => meetsConditions(one, claims));
  if ('any' in condition) return condition.any.some((one) => meetsConditions(one, claims));
  if ('not' in condition) return !meetsConditions(condition.not, claims);
  return compares(condition, claims);
}
