import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JetStreamClient } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { connectNats, testNatsAccount } from '@platform/testkit/stores';
import { partitionOf } from '@platform/contracts';
import { eventually } from '@platform/testkit/eventually';
import type { Database } from '../src/database/database.ts';
import { newId } from '../src/ids/ids.ts';
import { silentLog } from '../src/telemetry/log.ts';
import { createMetrics } from '../src/telemetry/metrics.ts';
import { createBus } from '../src/bus/bus.ts';
import type { Bus } from '../src/bus/bus.ts';
import { putIfNewer } from '../src/bus/kv.ts';
import { reclaimLost } from '../src/bus/relay-recovery.ts';
import { publishTestEvent, testStore } from '../src/bus/test-store.ts';
import { openBucket } from '@platform/testkit/stores';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';

let store: Awaited<ReturnType<typeof testStore>>;
let nats: Awaited<ReturnType<typeof testNatsAccount>>;
let db: Database;
let nc: NatsConnection;
let js: JetStreamClient;
const buses: Bus[] = [];

const startBus = (service: string, withOutbox = false): Bus => {
  const bus = createBus({
    service,
    url: nats.url,
    replicas: 1,
    log: silentLog,
    metrics: createMetrics(service),
    ...(withOutbox
      ? { db, outbox: { pollIntervalMs: 200, batchSize: 50, retentionMs: 86_400_000 } }
      : {}),
  });
  buses.push(bus);
  return bus;
};
const context = (tenantId: string) =>
  ({ tenantId, actor: { type: 'system', id: 'test' } }) as const;
const pending = async (): Promise<number> =>
  (await db.work((tx) => tx.row<{ n: number }>('SELECT count(*)::int AS n FROM outbox_pending')))
    ?.n ?? -1;
const streamIds = async (filter: string): Promise<string[]> => {
  const manager = await jetstreamManager(nc);
  const { last_seq: last } = (await manager.streams.info('EVENTS')).state;
  const ids: string[] = [];
  for (let seq = 1; seq <= last; seq++) {
    const message = await manager.streams.getMessage('EVENTS', { seq }).catch(() => undefined);
    if (message?.subject.startsWith(filter)) ids.push(message.json<{ id: string }>().id);
  }
  return ids;
};

beforeAll(async () => {
  [store, nats] = await Promise.all([testStore(), testNatsAccount()]);
  db = store.db;
  nc = await connectNats(nats.url);
  js = jetstream(nc);
});
afterAll(async () => {
  await Promise.all(buses.map((bus) => bus.close()));
  await nc.close();
  await nats.stop();
  await store.stop();
});

