import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats } from '@platform/dev/nats';
import { connect } from '@nats-io/transport-node';
import type { JetStreamClient } from '@nats-io/jetstream';
import { describeMachine } from './machine.ts';
import { median, table, writeSection } from './report.ts';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';

/** The relay's window of unacknowledged rows. */
const inFlight = 128;
const messages = 10_000;
const single = 300;
const rounds = 3;
const payload = Buffer.alloc(1_000, 'x');

const modes = {
  'every two minutes (default)': '',
  'after every message': 'jetstream { sync_interval: always }',
} as const;
type Mode = keyof typeof modes;

interface Measured {
  perSecond: number;
  /** Milliseconds of one message, including its acknowledgement. */
  singleMs: number;
}

/** Messages per second, with as many in flight as the relay keeps. */
async function publishRate(js: JetStreamClient): Promise<number> {
  const begun = performance.now();
  let next = 0;
  const publish = async (): Promise<void> => {
    while (next < messages) {
      next += 1;
      await js.publish(`s.${next % 64}`, payload, { msgID: `m${next}` });
    }
  };
  await Promise.all(Array.from({ length: inFlight }, publish));
  return (messages / (performance.now() - begun)) * 1_000;
}

async function singleLatency(js: JetStreamClient): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < single; n += 1) {
    const begun = performance.now();
    await js.publish('s.single', payload);
    times.push(performance.now() - begun);
  }
  return median(times);
}

async function measure(mode: Mode): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'nats-sync-'));
  const configFile = join(folder, 'nats.conf');
  writeFileSync(configFile, modes[mode]);
  const nats = await startNats({ storeDir: join(folder, 'store'), configFile });
  const connection = await connect({ servers: nats.url });
  try {
    const manager = await jetstreamManager(connection);
    await manager.streams.add({ name: 'S', subjects: ['s.>'] });
    const js = jetstream(connection);
    return { perSecond: await publishRate(js), singleMs: await singleLatency(js) };
  } finally {
    await connection.close();
    await nats.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures the cost of JetStream syncing each message to disk before it acknowledges it. */
export async function natsSync(): Promise<boolean> {
  const machine = describeMachine();
  const results = new Map<Mode, Measured[]>();
  for (let round = 0; round < rounds; round += 1)
    for (const mode of Object.keys(modes) as Mode[])
      results.set(mode, [...(results.get(mode) ?? []), await measure(mode)]);
  const rows = [...results].map(([mode, measured]) => [
    mode,
    Math.round(median(measured.map(({ perSecond }) => perSecond))).toString(),
    median(measured.map(({ singleMs }) => singleMs)).toFixed(2),
  ]);
  writeSection(
    'nats-sync',
    [
      '## JetStream that syncs',
      `${machine}. One server, messages of 1 kB, medians of ${rounds} interleaved rounds.`,
      table(['synced', `messages a second, ${inFlight} in flight`, 'one at a time, ms'], rows),
    ].join('\n\n'),
  );
  return true;
}
