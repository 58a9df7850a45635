const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype']);

/** What a JSON value is refused for, and where that stands. */
export interface ShapeFault { path: string[]; kind: 'too_deep' | 'forbidden_name' }

/** The first name that would reach the prototype, or the first object or array below `maxDepth` others; undefined when there is neither. */
export function shapeFault(value: unknown, maxDepth: number, path: string[] = []): ShapeFault | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (path.length >= maxDepth) return { path, kind: 'too_deep' };
  for (const [name, member] of Object.entries(value)) {
    const at = [...path, name];
    const fault: ShapeFault | undefined = forbiddenNames.has(name) ? { path: at, kind: 'forbidden_name' } : shapeFault(member, maxDepth, at);
    if (fault) return fault;
  }
  return undefined;
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
