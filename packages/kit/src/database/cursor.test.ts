import { expect, test } from 'vitest';
import { cursors } from './cursor.ts';

const [first, second, third] = [1, 2, 3].map((n) => Buffer.alloc(32, n)) as [
  Buffer,
  Buffer,
  Buffer,
];
const bound = { tenantId: 'tnt_a', list: 'events', filters: { type: 'user.*' } };

test('cursors stay valid after a key rotation until their key is removed', () => {
  const before = cursors(first).encode(bound, [7, 'x']);
  const rotated = cursors(second, first);
  expect(rotated.decode(bound, before)).toEqual([7, 'x']);
  expect(cursors(second).decode(bound, rotated.encode(bound, [8]))).toEqual([8]);
  expect(() => cursors(third, second).decode(bound, before)).toThrow(
    expect.objectContaining({ code: 'invalid_cursor' }),
  );
  expect(() => rotated.decode({ ...bound, tenantId: 'tnt_b' }, before)).toThrow(
    expect.objectContaining({ code: 'invalid_cursor' }),
  );
});

test('a list continues behind the last row of the page before', async () => {
  const letters = ['a', 'b', 'c'].map((id) => ({ id }));
  const page = (cursor?: string) =>
    cursors(first).list({
      ...bound,
      cursor,
      limit: 2,
      key: 'id',
      rows: async (behind = '', limit) => letters.filter(({ id }) => id > behind).slice(0, limit),
      present: ({ id }) => id.toUpperCase(),
    });
  const { nextCursor, ...beginning } = await page();
  expect(beginning).toEqual({ data: ['A', 'B'], hasMore: true });
  expect(await page(nextCursor!)).toEqual({ data: ['C'], nextCursor: null, hasMore: false });
  await expect(page('x')).rejects.toMatchObject({ code: 'invalid_cursor' });
});
