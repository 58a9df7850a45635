import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { JsMsg } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { connectNats, testNatsAccount } from '@platform/testkit/stores';
import { eventually } from '@platform/testkit/eventually';
import type { Database, Tx } from '../src/database/database.ts';
import { newId } from '../src/ids/ids.ts';
import { silentLog } from '../src/telemetry/log.ts';
import { createMetrics } from '../src/telemetry/metrics.ts';
import { createBus } from '../src/bus/bus.ts';
import type { BatchConsumer, Bus } from '../src/bus/bus.ts';
import { isPartitionLost } from '../src/bus/fence.ts';
import type { FencedDatabase } from '../src/bus/fence.ts';
import { testStore } from '../src/bus/test-store.ts';
import { ensureTopology } from '../src/bus/topology.ts';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';

let nats: Awaited<ReturnType<typeof testNatsAccount>>;
let store: Awaited<ReturnType<typeof testStore>>;
let db: Database;
let nc: NatsConnection;
const tenantId = newId('tenant');
const buses: Bus[] = [];
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  [nats, store] = await Promise.all([testNatsAccount(), testStore()]);
  db = store.db;
  nc = await connectNats(nats.url);
  await ensureTopology(nc, 1);
});
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  await Promise.all(buses.splice(0).map((bus) => bus.close()));
});
afterAll(async () => {
  await nc.close();
  await nats.stop();
  await store.stop();
});

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
const publish = async (subject: string, from: number, to: number): Promise<void> => {
  for (let n = from; n < to; n++) await jetstream(nc).publish(subject, String(n));
};
const numberIn = (message: JsMsg): number => Number(message.string());

function pod(holder: string): Bus {
  const bus = createBus({
    service: 'shop',
    url: nats.url,
    replicas: 1,
    holder,
    db,
    log: silentLog,
    metrics: createMetrics('shop'),
  });
  buses.push(bus);
  return bus;
}

/** A consumer of `events.00.{name}.…` in one partition, or in one for each of `parts`. */
const consumerOf = (
  name: string,
  apply: BatchConsumer['apply'],
  more: Partial<BatchConsumer> & { parts?: readonly string[] } = {},
): BatchConsumer => ({
  name,
  stream: 'EVENTS',
  partitions: (more.parts ?? ['>']).map((part) => ({
    name: part,
    filters: [`events.00.${name}.${part}`],
  })),
  maxMessages: 50,
  maxWaitMs: 5,
  maxPending: 512,
  orderingKeyOf: ({ subject }) => subject.split('.')[3] as string,
  apply,
  ...more,
});
const begin = (bus: Bus, consumer: BatchConsumer): (() => Promise<void>) => {
  const stop = bus.consumeBatches(consumer);
  stops.push(stop);
  return stop;
};

/** Writes numbers under the fence, as a service writes its rows. */
const record = (fenced: FencedDatabase, purpose: string, numbers: readonly number[]) =>
  fenced.transact({ tenantId, actor: { type: 'system', id: 'test' } }, async (tx: Tx) => {
    for (const n of numbers)
      await tx.execute(
        'INSERT INTO consumed_event (tenant_id, purpose, event_id, consumed_at) VALUES ($1, $2, $3, clock_timestamp()) ON CONFLICT DO NOTHING',
        [tenantId, purpose, String(n)],
      );
  });
const recorded = async (purpose: string): Promise<number[]> =>
  (
    await db.read({ tenantId, actor: { type: 'system', id: 'test' } }, (tx) =>
      tx.rows<{ eventId: string }>(
        'SELECT event_id FROM consumed_event WHERE purpose = $1 ORDER BY consumed_at',
        [purpose],
      ),
    )
  ).map((row) => Number(row.eventId));
const positionOf = async (consumer: string) =>
  db.work((tx) =>
    tx.row<{ streamSeq: number | null; holder: string; epoch: number }>(
      'SELECT stream_seq, holder, epoch FROM stream_position WHERE consumer = $1',
      [consumer],
    ),
  );
/** Takes the partition over as another pod, as after a pause of its holder. */
const steal = (consumer: string): Promise<number> =>
  db.work((tx) =>
    tx.execute(
      `UPDATE stream_position SET epoch = epoch + 1, holder = 'thief', held_until = now() + interval '1.5 s' WHERE consumer = $1`,
      [consumer],
    ),
  );

