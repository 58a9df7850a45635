import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partitionOf } from '@platform/contracts';
import { newId } from '@platform/kit/ids';
import type { RunningService } from '@platform/kit/service';
import type { TestApi } from '@platform/testkit/service';
import { eventually } from '@platform/testkit/eventually';
import { deliveryTurn } from '../src/deliveries/delivery-state.ts';
import type { DeliveryEvent, DeliveryStatus } from '../src/deliveries/delivery-state.ts';
import { startReceiver } from '@platform/testkit/receiver';
import { verifyDelivery } from './delivery-signature.ts';
import type { Receiver } from '@platform/testkit/receiver';
import { newEvent, webhookPaths, webhookPlatform } from './webhook-fixtures.ts';
import type { WebhookTestPlatform } from './webhook-fixtures.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

let web: WebhookTestPlatform;
const receivers: Receiver[] = [];

beforeAll(async () => {
  web = await webhookPlatform({ 'platform.events.retention': '400d' });
});
afterAll(async () => {
  await Promise.all(receivers.map((r) => r.stop()));
  await web.platform.stop();
});

const at = (id: string): string => `${webhookPaths.endpoints}/${id}`;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function scene(body: Record<string, unknown> = {}, answer?: Receiver['answer']) {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  const { tenant, api } = await web.tenant();
  const endpoint = await web.endpoint(api, { url: receiver.url, ...body });
  return {
    receiver,
    tenant,
    api,
    endpoint,
    publish: (event = newEvent()) => web.publish(tenant.id, event).then(() => event),
  };
}
const arrived = (receiver: Receiver, count: number): Promise<true> =>
  eventually(async () => receiver.received.length >= count || undefined).then(() => true);

// First: later tests advance the clock by days, beyond the deliveries that are counted.
describe('webhookEndpointStatistics', () => {
  const statistics = (id: string, query = '') => `${at(id)}/statistics${query}`;

  test('counts attempts by outcome, error and hour, and what waits', async () => {
    let status = 500;
    const { api, endpoint, receiver, publish } = await scene({}, () => ({ status }));
    const empty = await api.get(statistics(endpoint.id));
    expect([empty.status, empty.body]).toMatchObject([
      200,
      { attempts: 0, durationMs: null, errors: [], series: [], waiting: { pending: 0, held: 0 } },
    ]);
    await publish();
    await arrived(receiver, 1);
    await web.delivery(api, endpoint.id, (d) => d.attempts?.length === 1);
    const failed = (await api.get(statistics(endpoint.id))).body;
    expect(failed).toMatchObject({
      attempts: 1,
      succeeded: 0,
      failed: 1,
      errors: [{ error: 'http_status', attempts: 1 }],
      waiting: { pending: 1, held: 0, oldestAt: expect.any(String) },
      deadLettered: 0,
      series: [{ attempts: 1, failed: 1 }],
    });
    expect(failed.durationMs.p50).toBeLessThanOrEqual(failed.durationMs.max);
    status = 200;
    const [{ id }] = await web.deliveries(api, endpoint.id);
    await api.post(`${at(endpoint.id)}/deliveries/${id}/redeliver`);
    await web.delivery(api, endpoint.id, (d) => d.status === 'succeeded');
    expect((await api.get(statistics(endpoint.id))).body).toMatchObject({
      attempts: 2,
      succeeded: 1,
      failed: 1,
      waiting: { pending: 0, oldestAt: null },
    });
  });

  test('rejects other spans, and hides endpoints of other tenants', async () => {
    const { tenant, api, endpoint } = await scene();
    for (const hours of ['0', '169', 'x'])
      expect((await api.get(statistics(endpoint.id, `?hours=${hours}`))).status).toBe(400);
    expect((await api.get(statistics(web.unknownId()))).status).toBe(404);
    const other = (await web.tenant()).api;
    expect((await other.get(statistics(endpoint.id))).status).toBe(404);
    const caller = await web.platform.as({ tenant, scopes: ['tenant:users.read'] });
    expect((await caller.get(statistics(endpoint.id))).status).toBe(403);
  });
});

