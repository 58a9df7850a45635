import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AckPolicy, DeliverPolicy, connect } from 'nats';
import type { JsMsg, NatsConnection } from 'nats';
import { startTestNats } from '@platform/dev/testing';
import { silentLog } from '../log/log.ts';
import { consumeBatches } from './consume.ts';
import type { BatchConsumer } from './consume.ts';
import { ensureTopology } from './topology.ts';

let nats: Awaited<ReturnType<typeof startTestNats>>;
let nc: NatsConnection;

beforeAll(async () => {
  nats = await startTestNats();
  nc = await connect({ servers: nats.url });
  await ensureTopology(nc, 1);
});
afterAll(async () => {
  await nc.close();
  await nats.stop();
});

const publish = async (subject: string, from: number, to: number): Promise<void> => {
  for (let n = from; n < to; n++) await nc.jetstream().publish(subject, String(n));
};
const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

const until = async (isMet: () => Promise<boolean>): Promise<void> => {
  for (const end = Date.now() + 5_000; !(await isMet());) {
    if (Date.now() > end) throw new Error('what was waited for did not come');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

/** Consumes until `count` numbers were applied; `fails` says whether a batch is refused. */
async function collect(
  durable: string,
  count: number,
  fails: (batch: number) => boolean,
): Promise<number[]> {
  const stop = new AbortController();
  const applied: number[] = [];
  let batches = 0;
  const onBatch: BatchConsumer['onBatch'] = async (messages) => {
    if (fails(batches++)) throw new Error('not now');
    for (const message of messages) {
      applied.push(Number(message.string()));
      message.ack();
    }
    if (applied.length >= count) stop.abort();
  };
  await consumeBatches(
    nc.jetstream(),
    {
      stream: 'EVENTS',
      durable,
      filter: `events.00.${durable}.>`,
      maxMessages: 50,
      maxWaitMs: 5,
      onBatch,
    },
    stop.signal,
    silentLog,
  );
  return applied;
}

const laneOf = ({ subject }: JsMsg): string => subject.split('.')[3] as string;

describe('consumeBatches', () => {
  test('gives each message once, in the order of the stream, while they trickle in', async () => {
    const [applied] = await Promise.all([
      collect('trickle', 500, () => false),
      publish('events.00.trickle.a.b', 0, 500),
    ]);
    expect(applied).toEqual(upTo(500));
  });

  test('lets nothing overtake a batch that failed', async () => {
    await publish('events.00.failing.a.b', 0, 120);
    const [applied] = await Promise.all([
      collect('failing', 300, (batch) => batch === 1),
      publish('events.00.failing.a.b', 120, 300),
    ]);
    expect(applied).toEqual(upTo(300));
  }, 20_000);

  test('holds up nobody but the lane that fails, which keeps its order', async () => {
    const lanes = ['bad', 'worse', 'good', 'fine'];
    const send = async (from: number, to: number) => {
      for (let n = from; n < to; n++) await publish(`events.00.lanes.${lanes[n % 4]}.a`, n, n + 1);
    };
    const stop = new AbortController();
    const applied: number[] = [];
    const of = (lane: string) => applied.filter((n) => lanes[n % 4] === lane);
    let refusals = 0;
    let besides = 0;
    let isWorseAgain = true;
    const onBatch: BatchConsumer['onBatch'] = async (messages) => {
      const present = new Set(messages.map(laneOf));
      const areOthersDone = of('good').length + of('fine').length === 100;
      const refused = ['bad', 'worse'].filter(
        (lane) => present.has(lane) && (!areOthersDone || (lane === 'worse' && isWorseAgain)),
      );
      if (refusals > 0 && !present.has('bad') && !present.has('worse')) besides += 1;
      if (areOthersDone) isWorseAgain &&= !present.has('worse');
      for (const message of messages) {
        if (refused.includes(laneOf(message))) continue;
        applied.push(Number(message.string()));
        message.ack();
      }
      if (applied.length === 200) stop.abort();
      if (refused.length === 0) return;
      refusals += 1;
      throw new Error('not now');
    };
    await send(0, 40);
    const consuming = consumeBatches(
      nc.jetstream(),
      {
        stream: 'EVENTS',
        durable: 'lanes',
        filter: 'events.00.lanes.>',
        maxMessages: 50,
        maxWaitMs: 5,
        onBatch,
        laneOf,
      },
      stop.signal,
      silentLog,
    );
    await send(40, 200);
    await consuming;
    expect(besides).toBeGreaterThan(0);
    for (const lane of lanes)
      expect(of(lane)).toEqual(upTo(200).filter((n) => lanes[n % 4] === lane));
    expect(applied.indexOf(1)).toBeGreaterThan(applied.lastIndexOf(196));
  }, 40_000);

  test('returns in their order what lanes had in hand', async () => {
    await publish('events.00.returned.bad.a', 0, 30);
    await publish('events.00.returned.good.a', 30, 60);
    const stop = new AbortController();
    let tries = 0;
    await consumeBatches(
      nc.jetstream(),
      {
        stream: 'EVENTS',
        durable: 'returned',
        filter: 'events.00.returned.>',
        maxMessages: 20,
        maxWaitMs: 5,
        laneOf,
        onBatch: async (messages) => {
          for (const message of messages) if (message.subject.includes('good')) message.ack();
          if ((tries += 1) === 3) stop.abort();
          if (messages.some(({ subject }) => subject.includes('bad'))) throw new Error('not now');
        },
      },
      stop.signal,
      silentLog,
    );
    expect(await collect('returned', 30, () => false)).toEqual(upTo(30));
  });

  test('goes on with a consumer that was made to begin later', async () => {
    await publish('events.00.later.a.b', 0, 10);
    const manager = await nc.jetstreamManager();
    const { last_seq: last } = (await manager.streams.info('EVENTS')).state;
    await manager.consumers.add('EVENTS', {
      durable_name: 'later',
      filter_subject: 'events.00.later.>',
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: last - 2,
    });
    expect(await collect('later', 3, () => false)).toEqual([7, 8, 9]);
  });

  test('makes its consumer once, however many begin together', async () => {
    await publish('events.00.together.a.b', 0, 40);
    const stop = new AbortController();
    const applied: number[] = [];
    const onBatch: BatchConsumer['onBatch'] = async (messages) => {
      for (const message of messages) {
        applied.push(Number(message.string()));
        message.ack();
      }
      if (applied.length >= 40) stop.abort();
    };
    const one = () =>
      consumeBatches(
        nc.jetstream(),
        {
          stream: 'EVENTS',
          durable: 'together',
          filter: 'events.00.together.>',
          maxMessages: 10,
          maxWaitMs: 5,
          onBatch,
        },
        stop.signal,
        silentLog,
      );
    await Promise.all(Array.from({ length: 8 }, one));
    expect(applied.sort((a, b) => a - b)).toEqual(upTo(40));
  });

  test('ends when its consumer is taken away, so that the next one is found', async () => {
    const manager = await nc.jetstreamManager();
    const consuming = collect('away', 1, () => false);
    const ended = consuming.then(
      () => 'stopped',
      (error: Error) => error.message,
    );
    await until(
      async () =>
        (await manager.consumers.info('EVENTS', 'away').catch(() => undefined))?.num_waiting === 1,
    );
    await manager.consumers.delete('EVENTS', 'away');
    expect(await ended).toMatch(/consumer deleted/i);
  });

  test('leaves at once to the next holder what it had not applied', async () => {
    await publish('events.00.handover.a.b', 0, 200);
    const first = await collect('handover', 1, () => false);
    const began = Date.now();
    const rest = await collect('handover', 200 - first.length, () => false);
    expect([...first, ...rest].sort((a, b) => a - b)).toEqual(upTo(200));
    expect(Date.now() - began).toBeLessThan(10_000);
  });
});
