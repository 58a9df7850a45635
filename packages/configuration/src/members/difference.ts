import { isDeepStrictEqual } from 'node:util';
import type { Path } from './member-path.ts';
import { isObject } from './members.ts';
import type { Members } from './members.ts';
import { isSecret, secretsIn } from './secret.ts';
import type { Secret } from './secret.ts';

/** A member whose value differs. */
export interface MemberChange {
  path: Path;
  /** Undefined if the member is added. */
  before: unknown;
  /** Undefined if the member is removed. */
  after: unknown;
  /** Whether a value contains a secret. */
  isSensitive: boolean;
}

/** How the members of a resource are compared. */
export interface Comparison {
  /** Members that are sets: the order of their entries has no meaning. */
  sets: readonly string[];
  /** Members whose absent properties keep their values. */
  partial: readonly string[];
}

/**
 * Whether a stored secret can be the declared one. Its value cannot be read, so that only its presence and its last characters tell.
 */
function mayBeSame(stored: Secret, declared: unknown): boolean {
  if (declared === null || declared === undefined) return false;
  const { last4 } = stored;
  const values = secretsIn(declared).flatMap(({ value }) => value ?? []);
  return last4 === undefined || values.length === 0 || values.some((v) => v.endsWith(last4));
}

/** Whether a stored and a declared value are the same. */
export function isSame(stored: unknown, declared: unknown): boolean {
  if (isSecret(stored)) return mayBeSame(stored, declared);
  if (isSecret(declared)) return false;
  if (Array.isArray(stored) && Array.isArray(declared))
    return stored.length === declared.length && stored.every((s, i) => isSame(s, declared[i]));
  if (!isObject(stored) || !isObject(declared)) return isDeepStrictEqual(stored, declared);
  const names = new Set([...Object.keys(stored), ...Object.keys(declared)]);
  return [...names].every((name) => isSame(stored[name], declared[name]));
}

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    : value;

const isSameKind = (a: Members, b: Members): boolean => a['kind'] === b['kind'];

/** Adds the stored properties that partial members leave out, unless they belong to another kind of value. */
export function completed(stored: Members, declared: Members, partial: readonly string[]): Members {
  if (!isSameKind(stored, declared)) return declared;
  return Object.fromEntries(
    Object.entries(declared).map(([name, value]) => {
      const before = stored[name];
      const isCompleted =
        partial.includes(name) && isObject(before) && isObject(value) && isSameKind(before, value);
      return [name, isCompleted ? { ...before, ...value } : value];
    }),
  );
}

function* changesWithin(
  stored: unknown,
  declared: unknown,
  path: Path,
): Generator<MemberChange, void, undefined> {
  if (isSame(stored, declared)) return;
  const areObjects = isObject(stored) && isObject(declared);
  if (!areObjects || isSecret(stored) || isSecret(declared)) {
    const isSensitive = secretsIn(stored).length > 0 || secretsIn(declared).length > 0;
    yield { path, before: stored, after: declared, isSensitive };
    return;
  }
  for (const name of new Set([...Object.keys(stored), ...Object.keys(declared)]))
    yield* changesWithin(stored[name], declared[name], [...path, name]);
}

/** Lists the declared members that differ from the stored ones. Members that are not declared keep their values. */
export function changesOf(
  stored: Members,
  declared: Members,
  { sets, partial }: Comparison,
): MemberChange[] {
  return Object.entries(completed(stored, declared, partial)).flatMap(([name, value]) => {
    const before = stored[name];
    if (sets.includes(name)) {
      if (isSame(sorted(before), sorted(value))) return [];
      return [...changesWithin(before, value, [name])];
    }
    return [...changesWithin(before, value, [name])];
  });
}