describe('a consumer', () => {
  test('applies each message once, in stream order, while messages trickle in', async () => {
    const applied: number[] = [];
    begin(
      pod('a'),
      consumerOf('trickle', async (messages) => void applied.push(...messages.map(numberIn))),
    );
    await publish('events.00.trickle.a.b', 0, 500);
    await eventually(() => applied.length >= 500);
    expect(applied).toEqual(upTo(500));
  });

  test('sees messages on arrival, while earlier ones are being applied', async () => {
    const seen: number[] = [];
    const gate: { open?: () => void } = {};
    const opened = new Promise<void>((resolve) => void (gate.open = resolve));
    const apply = async () => opened;
    const onRead = (message: JsMsg) => void seen.push(numberIn(message));
    begin(pod('one'), consumerOf('arrivals', apply, { maxMessages: 1, onRead }));
    await publish('events.00.arrivals.a', 0, 5);
    await eventually(async () => seen.length === 5);
    expect(seen).toEqual(upTo(5));
    gate.open?.();
  });

  test('continues where it stopped, in a process with another name', async () => {
    await publish('events.00.handover.a.b', 0, 200);
    const applied: number[] = [];
    const apply = async (messages: JsMsg[]): Promise<void> =>
      void applied.push(...messages.map(numberIn));
    const stop = begin(pod('a'), consumerOf('handover', apply));
    await eventually(() => applied.length > 0);
    await stop();
    await publish('events.00.handover.a.b', 200, 300);
    begin(pod('b'), consumerOf('handover', apply));
    await eventually(() => applied.length >= 300);
    expect(applied).toEqual(upTo(300));
  });

  test('keeps messages of a failing ordering key, and the position before them', async () => {
    const applied: number[] = [];
    let isBad = true;
    const apply = async (messages: JsMsg[]): Promise<void> => {
      if (isBad && messages[0]?.subject.includes('.bad.')) throw new Error('not now');
      applied.push(...messages.map(numberIn));
    };
    const first = pod('a');
    await publish('events.00.keys.good.a', 0, 5);
    await publish('events.00.keys.bad.a', 5, 8);
    await publish('events.00.keys.good.a', 8, 20);
    const stop = begin(first, consumerOf('keys', apply));
    await eventually(() => applied.length === 17);
    await stop();
    const message = await (
      await jetstreamManager(nc)
    ).streams.getMessage('EVENTS', { seq: (await positionOf('keys'))!.streamSeq! });
    expect(message!.string()).toBe('4');
    isBad = false;
    begin(first, consumerOf('keys', apply));
    await eventually(() => applied.includes(7) && applied.at(-1) === 19);
    const again = applied.slice(17);
    expect(again.filter((n) => n >= 5 && n < 8)).toEqual([5, 6, 7]);
    expect(again).toHaveLength(15);
  });

  test('stops reading when too many messages fail', async () => {
    let isBad = true;
    const seen = new Set<number>();
    await publish('events.00.bound.bad.a', 0, 100);
    begin(
      pod('a'),
      consumerOf(
        'bound',
        async (messages) => {
          for (const message of messages) seen.add(numberIn(message));
          if (isBad) throw new Error('not now');
        },
        { maxMessages: 10, maxPending: 20 },
      ),
    );
    await eventually(() => seen.size === 10);
    await pause(300);
    expect(seen.size).toBe(10);
    isBad = false;
    await eventually(() => seen.size === 100);
  });
});

