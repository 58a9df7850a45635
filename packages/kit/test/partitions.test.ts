import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { newId } from '../src/ids/ids.ts';
import { silentLog } from '../src/telemetry/log.ts';
import { createMetrics } from '../src/telemetry/metrics.ts';
import { publishTestEvent, testStore } from '../src/bus/test-store.ts';
import { maintainPartitions, partitionUpkeep } from '../src/upkeep/partitions.ts';
import type { TimeLog } from '../src/upkeep/partitions.ts';

const day = 86_400_000;
let store: Awaited<ReturnType<typeof testStore>>;

beforeAll(async () => void (store = await testStore()));
afterAll(() => store.stop());
beforeEach(() =>
  sql(`DROP TABLE IF EXISTS sales; DROP FUNCTION IF EXISTS sales_before_drop;
  CREATE TABLE sales (at timestamptz NOT NULL, what text NOT NULL) PARTITION BY RANGE (at); CREATE TABLE sales_default PARTITION OF sales DEFAULT`),
);

async function sql<R = Record<string, unknown>>(text: string, params?: unknown[]): Promise<R[]> {
  return withClient(store.url, async (client) => {
    await client.query("SET search_path = shop; SET timezone = 'UTC'");
    return (await client.query(text, params)).rows as R[];
  });
}
const partitionsOf = async (table: string): Promise<string[]> =>
  (
    await sql<{ name: string }>(
      `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = $1::regclass AND c.relname !~ 'default$' ORDER BY 1`,
      [table],
    )
  ).map((row) => row.name);
const maintain = (more: Partial<TimeLog> = {}): Promise<number> =>
  maintainPartitions(store.db, { table: 'sales', unit: 'day', retentionMs: 10 * day, ...more });
/** Creates the partition of a day in the past, with one row. */
async function partitionAgo(days: number): Promise<string> {
  const start = new Date(Date.now() - days * day);
  const name = `sales_${start.toISOString().slice(0, 10).replaceAll('-', '')}`;
  await sql(
    `CREATE TABLE ${name} PARTITION OF sales FOR VALUES FROM ('${start.toISOString().slice(0, 10)}') TO ('${new Date(start.getTime() + day).toISOString().slice(0, 10)}')`,
  );
  await sql(`INSERT INTO ${name} VALUES ('${start.toISOString().slice(0, 10)}', 'old')`);
  return name;
}

describe('maintainPartitions', () => {
  test.each<[TimeLog['unit'], number, string, string]>([
    ['hour', 4, 'YYYYMMDDHH24', '1 hour'],
    ['day', 5, 'YYYYMMDD', '1 day'],
    ['week', 5, 'YYYYMMDD', '7 days'],
    ['month', 3, 'YYYYMM', '1 month'],
  ])(
    'makes this %s and the next, %i in all, whose borders meet',
    async (unit, count, form, step) => {
      expect(await maintain({ unit })).toBe(0);
      const expected = await sql<{ name: string }>(
        `SELECT 'sales_' || to_char(date_trunc($1, now()) + n * $2::interval, '${form}') AS name FROM generate_series(0, $3::int - 1) n`,
        [unit, step, count],
      );
      expect(await partitionsOf('sales')).toEqual(expected.map((row) => row.name));
      await sql(
        `INSERT INTO sales SELECT date_trunc($1, now()) + n * $2::interval - i, 'x' FROM generate_series(0, $3::int - 1) n, unnest('{0s,-1ms}'::interval[]) i`,
        [unit, step, count],
      );
      expect(await sql('SELECT FROM sales_default')).toHaveLength(0);
      expect(await maintain({ unit })).toBe(0);
      expect(await partitionsOf('sales')).toHaveLength(count);
    },
  );

  test('drops only partitions that ended before the retention period', async () => {
    const [old, border, kept] = [
      await partitionAgo(12),
      await partitionAgo(10),
      await partitionAgo(9),
    ];
    await maintain();
    const left = await partitionsOf('sales');
    expect([old, border, kept].map((name) => left.includes(name))).toEqual([false, true, true]);
    expect(left).toHaveLength(7);
  });

  test('rows inserted without maintenance stay in the default partition until their retention ends', async () => {
    await sql(
      `INSERT INTO sales VALUES (now(), 'stray'), (now() - interval '9 days', 'kept'), (now() - interval '11 days', 'old')`,
    );
    expect(await maintain()).toBe(2);
    expect(await partitionsOf('sales')).toHaveLength(4);
    expect(
      (await sql<{ what: string }>('SELECT what FROM sales_default ORDER BY at')).map(
        (row) => row.what,
      ),
    ).toEqual(['kept', 'stray']);
  });

  test('partitions that a table still needs are kept; the table is asked before each drop, oldest first', async () => {
    const [first, second, keeper] = [
      await partitionAgo(20),
      await partitionAgo(19),
      await partitionAgo(18),
    ];
    await sql(`INSERT INTO sales_default VALUES (now() - interval '30 days', 'stray')`);
    await sql(`CREATE TABLE IF NOT EXISTS asked (n serial, part text, rows bigint);
      CREATE FUNCTION sales_before_drop(part regclass, until timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
      DECLARE rows bigint; BEGIN
        EXECUTE format('SELECT count(*) FROM %s WHERE at < $1', part) INTO rows USING until;
        INSERT INTO asked (part, rows) VALUES (part::text, rows);
        RETURN part::text <> '${keeper}';
      END $$`);
    await maintain();
    expect(await sql('SELECT part, rows::int FROM asked ORDER BY n')).toEqual(
      [first, second, keeper, 'sales_default'].map((part) => ({ part, rows: 1 })),
    );
    const left = await partitionsOf('sales');
    expect([first, second, keeper].map((name) => left.includes(name))).toEqual([
      false,
      false,
      true,
    ]);
    expect(await sql('SELECT FROM sales_default')).toHaveLength(0);
    await sql('DROP TABLE asked');
  });

  test('several pods may run it concurrently', async () => {
    await partitionAgo(15);
    expect(await Promise.all(Array.from({ length: 5 }, () => maintain()))).toEqual([0, 0, 0, 0, 0]);
    expect(await partitionsOf('sales')).toHaveLength(5);
  });

  test.each<[string, Partial<TimeLog>]>([
    ['no table', { table: 'purchases' }],
    ['a table that is not partitioned', { table: 'schema_migration' }],
    ['SQL', { table: 'sales; DROP TABLE sales' }],
    ['another schema', { table: 'public.sales' }],
    ['another unit', { unit: 'year' as never }],
  ])('rejects %s', async (_name, log) => {
    await expect(maintain(log)).rejects.toThrow('no such log');
  });

  test('is allowed only for the worker', async () => {
    const tenantId = newId('tenant');
    await expect(
      store.db.transact({ tenantId, actor: { type: 'system', id: 'test' } }, (tx) =>
        tx.execute("SELECT partitions_maintain('sales', 'day', '1 day')"),
      ),
    ).rejects.toThrow('permission denied');
  });
});