describe('the outbox', () => {
  test('contains an event if and only if its transaction commits', async () => {
    const tenantId = newId('tenant');
    const before = await pending();
    await expect(
      db.transact(context(tenantId), async (tx) => {
        await tx.publish({
          type: 'user.deleted',
          subject: { type: 'user', id: 'usr_x' },
          data: { user: { id: newId('user'), externalId: null }, origin: 'api' },
        });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await pending()).toBe(before);
    await publishTestEvent(db, tenantId);
    expect(await pending()).toBe(before + 1);
  });

  test('rejects an event that does not match the catalog', async () => {
    await expect(
      db.transact(context(newId('tenant')), (tx) =>
        tx.publish({
          type: 'user.created',
          subject: { type: 'user', id: 'x' },
          data: { user: { id: 'x' } },
        }),
      ),
    ).rejects.toThrow(/does not match the catalog/);
  });

  test('keeps the name of a large resource when an event exceeds 64 KiB', async () => {
    const event = await db.transact(context(newId('tenant')), (tx) =>
      tx.publish({
        type: 'user.deleted',
        subject: { type: 'user', id: 'usr_big' },
        data: {
          user: { id: newId('user'), externalId: null },
          origin: 'api',
          extra: { id: 'kept', text: 'x'.repeat(70_000) },
        },
      }),
    );
    expect(event.data).toMatchObject({
      user: { id: (event.data['user'] as { id: string }).id },
      extra: { id: 'kept' },
      truncated: true,
    });
  });
});

describe('the relay', () => {
  test('publishes each event once and in order for each subject, whichever pod relays it', async () => {
    const tenantId = newId('tenant');
    const first = startBus('shop-a', true);
    startBus('shop-b', true);
    const subject = newId('user');
    const written: string[] = [];
    for (let i = 0; i < 60; i++) written.push(await publishTestEvent(db, tenantId, subject));
    await Promise.all(Array.from({ length: 60 }, () => publishTestEvent(db, tenantId)));
    first.wakeRelay();
    await eventually(async () => (await pending()) === 0);
    const published = await streamIds(`events.${partitionOf(tenantId)}.${tenantId}.`);
    expect(published).toHaveLength(120);
    expect(new Set(published).size).toBe(120);
    expect(published.filter((id) => written.includes(id))).toEqual(written);
  });

  test('relays a row that commits late, behind rows with higher numbers', async () => {
    const tenantId = newId('tenant');
    let release = (): void => undefined;
    const hold = new Promise<void>((resolve) => (release = resolve));
    let lateId = '';
    const late = db.transact(context(tenantId), async (tx) => {
      lateId = (
        await tx.publish({
          type: 'user.deleted',
          subject: { type: 'user', id: 'late' },
          data: { user: { id: newId('user'), externalId: null }, origin: 'api' },
        })
      ).id;
      await hold;
    });
    await eventually(() => lateId !== '');
    const early = await publishTestEvent(db, tenantId);
    await eventually(async () =>
      (await streamIds(`events.${partitionOf(tenantId)}.${tenantId}.`)).includes(early),
    );
    release();
    await late;
    await eventually(async () =>
      (await streamIds(`events.${partitionOf(tenantId)}.${tenantId}.`)).includes(lateId),
    );
  });

  test('republishes messages that a stream lost after acknowledging them', async () => {
    await eventually(async () => (await pending()) === 0);
    const tenantId = newId('tenant');
    await Promise.all(buses.splice(0).map((bus) => bus.close()));
    const bus = startBus('shop-a', true);
    const ids: string[] = [];
    for (let i = 0; i < 8; i++) ids.push(await publishTestEvent(db, tenantId));
    bus.wakeRelay();
    await eventually(async () => (await pending()) === 0);
    await bus.close();
    buses.splice(0);
    const manager = await jetstreamManager(nc);
    const { last_seq: last } = (await manager.streams.info('EVENTS')).state;
    for (let seq = last - 4; seq <= last; seq++) await manager.streams.deleteMessage('EVENTS', seq);
    const reclaimed = await reclaimLost(db, js, silentLog);
    // Rows published in the same batch are published again too.
    expect(reclaimed).toBeGreaterThanOrEqual(5);
    expect(await reclaimLost(db, js, silentLog)).toBe(0);
    expect(await pending()).toBe(reclaimed);
    // The server's duplicate window would drop the repeats of this test; after a real loss it is
    // empty too.
    const config = (await manager.streams.info('EVENTS')).config;
    await manager.streams.delete('EVENTS');
    await manager.streams.add(config);
    startBus('shop-a', true);
    // Messages lost by deleting the stream are found only after the first repeats may have been
    // sent.
    const keptNow = (): Promise<string[]> =>
      streamIds(`events.${partitionOf(tenantId)}.${tenantId}.`);
    await eventually(async () => (await pending()) === 0 && (await keptNow()).length >= ids.length);
    const kept = await keptNow();
    expect([...kept].sort()).toEqual([...ids].sort());
  });

  test('an entry that cannot be parsed does not block later entries', async () => {
    const bus = startBus('shop-a', false);
    await eventually(() => bus.isLoaded());
    const kv = await openBucket(bus.jetstream()!, 'ip-rules');
    await kv.put('broken', 'no JSON');
    await kv.put('whole', '{"a":1}');
    const seen = new Set<string>();
    bus.watch('ip-rules', (key) => void seen.add(key));
    await eventually(() => seen.has('whole'));
    expect(seen.has('broken')).toBe(false);
    await kv.put('later', '{"a":1}');
    await eventually(() => seen.has('later'));
    for (const key of ['broken', 'whole', 'later']) await kv.purge(key);
  });

  test('is loaded when all watched entries have been read', async () => {
    const first = startBus('shop-a', false);
    await eventually(() => first.isLoaded());
    const kv = await openBucket(first.jetstream()!, 'token-cutoffs');
    const keys = Array.from({ length: 300 }, (_, i) => `${newId('tenant')}.client.${i}`);
    await Promise.all(keys.map((key) => kv.put(key, '{"a":1}')));
    const next = startBus('shop-b', false);
    const seen = new Set<string>();
    next.watch('token-cutoffs', (key) => void seen.add(key));
    next.watch('claims-replay', () => undefined);
    expect(next.isLoaded()).toBe(false);
    // Polls without a pause, to continue at that very moment.
    while (!next.isLoaded()) await new Promise(setImmediate);
    expect(keys.filter((key) => !seen.has(key))).toEqual([]);
  });

  test('reports why it is not loaded if the server cannot serve the watch', async () => {
    // An account without streams, on a server outside of a cluster.
    const account = await testNatsAccount();
    const alone = createBus({
      service: 'shop-d',
      url: account.url,
      replicas: 3,
      log: silentLog,
      metrics: createMetrics('d'),
    });
    await eventually(() => /^not loaded yet: .*replicas/.test(alone.notLoadedReason() ?? ''));
    await alone.close();
    await account.stop();
  });

  test('keeps rows pending while NATS is unavailable', async () => {
    const tenantId = newId('tenant');
    const away = createBus({
      service: 'shop-c',
      url: 'nats://127.0.0.1:9',
      replicas: 1,
      log: silentLog,
      metrics: createMetrics('c'),
      db,
      outbox: { pollIntervalMs: 50, batchSize: 10, retentionMs: 1000 },
    });
    expect(away.isLoaded()).toBe(false);
    await eventually(() => /refused/i.test(away.notLoadedReason() ?? ''));
    await publishTestEvent(db, tenantId);
    away.wakeRelay();
    await away.close();
    buses[0]?.wakeRelay();
    await eventually(async () => (await pending()) === 0);
  });
});

describe('consume', () => {
  test('applies every event, and retries one whose handler failed', async () => {
    const tenantId = newId('tenant');
    const seen: string[] = [];
    let failures = 0;
    startBus('listener', true).consume('test', ['user.*'], async ({ event, tenantId: of }) => {
      if (of !== tenantId) return;
      if (failures++ === 0) throw new Error('not yet');
      seen.push(event.id);
    });
    const id = await publishTestEvent(db, tenantId);
    buses[0]?.wakeRelay();
    await eventually(() => seen.length > 0);
    expect(seen).toEqual([id]);
  });
});

describe('putIfNewer', () => {
  test('never overwrites a higher version, however many writers race', async () => {
    const key = newId('tenant');
    const versions = Array.from({ length: 20 }, (_, i) => i + 1).sort(() => Math.random() - 0.5);
    await Promise.all(
      versions.map((version) =>
        putIfNewer(js, 'ip-rules', key, JSON.stringify({ version }), 1).catch(() => undefined),
      ),
    );
    await putIfNewer(js, 'ip-rules', key, JSON.stringify({ version: 20 }), 1);
    await putIfNewer(js, 'ip-rules', key, JSON.stringify({ version: 3 }), 1);
    expect((await (await openBucket(js, 'ip-rules')).get(key))?.json()).toEqual({ version: 20 });
  });
});

describe('keys that can be taken only once', () => {
  test('are taken by only one pod, for the requested time', async () => {
    const [one, other] = [startBus('taker-a'), startBus('taker-b')];
    await eventually(() => one.isConnected() && other.isConnected());
    const taken = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        (i % 2 ? one : other).take('claims-replay', 'a'.repeat(64), 600_000),
      ),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await one.take('claims-replay', 'b'.repeat(64), 600_000)).toBe(true);
    const third = startBus('taker-c');
    await eventually(() => third.isConnected());
    expect(await third.take('claims-replay', 'b'.repeat(64), 900_000)).toBe(false);
    const bucket = await openBucket(js, 'claims-replay');
    expect((await bucket.status()).ttl).toBe(900_000);
    expect(await one.take('claims-replay', 'c'.repeat(64), 600_000)).toBe(true);
  });
});
