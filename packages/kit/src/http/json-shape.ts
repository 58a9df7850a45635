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
