const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype']);

/** What a JSON value is refused for, and where that stands. */
export interface ShapeFault {
  path: string[];
  kind: 'too_deep' | 'forbidden_name';
}

/** The first name that would reach the prototype, or the first object or array below `maxDepth` others; undefined when there is neither. */
export function shapeFault(value: unknown, maxDepth: number): ShapeFault | undefined {
  const path: string[] = [];
  function found(at: unknown, depth: number): ShapeFault['kind'] | undefined {
    if (typeof at !== 'object' || at === null) return undefined;
    if (depth >= maxDepth) return 'too_deep';
    for (const name of Array.isArray(at) ? at.keys() : Object.keys(at)) {
      const kind = forbiddenNames.has(name as string)
        ? 'forbidden_name'
        : found((at as Record<PropertyKey, unknown>)[name], depth + 1);
      // Most values have no fault, so the way to one is told on the way back.
      if (kind) path.unshift(String(name));
      if (kind) return kind;
    }
    return undefined;
  }
  const kind = found(value, 0);
  return kind && { path, kind };
}

const unstorable = /[\0\p{Surrogate}]/u;

/** Where text stands that no store takes (NUL, half of a surrogate pair): the path of the value, or of the object with such a name. */
export function unstorableText(value: unknown, path: string[] = []): string[] | undefined {
  if (typeof value === 'string') return unstorable.test(value) ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const at = unstorable.test(name) ? path : unstorableText(member, [...path, name]);
    if (at) return at;
  }
  return undefined;
}
