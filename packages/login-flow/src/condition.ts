import { factTypeOf } from '@platform/contracts/login-flow';
import type { LoginFlowCondition, LoginFlowConditionLeaf } from '@platform/contracts';
import ipaddr from 'ipaddr.js';
import { allTrue, anyTrue, known, inverse } from './truth.ts';
import type { Truth } from './truth.ts';

/** The value of a fact. Undefined: absent. */
export type FactValue = string | number | boolean | readonly string[] | undefined;

/** Looks up a fact. */
export type FactLookup = (fact: string) => FactValue;

/** A comparison and its result. */
export interface ComparedFact {
  fact: string;
  value: unknown;
  result: Truth;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

function isInCidr(address: string, range: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  const [network, bits] = range.includes('/')
    ? ipaddr.parseCIDR(range)
    : ([ipaddr.process(range), ipaddr.process(range).kind() === 'ipv4' ? 32 : 128] as const);
  return ip.kind() === network.kind() && ip.match(network as ipaddr.IPv4, bits);
}

/** Converts a fact and a value to comparable numbers; undefined if they are not comparable. */
function ranked(fact: string, actual: unknown, value: unknown): [number, number] | undefined {
  const type = factTypeOf(fact);
  if (type?.type === 'scale') {
    const [a, b] = [type.scale.indexOf(String(actual)), type.scale.indexOf(String(value))];
    return a < 0 || b < 0 ? undefined : [a, b];
  }
  return typeof actual === 'number' && typeof value === 'number' ? [actual, value] : undefined;
}

function ordered(
  { fact, value }: LoginFlowConditionLeaf,
  actual: unknown,
  holds: (a: number, b: number) => boolean,
): Truth {
  const pair = ranked(fact, actual, value);
  return pair ? known(holds(...pair)) : 'unknown';
}

const containing = (actual: unknown, value: unknown): boolean =>
  Array.isArray(actual) ? actual.includes(value) : String(actual).includes(String(value));

/** The value of one comparison. */
function compare(leaf: LoginFlowConditionLeaf, actual: FactValue): Truth {
  const { op, value } = leaf;
  if (op === 'exists') return known((actual !== undefined) === value);
  if (actual === undefined) return 'unknown';
  switch (op) {
    case 'eq':
      return known(actual === value);
    case 'ne':
      return known(actual !== value);
    case 'in':
      return known(listOf(value).includes(actual));
    case 'not_in':
      return known(!listOf(value).includes(actual));
    case 'contains':
      return known(containing(actual, value));
    case 'contains_any':
      return known(listOf(value).some((one) => containing(actual, one)));
    case 'starts_with':
      return known(String(actual).startsWith(String(value)));
    case 'ends_with':
      return known(String(actual).endsWith(String(value)));
    case 'gt':
      return ordered(leaf, actual, (a, b) => a > b);
    case 'gte':
      return ordered(leaf, actual, (a, b) => a >= b);
    case 'lt':
      return ordered(leaf, actual, (a, b) => a < b);
    case 'lte':
      return ordered(leaf, actual, (a, b) => a <= b);
    case 'in_cidr':
      return known(listOf(value).some((range) => isInCidr(String(actual), String(range))));
    default:
      return 'unknown';
  }
}

/** Evaluates a condition and appends every comparison it makes to `compared`. A comparison with an absent value is unknown. */
export function evaluateCondition(
  condition: LoginFlowCondition,
  lookup: FactLookup,
  compared: ComparedFact[] = [],
): Truth {
  const each = (conditions: readonly LoginFlowCondition[]): Truth[] =>
    conditions.map((one) => evaluateCondition(one, lookup, compared));
  if ('all' in condition) return allTrue(each(condition.all));
  if ('any' in condition) return anyTrue(each(condition.any));
  if ('not' in condition) return inverse(evaluateCondition(condition.not, lookup, compared));
  const actual = lookup(condition.fact);
  const result = compare(condition, actual);
  compared.push({ fact: condition.fact, value: actual ?? null, result });
  return result;
}
