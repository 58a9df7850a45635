import { distance } from 'fastest-levenshtein';

/** Share of the letters that a mistyped name has wrong; two letters that are swapped are two. */
const mostDifferent = 0.4;

/** The name of these that is most similar to a mistyped one; undefined if none is similar. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, far: distance(word.toLowerCase(), name.toLowerCase()) }))
    .toSorted((a, b) => a.far - b.far);
  return best && best.far <= Math.ceil(word.length * mostDifferent) ? best.name : undefined;
}
