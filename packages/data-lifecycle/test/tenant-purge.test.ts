import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlatformEvent } from '@platform/contracts';
import { prepareServiceDatabase } from '@platform/dev/database-roles';
import { untilWaitedFor, withClient } from '@platform/dev/postgres';
import { createTestDatabase, testNatsAccount } from '@platform/testkit/stores';
import { eventually } from '@platform/testkit/eventually';
import { createBus } from '@platform/kit/bus';
import type { Bus } from '@platform/kit/bus';
import { cloudEvent, database, migrate } from '@platform/kit/database';
import type { Database, Tx } from '@platform/kit/database';
import { newId, uuidOf } from '@platform/kit/ids';
import { silentLog, createMetrics } from '@platform/kit/telemetry';
import { objectKey, objectStores } from '@platform/kit/objects';
import type { ObjectStore, ObjectStores } from '@platform/kit/objects';
import { purgeTenant, tenantPurge } from '../src/tenant-purge/tenant-purge.ts';
import type { TenantFiles } from '../src/tenant-purge/tenant-purge.ts';

let store: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
let folder: string;

const schema = `
CREATE TABLE parent (tenant_id text, id int, PRIMARY KEY (tenant_id, id));
CREATE TABLE a_child (tenant_id text, id int, parent_id int, note text DEFAULT 'Ada', PRIMARY KEY (tenant_id, id), FOREIGN KEY (tenant_id, parent_id) REFERENCES parent (tenant_id, id));
CREATE TABLE z_child (tenant_id text, id int, parent_id int, PRIMARY KEY (tenant_id, id), FOREIGN KEY (tenant_id, parent_id) REFERENCES parent (tenant_id, id));
CREATE TABLE log (tenant_id text, id int, at date, PRIMARY KEY (tenant_id, id, at)) PARTITION BY RANGE (at);
CREATE TABLE log_old PARTITION OF log FOR VALUES FROM ('2020-01-01') TO ('2026-01-01');
CREATE TABLE log_new PARTITION OF log FOR VALUES FROM ('2026-01-01') TO ('2030-01-01');
CREATE TABLE small (tenant_id uuid, id int, PRIMARY KEY (tenant_id, id));
SELECT own_by_tenant('small'), own_by_tenant('parent'), own_by_tenant('a_child'), own_by_tenant('z_child'), own_by_tenant('log');`;

beforeAll(async () => {
  store = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'purge-'));
  await writeFile(join(folder, '0001-tables.sql'), schema);
  const { url, migrationUrl } = await prepareServiceDatabase(store.url, 'shop');
  await migrate({
    url: migrationUrl,
    schema: 'shop',
    folder: pathToFileURL(`${folder}/`),
    log: silentLog,
  });
  db = database({
    service: 'shop',
    url,
    schema: 'shop',
    maxConnections: 2,
    statementTimeoutMs: 10_000,
    log: silentLog,
  });
});
afterAll(async () => {
  await db.close();
  await store.drop();
  await rm(folder, { recursive: true });
});

const tables = ['parent', 'a_child', 'z_child', 'log', 'small'];
const contextOf = (tenantId: string) =>
  ({ tenantId, actor: { type: 'system', id: 'test' } }) as const;
const fill = (tenantId: string): Promise<unknown> =>
  db.transact(contextOf(tenantId), async (tx) => {
    await tx.execute('INSERT INTO parent SELECT $1, n FROM generate_series(1, 10) n', [tenantId]);
    for (const child of ['a_child', 'z_child'])
      await tx.execute(
        `INSERT INTO ${child} SELECT $1, n, 1 + n % 10 FROM generate_series(1, 50) n`,
        [tenantId],
      );
    await tx.execute(
      `INSERT INTO log SELECT $1, n, date '2020-01-01' + n FROM generate_series(1, 3500) n`,
      [tenantId],
    );
    await tx.execute('INSERT INTO small SELECT $1, n FROM generate_series(1, 7) n', [
      uuidOf('tenant', tenantId),
    ]);
  });
const count = (tenantId: string): Promise<number[]> =>
  db.read(contextOf(tenantId), async (tx) => {
    const counts: number[] = [];
    for (const table of tables)
      counts.push((await tx.row<{ n: number }>(`SELECT count(*) AS n FROM ${table}`))?.n ?? -1);
    return counts;
  });

test("removes only the tenant's rows, despite foreign keys and across partitions", async () => {
  const [gone, stays] = [newId('tenant'), newId('tenant')];
  await Promise.all([fill(gone), fill(stays)]);
  expect(await purgeTenant(db, gone)).toBe(3617);
  expect(await count(gone)).toEqual([0, 0, 0, 0, 0]);
  expect(await count(stays)).toEqual([10, 50, 50, 3500, 7]);
  expect(await purgeTenant(db, gone)).toBe(0);
});

