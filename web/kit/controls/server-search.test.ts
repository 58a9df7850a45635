import { expect, it } from 'vitest';
import { isLongEnough } from './server-search.ts';

it.each([
  ['', false],
  ['a', false],
  [' a ', false],
  ['ab', true],
  ['👩', false],
  ['王明', true],
])('searches for %j: %s', (text, isSearched) => {
  expect(isLongEnough(text)).toBe(isSearched);
});