describe('the outbox', () => {
  const hourAgo = async (hours: number, published?: string): Promise<string> => {
    const tenantId = newId('tenant');
    await publishTestEvent(store.db, tenantId);
    const [part] = await sql<{ name: string; start: Date }>(
      `SELECT 'outbox_' || to_char(now() - make_interval(hours => $1), 'YYYYMMDDHH24') AS name, date_trunc('hour', now() - make_interval(hours => $1)) AS start`,
      [hours],
    );
    const { name, start } = part as { name: string; start: Date };
    await sql(
      `CREATE TABLE ${name} PARTITION OF outbox FOR VALUES FROM ('${start.toISOString()}') TO ('${new Date(start.getTime() + 3_600_000).toISOString()}')`,
    );
    await sql('UPDATE outbox SET created_at = $2 WHERE tenant_id = $1', [tenantId, start]);
    await sql('UPDATE outbox_pending SET created_at = $2 WHERE tenant_id = $1', [tenantId, start]);
    if (published !== undefined)
      await sql(
        `WITH span AS (DELETE FROM outbox_pending WHERE tenant_id = $1 RETURNING *)
         INSERT INTO outbox_published (published_at, chain, shard, stream_seq, event_id, tenant_ids, positions, published_after, published_until, created_at)
         SELECT now() - $2::interval, chain, shard, 1, 'evt', ARRAY[tenant_id], ARRAY[position], ARRAY[published_until], ARRAY[last_position], ARRAY[created_at] FROM span`,
        [tenantId, published],
      );
    return name;
  };

  test('keeps the partition of a row that is pending or was until recently', async () => {
    const hours = [await hourAgo(50, '49 hours'), await hourAgo(40), await hourAgo(30, '1 hour')];
    await maintainPartitions(store.db, { table: 'outbox', unit: 'hour', retentionMs: day });
    const left = await partitionsOf('outbox');
    expect(hours.map((name) => left.includes(name))).toEqual([false, true, true]);
  });
});

describe('partitionUpkeep', () => {
  test('maintains each immediately, and counts rows in default partitions', async () => {
    const metrics = createMetrics('shop');
    await sql(`INSERT INTO sales VALUES (now(), 'stray')`);
    const { work, gauges } = partitionUpkeep({ db: store.db, log: silentLog, metrics }, [
      { table: 'outbox', unit: 'hour', retentionMs: day },
      { table: 'sales', unit: 'day', retentionMs: day },
    ]);
    expect(gauges).toEqual([metrics.registry.getSingleMetric('platform_default_partition_rows')]);
    await work(new AbortController().signal);
    expect(await metrics.registry.metrics()).toContain(
      'platform_default_partition_rows{table="sales",service="shop"} 1',
    );
    expect(await partitionsOf('sales')).toHaveLength(4);
  });
});
