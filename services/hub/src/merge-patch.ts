import { isDeepStrictEqual } from 'node:util';

const mergePairs = (
  present: Record<string, string>,
  patch: Record<string, string | null>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...present, ...patch }).filter(
      (pair): pair is [string, string] => pair[1] !== null,
    ),
  );

/**
 * A merge patch on the settings that were set (RFC 7396): `null` gives a default back; `metadata` is merged by name. Other members of the
 * patch are ignored.
 */
export function mergeSettings<T extends { metadata?: Record<string, string> }>(
  names: readonly string[],
  set: T,
  patch: Record<string, unknown>,
): T {
  const merged: Record<string, unknown> = { ...set };
  for (const name of names) {
    const value = patch[name];
    if (value === undefined) continue;
    if (value === null) delete merged[name];
    else
      merged[name] =
        name === 'metadata'
          ? mergePairs(set.metadata ?? {}, value as Record<string, string | null>)
          : value;
  }
  return merged as T;
}

/** JSON Pointers of the members in which two states of a resource differ, except `updatedAt`. */
export const changedMembers = <T extends object>(was: T, is: T): string[] =>
  (Object.keys(is) as (keyof T & string)[])
    .filter((name) => name !== 'updatedAt' && !isDeepStrictEqual(was[name], is[name]))
    .map((name) => `/${name}`);