describe('a delivery', () => {
  test('contains the event unchanged, signed for both public verifiers', async () => {
    const { receiver, api, endpoint, publish } = await scene({ headers: { 'X-Api-Key': 'k3y' } });
    const event = await publish(
      newEvent('user.created', { data: { ...newEvent().data, note: 'ünïcode ✓' } } as never),
    );
    await arrived(receiver, 1);
    const [got] = receiver.received;
    expect(verifyDelivery(got!, endpoint.secret)).toEqual(event);
    const [stored] = await web.sql<{ text: string }>(
      'SELECT envelope::text AS text FROM events WHERE id = $1',
      [event.id],
    );
    expect(got!.body).toBe(stored!.text);
    const delivery = await web.delivery(api, endpoint.id, (d) => d.status === 'succeeded');
    expect(got).toMatchObject({
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Platform-Webhooks/1',
        'accept-encoding': 'identity',
        'content-length': String(Buffer.byteLength(got!.body)),
        'webhook-id': event.id,
        'x-platform-timestamp': got!.headers['webhook-timestamp'],
        'x-platform-event': event.type,
        'x-platform-delivery': delivery.id,
        'x-platform-attempt': '1',
        'x-platform-sequence': String(delivery.sequence),
        'x-api-key': 'k3y',
      },
    });
    for (const absent of ['x-platform-test', 'traceparent', 'origin'])
      expect(got!.headers).not.toHaveProperty(absent);
    const full = (await api.get(`${at(endpoint.id)}/deliveries/${delivery.id}`)).body;
    expect(full).toMatchObject({
      trigger: 'event',
      status: 'succeeded',
      reason: null,
      attemptCount: 1,
      nextAttemptAt: null,
      attempts: [
        {
          number: 1,
          trigger: 'scheduled',
          url: receiver.url,
          outcome: 'succeeded',
          error: null,
          responseStatus: 200,
          responseBody: '',
          secretIds: [endpoint.secrets[0].id],
        },
      ],
    });
  });

  test('is created for matching types, families and organizations', async () => {
    const { receiver, tenant, api } = await scene({ status: 'disabled' });
    const org = newId('organization');
    await web.endpoint(api, { url: `${receiver.url}/type`, eventTypes: ['user.created'] });
    await web.endpoint(api, { url: `${receiver.url}/family`, eventTypes: ['organization.*'] });
    await web.endpoint(api, {
      url: `${receiver.url}/org`,
      eventTypes: ['user.*'],
      organizationIds: [org],
    });
    await web.endpoint(api, {
      url: `${receiver.url}/thin`,
      eventTypes: ['user.deleted'],
      payload: 'thin',
    });
    for (const event of [
      newEvent('user.created'),
      newEvent('user.updated', { organizationId: org }),
      newEvent('organization.deleted'),
      newEvent('user.deleted', { organizationId: null }),
    ])
      await web.publish(tenant.id, event);
    await arrived(receiver, 4);
    await pause(150);
    expect(
      receiver.received.map((r) => `${r.path.slice(6)} ${JSON.parse(r.body).type}`).sort(),
    ).toEqual([
      'family organization.deleted',
      'org user.updated',
      'thin user.deleted',
      'type user.created',
    ]);
    expect(JSON.parse(receiver.received.find((r) => r.path.endsWith('thin'))!.body)).toMatchObject({
      data: {},
      subject: { type: 'user' },
    });
  });

  test.each<[string, Receiver['answer'], string, number | null]>([
    ['a refusal', () => ({ status: 400, body: 'no' }), 'http_status', 400],
    ['a server error', () => ({ status: 503 }), 'http_status', 503],
    [
      'a redirect',
      () => ({ status: 302, headers: { location: 'https://example.com/' } }),
      'redirect_not_followed',
      302,
    ],
    ['a reset', () => ({ reset: true }), 'connection_reset', null],
  ])('%s is a failure, and is retried', async (_, answer, error, status) => {
    const { api, endpoint, publish } = await scene({}, (_request, number) =>
      number === 1 ? answer(_request, number) : {},
    );
    await publish();
    const failed = await web.delivery(
      api,
      endpoint.id,
      (d) => d.attemptCount === 1 && d.status === 'pending',
    );
    expect(failed.lastAttempt).toMatchObject({ outcome: 'failed', error, responseStatus: status });
    web.clock.advance(6 * second);
    expect(
      (await web.delivery(api, endpoint.id, (d) => d.status === 'succeeded')).attempts.map(
        (a: any) => a.number,
      ),
    ).toEqual([2, 1]);
  });

  test('shows only the beginning of a response, without invalid bytes', async () => {
    const { api, endpoint, publish } = await scene({}, () => ({
      status: 500,
      headers: { 'content-type': 'text/plain', server: 'x', 'set-cookie': 'a=b' },
      body: Buffer.concat([Buffer.from([0xff, 0]), Buffer.alloc(200_000, 97)]),
    }));
    await publish();
    const { id } = await web.delivery(
      api,
      endpoint.id,
      (d) => d.attemptCount === 1 && d.status === 'pending',
    );
    const [attempt] = (await api.get(`${at(endpoint.id)}/deliveries/${id}`)).body.attempts;
    expect(attempt).toMatchObject({
      error: 'http_status',
      responseStatus: 500,
      responseBodyTruncated: true,
      responseHeaders: { 'content-type': 'text/plain', server: 'x' },
    });
    expect(attempt.responseHeaders).not.toHaveProperty('set-cookie');
    expect(attempt.responseBody).toBe(`\ufffd\ufffd${'a'.repeat(4_094)}`);
    expect(
      (await api.get(`${at(endpoint.id)}/deliveries`)).body.data[0].attempts[0],
    ).not.toHaveProperty('responseBody');
  });

  test('to an internal address is blocked, without details', async () => {
    const { receiver, api, endpoint, publish } = await scene();
    await web.sql('UPDATE webhook_endpoints SET url = $2 WHERE id = $1', [
      endpoint.id,
      `http://127.0.0.1:${receiver.port}/`,
    ]);
    await publish();
    expect(
      (await web.delivery(api, endpoint.id, (d) => d.attemptCount === 1 && d.status === 'pending'))
        .lastAttempt,
    ).toMatchObject({ error: 'address_blocked', responseStatus: null });
    expect(receiver.received).toEqual([]);
  });

  test('is never sent unsigned', async () => {
    const { receiver, api, endpoint, publish } = await scene();
    await web.sql("UPDATE webhook_secrets SET sealed = 'v1.k9.a.b.c' WHERE endpoint_id = $1", [
      endpoint.id,
    ]);
    await publish();
    expect(
      (await web.delivery(api, endpoint.id, (d) => d.attemptCount === 1 && d.status === 'pending'))
        .lastAttempt.error,
    ).toBe('secret_unavailable');
    expect(receiver.received).toEqual([]);
  });
});

