import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { partitionOf } from '@platform/contracts';
import { startNats } from '@platform/dev/nats';
import type { Nats } from '@platform/dev/nats';
import { temporaryFolder } from '@platform/testkit/stores';
import { eventually } from '@platform/testkit/eventually';
import { connect } from '@nats-io/transport-node';
import { newId } from '../src/ids/ids.ts';
import { silentLog } from '../src/telemetry/log.ts';
import { createMetrics } from '../src/telemetry/metrics.ts';
import { createBus } from '../src/bus/bus.ts';
import { publishTestEvent, testStore } from '../src/bus/test-store.ts';
import { jetstream } from '@nats-io/jetstream';

const folder = temporaryFolder('platform-outage-');
const env = { ...process.env, NATS_URL: undefined, TEST_INFRA: undefined };
const start = (port?: number): Promise<Nats> =>
  startNats({ storeDir: join(folder.path, 'nats'), port, env });
let store: Awaited<ReturnType<typeof testStore>>;
let nats: Nats;

beforeAll(async () => {
  [store, nats] = await Promise.all([testStore(), start()]);
});
afterAll(async () => {
  await nats.stop();
  await store.stop();
  folder.remove();
});

/** Returns the ids of a tenant's events in the stream, in order. */
async function streamed(tenantId: string): Promise<string[]> {
  const nc = await connect({ servers: nats.url });
  const consumer = await jetstream(nc).consumers.get('EVENTS', {
    filter_subjects: `events.${partitionOf(tenantId)}.${tenantId}.>`,
  });
  const ids: string[] = [];
  for (let left = (await consumer.info()).num_pending; left > 0; left--)
    ids.push((await consumer.next())!.json<{ id: string }>().id);
  await nc.close();
  return ids;
}

test("a tenant's events keep the order of their commits, whatever their subjects, when NATS is killed and restarted", async () => {
  const { db } = store;
  const bus = createBus({
    service: 'shop',
    url: nats.url,
    replicas: 1,
    log: silentLog,
    metrics: createMetrics('shop'),
    db,
    outbox: { pollIntervalMs: 100, batchSize: 200, retentionMs: 86_400_000 },
  });
  const tenants = [newId('tenant'), newId('tenant')];
  const committed = new Map<string, string[]>(tenants.map((tenantId) => [tenantId, []]));
  const done = new AbortController();
  const writing = tenants.map(async (tenantId) => {
    while (!done.signal.aborted) {
      committed.get(tenantId)!.push(await publishTestEvent(db, tenantId));
      bus.wakeRelay();
    }
  });
  const isRelayed = async (count: number): Promise<boolean> => {
    const row = await db.work((tx) =>
      tx.row<{ written: number; pending: number }>(
        'SELECT count(*)::int AS written, (SELECT count(*)::int FROM outbox_pending) AS pending FROM outbox',
      ),
    );
    const { written = 0, pending = 0 } = row ?? {};
    return count === 0 ? pending === 0 : written - pending >= count;
  };
  try {
    for (let kill = 1; kill <= 3; kill++) {
      await eventually(() => isRelayed(kill * 150));
      const { port, pid, exited } = nats;
      process.kill(pid!, 'SIGKILL');
      await exited;
      await pause(500);
      nats = await start(port);
    }
  } finally {
    done.abort();
    await Promise.all(writing);
  }
  await eventually(() => isRelayed(0));
  for (const tenantId of tenants) expect(await streamed(tenantId)).toEqual(committed.get(tenantId));
  await bus.close();
});
