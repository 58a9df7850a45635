import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsMsg } from '@nats-io/jetstream';
import { defaultTenantId, partitionOf } from '@platform/contracts';
import { eventually } from '@platform/testkit/eventually';
import { testNatsAccount } from '@platform/testkit/stores';
import { createBus, deadLetter } from '../src/bus/bus.ts';
import type { Bus } from '../src/bus/bus.ts';
import { testStore } from '../src/bus/test-store.ts';
import type { RpcCall } from '../src/grpc/grpc.ts';
import { newId } from '../src/ids/ids.ts';
import { silentLog } from '../src/telemetry/log.ts';
import { createMetrics } from '../src/telemetry/metrics.ts';
import { deadLettersRpc } from '../src/bus/dead-letters-rpc.ts';

let store: Awaited<ReturnType<typeof testStore>>;
let nats: Awaited<ReturnType<typeof testNatsAccount>>;
const buses: Bus[] = [];
/** The events that each service has processed, and those that it rejects. */
const processed: Record<string, string[]> = { directory: [], outbound: [] };
const givenUp = new Set<string>();

const idIn = (message: JsMsg): string => message.json<{ id: string }>().id;

/** Starts a service that processes every event except those in `givenUp`. */
function startConsumer(service: string): Bus {
  const metrics = createMetrics(service);
  const bus = createBus({
    service,
    url: nats.url,
    replicas: 1,
    db: store.db,
    log: silentLog,
    metrics,
  });
  buses.push(bus);
  bus.consumeBatches({
    name: `${service} users`,
    stream: 'EVENTS',
    partitions: [{ name: 'all', filters: ['events.>'] }],
    maxMessages: 10,
    maxWaitMs: 5,
    maxPending: 100,
    orderingKeyOf: ({ subject }) => subject,
    async apply(messages) {
      for (const message of messages)
        if (service === 'directory' && givenUp.has(idIn(message)))
          await deadLetter(bus.jetstream()!, { service, metrics }, message, 'refused');
        else processed[service]!.push(idIn(message));
    },
  });
  return bus;
}

let directory: Bus;
let outbound: Bus;
beforeAll(async () => {
  [store, nats] = await Promise.all([testStore(), testNatsAccount()]);
  directory = startConsumer('directory');
  outbound = startConsumer('outbound');
  await eventually(async () => buses.every((bus) => bus.isConnected()));
});
afterAll(async () => {
  await Promise.all(buses.map((bus) => bus.close()));
  await store.stop();
  await nats.stop();
});

const call: RpcCall = {
  caller: { sub: 'operator', namespace: 'platform', serviceAccount: 'platform-operator' },
  actor: { type: 'service', id: 'platform-operator' },
  requestId: 'req_test',
  traceparent: undefined,
  deadline: Infinity,
};
const asked = (method: string, request: object, bus: Pick<Bus, 'service' | 'jetstream'>) =>
  deadLettersRpc({ db: store.db, bus }).handlers[method]!(request as never, call) as Promise<any>;
const list = (request: object = {}, bus = directory) =>
  asked('List', { reason: '', limit: 0, after: 0, ...request }, bus);

/** Publishes an event that the directory rejects, and waits for its dead letter. */
async function dead(subject?: string): Promise<{ letter: any; eventId: string; tenantId: string }> {
  const [tenantId, eventId] = [newId('tenant'), newId('event')];
  givenUp.add(eventId);
  await directory
    .jetstream()!
    .publish(
      subject ?? `events.${partitionOf(tenantId)}.${tenantId}.user.deleted`,
      JSON.stringify({ id: eventId, data: { name: 'Ada' } }),
    );
  const letter = await eventually(async () =>
    (await list({ limit: 200 })).deadLetters.find((one: any) => one.eventId === eventId),
  );
  await eventually(async () => processed['outbound']!.includes(eventId));
  return { letter, eventId, tenantId };
}

