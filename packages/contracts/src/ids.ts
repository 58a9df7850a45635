import { z } from 'zod';
import { contextIds } from './contexts/ids.ts';

/** Prefixes of the TypeIDs that the platform mints: `{prefix}_{26 characters of Crockford base32}`. */
export const idPrefixes = {
  request: 'req',
  job: 'job',
  ...contextIds,
} as const;

/** What an id names. */
export type IdKind = keyof typeof idPrefixes;

const suffix = '[0-7][0-9a-hjkmnp-tv-z]{25}';

/** The whole form of an id of this kind, as a regular expression. */
export const idPattern = (kind: IdKind): RegExp => new RegExp(`^${idPrefixes[kind]}_${suffix}$`);

/** A schema for an id of this kind. */
export const idSchema = (kind: IdKind) =>
  z
    .string()
    .regex(idPattern(kind), { error: `must be an id that begins with ${idPrefixes[kind]}_` });

const patterns = new Map<IdKind, RegExp>();

/** True when `value` is a well-formed id of this kind. It says nothing of existence. */
export function isId(kind: IdKind, value: unknown): value is string {
  let pattern = patterns.get(kind);
  if (!pattern) patterns.set(kind, (pattern = idPattern(kind)));
  return typeof value === 'string' && pattern.test(value);
}

/** The tenant that every installation has: the platform's own. */
export const defaultTenantId = 'tnt_00000000000000000000000001';
