import { expect, it } from 'vitest';
import { currentCursor, nextPage, previousPage } from './cursor-stack.ts';

it('goes forth and back over pages to the first, which has no cursor', () => {
  const third = nextPage(nextPage([], 'a'), 'b');
  expect(currentCursor(third)).toBe('b');
  expect(currentCursor(previousPage(third))).toBe('a');
  expect(currentCursor(previousPage(previousPage(third)))).toBeUndefined();
  expect(previousPage([])).toEqual([]);
});

it('keeps a limited number of cursors, the latest', () => {
  let stack: readonly string[] = [];
  for (let page = 0; page < 100; page += 1) stack = nextPage(stack, String(page));
  expect(stack).toHaveLength(40);
  expect(currentCursor(stack)).toBe('99');
});
