import { expect, test } from 'vitest';
import { parentsFirst } from './parents-first.ts';

const table = (name: string, ...parents: string[]) => ({ name, parents });

test('tables come after those that they refer to, and tables elsewhere do not matter', () => {
  const tables = [table('a', 'c', 'left_out'), table('b', 'a'), table('c')];
  expect(parentsFirst(tables).map(({ name }) => name)).toEqual(['c', 'a', 'b']);
});

test('tables that refer to each other are reported', () => {
  expect(() => parentsFirst([table('a', 'b'), table('b', 'a'), table('c')])).toThrow('a, b');
});
