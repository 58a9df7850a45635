import type { Finding } from '../language/finding.ts';
import type { ModelJson, UsersetJson } from '../language/model-json.ts';

/** The operands of a union, an intersection or an exclusion. */
export const operandsOf = (userset: UsersetJson): UsersetJson[] =>
  userset.union?.child ??
  userset.intersection?.child ??
  (userset.difference ? [userset.difference.base, userset.difference.subtract] : []);

/** Relations of the same object that a rewrite reads. */
const computedFrom = (userset: UsersetJson): string[] =>
  userset.computedUserset
    ? [userset.computedUserset.relation]
    : operandsOf(userset).flatMap(computedFrom);

/** A way from a relation back to itself over computed relations alone; undefined when there is none. */
function cycleFrom(
  name: string,
  relations: ReadonlyMap<string, readonly string[]>,
): string[] | undefined {
  const seen = new Set<string>();
  function wayBack(from: string): string[] | undefined {
    for (const next of relations.get(from) ?? []) {
      if (next === name) return [from, name];
      if (seen.has(next)) continue;
      seen.add(next);
      const rest = wayBack(next);
      if (rest) return [from, ...rest];
    }
    return undefined;
  }
  return wayBack(name);
}

/**
 * Relations that are computed from themselves, as `viewer: [user] or viewer`: OpenFGA refuses them. A way over another
 * object (`viewer from parent`) or over assigned usersets may come back.
 */
export function cycleFindings(model: ModelJson): Finding[] {
  return model.type_definitions.flatMap(({ relations = {} }, i) => {
    const computed = new Map(
      Object.entries(relations).map(([name, userset]) => [name, computedFrom(userset)]),
    );
    return [...computed.keys()].flatMap((name): Finding[] => {
      const cycle = cycleFrom(name, computed);
      if (!cycle) return [];
      return [
        {
          path: ['type_definitions', i, 'relations', name],
          code: 'invalid_format',
          detail: `is computed from itself: ${cycle.join(', ')}`,
        },
      ];
    });
  });
}
