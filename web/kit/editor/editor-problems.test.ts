import { Text } from '@codemirror/state';
import { expect, test } from 'vitest';
import { markedRange } from './editor-problems.ts';

const doc = Text.of(['type user', '    define viewer: [group]', '']);
const marked = (place: { line: number; column?: number }) => {
  const { from, to } = markedRange(doc, place);
  return doc.sliceString(from, to);
};

test('a problem marks the word at its column, or its line without the indentation', () => {
  expect(marked({ line: 2, column: 21 })).toBe('group');
  expect(marked({ line: 2 })).toBe('define viewer: [group]');
});

test('a problem beyond the text marks nothing outside of it', () => {
  expect(marked({ line: 3 })).toBe('');
  expect(marked({ line: 9, column: 40 })).toBe('');
  expect(marked({ line: 0 })).toBe('type user');
});
