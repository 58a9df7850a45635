import { z } from 'zod';
import { contextIds } from './contexts/ids.ts';

/** Prefixes of the platform's TypeIDs: `{prefix}_{26 characters of Crockford base32}`. */
export const idPrefixes = {
  request: 'req',
  job: 'job',
  ...contextIds,
} as const;

/** The kind of resource that an id identifies. */
export type IdKind = keyof typeof idPrefixes;

const suffix = '[0-7][0-9a-hjkmnp-tv-z]{25}';

/** Returns the regular expression that matches a whole id of this kind. */
export const idPattern = (kind: IdKind): RegExp => new RegExp(`^${idPrefixes[kind]}_${suffix}$`);

/** Returns the schema of an id of this kind. */
export const idSchema = (kind: IdKind) =>
  z
    .string()
    .regex(idPattern(kind), { error: `must be an id that begins with ${idPrefixes[kind]}_` });

const patterns = new Map<IdKind, RegExp>();

/** Whether `value` is a well-formed id of this kind. The resource need not exist. */
export function isId(kind: IdKind, value: unknown): value is string {
  let pattern = patterns.get(kind);
  if (!pattern) patterns.set(kind, (pattern = idPattern(kind)));
  return typeof value === 'string' && pattern.test(value);
}

/** The platform's own tenant, which every installation has. */
export const defaultTenantId = 'tnt_00000000000000000000000001';
