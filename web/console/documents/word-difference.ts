import { diffComm } from 'node-diff3';

/** A part of two texts: in both, only in the older one, or only in the newer one. */
export interface DifferencePart {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Words with the space after them, and line breaks. */
const wordsOf = (text: string): string[] => text.match(/\n|[^\s]+[^\S\n]*|[^\S\n]+/g) ?? [];

/** Compares two texts word by word. */
export function wordDifference(older: string, newer: string): DifferencePart[] {
  const part = (kind: DifferencePart['kind'], words: readonly string[]): DifferencePart[] =>
    words.length > 0 ? [{ kind, text: words.join('') }] : [];
  return diffComm(wordsOf(older), wordsOf(newer)).flatMap((region) =>
    'common' in region && region.common
      ? part('same', region.common)
      : [
          ...part('removed', (region as { buffer1: string[] }).buffer1),
          ...part('added', (region as { buffer2: string[] }).buffer2),
        ],
  );
}
