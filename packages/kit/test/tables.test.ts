import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { createTestDatabase } from '@platform/testkit/stores';
import type { TestDatabase } from '@platform/testkit/stores';
import {
  database,
  fromNow,
  migrate,
  given,
  now,
  serviceTables,
  sql,
} from '../src/database/database.ts';
import type {
  Database,
  Tx,
  Generated,
  GeneratedAlways,
  Json,
  RowOf,
} from '../src/database/database.ts';
import { newId } from '../src/ids/ids.ts';
import { silentLog } from '../src/telemetry/log.ts';

interface Library {
  book: {
    tenantId: string;
    id: string;
    shelf: string | null;
    state: Generated<'lent' | 'here'>;
    notes: Json | null;
    titles: string[];
    firstTitle: GeneratedAlways<string | null>;
    addedAt: Generated<Date>;
  };
}

const library = serviceTables<Library>({
  book: {
    all: ['tenantId', 'id', 'shelf', 'state', 'notes', 'titles', 'addedAt'],
    json: ['notes'],
  },
});
const books = library.table('book').narrow<{ notes: string[] | null }>();
type Book = RowOf<typeof books>;

const tenant = (id = newId('tenant')) => ({
  tenantId: id,
  actor: { type: 'system', id: 'test' } as const,
});
const book = (id: string, more: Partial<Pick<Book, 'shelf' | 'notes'>> = {}) => ({
  id,
  shelf: null,
  notes: null,
  titles: [`${id}, a novel`],
  ...more,
});

let test: TestDatabase;
let db: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  const schema = { url: test.url, schema: 'library', log: silentLog };
  await migrate({ ...schema, folder: new URL('../src/database/', import.meta.url) });
  await withClient(test.url, (client) =>
    client.query(`SET search_path = library;
      CREATE TABLE book (tenant_id text NOT NULL, id text NOT NULL, shelf text, state text NOT NULL DEFAULT 'here', notes json,
        titles text[] NOT NULL, first_title text GENERATED ALWAYS AS (titles[1]) STORED, added_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (tenant_id, id));
      SELECT own_by_tenant('book'), show_to_worker('book');
      GRANT SELECT ON book TO library_worker`),
  );
  db = database({ ...schema, service: 'library', maxConnections: 4, statementTimeoutMs: 10_000 });
});
afterAll(async () => {
  await db.close();
  await test.drop();
});

