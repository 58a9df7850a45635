import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { withClient } from '@platform/dev/postgres';
import { eventually } from '@platform/testkit/eventually';
import { createTestDatabase } from '@platform/testkit/stores';
import type { TestDatabase } from '@platform/testkit/stores';
import { database, migrate } from '../src/database/database.ts';
import type { Database } from '../src/database/database.ts';
import { newId } from '../src/ids/ids.ts';
import { silentLog } from '../src/telemetry/log.ts';
import { Problem } from '../src/problem/problem.ts';
import { fixedWindowSweep, takeOfWindow } from '../src/rate/fixed-window.ts';

const dayMs = 86_400_000;
let stores: TestDatabase;
let db: Database;

beforeAll(async () => {
  stores = await createTestDatabase();
  const schema = 'limits';
  const at = { url: stores.url, schema, log: silentLog };
  await migrate({ ...at, folder: new URL('../src/rate/', import.meta.url) });
  await withClient(stores.url, (client) =>
    client.query(`SET search_path = limits;
      CREATE TABLE rate_windows (tenant_id text NOT NULL, bucket text NOT NULL, window_start timestamptz NOT NULL, used integer NOT NULL,
        PRIMARY KEY (tenant_id, bucket, window_start));
      SELECT own_by_tenant('rate_windows');
      SELECT show_to_worker('rate_windows');
      GRANT SELECT (window_start), DELETE ON rate_windows TO limits_worker`),
  );
  db = database({ service: 'limits', ...at, maxConnections: 6, statementTimeoutMs: 10_000 });
});
afterAll(async () => {
  await db.close();
  await stores.drop();
});

const undone = new Error('the work was undone');

interface Attempt {
  tenantId: string;
  bucket: string;
  /** The limited work fails, and its transaction with it. */
  isUndone?: boolean;
}

/** Takes one and returns the outcome. */
async function take(
  { tenantId, bucket, isUndone = false }: Attempt,
  { limit, windowMs = dayMs }: { limit: number; windowMs?: number },
): Promise<'taken' | 'undone' | Problem> {
  try {
    await db.transact({ tenantId, actor: { type: 'system', id: 'test' } }, async (tx) => {
      await takeOfWindow(tx, { bucket, limit, windowMs, what: 'tests' });
      if (isUndone) throw undone;
    });
    return 'taken';
  } catch (error) {
    if (error === undone) return 'undone';
    if (error instanceof Problem) return error;
    throw error;
  }
}

describe('takeOfWindow', () => {
  test('concurrent requests take exactly the limit per tenant and bucket, and rolled-back ones do not count', async () => {
    const attempt = fc.record({
      tenant: fc.nat(1),
      bucket: fc.constantFrom('tests', 'other'),
      isUndone: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(4),
        fc.array(attempt, { minLength: 1, maxLength: 24 }),
        async (limit, given) => {
          const tenants = [newId('tenant'), newId('tenant')];
          const ended = await Promise.all(
            given.map(async ({ tenant, ...more }) => {
              const tenantId = tenants[tenant]!;
              const outcome = await take({ tenantId, ...more }, { limit });
              return { key: `${tenant} ${more.bucket}`, isUndone: more.isUndone, outcome };
            }),
          );
          for (const key of new Set(ended.map((one) => one.key))) {
            const own = ended.filter((one) => one.key === key);
            const taken = own.filter(({ outcome }) => outcome === 'taken').length;
            const wanted = own.filter(({ isUndone }) => !isUndone).length;
            if (taken !== (limit === 0 ? wanted : Math.min(limit, wanted))) return false;
          }
          return true;
        },
      ),
      { numRuns: 20 },
    );
  });

  test('reports when the window ends, whatever its length', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 60, max: 86_400 }), async (seconds) => {
        const attempt = { tenantId: newId('tenant'), bucket: 'tests' };
        const window = { limit: 1, windowMs: seconds * 1000 };
        // The second attempt may fall into the next window, but then the third cannot.
        await take(attempt, window);
        const second = await take(attempt, window);
        const refused = second instanceof Problem ? second : await take(attempt, window);
        if (!(refused instanceof Problem)) return false;
        const wait = Number(refused.details.headers?.['Retry-After']);
        const { now } = (await db.work((tx) =>
          tx.row<{ now: number }>('SELECT extract(epoch FROM clock_timestamp())::float8 AS now'),
        ))!;
        const left = seconds - (now % seconds);
        return (
          refused.code === 'rate_limited' &&
          wait >= 1 &&
          wait <= seconds &&
          // Some time passes between reading the two clocks, possibly across the end of the window.
          (Math.abs(wait - left) <= 5 || Math.abs(wait - left) >= seconds - 5)
        );
      }),
      { numRuns: 10 },
    );
  });

  test('allows requests again in the next window', async () => {
    const attempt = { tenantId: newId('tenant'), bucket: 'tests' };
    const window = { limit: 1, windowMs: 500 };
    await eventually(async () => (await take(attempt, window)) instanceof Problem);
    await eventually(async () => (await take(attempt, window)) === 'taken');
  });
});

test('the sweep deletes windows of every tenant that ended a day ago', async () => {
  const tenantId = newId('tenant');
  await take({ tenantId, bucket: 'kept' }, { limit: 1 });
  await withClient(stores.url, (client) =>
    client.query(
      `INSERT INTO limits.rate_windows SELECT $1, 'old', now() - make_interval(hours => h), 1 FROM unnest('{20,30,40}'::int[]) AS h`,
      [tenantId],
    ),
  );
  await fixedWindowSweep(db).work(new AbortController().signal);
  const { rows } = await withClient(stores.url, (client) =>
    client.query('SELECT bucket FROM limits.rate_windows WHERE tenant_id = $1 ORDER BY bucket', [
      tenantId,
    ]),
  );
  expect(rows).toEqual([{ bucket: 'kept' }, { bucket: 'old' }]);
});
