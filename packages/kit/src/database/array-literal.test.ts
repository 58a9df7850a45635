import { afterAll, beforeAll, expect, test } from 'vitest';
import fc from 'fast-check';
import { testStore } from '../bus/test-store.ts';
import { arrayLiteral } from './array-literal.ts';

let store: Awaited<ReturnType<typeof testStore>>;
beforeAll(async () => {
  store = await testStore();
});
afterAll(() => store.stop());

const back = async (type: string, list: Parameters<typeof arrayLiteral>[0]): Promise<unknown> =>
  (
    await store.db.work((tx) =>
      tx.row<{ list: unknown }>(`SELECT $1::${type}[] AS list`, [arrayLiteral(list)]),
    )
  )?.list;

test('PostgreSQL reads what was written, whatever is in it', async () => {
  const text = fc
    .oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('', 'NULL', '{}', ',', '"', '\\', '\\"', '","', ' a ', "'", '\n', '{"a"}'),
    )
    .filter((s) => !s.includes('\0'));
  const element = fc.option(text, { nil: null });
  await fc.assert(
    fc.asyncProperty(fc.array(element), async (list) => {
      expect(await back('text', list)).toEqual(list);
    }),
    { numRuns: 60 },
  );
});

test('numbers and booleans are taken as such', async () => {
  expect(await back('int', [1, -2, 0])).toEqual([1, -2, 0]);
  expect(await back('boolean', [true, false])).toEqual([true, false]);
  expect(await back('int', [])).toEqual([]);
});
