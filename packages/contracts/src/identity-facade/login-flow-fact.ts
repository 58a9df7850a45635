import { assuranceLevels } from './login-flow-names.ts';

/** Risk levels, lowest first. */
export const riskLevels = ['low', 'medium', 'high'] as const;

/**
 * The type of a value that conditions compare. `scale`: one of an ordered list of names. `list`: a
 * list of strings. `any`: a string, number or boolean, depending on the tenant's data.
 */
export type FactType =
  | { type: 'string' | 'boolean' | 'list' | 'ip' | 'any' }
  | { type: 'number'; min?: number; max?: number }
  | { type: 'scale'; scale: readonly string[] };

/** Facts available to conditions, with their types; in addition to `user.metadata.<key>`. */
export const loginFacts: Readonly<Record<string, FactType>> = {
  'client.id': { type: 'string' },
  'organization.id': { type: 'string' },
  'user.exists': { type: 'boolean' },
  'user.emailVerified': { type: 'boolean' },
  'user.hasPassword': { type: 'boolean' },
  'user.enrolledMethods': { type: 'list' },
  'user.groups': { type: 'list' },
  'user.roles': { type: 'list' },
  'user.createdDaysAgo': { type: 'number', min: 0 },
  'user.locale': { type: 'string' },
  'identifier.domain': { type: 'string' },
  'network.ip': { type: 'ip' },
  'network.country': { type: 'string' },
  'network.asn': { type: 'number', min: 0 },
  'device.known': { type: 'boolean' },
  'device.trusted': { type: 'boolean' },
  'risk.level': { type: 'scale', scale: riskLevels },
  'request.requestedAal': { type: 'scale', scale: assuranceLevels },
  'request.acrValues': { type: 'list' },
  'request.prompt': { type: 'list' },
  'request.maxAge': { type: 'number', min: 0 },
  'request.scopes': { type: 'list' },
  'request.uiLocales': { type: 'list' },
  'session.aal': { type: 'scale', scale: assuranceLevels },
  'session.methods': { type: 'list' },
  'session.ageSeconds': { type: 'number', min: 0 },
  'current.aal': { type: 'scale', scale: assuranceLevels },
  'current.methods': { type: 'list' },
  'time.hourUtc': { type: 'number', min: 0, max: 23 },
  'time.weekdayUtc': { type: 'number', min: 1, max: 7 },
};

const metadataName = /^user\.metadata\.[A-Za-z0-9_.-]{1,128}$/;

/** Returns the type of a fact; undefined if there is no such fact. */
export function factTypeOf(fact: string): FactType | undefined {
  if (metadataName.test(fact)) return { type: 'any' };
  return Object.hasOwn(loginFacts, fact) ? loginFacts[fact] : undefined;
}

/** Comparisons of a condition. */
export const conditionOps = [
  'eq',
  'ne',
  'in',
  'not_in',
  'contains',
  'contains_any',
  'starts_with',
  'ends_with',
  'gt',
  'gte',
  'lt',
  'lte',
  'exists',
  'in_cidr',
] as const;

/** A comparison of a condition. */
export type ConditionOp = (typeof conditionOps)[number];

const equality = ['eq', 'ne', 'in', 'not_in', 'exists'] as const;
const order = ['gt', 'gte', 'lt', 'lte'] as const;
const textual = ['contains', 'starts_with', 'ends_with'] as const;

/** The comparisons that each type of fact supports. */
export const opsOfType: Readonly<Record<FactType['type'], readonly ConditionOp[]>> = {
  string: [...equality, ...textual],
  boolean: ['eq', 'ne', 'exists'],
  number: [...equality, ...order],
  list: ['contains', 'contains_any', 'exists'],
  scale: [...equality, ...order],
  ip: [...equality, 'in_cidr'],
  any: [...equality, ...order, ...textual],
};
