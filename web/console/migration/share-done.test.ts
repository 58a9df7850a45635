import { expect, it } from 'vitest';
import { shareDone } from './share-done.ts';

it('measures an import by its records, else by bytes, else not at all', () => {
  const unknown = { total: null, read: 5, bytes: 0, bytesTotal: null };
  expect(shareDone({ ...unknown, total: 20 })).toBe(0.25);
  expect(shareDone({ ...unknown, bytes: 3, bytesTotal: 4 })).toBe(0.75);
  expect(shareDone(unknown)).toBeUndefined();
  expect(shareDone({ ...unknown, total: 0 })).toBe(1);
  expect(shareDone({ ...unknown, total: 4 })).toBe(1);
});