describe('the retry schedule', () => {
  test('makes ten attempts in about 76 hours, then dead-letters; an open circuit breaker uses no attempts', async () => {
    const { receiver, api, endpoint, publish } = await scene({}, () => ({ status: 404 }));
    await publish();
    const waits = [
      5 * second,
      5 * minute,
      30 * minute,
      2 * hour,
      5 * hour,
      10 * hour,
      14 * hour,
      20 * hour,
      24 * hour,
    ];
    for (const [i, wait] of waits.entries()) {
      const { nextAttemptAt, lastAttempt } = await web.delivery(
        api,
        endpoint.id,
        (d) => d.attemptCount === i + 1 && d.status === 'pending',
      );
      expect(
        Math.abs(Date.parse(nextAttemptAt) - Date.parse(lastAttempt.startedAt) - wait),
      ).toBeLessThan(3 * second);
      web.clock.advance(wait - 3 * second);
      await pause(60);
      expect(receiver.received).toHaveLength(i + 1);
      web.clock.advance(4 * second);
    }
    const last = await web.delivery(api, endpoint.id, (d) => d.status === 'dead_lettered');
    expect(last).toMatchObject({ reason: 'exhausted', attemptCount: 10, nextAttemptAt: null });
    expect(new Set(receiver.received.map((r) => r.headers['webhook-id'])).size).toBe(1);
    expect(receiver.received.map((r) => r.headers['x-platform-attempt'])).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
      '9',
      '10',
    ]);
  });

  test('respects Retry-After, which also pauses the lane', async () => {
    const { receiver, api, endpoint, publish } = await scene({}, (_, n) =>
      n === 1 ? { status: 429, headers: { 'retry-after': '600' } } : {},
    );
    await publish();
    const { nextAttemptAt, lastAttempt } = await web.delivery(
      api,
      endpoint.id,
      (d) => d.attemptCount === 1 && d.status === 'pending',
    );
    expect(Date.parse(nextAttemptAt) - Date.parse(lastAttempt.startedAt)).toBeGreaterThanOrEqual(
      600 * second,
    );
    await publish();
    await pause(200);
    expect(receiver.received).toHaveLength(1);
    web.clock.advance(601 * second);
    await arrived(receiver, 3);
  });

  test('stops after five failures: one delivery probes the circuit breaker, and a success closes it', async () => {
    let isDown = true;
    const { receiver, api, endpoint, publish } = await scene({ rateLimitPerSecond: 50 }, () =>
      isDown ? { status: 500 } : {},
    );
    for (let i = 0; i < 8; i++) await publish();
    await eventually(async () => (await api.get(at(endpoint.id))).body.health.circuit === 'open');
    await pause(150);
    expect(receiver.received).toHaveLength(5);
    expect((await api.get(at(endpoint.id))).body.health).toMatchObject({
      consecutiveFailures: 5,
      lastError: 'http_status',
      pendingDeliveries: 8,
    });
    web.clock.advance(31 * second);
    await arrived(receiver, 6);
    await eventually(async () => (await api.get(at(endpoint.id))).body.health.circuit === 'open');
    web.clock.advance(31 * second); // the second time it stays open for a minute
    await pause(150);
    expect(receiver.received).toHaveLength(6);
    isDown = false;
    web.clock.advance(31 * second);
    await eventually(
      async () =>
        (await web.deliveries(api, endpoint.id)).filter((d) => d.status === 'succeeded').length >=
        3,
    );
    expect((await api.get(at(endpoint.id))).body.health).toMatchObject({
      circuit: 'closed',
      consecutiveFailures: 0,
      failingSince: null,
    });
  });

  test('dead-letters expired deliveries, held or pending', async () => {
    const { api, endpoint, publish } = await scene({}, () => ({ status: 500 }));
    await publish();
    await web.delivery(api, endpoint.id, (d) => d.status === 'pending' && d.attemptCount === 1);
    await api.patch(at(endpoint.id), { body: { status: 'disabled' } });
    await web.delivery(api, endpoint.id, (d) => d.status === 'held');
    web.clock.advance(4 * day + minute);
    await runChecks();
    expect(await web.delivery(api, endpoint.id, (d) => d.status === 'dead_lettered')).toMatchObject(
      { reason: 'expired' },
    );
  });
});

