import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasHidden, partsOf } from './control-characters.ts';

describe('partsOf', () => {
  it.each([
    ['the override that reverses a name', 'a\u202egpj.exe', 'U+202E'],
    ['a zero-width space', 'pay\u200bpal', 'U+200B'],
    ['an isolate', 'a\u2066b', 'U+2066'],
    ['a null character', 'a\u0000b', 'U+0000'],
    ['a tag', 'a\u{e0041}b', 'U+E0041'],
    ['a line separator', 'a\u2028b', 'U+2028'],
  ])('shows %s', (_name, text, control) => {
    expect(hasHidden(text)).toBe(true);
    expect(partsOf(text)).toContainEqual({ control });
  });

  it.each(['Ada Lovelace', 'two\nlines\tand a tab', '👩\u200d💻', 'می\u200cخواهم', 'أدا', ''])(
    'leaves %j as it is',
    (text) => {
      expect(hasHidden(text)).toBe(false);
      expect(partsOf(text)).toEqual(text === '' ? [] : [{ text }]);
    },
  );

  it('loses no character', () => {
    const read = (text: string) =>
      partsOf(text)
        .map((part) =>
          'text' in part
            ? part.text
            : String.fromCodePoint(Number.parseInt(part.control.slice(2), 16)),
        )
        .join('');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(read(text)).toBe(text);
      }),
    );
  });
});