test('removes a row that is being changed concurrently', async () => {
  const gone = newId('tenant');
  await db.transact(contextOf(gone), (tx) =>
    tx.execute('INSERT INTO parent VALUES ($1, 1)', [gone]),
  );
  let purge: Promise<number> | undefined;
  await withClient(store.url, async (client) => {
    await client.query('BEGIN');
    await client.query('UPDATE shop.parent SET id = id WHERE tenant_id = $1', [gone]);
    purge = purgeTenant(db, gone);
    await untilWaitedFor(client);
    await client.query('COMMIT');
  });
  expect(await purge).toBe(1);
  expect(await count(gone)).toEqual([0, 0, 0, 0, 0]);
});

test('affects only the given tables', async () => {
  const gone = newId('tenant');
  await fill(gone);
  expect(await purgeTenant(db, gone, { only: ['small', 'a_child'] })).toBe(57);
  expect(await count(gone)).toEqual([10, 0, 50, 3500, 0]);
});

test('keeps the rows that outlive the tenant, and clears their other columns', async () => {
  const gone = newId('tenant');
  await fill(gone);
  const outliving = [
    { table: 'parent', where: 'id <= 2' },
    { table: 'a_child', where: 'parent_id <= 2', cleared: ['note'] },
  ];
  expect(await purgeTenant(db, gone, { outliving })).toBe(3605);
  expect(await count(gone)).toEqual([2, 10, 0, 0, 0]);
  const { notes } = (await db.read(contextOf(gone), (tx) =>
    tx.row<{ notes: number }>('SELECT count(note)::int AS notes FROM a_child'),
  ))!;
  expect(notes).toBe(0);
  expect(await purgeTenant(db, gone, { outliving })).toBe(0);
});

