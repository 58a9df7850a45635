import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sql } from 'kysely';
import type { Compilable } from 'kysely';
import { serviceTables } from './service-tables.ts';
import type { TenantSql } from './transaction.ts';

interface Library {
  book: {
    tenantId: string;
    id: string;
    shelf: string | null;
    notes: string | null;
    titles: string[];
    pages: number;
  };
}
const columns = ['tenantId', 'id', 'shelf', 'notes', 'titles', 'pages'];
const freshTable = () =>
  serviceTables<Library>({ book: { all: columns, json: ['notes'] } })
    .table('book')
    .only({ shelf: 'kept' });
type Books = ReturnType<typeof freshTable>;

/** Returns what a call sends to the database. */
function sentBy(call: (tx: TenantSql) => unknown, tenantId = 'ten_1') {
  const sent: unknown[] = [];
  const take = async (statement: Compilable<unknown>) => {
    const { sql: text, parameters } = statement.compile();
    sent.push({ text, parameters });
    return [];
  };
  call({ context: { tenantId }, row: take, rows: take, execute: take } as never);
  return sent;
}

const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.string()));
const someOf = (names: readonly string[]) =>
  fc
    .uniqueArray(fc.constantFrom(...names), { minLength: 1 })
    .chain((keys) =>
      fc
        .tuple(...keys.map(() => value))
        .map((values) => Object.fromEntries(keys.map((key, i) => [key, values[i]]))),
    );
const call = fc
  .record({ where: someOf(['id', 'shelf', 'pages']), row: someOf(columns.slice(1)) })
  .chain(({ where, row }) =>
    fc.constantFrom(
      (books: Books, tx: TenantSql) => books.find(tx, where as never),
      (books: Books, tx: TenantSql) => books.lock(tx, where as never),
      (books: Books, tx: TenantSql) => books.update(tx, where as never, row as never),
      (books: Books, tx: TenantSql) => books.updateReturning(tx, where as never, row as never),
      (books: Books, tx: TenantSql) => books.delete(tx, where as never),
      (books: Books, tx: TenantSql) => books.insert(tx, row as never),
      (books: Books, tx: TenantSql) => books.insertIfAbsentReturning(tx, row as never),
      (books: Books, tx: TenantSql) => books.upsert(tx, row as never, ['id']),
    ),
  );

test('a statement whose text is kept is the one that would be compiled', () => {
  const used = freshTable();
  fc.assert(
    fc.property(fc.array(call, { minLength: 1, maxLength: 20 }), (calls) => {
      for (const one of calls)
        expect(sentBy((tx) => one(used, tx))).toEqual(sentBy((tx) => one(freshTable(), tx)));
    }),
  );
});

test('the next statement of a shape has its own values', () => {
  const books = freshTable();
  const lent = (id: string, shelf: string | null, tenantId: string) =>
    sentBy((tx) => books.update(tx, { id }, { shelf, titles: [id] }), tenantId);
  const first = lent('a', 'x', 'ten_1');
  expect(lent('b', 'y', 'ten_2')).toEqual([
    {
      text: (first[0] as { text: string }).text,
      parameters: ['y', ['b'], 'ten_2', 'b', 'kept'],
    },
  ]);
});

test('null in a condition, and an expression, are not taken for a value of the same column', () => {
  const books = freshTable();
  const text = (sent: unknown[]) => (sent[0] as { text: string }).text;
  expect(text(sentBy((tx) => books.find(tx, { shelf: 'a' })))).toContain('"shelf" = $');
  expect(text(sentBy((tx) => books.find(tx, { shelf: null })))).toContain('"shelf" is null');
  const more = { pages: sql<number>`pages + 1` };
  expect(text(sentBy((tx) => books.update(tx, { id: 'a' }, { pages: 1 })))).toContain('= $1');
  expect(text(sentBy((tx) => books.update(tx, { id: 'a' }, more)))).toContain('pages + 1');
});
