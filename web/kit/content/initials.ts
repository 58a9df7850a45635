const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const firstOf = (word: string): string => {
  const [first] = graphemes.segment(word);
  return first?.segment ?? '';
};

const isWord = (word: string): boolean => /[\p{L}\p{N}]/u.test(word);

/** The initials of a name: of its first and last word, or of the part of an e-mail address before the `@`. */
export function initialsOf(name: string): string {
  const words = (name.split('@', 1)[0] ?? '').split(/[\s._-]+/u).filter(isWord);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => firstOf(word ?? '').toLocaleUpperCase()).join('');
}

/** A number of a text that stays the same, from 0 to `below` - 1. */
export function numberOf(text: string, below: number): number {
  let sum = 0;
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return sum % below;
}
