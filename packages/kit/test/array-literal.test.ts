import { afterAll, beforeAll, expect, test } from 'vitest';
import fc from 'fast-check';
import { testStore } from '../src/bus/test-store.ts';
import { arrayLiteral } from '../src/database/array-literal.ts';
import { textArray } from '../src/database/text-array.ts';

let store: Awaited<ReturnType<typeof testStore>>;
beforeAll(async () => {
  store = await testStore();
});
afterAll(() => store.stop());

const back = async (type: string, list: string | Buffer): Promise<unknown> =>
  (await store.db.work((tx) => tx.row<{ list: unknown }>(`SELECT $1::${type}[] AS list`, [list])))
    ?.list;

test.each([
  ['arrayLiteral', arrayLiteral],
  ['textArray', textArray],
])('PostgreSQL reads any text that %s has written', async (_, write) => {
  const text = fc
    .oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('', 'NULL', '{}', ',', '"', '\\', '\\"', '","', ' a ', "'", '\n', '{"a"}'),
    )
    .filter((s) => !s.includes('\0'));
  const element = fc.option(text, { nil: null });
  await fc.assert(
    fc.asyncProperty(fc.array(element), async (list) => {
      expect(await back('text', write(list))).toEqual(list);
    }),
    { numRuns: 60 },
  );
});

test('numbers and booleans keep their values', async () => {
  expect(await back('int', arrayLiteral([1, -2, 0]))).toEqual([1, -2, 0]);
  expect(await back('boolean', arrayLiteral([true, false]))).toEqual([true, false]);
  expect(await back('int', arrayLiteral([]))).toEqual([]);
});