/** Runs the minute job. */
async function runChecks(pod: RunningService = web.platform.service): Promise<void> {
  const { composeWebhooks } = await import('../src/compose/webhooks.ts');
  const { composeClaimSchemas } = await import('../src/compose/claim-schemas.ts');
  const { readConfig } = await import('@platform/kit/config');
  const { outboundShape } = await import('../src/config.ts');
  const config = readConfig(
    { ...outboundShape },
    await web.platform.sources('outbound', 'outbound'),
  ) as never;
  // The pod already has its consumers.
  const bus = { ...pod.platform.bus, consume: () => undefined };
  const around = { ...pod.platform, bus };
  const parts = composeWebhooks(around, config, composeClaimSchemas(around, config).test, {
    clock: web.clock.now,
  });
  await parts.checkLanes?.();
}

describe('endpoint states', () => {
  const typesOf = async (id: string): Promise<string[]> =>
    (
      await web.sql<{ type: string }>(
        "SELECT envelope->>'type' AS type FROM outbox WHERE envelope->'data'->'subject'->>'id' = $1 AND envelope->>'type' LIKE 'webhook.%' ORDER BY position",
        [id],
      )
    ).map((r) => r.type);

  test('a 410 dead-letters the delivery as gone, disables the endpoint, and holds the rest', async () => {
    const { receiver, api, endpoint, publish } = await scene({}, () => ({
      status: 410,
      delayMs: 1_000,
    }));
    await publish();
    await arrived(receiver, 1);
    await publish();
    await eventually(async () => (await web.deliveries(api, endpoint.id)).length === 2);
    await eventually(async () => (await api.get(at(endpoint.id))).body.status === 'auto_disabled');
    expect((await api.get(at(endpoint.id))).body).toMatchObject({ statusReason: 'gone' });
    const all = await eventually(
      async () =>
        (await web.deliveries(api, endpoint.id)).every((d) => d.status !== 'in_flight') &&
        web.deliveries(api, endpoint.id),
    );
    expect(all.map((d) => [d.status, d.reason]).sort()).toEqual([
      ['dead_lettered', 'gone'],
      ['held', null],
    ]);
    expect(await typesOf(endpoint.id)).toEqual([
      'webhook.endpoint_created',
      'webhook.endpoint_auto_disabled',
    ]);
    await publish();
    await pause(200);
    expect(await web.deliveries(api, endpoint.id)).toHaveLength(2);
  });

  test('an hour of failures is reported once, as is the next success', async () => {
    let isDown = true;
    const { api, endpoint, publish } = await scene({}, () => (isDown ? { status: 404 } : {}));
    await publish();
    for (const [i, wait] of [6 * second, 6 * minute, 31 * minute, 121 * minute].entries()) {
      await web.delivery(
        api,
        endpoint.id,
        (d) => d.attemptCount === i + 1 && d.status === 'pending',
      );
      web.clock.advance(wait);
    }
    await web.delivery(api, endpoint.id, (d) => d.attemptCount === 5 && d.status === 'pending');
    expect(await typesOf(endpoint.id)).toEqual([
      'webhook.endpoint_created',
      'webhook.endpoint_failing',
    ]);
    isDown = false;
    web.clock.advance(5 * hour + minute);
    await web.delivery(api, endpoint.id, (d) => d.status === 'succeeded');
    expect(await typesOf(endpoint.id)).toEqual([
      'webhook.endpoint_created',
      'webhook.endpoint_failing',
      'webhook.endpoint_recovered',
    ]);
  });

  test('an endpoint without a success for five days is disabled', async () => {
    const { api, endpoint, publish } = await scene({}, () => ({ status: 404 }));
    for (let i = 0; i < 10; i++) await publish();
    await eventually(
      async () =>
        (await web.deliveries(api, endpoint.id)).filter((d) => d.attemptCount > 0).length === 10,
    );
    web.clock.advance(5 * day + minute);
    await runChecks();
    expect((await api.get(at(endpoint.id))).body).toMatchObject({
      status: 'auto_disabled',
      statusReason: 'failing',
    });
  });

  test('disabling holds deliveries, and enabling resumes them in order within a minute', async () => {
    const { receiver, api, endpoint, publish } = await scene({}, (_, n) =>
      n === 1 ? { status: 500 } : {},
    );
    const first = await publish();
    await web.delivery(api, endpoint.id, (d) => d.attemptCount === 1 && d.status === 'pending');
    await api.patch(at(endpoint.id), { body: { status: 'disabled' } });
    web.clock.advance(minute);
    await pause(150);
    expect(receiver.received).toHaveLength(1);
    expect((await api.get(at(endpoint.id))).body.health).toMatchObject({
      heldDeliveries: 1,
      pendingDeliveries: 0,
    });
    await api.patch(at(endpoint.id), { body: { status: 'enabled' } });
    web.clock.advance(minute);
    await arrived(receiver, 2);
    expect(receiver.received[1]!.headers['webhook-id']).toBe(first.id);
  });
});