describe('A table of a tenant', () => {
  it('returns a row in camelCase without its tenant, JSON as a value', () =>
    db.transact(tenant(), async (tx) => {
      expect(await books.insert(tx, book('emma', { notes: ['dog-eared', 'signed'] }))).toBe(1);
      expect(await books.find(tx, { id: 'emma' })).toEqual({
        id: 'emma',
        shelf: null,
        state: 'here',
        notes: ['dog-eared', 'signed'],
        titles: ['emma, a novel'],
        addedAt: expect.any(Date),
      });
    }));

  it('types rows by the columns of the schema', () => {
    expectTypeOf<Book['notes']>().toEqualTypeOf<string[] | null>();
    expectTypeOf<Book['state']>().toEqualTypeOf<'lent' | 'here'>();
    expectTypeOf<Book>().not.toHaveProperty('tenantId');
    expectTypeOf(books.find).parameter(1).not.toHaveProperty('isbn');
    // @ts-expect-error a column of the schema that the row does not name
    void ((tx: Tx) => books.insert(tx, { id: 'emma', shelf: null, notes: null }));
  });

  it('reads no row of another tenant, and changes none', async () => {
    const [mine, theirs] = [tenant(), tenant()];
    await db.transact(theirs, (tx) => books.insert(tx, book('emma')));
    await db.transact(mine, async (tx) => {
      expect(await books.find(tx, { id: 'emma' })).toBeUndefined();
      expect(await books.update(tx, { id: 'emma' }, { shelf: 'mine' })).toBe(0);
      expect(await books.delete(tx, {})).toBe(0);
      expect(await books.count(tx)).toBe(0);
    });
    expect(await db.read(theirs, (tx) => books.count(tx))).toBe(1);
  });

  it('matches null as NULL and each value of a list, and rejects undefined', () =>
    db.transact(tenant(), async (tx) => {
      await books.insertIfAbsent(tx, [book('a', { shelf: 'top' }), book('b'), book('c')]);
      const ids = async (where: Parameters<typeof books.find>[1]) =>
        (await books.pick('id').list(tx, { where, orderBy: 'id' })).map(({ id }) => id);
      expect(await ids({ shelf: null })).toEqual(['b', 'c']);
      expect(await ids({ id: ['a', 'c'] })).toEqual(['a', 'c']);
      expect(await ids({ id: [] })).toEqual([]);
      expect(await ids(given({ id: ['a', 'b'], shelf: undefined }))).toEqual(['a', 'b']);
      expect(() => books.find(tx, { id: undefined } as never)).toThrow('id must not be undefined');
    }));

  it('pages by a unique column', () =>
    db.transact(tenant(), async (tx) => {
      await books.insertIfAbsent(tx, [book('a'), book('b'), book('c')]);
      const page = (behind?: string) => books.pick('id').page(tx, { by: 'id', behind, limit: 2 });
      expect(await page()).toEqual([{ id: 'c' }, { id: 'b' }]);
      expect(await page('b')).toEqual([{ id: 'a' }]);
      expect(
        await books.pick('id').page(tx, { by: 'id', ascending: true, behind: 'a', limit: 1 }),
      ).toEqual([{ id: 'b' }]);
    }));

  it('lists rows of every tenant that are due', async () => {
    const [one, other] = [tenant(), tenant()];
    const at = (id: string, ms: number) => ({ ...book(id), addedAt: fromNow(ms) });
    await db.transact(one, (tx) => books.insert(tx, [at('late', -60_000), at('early', 60_000)]));
    await db.transact(other, (tx) =>
      books.insert(tx, [at('later', -120_000), at('lent', -180_000)]),
    );
    const due = (limit: number) =>
      db.work((tx) =>
        books
          .only((of) => of('id', 'in', ['late', 'later', 'early']))
          .pick('id')
          .due(tx, 'addedAt', limit),
      );
    expect(await due(1)).toEqual([{ tenantId: other.tenantId, id: 'later' }]);
    expect(await due(9)).toEqual([
      { tenantId: other.tenantId, id: 'later' },
      { tenantId: one.tenantId, id: 'late' },
    ]);
  });

  it('lists some rows behind so many', () =>
    db.transact(tenant(), async (tx) => {
      await books.insert(tx, [book('a'), book('b'), book('c')]);
      const rows = await books.pick('id').list(tx, { orderBy: 'id', limit: 1, skip: 1 });
      expect(rows).toEqual([{ id: 'b' }]);
    }));

  it('pages by several columns', () =>
    db.transact(tenant(), async (tx) => {
      await books.insert(tx, [
        book('a', { shelf: 'low' }),
        book('b', { shelf: 'top' }),
        book('c', { shelf: 'low' }),
      ]);
      const page = (behind?: [string, string]) =>
        books.pick('id').page(tx, { by: ['shelf', 'id'], ascending: true, behind, limit: 2 });
      expect(await page()).toEqual([{ id: 'a' }, { id: 'c' }]);
      expect(await page(['low', 'a'])).toEqual([{ id: 'c' }, { id: 'b' }]);
    }));

  it('counts rows, up to a bound', () =>
    db.transact(tenant(), async (tx) => {
      await books.insert(tx, [book('a', { shelf: 'top' }), book('b'), book('c')]);
      expect(await books.count(tx)).toBe(3);
      expect(await books.count(tx, { shelf: null })).toBe(2);
      expect(await books.count(tx, { shelf: null }, 1)).toBe(1);
      expect(await books.only({ shelf: 'top' }).count(tx, {}, 5)).toBe(1);
    }));

  it('restricts reads, updates and deletes to the rows of a condition', () =>
    db.transact(tenant(), async (tx) => {
      await books.insert(tx, [book('a', { shelf: 'top' }), book('b'), book('c')]);
      const loose = books.only({ shelf: null }).only((of) => of('id', '<', 'c'));
      expect(await loose.pick('id').list(tx, { orderBy: 'id' })).toEqual([{ id: 'b' }]);
      expect(await loose.count(tx, { id: ['a', 'b', 'c'] })).toBe(1);
      expect(await loose.update(tx, {}, { notes: ['loose'] })).toBe(1);
      expect(await loose.delete(tx, {})).toBe(1);
      expect(await books.count(tx)).toBe(2);
    }));

  it('returns computed columns with rows that it reads and writes', () =>
    db.transact(tenant(), async (tx) => {
      const computed = books.pick('id', 'shelf').compute((of) => ({
        shelf: of.fn.coalesce('shelf', of.val('floor')),
        isNew: sql<boolean>`${of.ref('addedAt')} = now()`,
      }));
      const wanted = { id: 'a', shelf: 'floor', isNew: true };
      expect(await computed.insertReturning(tx, book('a'))).toEqual(wanted);
      expect(await computed.find(tx, { id: 'a' })).toEqual(wanted);
      expectTypeOf<RowOf<typeof computed>>().toEqualTypeOf<{
        id: string;
        shelf: string;
        isNew: boolean;
      }>();
    }));

  it('writes values that the database computes', () =>
    db.transact(tenant(), async (tx) => {
      await books.insert(tx, book('a', { notes: ['torn'] }));
      const changed = await books.updateReturning(tx, { id: 'a' }, (of) => ({
        shelf: of.ref('id'),
        notes: sql<string[]>`'["mended"]'::json`,
        addedAt: fromNow(86_400_000),
      }));
      expect(changed).toMatchObject({ shelf: 'a', notes: ['mended'] });
      const later = books.only((of) => of('addedAt', '>', now));
      expect(await later.count(tx)).toBe(1);
    }));

  it('keeps the row that exists, or overwrites it by its key', () =>
    db.transact(tenant(), async (tx) => {
      expect(await books.insertIfAbsent(tx, [])).toBe(0);
      expect(await books.insertIfAbsent(tx, book('a', { shelf: 'top' }))).toBe(1);
      expect(await books.insertIfAbsent(tx, book('a', { shelf: 'low' }))).toBe(0);
      expect(await books.insertIfAbsentReturning(tx, book('a'))).toBeUndefined();
      expect(await books.insertIfAbsentReturning(tx, book('b'))).toMatchObject({ state: 'here' });
      expect(await books.upsert(tx, book('a', { notes: ['torn'] }), ['id'])).toBe(1);
      expect(await books.find(tx, { id: 'a' })).toMatchObject({ shelf: null, notes: ['torn'] });
    }));

  it('returns changed and deleted rows', () =>
    db.transact(tenant(), async (tx) => {
      await books.insert(tx, book('a', { shelf: 'top', notes: ['torn'] }));
      const narrow = books.pick('shelf', 'notes');
      expect(
        await narrow.updateReturning(tx, { id: 'a' }, { shelf: 'low', notes: undefined }),
      ).toEqual({ shelf: 'low', notes: ['torn'] });
      expect(await narrow.deleteReturning(tx, { id: 'a' })).toMatchObject({ shelf: 'low' });
      expect(await narrow.deleteReturning(tx, { id: 'a' })).toBeUndefined();
      await books.insert(tx, [book('b'), book('c')]);
      const all = books.pick('id');
      expect(await all.updateRows(tx, {}, { shelf: 'top' })).toHaveLength(2);
      expect(await all.deleteRows(tx, { shelf: 'top' })).toContainEqual({ id: 'c' });
    }));

  it('locks the row until the transaction ends', async () => {
    const owner = tenant();
    await db.transact(owner, (tx) => books.insert(tx, book('a', { shelf: '0' })));
    const raise = () =>
      db.transact(owner, async (tx) => {
        const locked = (await books.lock(tx, { id: 'a' }))!;
        await books.update(tx, { id: 'a' }, { shelf: `${Number(locked.shelf) + 1}` });
      });
    await Promise.all([raise(), raise(), raise(), raise()]);
    expect(await db.read(owner, (tx) => books.find(tx, { id: 'a' }))).toMatchObject({ shelf: '4' });
  });

  it('shares a row that none may change meanwhile', async () => {
    const owner = tenant();
    await db.transact(owner, (tx) => books.insert(tx, [book('a'), book('b')]));
    await db.transact(owner, async (tx) => {
      expect(await books.share(tx, { id: 'a' })).toMatchObject({ id: 'a' });
      await db.transact(owner, async (other) => {
        const free = books.select(other).orderBy('id').skipLocked();
        expect(await other.rows(free.forShare())).toHaveLength(2);
        expect(await other.rows(free.forUpdate())).toMatchObject([{ id: 'b' }]);
      });
      const shared = await books.list(tx, { orderBy: 'id desc', lock: 'share' });
      expect(shared.map(({ id }) => id)).toEqual(['b', 'a']);
      await books.list(tx, { orderBy: 'id', limit: 1, lock: 'update' });
      await db.transact(owner, async (other) => {
        const free = books.select(other).skipLocked();
        expect(await other.rows(free.forShare())).toMatchObject([{ id: 'b' }]);
      });
    });
  });

  it('starts queries of its own', () =>
    db.transact(tenant(), async (tx) => {
      await books.insertIfAbsent(tx, [book('a'), book('b')]);
      const later = books.omit('addedAt').select(tx).where('id', '>', 'a').forShare();
      expect(await tx.row(later)).not.toHaveProperty('addedAt');
      const counted = library.query
        .selectFrom('book')
        .select(sql<number>`count(*)`.as('total'))
        .where('tenantId', '=', tx.context.tenantId);
      expect(await tx.row(counted)).toEqual({ total: 2 });
    }));
});
