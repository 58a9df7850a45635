import { distance } from 'fastest-levenshtein';

/** Share of the letters that a mistyped name has wrong; two letters that are swapped are two. */
const mostDifferent = 0.4;

/** Returns the name that is most similar to a mistyped one; undefined if none is similar. */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  const [nearest] = [...names]
    .map((known) => ({ known, steps: distance(name.toLowerCase(), known.toLowerCase()) }))
    .toSorted((a, b) => a.steps - b.steps);
  return nearest && nearest.steps <= Math.ceil(name.length * mostDifferent)
    ? nearest.known
    : undefined;
}

/** ` Did you mean role?`, or nothing. */
export function advice(name: string, names: Iterable<string>): string {
  const nearest = nearestName(name, names);
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
}