describe('every pair of state and event', () => {
  const statuses: DeliveryStatus[] = [
    'pending',
    'in_flight',
    'succeeded',
    'dead_lettered',
    'held',
    'cancelled',
  ];
  let given: Awaited<ReturnType<typeof scene>>;
  beforeAll(async () => {
    given = await scene({}, () => ({ hang: true }));
  });

  /** Inserts a delivery in this state, of a stored event, that no lane works on. */
  async function deliveryThat(
    status: DeliveryStatus,
  ): Promise<{ api: TestApi; endpointId: string; id: string }> {
    const { api, receiver, tenant } = given;
    const endpoint = await web.endpoint(api, { url: receiver.url, eventTypes: ['user.created'] });
    await web.sql('UPDATE webhook_lanes SET suspended = true WHERE endpoint_id = $1', [
      endpoint.id,
    ]);
    await web.publish(tenant.id);
    const { id } = await web.delivery(api, endpoint.id);
    await web.sql(
      'UPDATE webhook_deliveries SET status = $2, claim_epoch = 0, claimed_at = now() WHERE id = $1',
      [id, status],
    );
    if (status === 'held')
      await web
        .sql(
          "UPDATE webhook_endpoints SET status = 'disabled', status_reason = 'admin' WHERE id = $1",
          [endpoint.id],
        )
        .then(() =>
          web.sql('UPDATE webhook_lanes SET enabled = false WHERE endpoint_id = $1', [endpoint.id]),
        );
    return { api, endpointId: endpoint.id, id };
  }
  const apply: Partial<
    Record<DeliveryEvent, (d: { api: TestApi; endpointId: string; id: string }) => Promise<unknown>>
  > = {
    endpoint_disabled: ({ api, endpointId }) =>
      api.patch(at(endpointId), { body: { status: 'disabled' } }),
    endpoint_enabled: ({ api, endpointId }) =>
      api.patch(at(endpointId), { body: { status: 'enabled' } }),
    endpoint_deleted: ({ api, endpointId }) => api.delete(at(endpointId)),
    redelivered: ({ api, endpointId, id }) =>
      api.post(`${at(endpointId)}/deliveries/${id}/redeliver`),
    expired: async ({ id, endpointId }) => {
      await web.sql(
        "UPDATE webhook_deliveries SET expires_at = created_at - interval '1 second' WHERE id = $1",
        [id],
      );
      await web.sql("UPDATE webhook_lanes SET check_at = '2020-01-01' WHERE endpoint_id = $1", [
        endpointId,
      ]);
      await runChecks();
    },
  };
  const pairs = statuses.flatMap((status) =>
    (Object.keys(apply) as DeliveryEvent[]).map((event): [DeliveryStatus, DeliveryEvent] => [
      status,
      event,
    ]),
  );

  test.each(pairs)('%s, %s', async (status, event) => {
    const made = await deliveryThat(status);
    await apply[event]!(made);
    const [row] = await web.sql<{ status: string; reason: string | null }>(
      'SELECT status, reason FROM webhook_deliveries WHERE id = $1',
      [made.id],
    );
    // The endpoint of a held delivery is not enabled, so the delivery is not sent again.
    const turn = deliveryTurn(status, event);
    expect([row!.status, turn ? row!.reason : null]).toEqual([
      turn?.status ?? status,
      turn?.reason ?? null,
    ]);
  });

  test('redelivery is rejected if it has no effect, the endpoint is not enabled, or the event has expired', async () => {
    const codeOf = async ({
      api,
      endpointId,
      id,
    }: {
      api: TestApi;
      endpointId: string;
      id: string;
    }) => (await api.post(`${at(endpointId)}/deliveries/${id}/redeliver`)).body.code;
    for (const status of ['in_flight', 'held', 'cancelled'] as const)
      expect([status, await codeOf(await deliveryThat(status))]).toEqual([status, 'invalid_state']);
    const dead = await deliveryThat('dead_lettered');
    await dead.api.patch(at(dead.endpointId), { body: { status: 'disabled' } });
    expect(await codeOf(dead)).toBe('invalid_state');
    const old = await deliveryThat('succeeded');
    await web.sql(
      'DELETE FROM events WHERE id = (SELECT event_id FROM webhook_deliveries WHERE id = $1)',
      [old.id],
    );
    expect(await codeOf(old)).toBe('event_expired');
  });
});

