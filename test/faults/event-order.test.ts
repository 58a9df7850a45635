import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleEvent, partitionOf } from '@platform/contracts';
import type { EventTypeName } from '@platform/contracts';
import { withClient } from '@platform/dev/postgres';
import { testSurroundings } from '@platform/testkit/service';
import type { TestSurroundings } from '@platform/testkit/service';
import { createBus } from '@platform/kit/bus';
import { cloudEvent } from '@platform/kit/database';
import type { Bus } from '@platform/kit/bus';
import { newId } from '@platform/kit/ids';
import { silentLog, createMetrics } from '@platform/kit/telemetry';
import { eventually } from '@platform/testkit/eventually';

const writers = 5;
const stoppedMs = 6_000;
const tenants = Array.from({ length: 6 }, () => newId('tenant'));

let around: TestSurroundings;
let environment: NodeJS.ProcessEnv;
let bus: Bus;
/** Ids of the events of each subject, in the order in which they were published. */
const published = new Map<string, string[]>();
const pods = new Set<ChildProcess>();

beforeAll(async () => {
  around = await testSurroundings();
  const sources = await around.sources('outbound', 'outbound');
  environment = { ...process.env, ...sources.environment, PLATFORM_LOG_LEVEL: 'silent' };
  bus = createBus({
    service: 'test',
    url: around.nats.url,
    replicas: 1,
    log: silentLog,
    metrics: createMetrics('test'),
  });
  await eventually(async () => bus.isConnected());
});
afterAll(async () => {
  for (const pod of pods) pod.kill('SIGKILL');
  await bus.close();
  await around.stop();
});

async function startPod(holder: string): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('outbound-pod.js', import.meta.url));
  const pod = fork(script, [holder], { env: environment, execArgv: [], stdio: 'inherit' });
  pods.add(pod);
  pod.on('exit', () => pods.delete(pod));
  await once(pod, 'message');
  return pod;
}

async function publish(tenantId: string, subject: string, type: EventTypeName): Promise<void> {
  const event = {
    ...exampleEvent(type, { id: newId('event'), occurredAt: new Date().toISOString() }),
    subject: { type: 'user', id: subject },
  };
  await bus
    .jetstream()!
    .publish(
      `events.${partitionOf(tenantId)}.${tenantId}.${type}`,
      cloudEvent('directory', event, { tenantId }),
      { msgID: event.id },
    );
  published.set(subject, [...(published.get(subject) ?? []), event.id]);
}

/** Creates, changes and deletes users as a relay tells of them, one event after the other for each. */
async function write(stop: AbortSignal): Promise<void> {
  for (let n = 0; !stop.aborted; n++) {
    const tenantId = tenants[n % tenants.length] as string;
    const subject = newId('user');
    await publish(tenantId, subject, 'user.created');
    await publish(tenantId, subject, 'user.updated');
    await publish(tenantId, subject, 'user.updated');
    await publish(tenantId, subject, 'user.deleted');
    await pause(5);
  }
}

const rows = <R>(sql: string): Promise<R[]> =>
  withClient(around.database.url, async (client) => (await client.query(sql)).rows as R[]);
const stored = async (): Promise<number> =>
  Number((await rows<{ n: string }>('SELECT count(*) AS n FROM outbound.events'))[0]?.n);
/** Resolves when more events are stored than now. */
async function untilMore(): Promise<void> {
  const before = await stored();
  await eventually(async () => (await stored()) > before, { what: 'the storing of an event' });
}
/** A partition lease expires after this time without a renewal, so that another pod takes over. */
async function expectShortLeases(): Promise<void> {
  expect(
    await rows(
      `SELECT holder, held_until FROM outbound.stream_position WHERE held_until > now() + interval '20 s'`,
    ),
  ).toEqual([]);
}

test('events of a subject stay in order, without duplicates, when pods are killed and paused', async () => {
  const done = new AbortController();
  let first = await startPod('first');
  const writing = Promise.all(Array.from({ length: writers }, () => write(done.signal)));
  try {
    await untilMore();
    for (let kill = 0; kill < 3; kill++) {
      await pause(1_000);
      first.kill('SIGKILL');
      await once(first, 'exit');
      await expectShortLeases();
      const starting = startPod('first');
      await untilMore();
      first = await starting;
    }
    const second = await startPod('second');
    await eventually(
      async () =>
        (
          await rows(
            `SELECT FROM outbound.stream_position WHERE holder = 'second' AND held_until > now()`,
          )
        ).length >= 16,
    );
    for (const pod of [first, second]) {
      await expectShortLeases();
      pod.kill('SIGSTOP');
      const began = performance.now();
      const beyond = (
        await rows<{ n: string }>(
          `SELECT coalesce(max(stream_seq), 0) AS n FROM outbound.stream_position WHERE consumer = 'ingest-events'`,
        )
      )[0]!.n;
      const names = tenants.map(partitionOf).map((one) => `'${one}'`);
      await eventually(
        async () =>
          (
            await rows(
              `SELECT FROM outbound.stream_position WHERE consumer = 'ingest-events' AND partition IN (${names.join()}) AND stream_seq <= ${beyond}`,
            )
          ).length === 0,
      );
      await pause(Math.max(0, stoppedMs - (performance.now() - began)));
      pod.kill('SIGCONT');
      await pause(1_000);
    }
    await eventually(() => published.size > 300, { what: 'enough events' });
  } finally {
    done.abort();
    await writing;
  }
  const total = [...published.values()].flat().length;
  await eventually(async () => (await stored()) >= total);

  const found = new Map<string, string[]>();
  for (const { id, subject_id: subject } of await rows<{ id: string; subject_id: string }>(
    'SELECT id, subject_id FROM outbound.events ORDER BY tenant_id, seq',
  ))
    found.set(subject, [...(found.get(subject) ?? []), id]);
  const wrong = [...published].filter(
    ([subject, ids]) => JSON.stringify(found.get(subject)) !== JSON.stringify(ids),
  );
  expect(wrong).toEqual([]);
  expect(found.size).toBe(published.size);
}, 900_000);