describe('a partition', () => {
  test('that was taken over rejects commits of its previous holder', async () => {
    const purpose = 'stolen';
    let resume = (): void => undefined;
    const held = new Promise<void>((resolve) => (resume = resolve));
    let fault: unknown;
    let isPaused = false;
    const stop = begin(
      pod('a'),
      consumerOf(purpose, async (messages, fenced) => {
        isPaused = true;
        await held;
        await record(fenced, purpose, messages.map(numberIn)).catch((error: unknown) => {
          fault ??= error;
          throw error;
        });
      }),
    );
    await publish('events.00.stolen.a.b', 0, 3);
    await eventually(() => isPaused);
    await steal(purpose);
    resume();
    await eventually(() => fault !== undefined);
    expect(isPartitionLost(fault)).toBe(true);
    expect(await recorded(purpose)).toEqual([]);
    // After the other pod's lease expires, the partition is taken back and everything is applied.
    await eventually(async () => (await recorded(purpose)).length === 3);
    expect(await recorded(purpose)).toEqual([0, 1, 2]);
    await stop();
  });

  test('is taken over only after a running commit has ended', async () => {
    const purpose = 'waiting';
    let commit = (): void => undefined;
    const held = new Promise<void>((resolve) => (commit = resolve));
    let isOpen = false;
    begin(
      pod('a'),
      consumerOf(purpose, (messages, fenced) =>
        fenced.transact({ tenantId, actor: { type: 'system', id: 'test' } }, async (tx) => {
          await tx.execute(
            'INSERT INTO consumed_event (tenant_id, purpose, event_id) VALUES ($1, $2, $3)',
            [tenantId, purpose, String(messages[0]!.seq)],
          );
          isOpen = true;
          await held;
        }),
      ),
    );
    await publish('events.00.waiting.a.b', 0, 1);
    await eventually(() => isOpen);
    let isTaken = false;
    const taking = steal(purpose).then(() => (isTaken = true));
    await pause(300);
    expect(isTaken).toBe(false);
    // Renewals do not wait for it.
    await db.work((tx) =>
      tx.execute('UPDATE stream_position SET held_until = now() WHERE consumer = $1', [purpose]),
    );
    commit();
    await taking;
    expect(await recorded(purpose)).toHaveLength(1);
  });

  test('of a pod that hangs in a transaction is released after a few seconds', async () => {
    const purpose = 'frozen';
    let isOpen = false;
    const frozen = pod('a');
    begin(
      frozen,
      consumerOf(purpose, (_messages, fenced) =>
        fenced.transact({ tenantId, actor: { type: 'system', id: 'test' } }, async (tx) => {
          await tx.execute(
            'INSERT INTO consumed_event (tenant_id, purpose, event_id) VALUES ($1, $2, $3)',
            [tenantId, purpose, '1'],
          );
          isOpen = true;
          await pause(5_000);
        }),
      ),
    );
    await publish('events.00.frozen.a.b', 0, 1);
    await eventually(() => isOpen);
    await steal(purpose);
    expect(await recorded(purpose)).toEqual([]);
  });

  test('is applied in stream order while pods take it from one another', async () => {
    const purpose = 'contested';
    const apply = (messages: JsMsg[], fenced: FencedDatabase) =>
      record(fenced, purpose, messages.map(numberIn));
    const more = { maxMessages: 7 };
    for (const name of ['a', 'b', 'c']) begin(pod(name), consumerOf(purpose, apply, more));
    const publishing = publish('events.00.contested.a.b', 0, 1_500);
    let isOver = false;
    const stealing = (async () => {
      // Publishes until several holders have taken part, however fast that is.
      while (!isOver || ((await positionOf(purpose))?.epoch ?? 0) <= 3) {
        await db.work((tx) =>
          tx.execute(
            `UPDATE stream_position SET held_until = '-infinity', epoch = epoch + 1 WHERE consumer = $1`,
            [purpose],
          ),
        );
        await pause(150);
      }
    })();
    await publishing;
    isOver = true;
    await stealing;
    await eventually(async () => (await recorded(purpose)).length >= 1_500);
    expect(await recorded(purpose)).toEqual(upTo(1_500));
    expect((await positionOf(purpose))!.epoch).toBeGreaterThan(3);
  });
});

describe('pods', () => {
  test('share the partitions of a consumer, and leave theirs to the others when they end', async () => {
    const parts = upTo(8).map((n) => `p${n}.>`);
    const [first, second] = [pod('first'), pod('second')];
    const applied: number[] = [];
    const consumer = consumerOf(
      'shared',
      async (messages) => void applied.push(...messages.map(numberIn)),
      { parts },
    );
    const holders = async (): Promise<(string | null)[]> =>
      (
        await db.work((tx) =>
          tx.rows<{ holder: string | null }>(
            'SELECT CASE WHEN held_until > now() THEN holder END AS holder FROM stream_position WHERE consumer = $1',
            ['shared'],
          ),
        )
      ).map(({ holder }) => holder);
    const held = async (name: string): Promise<number> =>
      (await holders()).filter((holder) => holder === name).length;
    const leave = begin(first, consumer);
    await eventually(async () => (await held('first')) === 8);
    begin(second, consumer);
    await eventually(async () => (await held('first')) === 4 && (await held('second')) === 4);
    await leave();
    expect(await held('first')).toBe(0);
    await eventually(async () => (await held('second')) === 8);
    for (const n of upTo(8)) await publish(`events.00.shared.p${n}.a`, n, n + 1);
    await eventually(() => applied.length === 8);
    expect(applied.sort((a, b) => a - b)).toEqual(upTo(8));
  });

  test('immediately reacquire the partitions that they held under the same name before they died', async () => {
    const apply = async (): Promise<void> => undefined;
    const bus = pod('phoenix');
    await begin(bus, consumerOf('reborn', apply))();
    await db.work((tx) =>
      tx.execute(
        `UPDATE stream_position SET holder = 'phoenix', held_until = now() + interval '1 hour' WHERE consumer = 'reborn'`,
      ),
    );
    const { epoch } = (await positionOf('reborn'))!;
    begin(pod('phoenix'), consumerOf('reborn', apply));
    await eventually(async () => (await positionOf('reborn'))!.epoch > epoch);
  });
});

