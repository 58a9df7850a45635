import { describe, expect, it } from 'vitest';
import { wordDifference } from './word-difference.ts';

describe('the difference between two texts', () => {
  it('is by word', () => {
    expect(wordDifference('We keep data for two years.', 'We keep data for one year.')).toEqual([
      { kind: 'same', text: 'We keep data for ' },
      { kind: 'removed', text: 'two years.' },
      { kind: 'added', text: 'one year.' },
    ]);
  });

  it('keeps lines', () => {
    expect(wordDifference('a\nb', 'a\nb\nc').map(({ kind, text }) => [kind, text])).toEqual([
      ['same', 'a\nb'],
      ['added', '\nc'],
    ]);
  });

  it('is one part for equal texts, and none for empty ones', () => {
    expect(wordDifference('same text', 'same text')).toEqual([{ kind: 'same', text: 'same text' }]);
    expect(wordDifference('', '')).toEqual([]);
  });
});