describe('List and Get', () => {
  test('show the dead letters of a service, without and with the message', async () => {
    const { letter, eventId, tenantId } = await dead();
    const subject = `events.${partitionOf(tenantId)}.${tenantId}.user.deleted`;
    expect(letter).toEqual({
      id: expect.any(Number),
      service: 'directory',
      reason: 'refused',
      subject,
      tenantId,
      eventId,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      sizeBytes: expect.any(Number),
    });
    const { body } = await asked('Get', { id: letter.id }, directory);
    expect(JSON.parse(body)).toEqual({ id: eventId, data: { name: 'Ada' } });
  });

  test('page through them, oldest first', async () => {
    const made = [await dead(), await dead(), await dead()].map(({ letter }) => letter.id);
    const seen: number[] = [];
    for (let after = made[0] - 1, pages = 0; pages < 5; pages++) {
      const page = await list({ after, limit: 1 });
      expect(page.deadLetters).toHaveLength(1);
      seen.push(page.deadLetters[0].id);
      after = page.nextAfter;
      if (after === 0) break;
    }
    expect(seen).toEqual(made);
  });

  test('filter by reason, and do not accept wildcards', async () => {
    const { letter } = await dead();
    expect((await list({ reason: 'refused', limit: 200 })).deadLetters).toContainEqual(letter);
    expect(await list({ reason: 'unreadable' })).toEqual({ deadLetters: [], nextAfter: 0 });
    await expect(list({ reason: '*' })).rejects.toMatchObject({ code: 'validation_failed' });
  });

  test('hide those of other services', async () => {
    const { letter } = await dead();
    expect((await list({ limit: 200 }, outbound)).deadLetters).toEqual([]);
    for (const method of ['Get', 'Replay'])
      await expect(asked(method, { id: letter.id }, outbound)).rejects.toMatchObject({
        code: 'not_found',
      });
  });

  test('report that NATS cannot be reached', async () => {
    const away = { service: 'directory', jetstream: () => undefined };
    await expect(asked('List', { reason: '', limit: 0, after: 0 }, away)).rejects.toMatchObject({
      code: 'upstream_unavailable',
    });
  });
});

describe('Replay', () => {
  test('makes only that service process the message, and creates an audit record', async () => {
    const { letter, eventId, tenantId } = await dead();
    givenUp.delete(eventId);
    expect(await asked('Replay', { id: letter.id }, directory)).toEqual(letter);
    await eventually(async () => processed['directory']!.includes(eventId));
    // A later message was processed, so the replay itself was skipped.
    const later = await dead();
    expect(processed['outbound']).toContain(later.eventId);
    expect(processed['outbound']!.filter((id) => id === eventId)).toHaveLength(1);
    await expect(asked('Get', { id: letter.id }, directory)).rejects.toMatchObject({
      code: 'not_found',
    });
    const [audited] = await store.db.work((tx) =>
      tx.rows<{ tenant: string; data: object }>(
        `SELECT tenant_id AS tenant, envelope->'data'->'data' AS data FROM outbox WHERE envelope->'data'->'subject'->>'id' = $1`,
        [String(letter.id)],
      ),
    );
    expect(audited).toMatchObject({
      tenant: tenantId,
      data: {
        operationId: 'deadLetterReplay',
        outcome: 'success',
        details: { service: 'directory', reason: 'refused' },
      },
    });
  });

  test('of a message that fails again leaves a new dead letter', async () => {
    const { letter, eventId } = await dead();
    await asked('Replay', { id: letter.id }, directory);
    const again = await eventually(async () =>
      (await list({ after: letter.id, limit: 200 })).deadLetters.find(
        (one: any) => one.eventId === eventId,
      ),
    );
    expect(again).toMatchObject({ subject: letter.subject, reason: 'refused' });
  });

  test('of a message without a tenant is recorded in the log of the platform', async () => {
    const { letter } = await dead('events.p00.nobody.user.deleted');
    expect(letter.tenantId).toBe('');
    await asked('Replay', { id: letter.id }, directory);
    const rows = await store.db.work((tx) =>
      tx.rows<{ tenant: string }>(
        `SELECT tenant_id AS tenant FROM outbox WHERE envelope->'data'->'subject'->>'id' = $1`,
        [String(letter.id)],
      ),
    );
    expect(rows).toEqual([{ tenant: defaultTenantId }]);
  });

  test('by two operators concurrently publishes the message once', async () => {
    const { letter, eventId } = await dead();
    givenUp.delete(eventId);
    const outcomes = await Promise.allSettled(
      [1, 2].map(() => asked('Replay', { id: letter.id }, directory)),
    );
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
    await eventually(async () => processed['directory']!.includes(eventId));
    const later = await dead();
    expect(later.letter.id).toBeGreaterThan(letter.id);
    expect(processed['directory']!.filter((id) => id === eventId)).toHaveLength(1);
  });
});