describe('the position', () => {
  test.each([3, 12])(
    'of a stream that lost its end, and took %d other messages since, skips none of them',
    async (others) => {
      const name = `lost-${others}`;
      const applied = new Set<number>();
      const apply = async (messages: JsMsg[]): Promise<void> => {
        for (const message of messages) applied.add(numberIn(message));
      };
      const bus = pod('a');
      await publish(`events.00.${name}.a.b`, 0, 10);
      const stop = begin(bus, consumerOf(name, apply));
      await eventually(() => applied.size === 10);
      await stop();
      const manager = await jetstreamManager(nc);
      const { config, state } = await manager.streams.info('EVENTS');
      // Sequence numbers continue below the applied position, as after a crash that lost the last
      // messages.
      await manager.streams.delete('EVENTS');
      await manager.streams.add({ ...config, first_seq: state.last_seq - 5 } as typeof config);
      await publish(`events.00.${name}.a.b`, 100, 100 + others);
      begin(bus, consumerOf(name, apply));
      await eventually(() => applied.size === 10 + others);
    },
  );
});

describe('consume', () => {
  test('applies all types of a purpose in stream order, separately for each stream', async () => {
    const seen: string[] = [];
    const send = (subject: string, type: string, n: number) => {
      const id = `evt_${n}`;
      return jetstream(nc).publish(
        subject,
        JSON.stringify({ id, type, tenantid: `tnt_${n % 3}`, data: { id, type } }),
      );
    };
    const types = ['tenant.suspended', 'tenant.reactivated', 'user.deleted'];
    for (let n = 0; n < 40; n++) await send(`platform.${types[n % 2]}`, types[n % 2] as string, n);
    await jetstream(nc).publish('events.00.tnt.user.deleted', 'not JSON');
    await send('events.00.tnt.user.deleted', 'user.deleted', 40);
    pod('a').consume('rests', types, async ({ event }) => void seen.push(event.id));
    await eventually(() => seen.length === 41);
    const ids = upTo(40).map((n) => `evt_${n}`);
    expect(seen.filter((id) => id !== 'evt_40')).toEqual(ids);
    const dead = await (
      await jetstreamManager(nc)
    ).streams.info('DLQ', { subjects_filter: 'dlq.shop.unreadable' });
    expect(dead.state.subjects?.['dlq.shop.unreadable']).toBe(1);
  });

  test('accepts each consumer name once', () => {
    const bus = pod('a');
    bus.consume('twice', ['user.deleted'], async () => undefined);
    expect(() => bus.consume('twice', ['user.deleted'], async () => undefined)).toThrow(/two/);
  });
});

describe('follow', () => {
  test('sees events as they are published, in every pod', async () => {
    const seen: string[] = [];
    const pods = [pod('a'), pod('b')];
    for (const bus of pods) {
      bus.follow(['user.*'], async ({ event }) => {
        seen.push(event.id);
        throw new Error('a listener that fails hears the next one');
      });
    }
    await eventually(() => pods.every((bus) => bus.isConnected()));
    await pause(50);
    for (const id of ['evt_x', 'evt_y'])
      await jetstream(nc).publish(
        'events.00.tnt.user.deleted',
        JSON.stringify({ id, type: 'user.deleted', tenantid: 'tnt', data: { id } }),
      );
    await eventually(() => seen.length === 4);
    expect(seen.sort()).toEqual(['evt_x', 'evt_x', 'evt_y', 'evt_y']);
  });
});
