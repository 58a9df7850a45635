import { isJsonObject } from '@platform/kit/formats';
import type { ProvisionedResource } from './provisioned-resource.ts';

/** An attribute value that directory users can be found by. */
export interface UserTerm {
  attribute: string;
  value: string;
}

const maxCharacters = 256;
const nameParts = [
  'formatted',
  'familyName',
  'givenName',
  'middleName',
  'honorificPrefix',
  'honorificSuffix',
];

/** Paths of the attributes of users that have terms. */
export const termAttributes: ReadonlySet<string> = new Set([
  'displayName',
  'emails.value',
  ...nameParts.map((part) => `name.${part}`),
]);

/** The key of a value; undefined if it is too long to be stored whole. */
export function termKey(value: string): string | undefined {
  const key = value.toLowerCase();
  return key.length <= maxCharacters ? key : undefined;
}

/**
 * The terms of a directory user. A value that is too long has none; filters then read the resource.
 */
export function userTerms({ displayName, name, emails }: ProvisionedResource): UserTerm[] {
  const parts = isJsonObject(name) ? name : {};
  const addresses = Array.isArray(emails) ? (emails as { value?: unknown }[]) : [];
  const values: [string, unknown][] = [
    ['displayName', displayName],
    ...addresses.map(({ value }): [string, unknown] => ['emails.value', value]),
    ...nameParts.map((part): [string, unknown] => [`name.${part}`, parts[part]]),
  ];
  const terms = new Map<string, UserTerm>();
  for (const [attribute, given] of values) {
    const value = typeof given === 'string' ? termKey(given) : undefined;
    if (value !== undefined) terms.set(`${attribute} ${value}`, { attribute, value });
  }
  return [...terms.values()];
}
