import { expect, it } from 'vitest';
import { maxSelected, pageSelection, togglePage, toggleRow } from './selection.ts';

const ids = (count: number) => Array.from({ length: count }, (_, index) => `row_${index}`);

it('selects a row, and removes it', () => {
  const one = toggleRow(new Set(), 'a');
  expect([...one]).toEqual(['a']);
  expect([...toggleRow(one, 'a')]).toEqual([]);
});

it('selects no more rows than the limit, and still removes one', () => {
  const full = new Set(ids(maxSelected));
  expect(toggleRow(full, 'one more').size).toBe(maxSelected);
  expect(toggleRow(full, 'row_0').size).toBe(maxSelected - 1);
  expect(togglePage(full, ['one more']).size).toBe(maxSelected);
});

it('selects a page in addition to others, and removes that page alone', () => {
  const selection = togglePage(new Set(['other']), ids(2));
  expect(pageSelection(selection, ids(2))).toBe('all');
  expect(pageSelection(selection, ids(3))).toBe('some');
  expect([...togglePage(selection, ids(2))]).toEqual(['other']);
});
