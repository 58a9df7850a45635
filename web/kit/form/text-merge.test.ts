import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeLines } from './text-merge.ts';

const base = 'a\nb\nc\nd\ne';

describe('mergeLines', () => {
  it('keeps changes of different lines', () => {
    expect(mergeLines(base, { theirs: 'A\nb\nc\nd\ne', mine: 'a\nb\nc\nd\nE\nf' })).toBe(
      'A\nb\nc\nd\nE\nf',
    );
  });

  it('keeps the same change of both once', () => {
    expect(mergeLines(base, { theirs: 'a\nb\nX\nd\ne', mine: 'a\nb\nX\nd\ne' })).toBe(
      'a\nb\nX\nd\ne',
    );
  });

  it('finds a conflict where both changed the same line', () => {
    expect(mergeLines(base, { theirs: 'a\nb\nX\nd\ne', mine: 'a\nb\nY\nd\ne' })).toBeNull();
  });

  it('keeps all changes of one if the other changed nothing', () => {
    const text = fc.array(fc.constantFrom('a', 'b', ''), { minLength: 1 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [was, changed] = [one.join('\n'), other.join('\n')];
        expect(mergeLines(was, { theirs: was, mine: changed })).toBe(changed);
        expect(mergeLines(was, { theirs: changed, mine: was })).toBe(changed);
      }),
    );
  });
});
