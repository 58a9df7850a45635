import { expect, test } from 'vitest';
import { problem } from '../problem/problem.ts';
import { unlessTaken } from './database-errors.ts';

test('a violation of a unique constraint becomes its problem, and any other error stays', async () => {
  const broken = (constraint: string) =>
    Promise.reject(Object.assign(new Error('duplicate key'), { code: '23505', constraint }));
  const problems = { books__isbn_key: () => problem('already_exists') };
  await expect(unlessTaken(broken('books__isbn_key'), problems)).rejects.toMatchObject({
    code: 'already_exists',
  });
  await expect(unlessTaken(broken('books_pkey'), problems)).rejects.toThrow('duplicate key');
  expect(await unlessTaken(Promise.resolve(1), problems)).toBe(1);
});
