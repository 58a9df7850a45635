import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBus } from '@platform/kit/bus';
import type { Bus } from '@platform/kit/bus';
import { createMetrics, silentLog } from '@platform/kit/telemetry';
import { connectNats, jetstreamManager } from '@platform/testkit/stores';
import { eventually } from '@platform/testkit/eventually';
import { runsLongTests } from '@platform/testkit/long-tests';
import { ownPlatform } from '@platform/testkit/platform';
import type { OwnPlatform } from '@platform/testkit/platform';
import { startNatsCluster } from './nats-cluster.ts';
import type { NatsCluster, NodeName } from './nats-cluster.ts';
import { userLoad } from './user-load.ts';
import type { UserLoad } from './user-load.ts';

/** Events arrive within this time after the election of new leaders, which takes NATS 4 to 9 s or longer. */
const resumeMs = 5_000;

let cluster: NatsCluster;
let platform: OwnPlatform;
let load: UserLoad;
let bus: Bus;
/** Keys of the bucket that were seen by a watch, in the order in which they were written. */
const seen: string[] = [];

const busWith = (replicas: number): Bus =>
  createBus({
    service: 'test',
    url: cluster.url,
    replicas,
    log: silentLog,
    metrics: createMetrics('test'),
  });

beforeAll(async () => {
  cluster = await startNatsCluster();
  // As an installation with one server left it: one replica each.
  const before = busWith(1);
  await eventually(() => before.isConnected());
  await before.put('restarts', 'before', {});
  await before.close();
  platform = await ownPlatform({
    services: ['hub', 'fga', 'directory', 'outbound', 'gateway'],
    env: { ...process.env, NATS_URL: cluster.url },
    settings: { 'platform.nats.replicas': '3' },
  });
  bus = busWith(3);
  bus.watch('restarts', (key) => void seen.push(key));
  load = userLoad(platform, 'nats', () => platform.postgresUrl);
});
afterAll(async () => {
  await bus?.close();
  await platform?.stop();
  await cluster?.stop();
});

/** The number of replicas of every stream and bucket. */
async function replicas(): Promise<number[]> {
  const nc = await connectNats(cluster.url);
  try {
    const { streams } = await jetstreamManager(nc);
    const all = await streams.list().next();
    return [...new Set(all.map(({ config }) => config.num_replicas))];
  } finally {
    await nc.close();
  }
}

const storedEvents = async (): Promise<number> =>
  Number((await load.rows<{ n: string }>('SELECT count(*) AS n FROM outbound.events'))[0]?.n);

/** Milliseconds from now until a further event is in the log, and until a watch sees a new entry. Rejects if one takes too long. */
async function progressMs(): Promise<{ event: number; entry: number }> {
  const from = performance.now();
  const sinceThen = (): number => Math.round(performance.now() - from);
  const key = `key-${Date.now()}`;
  const before = await storedEvents();
  const entry = eventually(() => bus.put('restarts', key, {}).then(() => true), {
    what: 'a write to a bucket',
    withinMs: resumeMs,
  })
    .then(() =>
      eventually(() => seen.includes(key), { what: 'an entry of a bucket', withinMs: resumeMs }),
    )
    .then(sinceThen);
  const event = eventually(async () => (await storedEvents()) > before, {
    what: 'an event',
    withinMs: resumeMs,
  }).then(sinceThen);
  const [eventMs, entryMs] = await Promise.all([event, entry]);
  return { event: eventMs, entry: entryMs };
}

/** Breaks a server; returns how it comes back. */
type Break = (name: NodeName) => Promise<() => Promise<void>>;

const faults: [string, Break][] = [
  [
    'is killed and loses its disk',
    async (name) => {
      await cluster.kill(name);
      return async () => {
        cluster.loseDisk(name);
        await cluster.start(name);
      };
    },
  ],
  [
    'is killed',
    async (name) => {
      await cluster.kill(name);
      return () => cluster.start(name);
    },
  ],
  [
    'hangs',
    async (name) => {
      cluster.freeze(name);
      return async () => cluster.thaw(name);
    },
  ],
  [
    'is cut off from the others, but not from its clients',
    async (name) => {
      const mend = cluster.isolate(name);
      return async () => mend();
    },
  ],
];

describe('JetStream has three servers', () => {
  test('streams and buckets of one replica were moved to three, with their messages', async () => {
    await eventually(async () => (await replicas()).join() === '3', { what: 'three replicas' });
    await cluster.inSync('EVENTS');
    await eventually(() => seen.includes('before'));
  });

  test.each(faults.slice(0, runsLongTests ? undefined : 1))(
    'events go on when the leader of their stream %s',
    async (_, breakServer) => {
      if (load.acknowledgedAt.length === 0) await load.begin('demo');
      await load.untilMore(40);
      const leader = (await cluster.leaderOf('EVENTS')) as NodeName;
      const brokenAt = performance.now();
      const mend = await breakServer(leader);
      await cluster.elected(leader, ['EVENTS', 'KV_restarts']);
      const electedMs = Math.round(performance.now() - brokenAt);
      const resumed = await progressMs();
      await mend();
      await cluster.inSync('EVENTS');
      await load.untilMore(20);
      console.log(
        `elected after ${electedMs} ms; resumed after ${JSON.stringify(resumed)} ms more`,
      );
    },
    120_000,
  );

  test('nothing acknowledged is lost, doubled or out of order', async () => {
    await load.end();
    await load.expectStored();
    await load.expectEvents();
  }, 120_000);

  test('a process that is configured so moves them back to one, with their messages', async () => {
    const countOf = async (): Promise<number> =>
      (await cluster.streamInfo('EVENTS'))?.state.messages ?? 0;
    const before = await countOf();
    await bus.close();
    bus = busWith(1);
    await eventually(async () => (await replicas()).join() === '1', { what: 'one replica' });
    expect(await countOf()).toBe(before);
  });
});