describe('a redelivery', () => {
  test('has the same webhook-id and a new schedule', async () => {
    const { receiver, api, endpoint, publish } = await scene();
    const event = await publish();
    const { id } = await web.delivery(api, endpoint.id, (d) => d.status === 'succeeded');
    expect((await api.post(`${at(endpoint.id)}/deliveries/${id}/redeliver`)).body).toMatchObject({
      id,
      status: 'pending',
    });
    await arrived(receiver, 2);
    expect(receiver.received[1]!.headers).toMatchObject({
      'webhook-id': event.id,
      'x-platform-attempt': '2',
      'x-platform-delivery': id,
    });
    expect(
      (await web.delivery(api, endpoint.id, (d) => d.status === 'succeeded')).attempts.map(
        (a: any) => a.trigger,
      ),
    ).toEqual(['manual', 'scheduled']);
  });
});

describe('webhookEndpointDeliveries', () => {
  test('pages newest first and filters', async () => {
    const { api, endpoint, publish } = await scene({ eventTypes: ['user.*'] }, (r) =>
      r.headers['x-platform-event'] === 'user.deleted' ? { status: 400 } : {},
    );
    for (let i = 0; i < 3; i++) await publish();
    const deleted = await publish(newEvent('user.deleted'));
    await eventually(
      async () =>
        (await web.deliveries(api, endpoint.id)).filter(
          (d) => d.attemptCount === 1 && d.status !== 'in_flight',
        ).length === 4,
    );
    const list = `${at(endpoint.id)}/deliveries`;
    const first = (await api.get(`${list}?limit=3`)).body;
    const rest = (await api.get(`${list}?limit=3&cursor=${first.nextCursor}`)).body;
    expect([...first.data, ...rest.data].map((d) => d.sequence)).toEqual(
      [...first.data, ...rest.data].map((d) => d.sequence).sort((a, b) => b - a),
    );
    expect(rest.hasMore).toBe(false);
    for (const query of ['status=pending', 'eventType=user.deleted', `eventId=${deleted.id}`])
      expect((await api.get(`${list}?${query}`)).body.data.map((d: any) => d.eventId)).toEqual([
        deleted.id,
      ]);
    expect((await api.get(`${list}?status=lost`)).body.code).toBe('invalid_parameter');
    expect((await api.get(`${list}?cursor=${first.nextCursor}&status=pending`)).body.code).toBe(
      'invalid_cursor',
    );
  });
});

