/**
 * Orders tables so that each comes after those that it refers to; tables that are not listed do not
 * matter. Throws if references form a circle.
 */
export function parentsFirst<T extends { name: string; parents: readonly string[] }>(
  tables: readonly T[],
): T[] {
  const ordered: T[] = [];
  let waiting = [...tables];
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name));
    const free = waiting.filter(({ parents }) => !parents.some((parent) => names.has(parent)));
    if (free.length === 0) throw new Error(`tables refer to each other: ${[...names].join(', ')}`);
    ordered.push(...free);
    waiting = waiting.filter((table) => !free.includes(table));
  }
  return ordered;
}
