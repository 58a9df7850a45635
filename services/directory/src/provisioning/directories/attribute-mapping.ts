import { createHash } from 'node:crypto';
import { UpdateUserRequest } from '@platform/contracts';
import type { AttributeMappingRule, UserUpdate } from '@platform/contracts';
import { emailKey } from '@platform/kit/formats';
import type { AttributeSchema } from '../../attribute-schema/attribute-schema.ts';
import { canonicalJson } from '@platform/kit/formats';
import { phoneKey } from '../../users/phone-number.ts';
import { usernameKey } from '../../users/user-name.ts';
import type { ProvisioningProblem } from './directory-user-record.ts';
import type { ProvisionedResource } from './provisioned-resource.ts';
import { sourcePath, sourceValueAt } from './source-path.ts';

/** Values for members of a user, by target: `email`, `name.givenName`, `metadata.costCenter`. */
export type MappedValues = ReadonlyMap<string, unknown>;

/** The result of mapping a resource. */
export interface Mapped {
  values: MappedValues;
  problems: ProvisioningProblem[];
}

const usual: readonly AttributeMappingRule[] = [
  { target: 'username', source: 'userName' },
  { target: 'name.formatted', source: 'name.formatted' },
  { target: 'name.givenName', source: 'name.givenName' },
  { target: 'name.familyName', source: 'name.familyName' },
  { target: 'name.middleName', source: 'name.middleName' },
  { target: 'name.honorificPrefix', source: 'name.honorificPrefix' },
  { target: 'name.honorificSuffix', source: 'name.honorificSuffix' },
  { target: 'displayName', source: 'displayName' },
  { target: 'nickname', source: 'nickName' },
  { target: 'title', source: 'title' },
  { target: 'profileUrl', source: 'profileUrl' },
  { target: 'locale', source: 'preferredLanguage' },
  { target: 'timeZone', source: 'timezone' },
  { target: 'phoneNumber', source: 'phoneNumbers' },
];

/** JSON Pointer of a target. */
export const targetPointer = (target: string): string => `/${target.replace('.', '/')}`;

/**
 * The preferred address: primary, of type work, or the first. If there is none, a user name that is
 * an address.
 */
function emailOf(resource: ProvisionedResource): unknown {
  const given = Array.isArray(resource['emails'])
    ? (resource['emails'] as { value?: unknown; type?: unknown; primary?: unknown }[])
    : [];
  // A PATCH may have removed the address of an element and kept its type.
  const emails = given.filter(({ value }) => value !== undefined && value !== '');
  const chosen =
    emails.find(({ primary }) => primary === true) ??
    emails.find(({ type }) => type === 'work') ??
    emails[0];
  if (chosen) return chosen.value;
  const { userName } = resource;
  return typeof userName === 'string' && emailKey(userName) !== undefined ? userName : undefined;
}

const transforms: Record<
  NonNullable<AttributeMappingRule['transform']>,
  (value: string) => unknown
> = {
  trim: (value) => value.trim(),
  lower: (value) => value.toLowerCase(),
  boolean: (value) => ({ true: true, false: false })[value.toLowerCase()] ?? value,
  date: (value) => {
    const time = Date.parse(value);
    return Number.isFinite(time) ? new Date(time).toISOString().slice(0, 10) : value;
  },
  phone: (value) => phoneKey(value) ?? value,
};

function sourceValue(resource: ProvisionedResource, rule: AttributeMappingRule): unknown {
  const path = sourcePath(rule.source);
  const value = path && sourceValueAt(resource, path);
  return rule.transform && typeof value === 'string' ? transforms[rule.transform](value) : value;
}

/** The tenant's attributes are read from their `scimPath`. */
const metadataRules = (schema: AttributeSchema): AttributeMappingRule[] =>
  [...schema.definitions.values()]
    .filter(({ state }) => state === 'active')
    .map(({ key, scimPath }) => ({ target: `metadata.${key}`, source: scimPath }));

/** Formats a value as part of an API body. */
function asUpdate(target: string, value: unknown): Record<string, unknown> {
  const [member = '', part] = target.split('.');
  return { [member]: part === undefined ? value : { [part]: value } };
}

/** Why a value does not fit its member; undefined if it does. */
function valueFault(target: string, value: unknown): string | undefined {
  if (target.startsWith('metadata.')) return undefined;
  const { error } = UpdateUserRequest.safeParse(asUpdate(target, value));
  if (error) return error.issues[0]?.message ?? 'is not valid';
  if (target === 'email' && emailKey(value as string) === undefined)
    return 'must be an e-mail address';
  if (target === 'phoneNumber' && phoneKey(value as string) === undefined)
    return 'must be an E.164 phone number that is valid in its region';
  return undefined;
}

/** A name with an @ that is not the user's own address is dropped (see `user-identifiers.ts`). */
function userNameFault(username: string, email: unknown): string | undefined {
  const key = usernameKey(username);
  if (key === undefined) return 'must be a user name (RFC 8265)';
  const isOwn =
    typeof email === 'string' && emailKey(email) !== undefined && emailKey(key) === emailKey(email);
  return key.includes('@') && !isOwn
    ? "must not contain @ unless it is the user's e-mail address"
    : undefined;
}

/**
 * Maps a resource to members of a user. An invalid value is omitted and reported, so that the
 * resource is still accepted.
 */
export function mappedValues(
  resource: ProvisionedResource,
  rules: readonly AttributeMappingRule[],
  schema: AttributeSchema,
): Mapped {
  const byTarget = new Map<string, unknown>([['email', emailOf(resource)]]);
  for (const rule of [...usual, ...metadataRules(schema), ...rules])
    byTarget.set(rule.target, sourceValue(resource, rule));
  const values = new Map<string, unknown>();
  const problems: ProvisioningProblem[] = [];
  for (const [target, value] of byTarget) {
    if (value === undefined || value === '') continue;
    const fault =
      valueFault(target, value) ??
      (target === 'username' ? userNameFault(value as string, byTarget.get('email')) : undefined);
    if (fault === undefined) values.set(target, value);
    else problems.push({ pointer: targetPointer(target), detail: fault });
  }
  return { values, problems };
}

/**
 * The mapped values as a merge patch. Members that were mapped before and have no value now are
 * cleared.
 */
export function mappedUpdate(values: MappedValues, before: readonly string[]): UserUpdate {
  const patch: Record<string, Record<string, unknown> | unknown> = {};
  const set = (target: string, value: unknown): void => {
    const [member = '', part] = target.split('.');
    if (part === undefined) patch[member] = value;
    else patch[member] = { ...(patch[member] as Record<string, unknown>), [part]: value };
  };
  for (const pointer of before) {
    const target = pointer.slice(1).replace('/', '.');
    if (!values.has(target)) set(target, null);
  }
  for (const [target, value] of values) set(target, value);
  return patch as UserUpdate;
}

/**
 * A digest of the rules and of the attributes that they write. The result of a mapping is the same
 * while the digest is.
 */
export function mappingDigest(
  rules: readonly AttributeMappingRule[],
  { definitions }: Pick<AttributeSchema, 'definitions'>,
): string {
  const attributes = [...definitions.values()]
    .map((d) => [d.key, d.state, d.scimPath, d.type, d.multiValued, d.format, d.constraints])
    .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return createHash('sha256')
    .update(canonicalJson([rules, attributes]))
    .digest('base64url')
    .slice(0, 12);
}
