import { expect, test } from 'vitest';
import { flagParam, oneOfParam, searchParams, textParam, textsParam } from './search-params.ts';

const read = searchParams({
  q: textParam,
  status: oneOfParam('active', 'suspended'),
  cursors: textsParam,
  isWide: flagParam,
});

test('valid parameters are read, also texts that look like numbers', () => {
  const search = { q: 4711, status: 'active', cursors: ['a', 'b'], isWide: true };
  expect(read(search)).toEqual({ ...search, q: '4711' });
});

test('an edited address leads to the page, without its invalid parameters', () => {
  expect(read({ q: '', status: 'gone', cursors: 'a', isWide: 'x', other: 1 })).toEqual({});
  expect(read({ q: { a: 1 }, cursors: [{}] })).toEqual({});
});
