import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { testStore } from '../src/bus/test-store.ts';
import type { Database } from '../src/database/database.ts';
import { testDatabase } from '../src/jobs/test-pods.ts';
import { exclusively } from '../src/leases/leases.ts';

let store: Awaited<ReturnType<typeof testStore>>;
let other: Database;
beforeAll(async () => {
  store = await testStore();
  other = testDatabase(store.url);
});
afterAll(async () => {
  await other.close();
  await store.stop();
});

const namesInUse = () =>
  withClient(store.url, async (client) => (await client.query('SELECT name FROM shop.lease')).rows);

/** Work that ends when its signal aborts. */
function openWork() {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { end, work: () => ended };
}

describe('exclusively', () => {
  test('runs work of one name one after another, in one process and across processes', async () => {
    let running = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      return running--;
    };
    const pods = [store.db, store.db, other, other, store.db];
    const ends = pods.map((db) => exclusively(db, { name: 'client', waitMs: 60_000 }, work));
    expect(await Promise.all(ends)).toEqual([1, 1, 1, 1, 1]);
    expect([most, await namesInUse()]).toEqual([1, []]);
  });

  test('lets work of another name run concurrently', async () => {
    const { end, work } = openWork();
    const first = exclusively(store.db, { name: 'a', waitMs: 0 }, work);
    expect(await exclusively(other, { name: 'b', waitMs: 0 }, async () => 'done')).toBe('done');
    end();
    await first;
  });

  test('rejects with 503 when the name is taken for longer than the wait', async () => {
    const { end, work } = openWork();
    const first = exclusively(store.db, { name: 'slow', waitMs: 0 }, work);
    await expect.poll(namesInUse).toEqual([{ name: 'slow' }]);
    await expect(
      exclusively(other, { name: 'slow', waitMs: 100 }, async () => 'never'),
    ).rejects.toMatchObject({ code: 'upstream_unavailable' });
    end();
    await first;
  });

  test('passes on errors of the work, and frees the name', async () => {
    const fails = async () => Promise.reject(new Error('failed'));
    await expect(exclusively(store.db, { name: 'x', waitMs: 0 }, fails)).rejects.toThrow('failed');
    expect(await exclusively(other, { name: 'x', waitMs: 0 }, async () => 'done')).toBe('done');
  });

  test('takes over the name of a crashed process after its lease ends, and cannot be ended by that process', async () => {
    const { end, work } = openWork();
    const died = exclusively(store.db, { name: 'dead', waitMs: 0 }, work);
    await expect.poll(namesInUse).toEqual([{ name: 'dead' }]);
    await withClient(store.url, (client) =>
      client.query(`UPDATE shop.lease SET leased_until = now() - interval '1 second'`),
    );
    const next = openWork();
    const taken = exclusively(other, { name: 'dead', waitMs: 0 }, next.work);
    await expect
      .poll(async () =>
        withClient(
          store.url,
          async (client) =>
            (await client.query(`SELECT FROM shop.lease WHERE leased_until > now()`)).rowCount,
        ),
      )
      .toBe(1);
    end();
    await died;
    expect(await namesInUse()).toEqual([{ name: 'dead' }]);
    next.end();
    await taken;
  });
});
