import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { testStore } from '../src/bus/test-store.ts';
import { serviceTables } from '../src/database/database.ts';
import { leasedRows } from '../src/leases/leases.ts';
import type { Lease } from '../src/leases/leases.ts';

const rows = leasedRows({
  table: 'queue',
  key: { shop: 'shop', queue: 'name' },
  shown: 'leased.note',
});
const claimText = rows.claim({
  due: `WITH due AS (SELECT shop, name FROM queue WHERE ${rows.isFree()} ORDER BY name LIMIT $1 FOR UPDATE SKIP LOCKED)`,
  seconds: '$2',
});
type Held = Lease<'shop' | 'queue'>;
const queue = serviceTables<{ queue: { name: string; epoch: number } }>({
  queue: { all: ['name', 'epoch'], json: [] },
})
  .query.selectFrom('queue')
  .select('name');

let store: Awaited<ReturnType<typeof testStore>>;
beforeAll(async () => {
  store = await testStore();
  await sql(`CREATE TABLE queue (shop text NOT NULL, name text NOT NULL COLLATE "C", note text, epoch bigint NOT NULL DEFAULT 0,
      leased_until timestamptz, PRIMARY KEY (shop, name));
    GRANT SELECT, UPDATE ON queue TO shop_worker`);
});
afterAll(() => store.stop());
beforeEach(() =>
  sql(
    `TRUNCATE queue; INSERT INTO queue (shop, name, note) VALUES ('s', 'a', 'first'), ('s', 'b', NULL)`,
  ),
);

const sql = <R = Record<string, any>>(text: string): Promise<R[]> =>
  withClient(store.url, async (client) => {
    await client.query('SET search_path = shop');
    return (await client.query(text)).rows as R[];
  });
const claim = (limit: number, ms = 60_000): Promise<Held[]> =>
  store.db.work((tx) => tx.rows<Held>(claimText, [limit, ms / 1000]));
const renew = (held: readonly Held[], ms = 60_000) =>
  store.db.renew((tx) => rows.renew(tx, held, () => ms));
const release = (held: Held, pauseMs: number) =>
  store.db.work((tx) => rows.release(tx, [{ held, pauseMs }]));
const lapse = () => sql(`UPDATE queue SET leased_until = now() - interval '1 second'`);

describe('a leased row', () => {
  test('is claimed by one pod, and by the next one only after its lease ends', async () => {
    const both = await Promise.all([claim(1), claim(1), claim(1)]);
    expect(both.flat().toSorted((x, y) => (x.queue < y.queue ? -1 : 1))).toEqual([
      { shop: 's', queue: 'a', epoch: 1 },
      { shop: 's', queue: 'b', epoch: 1 },
    ]);
    expect(await claim(2)).toEqual([]);
    await lapse();
    expect((await claim(2)).map(({ epoch }) => epoch)).toEqual([2, 2]);
  });

  test('is skipped while a transaction has it locked', async () => {
    await store.db.work(async (tx) => {
      await tx.rows(`SELECT FROM queue WHERE name = 'a' FOR UPDATE`);
      expect((await claim(2)).map(({ queue }) => queue)).toEqual(['b']);
    });
  });

  test('can be renewed by its holder, even after the lease expired, if no other pod claimed it', async () => {
    const held = await claim(2);
    await lapse();
    const kept = await renew(held);
    expect([...kept.keys()]).toEqual(held);
    expect(kept.get(held.find(({ queue }) => queue === 'a')!)).toMatchObject({ note: 'first' });
    expect(await claim(2)).toEqual([]);
  });

  test('is lost to the pod that claims it: renewals, releases and the fence of the former holder match nothing', async () => {
    const [former] = (await claim(1)) as [Held];
    await lapse();
    const [next] = (await claim(1)) as [Held];
    expect((await renew([former, next])).has(former)).toBe(false);
    expect(await release(former, 0)).toBe(0);
    const fenced = (epoch: number) =>
      sql(`SELECT FROM queue WHERE name = 'a' AND ${rows.isHeld(String(epoch))}`);
    expect([await fenced(former.epoch), await fenced(next.epoch)]).toEqual([[], [{}]]);
    const held = (epoch: number) =>
      store.db.work((tx) =>
        tx.rows(queue.where('name', '=', 'a').where('epoch', '=', epoch).where(rows.isLeased)),
      );
    expect([await held(former.epoch), await held(next.epoch)]).toEqual([[], [{ name: 'a' }]]);
  });

  test('is renewed later, and counts as held, while a transaction of its holder has it locked', async () => {
    const held = await claim(2, 1_000);
    await store.db.work(async (tx) => {
      await tx.rows(`SELECT FROM queue WHERE name = 'a' FOR UPDATE`);
      expect((await renew(held)).size).toBe(2);
    });
    const left = await sql(
      `SELECT name FROM queue WHERE leased_until > now() + interval '30 seconds'`,
    );
    expect(left).toEqual([{ name: 'b' }]);
  });

  test('is free after its release, immediately or after a pause', async () => {
    const [a, b] = (await claim(2)) as [Held, Held];
    expect([await release(a, 0), await release(b, 60_000)]).toEqual([1, 1]);
    expect(await claim(2)).toEqual([{ ...a, epoch: 3 }]);
    expect((await renew([a, b])).size).toBe(0);
  });
});
