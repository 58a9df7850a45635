import { expect, test } from 'vitest';
import { ulidAt } from './peer.ts';

test('identifiers of rows are ULIDs, distinct and in order', () => {
  const made = [0, 1, 31, 32, 1_000_000].map((n) => ulidAt(n, 1_700_000_000_000));
  for (const id of made) expect(id).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
  expect(made[0]?.slice(0, 10)).toBe('01HF7YAT00');
});