describe('lanes', () => {
  test('start first attempts in order, and gain up to four concurrent requests', async () => {
    const { receiver, publish } = await scene({}, () => ({ delayMs: 60 }));
    for (let i = 0; i < 30; i++) await publish();
    await arrived(receiver, 30);
    const sequence = receiver.received.map((r) => Number(r.headers['x-platform-sequence']));
    expect(sequence.map((n, i) => Math.abs(n - sequence[0]! - i)).every((off) => off <= 3)).toBe(
      true,
    );
    expect(receiver.mostAtOnce()).toBeLessThanOrEqual(4);
    expect(receiver.mostAtOnce()).toBeGreaterThan(1);
  });

  test('in strict order send one delivery at a time, and a failing one blocks the rest', async () => {
    let failures = 2;
    const { receiver, api, endpoint, publish } = await scene({ ordering: 'strict' }, () =>
      failures-- > 0 ? { status: 404 } : {},
    );
    const sent = [await publish(), await publish(), await publish()];
    await arrived(receiver, 1);
    await pause(200);
    expect(receiver.received).toHaveLength(1);
    const attempted = (count: number) =>
      eventually(async () =>
        (await web.deliveries(api, endpoint.id)).some(
          (d) => d.attemptCount === count && d.status === 'pending',
        ),
      );
    web.clock.advance(6 * second);
    await attempted(2);
    web.clock.advance(6 * minute);
    await arrived(receiver, 5);
    expect(receiver.received.map((r) => r.headers['webhook-id'])).toEqual(
      [sent[0], sent[0], sent[0], sent[1], sent[2]].map((e) => e!.id),
    );
    expect(receiver.mostAtOnce()).toBe(1);
  });

  test('enforce the rate limit of an endpoint', async () => {
    const { receiver, publish } = await scene({ rateLimitPerSecond: 5 });
    for (let i = 0; i < 8; i++) await publish();
    await arrived(receiver, 8);
    // Seven delays of 200 ms, less the delay of the first attempt.
    expect(receiver.received[7]!.at - receiver.received[0]!.at).toBeGreaterThan(1_000);
  });

  test('of unresponsive endpoints do not delay others', async () => {
    const hanging = await scene({}, () => ({ hang: true }));
    for (let i = 0; i < 10; i++)
      await web.endpoint(hanging.api, { url: `${hanging.receiver.url}/${i}` });
    // Longer than the API allows: no call to them ends before the test does.
    await web.sql('UPDATE webhook_endpoints SET timeout_seconds = 600 WHERE tenant_id = $1', [
      hanging.tenant.id,
    ]);
    for (let i = 0; i < 5; i++) await hanging.publish();
    await arrived(hanging.receiver, 11);
    const well = await scene();
    await web.endpoint(hanging.api, { url: well.receiver.url });
    for (let i = 0; i < 10; i++) {
      await Promise.all([well.publish(), hanging.publish()]);
      await arrived(well.receiver, 2 * (i + 1));
    }
    expect(well.receiver.received).toHaveLength(20);
  });

  test('of a suspended tenant are paused until it is active again', async () => {
    const { receiver, tenant, publish } = await scene();
    const js = web.platform.service.platform.bus.jetstream()!;
    const { cloudEvent } = await import('@platform/kit/database');
    const tell = (type: 'tenant.suspended' | 'tenant.reactivated') =>
      js.publish(
        `platform.${type}`,
        cloudEvent('hub', newEvent(type, { subject: { type: 'tenant', id: tenant.id } }), {
          tenantId: tenant.id,
        }),
      );
    await tell('tenant.suspended');
    await eventually(
      async () =>
        (await web.sql('SELECT FROM webhook_lanes WHERE tenant_id = $1 AND suspended', [tenant.id]))
          .length === 1,
    );
    await publish();
    await pause(300);
    expect(receiver.received).toEqual([]);
    await tell('tenant.reactivated');
    await arrived(receiver, 1);
  });

  test('are not paused by an outdated event that arrives late', async () => {
    const { receiver, tenant, publish } = await scene();
    const js = web.platform.service.platform.bus.jetstream()!;
    const { cloudEvent } = await import('@platform/kit/database');
    const factOf = (type: 'tenant.suspended' | 'tenant.reactivated') =>
      newEvent(type, { subject: { type: 'tenant', id: tenant.id } });
    const suspended = factOf('tenant.suspended');
    await pause(2);
    const reactivated = factOf('tenant.reactivated');
    for (const fact of [reactivated, suspended, reactivated]) {
      await js.publish(`platform.${fact.type}`, cloudEvent('hub', fact, { tenantId: tenant.id }));
      await pause(300);
      expect(
        await web.sql('SELECT FROM webhook_lanes WHERE tenant_id = $1 AND suspended', [tenant.id]),
      ).toEqual([]);
    }
    await publish();
    await arrived(receiver, 1);
  });

  test('of a tenant without the webhooks entitlement are paused, whatever else changes', async () => {
    const { receiver, tenant, publish } = await scene();
    const js = web.platform.service.platform.bus.jetstream()!;
    const { cloudEvent } = await import('@platform/kit/database');
    const subject = { type: 'tenant', id: tenant.id };
    const tell = (entitled: boolean, family = 'webhooks') =>
      js.publish(
        `events.${partitionOf(tenant.id)}.${tenant.id}.entitlement.changed`,
        cloudEvent(
          'fga',
          newEvent('entitlement.changed', {
            subject,
            data: { family, entitled, reason: null, actor: { type: 'service', id: 'operator' } },
          }),
          { tenantId: tenant.id },
        ),
      );
    const tellTenant = (type: 'tenant.suspended' | 'tenant.reactivated') =>
      js.publish(
        `platform.${type}`,
        cloudEvent('hub', newEvent(type, { subject }), { tenantId: tenant.id }),
      );
    const lane = async (): Promise<unknown> =>
      (
        await web.sql('SELECT suspended, unentitled FROM webhook_lanes WHERE tenant_id = $1', [
          tenant.id,
        ])
      )[0];
    const becomes = (wanted: object): Promise<unknown> =>
      eventually(async () => JSON.stringify(await lane()) === JSON.stringify(wanted));
    await tell(false);
    await becomes({ suspended: false, unentitled: true });
    await tellTenant('tenant.suspended');
    await becomes({ suspended: true, unentitled: true });
    await tellTenant('tenant.reactivated');
    await becomes({ suspended: false, unentitled: true });
    await tell(true, 'audit_streaming');
    await publish();
    await pause(500);
    expect(receiver.received).toEqual([]);
    await tell(true);
    await arrived(receiver, 1);
  });
});

/** Kills a pod as by SIGKILL: none of its writes reach the database afterwards. */
function kill(pod: RunningService): void {
  const dead = async (): Promise<never> => {
    throw new Error('killed');
  };
  Object.assign(pod.platform.db, { transact: dead, work: dead, read: dead });
}

