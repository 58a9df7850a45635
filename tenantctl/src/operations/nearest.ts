import { distance } from 'fastest-levenshtein';

/** The name of these that is most similar to a mistyped one; undefined if none is similar. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, far: distance(word.toLowerCase(), name.toLowerCase()) }))
    .toSorted((a, b) => a.far - b.far);
  return best && best.far <= Math.max(1, Math.floor(word.length / 3)) ? best.name : undefined;
}
