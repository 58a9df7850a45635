const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype']);

/** Why a JSON value is rejected, and where the fault is. */
export interface ShapeFault {
  path: string[];
  kind: 'too_deep' | 'forbidden_name';
}

/**
 * Finds the first name that would reach the prototype, or the first object or array nested deeper
 * than `maxDepth`; undefined if there is neither.
 */
export function shapeFault(value: unknown, maxDepth: number): ShapeFault | undefined {
  const path: string[] = [];
  function found(at: unknown, depth: number): ShapeFault['kind'] | undefined {
    if (typeof at !== 'object' || at === null) return undefined;
    if (depth >= maxDepth) return 'too_deep';
    for (const name of Array.isArray(at) ? at.keys() : Object.keys(at)) {
      const kind = forbiddenNames.has(name as string)
        ? 'forbidden_name'
        : found((at as Record<PropertyKey, unknown>)[name], depth + 1);
      // Builds the path on the way back, since most values have no fault.
      if (kind) path.unshift(String(name));
      if (kind) return kind;
    }
    return undefined;
  }
  const kind = found(value, 0);
  return kind && { path, kind };
}

const unstorable = /[\0\p{Surrogate}]/u;

/**
 * Finds text that no store accepts (NUL, half of a surrogate pair). Returns the path of the value,
 * or of the object with such a name.
 */
export function unstorableText(value: unknown, path: string[] = []): string[] | undefined {
  if (typeof value === 'string') return unstorable.test(value) ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const at = unstorable.test(name) ? path : unstorableText(member, [...path, name]);
    if (at) return at;
  }
  return undefined;
}
