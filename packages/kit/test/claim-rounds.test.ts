import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { testStore } from '../src/bus/test-store.ts';
import type { Database } from '../src/database/database.ts';
import { newId } from '../src/ids/ids.ts';
import { claimFairly } from '../src/jobs/claim-rounds.ts';
import type { FairClaim } from '../src/jobs/claim-rounds.ts';
import { findDueLanes, planClaimsOnce } from '../src/jobs/job-claims.ts';

let store: Awaited<ReturnType<typeof testStore>>;
let db: Database;
beforeAll(async () => {
  store = await testStore();
  db = store.db;
});
afterAll(() => store.stop());
beforeEach(() => sql('TRUNCATE job'));

const sql = <R = Record<string, any>>(text: string, params: unknown[] = []): Promise<R[]> =>
  withClient(store.url, async (client) => {
    await client.query('SET search_path = shop');
    return (await client.query(text, params)).rows as R[];
  });
/** Inserts `count` due jobs of a tenant, the oldest first. */
const fill = (tenantId: string, count: number, { kind = 'k', priority = 5 } = {}) =>
  sql(
    `INSERT INTO job (tenant_id, id, kind, payload, priority, max_attempts, created_by, run_at)
     SELECT $1, 'job_' || $1 || $3 || $4::smallint || lpad(n::text, 8, '0'), $3, '{}', $4, 5, '{}', now() - interval '1 day' + n * interval '1 ms' FROM generate_series(1, $2::int) n`,
    [tenantId, count, kind, priority],
  );
const tenantsOf = (count: number): string[] =>
  Array.from({ length: count }, () => newId('tenant')).toSorted();
const claim = (more: Partial<FairClaim> = {}) =>
  claimFairly(db, {
    kind: 'k',
    priority: 5,
    after: '',
    room: 4,
    perTenant: 100,
    leaseMs: 60_000,
    worker: 'w',
    ...more,
  });
const owners = (claimed: { jobs: { tenantId: string }[] }): string[] =>
  claimed.jobs.map(({ tenantId }) => tenantId);

describe('claimFairly', () => {
  test('claims one job per tenant in turn, starting after the tenant served last', async () => {
    const [a, b, c] = tenantsOf(3) as [string, string, string];
    for (const tenantId of [a, b, c]) await fill(tenantId, 10);
    const first = await claim({ room: 2 });
    expect([owners(first), first.last]).toEqual([[a, b], b]);
    const second = await claim({ room: 2, after: first.last });
    expect([owners(second), second.last]).toEqual([[c, a], a]);
    expect(owners(await claim({ room: 2, after: second.last }))).toEqual([b, c]);
  });

  test('divides the room left after a round equally', async () => {
    const [a, b] = tenantsOf(2) as [string, string];
    await fill(a, 100);
    await fill(b, 100);
    const claimed = owners(await claim({ room: 10 }));
    expect([a, b].map((t) => claimed.filter((o) => o === t).length)).toEqual([5, 5]);
  });

  test('gives a single waiting tenant all the room, up to its limit', async () => {
    const [a] = tenantsOf(1) as [string];
    await fill(a, 100);
    expect(owners(await claim({ room: 10, perTenant: 3 }))).toEqual([a, a, a]);
    expect(owners(await claim({ room: 10, perTenant: 3 }))).toEqual([]);
    expect(owners(await claim({ room: 10, perTenant: 5 }))).toEqual([a, a]);
  });

  test('claims the oldest job of a tenant first, and only the requested priority', async () => {
    const [a] = tenantsOf(1) as [string];
    await fill(a, 3);
    await fill(a, 1, { kind: 'other', priority: 0 });
    expect((await claim({ room: 1 })).jobs[0]?.id).toMatch(/00000001$/);
    await fill(a, 1, { kind: 'other', priority: 7 });
    expect(await db.work(findDueLanes)).toEqual([
      { kind: 'k', priority: 5 },
      { kind: 'other', priority: 0 },
      { kind: 'other', priority: 7 },
    ]);
  });

  test('claims no job twice under concurrent claims, and respects the limit of a tenant', async () => {
    const tenants = tenantsOf(5);
    for (const tenantId of tenants) await fill(tenantId, 50);
    const claimed = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        claim({ room: 6, perTenant: 4, after: tenants[i % 5]!, worker: `w${i}` }),
      ),
    );
    const ids = claimed.flatMap(({ jobs }) => jobs.map(({ id }) => id));
    expect([ids.length, new Set(ids).size]).toEqual([20, 20]);
  });

  test('skips a job that another transaction has locked', async () => {
    const [a] = tenantsOf(1) as [string];
    await fill(a, 2);
    await withClient(store.url, async (client) => {
      await client.query(`BEGIN; SELECT FROM shop.job WHERE id LIKE '%00000001' FOR UPDATE`);
      expect((await claim({ room: 2 })).jobs.map(({ id }) => id.slice(-1))).toEqual(['2']);
    });
  });
});

describe('with 100,000 jobs of one tenant before one of another', () => {
  const [hog, other] = tenantsOf(2) as [string, string];
  /** Counts the rows and index entries that the claims of a run read. */
  const readBy = async (work: () => Promise<unknown>): Promise<number> => {
    const total = async (): Promise<number> => {
      await sql('SELECT pg_stat_force_next_flush()');
      const [row] = await sql<{ n: string }>(
        `SELECT (SELECT coalesce(sum(seq_tup_read), 0) FROM pg_stat_user_tables WHERE relname = 'job')
              + (SELECT coalesce(sum(idx_tup_read), 0) FROM pg_stat_user_indexes WHERE relname = 'job') AS n`,
      );
      return Number(row?.n);
    };
    // A connection's statistics are written when its transaction ends, at most once per second.
    const stableTotal = async (): Promise<number> => {
      for (let last = -1; ;) {
        await new Promise((resolve) => setTimeout(resolve, 1_500));
        const now = await total();
        if (now === last) return now;
        last = now;
      }
    };
    const before = await stableTotal();
    await work();
    return (await stableTotal()) - before;
  };

  test('the other is served in the first round, and a claim reads no more rows than it takes', async () => {
    await fill(hog, 100_000);
    await fill(other, 1);
    // Ended jobs that are still kept.
    await fill(newId('tenant'), 20_000);
    await sql(`UPDATE job SET state = 'COMPLETED' WHERE tenant_id NOT IN ($1, $2)`, [hog, other]);
    await sql('ANALYZE job');
    const read = await readBy(async () => {
      const lanes = db.work(async (tx) => {
        await planClaimsOnce(tx);
        return findDueLanes(tx);
      });
      expect(await lanes).toEqual([{ kind: 'k', priority: 5 }]);
      expect(owners(await claim({ room: 2 }))).toEqual([hog, other]);
      expect(owners(await claim({ room: 4 }))).toHaveLength(4);
    });
    expect(read).toBeLessThan(2_000);
  });
});