describe('tenantPurge', () => {
  let nats: Awaited<ReturnType<typeof testNatsAccount>>;
  beforeAll(async () => {
    nats = await testNatsAccount();
  });
  afterAll(() => nats.stop());

  const withBus = async (run: (bus: Bus) => Promise<void>): Promise<void> => {
    const bus = createBus({
      service: 'shop',
      url: nats.url,
      replicas: 1,
      log: silentLog,
      metrics: createMetrics('shop'),
      db,
      outbox: { pollIntervalMs: 100, batchSize: 50, retentionMs: 86_400_000 },
    });
    try {
      await eventually(() => bus.isConnected());
      await run(bus);
    } finally {
      await bus.close();
    }
  };
  const deletionOf = (tenantId: string): PlatformEvent => ({
    id: newId('event'),
    type: 'tenant.deleted',
    occurredAt: new Date().toISOString(),
    actor: { type: 'system', id: 'hub' },
    organizationId: null,
    subject: { type: 'tenant', id: tenantId },
    data: {},
    schemaVersion: 1,
  });
  const deleted = (bus: Bus, tenantId: string) =>
    bus
      .jetstream()!
      .publish('platform.tenant.deleted', cloudEvent('hub', deletionOf(tenantId), { tenantId }));
  /** Records events about a tenant, and the rows that were left at the time. */
  const listen = (bus: Bus, tenantId: string) => {
    const told: { data: unknown; left: number[] }[] = [];
    bus.consume(`test-${tenantId}`, ['tenant.purged'], async ({ tenantId: of, event }) => {
      if (of === tenantId) told.push({ data: event.data, left: await count(tenantId) });
    });
    return told;
  };

  test(
    'acknowledges when nothing is left, and again when it is asked again',
    () =>
      withBus(async (bus) => {
        const tenantId = newId('tenant');
        await fill(tenantId);
        tenantPurge({ bus, log: silentLog });
        const told = listen(bus, tenantId);
        await deleted(bus, tenantId);
        await eventually(() => told.length === 1);
        await deleted(bus, tenantId);
        await eventually(() => told.length === 2);
        expect(told).toEqual([
          { data: { service: 'shop', rows: 3617 }, left: [0, 0, 0, 0, 0] },
          { data: { service: 'shop', rows: 0 }, left: [0, 0, 0, 0, 0] },
        ]);
      }),
    30_000,
  );

  test(
    'that crashes between the purge and the acknowledgment acknowledges later',
    () =>
      withBus(async (bus) => {
        const tenantId = newId('tenant');
        await fill(tenantId);
        let deaths = 0;
        const dying = (tx: Tx): Tx => ({
          ...tx,
          async publish(event) {
            const published = await tx.publish(event);
            if (deaths++ === 0) throw new Error('killed');
            return published;
          },
        });
        tenantPurge({
          log: silentLog,
          bus: {
            service: bus.service,
            consume: (purpose, types, handle) =>
              bus.consume(purpose, types, (received, held) =>
                handle(received, {
                  ...held,
                  transact: (context, work) => held.transact(context, (tx) => work(dying(tx))),
                }),
              ),
          },
        });
        const told = listen(bus, tenantId);
        await deleted(bus, tenantId);
        await eventually(async () => deaths === 1 && (await count(tenantId)).every((n) => n === 0));
        await eventually(() => told.length > 0);
        expect([deaths, told]).toEqual([
          2,
          [{ data: { service: 'shop', rows: 0 }, left: [0, 0, 0, 0, 0] }],
        ]);
      }),
    30_000,
  );

  /** Builds the handler of a deleted tenant, to be called without a bus. */
  const purging = (files: readonly TenantFiles[] = []) => {
    let handle: Parameters<Bus['consume']>[2] = async () => undefined;
    tenantPurge({
      log: silentLog,
      bus: { service: 'shop', consume: (_purpose, _types, handler) => void (handle = handler) },
      files,
    });
    return (tenantId: string) => handle({ tenantId, bytes: 0, event: deletionOf(tenantId) }, db);
  };

  test('that crashes before publishing the acknowledgment is completed by the next run', async () => {
    const tenantId = newId('tenant');
    await fill(tenantId);
    await purging()(tenantId);
    await withBus(async (bus) => {
      const told = listen(bus, tenantId);
      await eventually(() => told.length === 1);
      expect(told[0]!.data).toEqual({ service: 'shop', rows: 3617 });
    });
  });

  describe('files', () => {
    const storesIn = (baseDir: string): ObjectStores =>
      objectStores({
        bucket: '',
        region: '',
        endpoint: '',
        keyPrefix: '',
        baseDir: join(folder, baseDir),
        egress: () => {
          throw new Error('there is no bucket');
        },
        log: silentLog,
      });
    const put = (store: ObjectStore, tenantId: string) =>
      store.put(objectKey(tenantId, 'report'), Readable.from([Buffer.from('Ada')]), {
        contentType: 'text/plain',
      });
    const keysIn = async (store: ObjectStore): Promise<string[]> => {
      const keys: string[] = [];
      for await (const { key } of store.list('')) keys.push(key);
      return keys;
    };
    /** Rows of `parent` represent rows that name a store. */
    const namedBy = (location: string) => async (tx: Tx) =>
      (await tx.row('SELECT FROM parent LIMIT 1')) ? [location] : [];

    test("removes the tenant's files from the current store and those that rows name", async () => {
      const [gone, stays] = [newId('tenant'), newId('tenant')];
      const [earlier, stores] = [storesIn('a').current, storesIn('b')];
      for (const store of [earlier, stores.current])
        for (const tenantId of [gone, stays]) await put(store, tenantId);
      await fill(gone);
      await purging([{ stores, locations: namedBy(earlier.location) }])(gone);
      for (const store of [earlier, stores.current])
        expect(await keysIn(store)).toEqual([objectKey(stays, 'report')]);
    });

    test('removes files before the rows that name their store: a crash leaves none behind', async () => {
      const tenantId = newId('tenant');
      const [earlier, stores] = [storesIn('c').current, storesIn('d')];
      await put(earlier, tenantId);
      await fill(tenantId);
      let deaths = 0;
      const dying: ObjectStores = {
        ...stores,
        current: {
          ...stores.current,
          async *list(prefix) {
            const isRowless = (await count(tenantId)).every((n) => n === 0);
            if (isRowless && deaths++ === 0) throw new Error('killed');
            yield* stores.current.list(prefix);
          },
        },
        at: (location) =>
          location === stores.current.location ? dying.current : stores.at(location),
      };
      const purge = purging([{ stores: dying, locations: namedBy(earlier.location) }]);
      await expect(purge(tenantId)).rejects.toThrow('killed');
      await purge(tenantId);
      expect(await keysIn(earlier)).toEqual([]);
    });

    test('removes a file that a job writes while the rows are removed', async () => {
      const tenantId = newId('tenant');
      const stores = storesIn('e');
      await fill(tenantId);
      const purge = purging([
        {
          stores: {
            ...stores,
            at: () => ({
              ...stores.current,
              async *list(prefix) {
                yield* stores.current.list(prefix);
                if ((await count(tenantId)).some((n) => n > 0)) await put(stores.current, tenantId);
              },
            }),
          },
          locations: async () => [],
        },
      ]);
      await purge(tenantId);
      expect(await keysIn(stores.current)).toEqual([]);
    });
  });
});
