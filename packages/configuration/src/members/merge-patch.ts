import { isSame } from './difference.ts';
import { isObject } from './members.ts';
import type { Members } from './members.ts';
import { isSecret } from './secret.ts';

function patchBetween(stored: unknown, declared: unknown): unknown {
  const areObjects = isObject(stored) && isObject(declared);
  if (!areObjects || isSecret(stored) || isSecret(declared)) return declared;
  const removed = Object.keys(stored).filter((name) => !Object.hasOwn(declared, name));
  const changed = Object.entries(declared).filter(([name, value]) => !isSame(stored[name], value));
  return {
    ...Object.fromEntries(removed.map((name) => [name, null])),
    ...Object.fromEntries(
      changed.map(([name, value]) => [name, patchBetween(stored[name], value)]),
    ),
  };
}

/**
 * Returns the JSON Merge Patch (RFC 7396) of some members.
 * @param names members that change
 * @param whole members that the API replaces as a whole
 */
export const mergePatchOf = (
  stored: Members,
  declared: Members,
  { names, whole, partial }: Record<'names' | 'whole' | 'partial', readonly string[]>,
): Members =>
  Object.fromEntries(
    names.map((name) => {
      const value = declared[name];
      if (whole.includes(name)) return [name, value];
      const patch = patchBetween(stored[name], value);
      // What a partial member leaves out keeps its value.
      if (!partial.includes(name) || !isObject(patch) || !isObject(value)) return [name, patch];
      return [
        name,
        Object.fromEntries(Object.entries(patch).filter(([part]) => Object.hasOwn(value, part))),
      ];
    }),
  );
