import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { testNatsAccount } from '@platform/testkit/stores';
import { eventually } from '@platform/testkit/eventually';
import { createBus } from '../src/bus/bus.ts';
import type { Bus } from '../src/bus/bus.ts';
import { testStore } from '../src/bus/test-store.ts';
import { newId } from '../src/ids/ids.ts';
import { silentLog } from '../src/telemetry/log.ts';
import { createMetrics } from '../src/telemetry/metrics.ts';
import { auditBucket, bucketAudit } from '../src/upkeep/bucket-audit.ts';
import type { RowBucket } from '../src/upkeep/bucket-audit.ts';
import { openBucket } from '@platform/testkit/stores';

const rowsPerTenant = 15;
const tenants = Array.from({ length: 30 }, () => newId('tenant'));
let store: Awaited<ReturnType<typeof testStore>>;
let nats: Awaited<ReturnType<typeof testNatsAccount>>;
let bus: Bus;

/** Rows with counters; each bucket entry holds their sum. */
const counts: RowBucket = {
  bucket: 'access-policies',
  table: 'counts',
  columns: ['name'],
  version: 'n',
  keyOf: (tenantId, [name]) => `${tenantId}.${name}`,
  isCurrent: (entry: { is: string }) => entry.is === 'right',
  async share(tx, [name], { seen, held }) {
    const row = await tx.row<{ n: number }>(
      'UPDATE counts SET n = greatest(n, $3) + 1 WHERE tenant_id = $1 AND name = $2 AND n = $4 RETURNING n',
      [tx.context.tenantId, name, held, seen],
    );
    if (row)
      await tx.putEntry('access-policies', `${tx.context.tenantId}.${name}`, {
        version: row.n,
        is: 'right',
      });
    return row !== undefined;
  },
};

beforeAll(async () => {
  [store, nats] = await Promise.all([testStore(), testNatsAccount()]);
  const { db } = store;
  bus = createBus({
    service: 'shop',
    url: nats.url,
    replicas: 1,
    log: silentLog,
    metrics: createMetrics('shop'),
    db,
    outbox: { pollIntervalMs: 100, batchSize: 500, retentionMs: 86_400_000 },
  });
  await withClient(store.url, async (client) => {
    await client.query(
      `SET search_path = shop; CREATE TABLE counts (tenant_id text, name text, n bigint, PRIMARY KEY (tenant_id, name)); SELECT own_by_tenant('counts'); SELECT show_to_worker('counts'); GRANT SELECT ON counts TO shop_worker`,
    );
    await client.query(
      'INSERT INTO counts SELECT t, n, 1 FROM unnest($1::text[]) t, generate_series(1, $2::int) n',
      [tenants, rowsPerTenant],
    );
  });
  await eventually(() => bus.isConnected());
});
afterAll(async () => {
  await bus.close();
  await Promise.all([nats.stop(), store.stop()]);
});

const audit = (): Promise<number> => auditBucket({ db: store.db, bus, service: 'shop' }, counts);
const entry = (key: string) => bus.get<{ version: number; is: string }>('access-policies', key);
const settled = () =>
  eventually(
    async () => (await store.db.work((tx) => tx.rows('SELECT FROM outbox_pending'))).length === 0,
  );

describe('auditBucket', () => {
  test('adds missing entries once, page by page', async () => {
    expect(await audit()).toBe(tenants.length * rowsPerTenant);
    await settled();
    expect(await audit()).toBe(0);
    for (const tenantId of tenants)
      expect(await entry(`${tenantId}.${rowsPerTenant}`)).toEqual({ version: 2, is: 'right' });
  });

  test.each<[string, object, number]>([
    ['behind', { version: 1, is: 'right' }, 3],
    ['ahead, after a restored backup', { version: 1_000, is: 'right' }, 1_001],
    ['wrong at the same version', { version: 2, is: 'wrong' }, 3],
  ])('republishes an entry that is %s', async (_how, wrong, version) => {
    const key = `${tenants[4]}.7`;
    await withClient(store.url, (client) =>
      client.query(`UPDATE shop.counts SET n = 2 WHERE tenant_id = $1 AND name = '7'`, [
        tenants[4],
      ]),
    );
    await (await openBucket(bus.jetstream()!, 'access-policies')).put(key, JSON.stringify(wrong));
    expect(await audit()).toBe(1);
    await settled();
    expect(await entry(key)).toEqual({ version, is: 'right' });
    expect(await audit()).toBe(0);
  });

  test('skips a row that has changed in the meantime', async () => {
    const late: RowBucket = {
      ...counts,
      share: (tx, ids, { seen, held }) => counts.share(tx, ids, { seen: seen - 1, held }),
    };
    await (await openBucket(bus.jetstream()!, 'access-policies')).delete(`${tenants[5]}.7`);
    expect(await auditBucket({ db: store.db, bus, service: 'shop' }, late)).toBe(0);
    expect(await entry(`${tenants[5]}.7`)).toBeUndefined();
  });
});

describe('bucketAudit', () => {
  test('runs as soon as NATS is connected, and counts repairs', async () => {
    await (await openBucket(bus.jetstream()!, 'access-policies')).delete(`${tenants[6]}.7`);
    const metrics = createMetrics('shop');
    const worker = bucketAudit({ db: store.db, bus, log: silentLog, metrics, service: 'shop' }, [
      counts,
    ]);
    worker.start();
    await eventually(async () => (await entry(`${tenants[6]}.7`)) !== undefined);
    const nobody = () =>
      bus.lookUp('access-policies', `${newId('tenant')}.1`).catch(() => 'cannot tell');
    await eventually(async () => (await nobody()) === undefined);
    // The bucket is lost, and created again by the next access.
    const manager = await bus.jetstream()!.jetstreamManager();
    await manager.streams.purge('KV_access-policies');
    expect(await nobody()).toBe('cannot tell');
    expect(await bus.lookUp('access-policies', `${tenants[6]}.7`).catch(() => 'cannot tell')).toBe(
      'cannot tell',
    );
    await audit();
    await settled();
    expect(await bus.lookUp('access-policies', `${tenants[6]}.7`)).toMatchObject({ is: 'right' });
    expect(await nobody()).toBe('cannot tell');
    await worker.stop();
    expect(await metrics.registry.metrics()).toMatch(
      /platform_bucket_repairs_total\{bucket="access-policies",service="shop"\} [1-9]\n/,
    );
  });
});
