import { StringStream } from '@codemirror/language';
import { expect, test } from 'vitest';
import { cssParser } from './css-language.ts';

test('a comment of several lines ends where it is closed, and selectors are no properties', () => {
  const state = cssParser.startState!(2);
  const kinds = ['a:hover { /* one', 'two */ color: red', '}', '.b { --c: 2px }'].map((line) => {
    const stream = new StringStream(line, 2, 2);
    const tokens: string[] = [];
    while (!stream.eol()) {
      const kind = cssParser.token(stream, state);
      if (kind) tokens.push(`${stream.current()} ${kind}`);
      stream.start = stream.pos;
    }
    return tokens;
  });
  expect(kinds).toEqual([
    ['a tagName', 'hover tagName', '/* one comment'],
    ['two */ comment', 'color propertyName', 'red atom'],
    [],
    ['.b tagName', '--c variableName.definition', '2px number'],
  ]);
});
