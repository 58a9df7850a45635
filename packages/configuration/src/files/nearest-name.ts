import { distance } from 'fastest-levenshtein';

/** Returns the name that someone who wrote `name` most likely means; undefined if none is close. */
function nearestName(name: string, names: Iterable<string>): string | undefined {
  const most = Math.max(2, Math.floor(name.length / 3));
  const [nearest] = [...names]
    .map((known) => ({ known, steps: distance(name.toLowerCase(), known.toLowerCase()) }))
    .filter(({ steps }) => steps <= most)
    .sort((a, b) => a.steps - b.steps);
  return nearest?.known;
}

/** ` Did you mean role?`, or nothing. */
export function advice(name: string, names: Iterable<string>): string {
  const nearest = nearestName(name, names);
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
}