describe('several pods', () => {
  test('deliver each event once in total', async () => {
    const second = await web.platform.startPod('second');
    try {
      const scenes = await Promise.all(
        Array.from({ length: 4 }, () => scene({}, () => ({ delayMs: 5 }))),
      );
      await Promise.all(
        scenes.map(async ({ publish }) => {
          for (let i = 0; i < 25; i++) await publish();
        }),
      );
      for (const { receiver } of scenes) {
        await arrived(receiver, 25);
        await pause(50);
        expect(new Set(receiver.received.map((r) => r.headers['webhook-id'])).size).toBe(25);
        expect(receiver.received).toHaveLength(25);
      }
    } finally {
      await second.close();
    }
  });

  test('take over after the lease of a pod that died during an attempt', async () => {
    const doomed = await webhookPlatform({}, { leaseMs: 800 });
    const receiver = await startReceiver((_, n) => (n === 1 ? { hang: true } : {}));
    receivers.push(receiver);
    const { tenant, api } = await doomed.tenant();
    const endpoint = await doomed.endpoint(api, { url: receiver.url });
    await doomed.publish(tenant.id);
    await eventually(async () => receiver.received.length === 1);
    const heir = await doomed.platform.startPod('heir');
    kill(doomed.platform.service);
    try {
      const row = () =>
        doomed.sql<{ status: string; attempt_count: number; outcome: string; error: string }>(
          'SELECT d.status, d.attempt_count, a.outcome, a.error FROM webhook_deliveries d LEFT JOIN webhook_attempts a ON a.delivery_id = d.id WHERE d.endpoint_id = $1',
          [endpoint.id],
        );
      await eventually(async () => (await row())[0]?.outcome === 'aborted');
      expect(await row()).toEqual([
        { status: 'pending', attempt_count: 1, outcome: 'aborted', error: 'process_died' },
      ]);
      doomed.clock.advance(6 * second);
      await eventually(async () => receiver.received.length === 2);
      await eventually(async () =>
        (await row()).some((r) => r.status === 'succeeded' && r.attempt_count === 2),
      );
      expect(receiver.received[1]!.headers['webhook-id']).toBe(
        receiver.received[0]!.headers['webhook-id'],
      );
    } finally {
      await heir.close();
      await doomed.platform.stop().catch(() => undefined);
    }
  });
});

describe('at-most-once delivery', () => {
  test('makes one attempt, recorded before it is sent; a crash ends it', async () => {
    const once = await webhookPlatform(
      {
        'platform.webhooks.delivery.guarantee': 'at-most-once',
        'platform.webhooks.delivery.event-types': 'user.created',
      },
      { leaseMs: 800 },
    );
    const receiver = await startReceiver((_, n) => (n === 1 ? { status: 500 } : { hang: true }));
    receivers.push(receiver);
    const { tenant, api } = await once.tenant();
    const endpoint = await once.endpoint(api, { url: receiver.url });
    await once.publish(tenant.id, newEvent('user.deleted'));
    await once.publish(tenant.id);
    expect(
      await once.delivery(api, endpoint.id, (d) => d.status === 'dead_lettered'),
    ).toMatchObject({ reason: 'exhausted', attemptCount: 1, eventType: 'user.created' });
    await once.publish(tenant.id);
    await eventually(async () => receiver.received.length === 2);
    expect(await once.sql('SELECT FROM webhook_attempts WHERE outcome IS NULL')).toHaveLength(1);
    const heir = await once.platform.startPod('heir');
    kill(once.platform.service);
    try {
      await eventually(
        async () =>
          (await once.sql("SELECT FROM webhook_deliveries WHERE reason = 'process_died'"))
            .length === 1,
      );
      expect(
        await once.sql(
          "SELECT number, outcome, error FROM webhook_attempts WHERE outcome = 'aborted'",
        ),
      ).toEqual([{ number: 1, outcome: 'aborted', error: 'process_died' }]);
      expect(receiver.received).toHaveLength(2);
    } finally {
      await heir.close();
      await once.platform.stop().catch(() => undefined);
    }
  });
});

test('without webhooks, operations are 404 and no deliveries are created', async () => {
  const off = await webhookPlatform({ 'platform.webhooks.enabled': 'false' });
  try {
    const { tenant, api } = await off.tenant();
    for (const path of [webhookPaths.endpoints, at(off.unknownId())])
      expect((await api.get(path)).status).toBe(404);
    for (const body of [
      { url: 'https://hooks.example.com/', eventTypes: ['*'] },
      { url: 1 },
      {},
      undefined,
    ]) {
      for (const answer of [
        await api.post(webhookPaths.endpoints, { body }),
        await api.patch(at(off.unknownId()), { body }),
      ]) {
        expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
      }
    }
    expect((await api.post(`/api/v1/hooks/${off.unknownId()}/test`, { body: {} })).status).toBe(
      404,
    );
    expect((await api.get(`${webhookPaths.endpoints}?colour=red`)).status).toBe(404);
    // Inline hooks and sinks can still be tested, so the operation stays.
    expect((await api.post(`/api/v1/hooks/${off.unknownId()}/test`)).status).toBe(404);
    await off.publish(tenant.id);
    await eventually(async () => (await off.sql('SELECT FROM events')).length === 1);
    expect(await off.sql('SELECT FROM webhook_deliveries')).toEqual([]);
  } finally {
    await off.platform.stop();
  }
});
