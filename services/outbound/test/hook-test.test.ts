import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import { startReceiver } from '@platform/testkit/receiver';
import { verifyDelivery } from './delivery-signature.ts';
import type { Receiver } from '@platform/testkit/receiver';
import { roomInMinute } from '@platform/testkit/minute';
import { webhookPaths, webhookPlatform } from './webhook-fixtures.ts';
import type { WebhookTestPlatform, newEvent } from './webhook-fixtures.ts';

let web: WebhookTestPlatform;
let receiver: Receiver;
const testOf = (id: string): string => `/api/v1/hooks/${id}/test`;

beforeAll(async () => {
  web = await webhookPlatform({ 'platform.hooks.test-delivery.rate-limit.window': '1h' });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await web.platform.stop();
});

const endpointIn = async (body: Record<string, unknown> = {}) => {
  const { tenant, api } = await web.tenant();
  return {
    tenant,
    api,
    endpoint: await web.endpoint(api, {
      url: `${receiver.url}/${newId('request')}`,
      eventTypes: ['user.created'],
      ...body,
    }),
  };
};
const sentTo = (url: string) => receiver.received.filter((r) => url.endsWith(r.path));

describe('hookTest', () => {
  test('makes one signed attempt, marked as a test, that appears only in the list of deliveries', async () => {
    const { tenant, api, endpoint } = await endpointIn();
    const { status, body } = await api.post(testOf(endpoint.id));
    const [got] = sentTo(endpoint.url);
    expect([status, body]).toEqual([
      200,
      {
        hookId: endpoint.id,
        hookKind: 'webhook_endpoint',
        delivered: true,
        deliveryId: expect.stringMatching(/^whd_/),
        eventType: 'webhook.test',
        claims: null,
        commands: null,
        attempt: expect.objectContaining({
          number: 1,
          trigger: 'test',
          outcome: 'succeeded',
          responseStatus: 200,
          responseBody: '',
        }),
      },
    ]);
    expect(verifyDelivery(got!, endpoint.secret)).toMatchObject({
      type: 'webhook.test',
      subject: { type: 'webhook_endpoint', id: endpoint.id },
      actor: { type: 'client' },
      data: { webhookEndpoint: { id: endpoint.id } },
    });
    expect(got!.headers).toMatchObject({
      'x-platform-test': 'true',
      'x-platform-event': 'webhook.test',
      'x-platform-delivery': body.deliveryId,
    });
    expect(got!.headers).not.toHaveProperty('x-platform-sequence');
    expect(await web.deliveries(api, endpoint.id)).toMatchObject([
      { id: body.deliveryId, trigger: 'test', status: 'succeeded', sequence: null },
    ]);
    expect(
      (
        await api.post(
          `${webhookPaths.endpoints}/${endpoint.id}/deliveries/${body.deliveryId}/redeliver`,
        )
      ).body.code,
    ).toBe('event_expired');
    expect(
      await web.sql("SELECT FROM events WHERE tenant_id = $1 AND type = 'webhook.test'", [
        tenant.id,
      ]),
    ).toEqual([]);
  });

  test('returns 200 with delivered false for a failing target, without retries or effect on its health', async () => {
    const { api, endpoint } = await endpointIn();
    receiver.answer = () => ({ status: 410, body: 'gone' });
    const { status, body } = await api.post(testOf(endpoint.id));
    receiver.answer = () => ({});
    expect([status, body.delivered, body.attempt]).toMatchObject([
      200,
      false,
      { outcome: 'failed', error: 'http_status', responseStatus: 410, responseBody: 'gone' },
    ]);
    web.clock.advance(10_000);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(sentTo(endpoint.url)).toHaveLength(1);
    expect((await api.get(`${webhookPaths.endpoints}/${endpoint.id}`)).body).toMatchObject({
      status: 'enabled',
      health: { consecutiveFailures: 0, lastError: null },
    });
    expect(await web.deliveries(api, endpoint.id)).toMatchObject([
      { status: 'dead_lettered', reason: 'exhausted', trigger: 'test' },
    ]);
  });

  test('sends the example of a type with new ids, thin if configured, even to a disabled endpoint', async () => {
    const { api, endpoint } = await endpointIn({ status: 'disabled' });
    await api.post(testOf(endpoint.id), { body: { eventType: 'user.created' } });
    const event = verifyDelivery(sentTo(endpoint.url)[0]!, endpoint.secret) as ReturnType<
      typeof newEvent
    >;
    expect(event).toMatchObject({
      type: 'user.created',
      subject: { type: 'user', id: (event.data['user'] as { id: string }).id },
    });
    expect(event.subject.id).not.toBe('usr_01m7vqhvjpfrhtg5g075cmmcw9');
    await api.patch(`${webhookPaths.endpoints}/${endpoint.id}`, { body: { payload: 'thin' } });
    await api.post(testOf(endpoint.id), { body: { eventType: 'user.created' } });
    expect(JSON.parse(sentTo(endpoint.url)[1]!.body).data).toEqual({});
  });

  test('allows exactly ten per window and tenant across all pods, not counting 404 and 422', async () => {
    const { tenant, api, endpoint } = await endpointIn();
    const second = await web.platform.startPod('second');
    await roomInMinute();
    try {
      expect((await api.post(testOf(newId('webhookEndpoint')))).status).toBe(404);
      expect(
        (await api.post(testOf(endpoint.id), { body: { eventType: 'user.nope' } })).body.errors[0],
      ).toMatchObject({ pointer: '/eventType', code: 'unknown_event_type' });
      const headers = { 'idempotency-key': newId('request') };
      const first = await api.post(testOf(endpoint.id), { headers });
      for (let i = 0; i < 3; i++)
        expect((await api.post(testOf(endpoint.id), { headers })).body).toEqual(first.body);
      const token = await web.platform.hub.token({ tenant });
      const gateway = await web.platform.gatewayToken();
      const onSecond = () =>
        fetch(`http://127.0.0.1:${second.httpPort}${testOf(endpoint.id)}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'x-platform-service-authorization': `Bearer ${gateway}`,
          },
        }).then((a) => a.status);
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          i % 2 ? onSecond() : api.post(testOf(endpoint.id)).then((a) => a.status),
        ),
      );
      expect(answers.filter((s) => s === 200)).toHaveLength(9);
      expect(answers.filter((s) => s === 429)).toHaveLength(11);
      const refused = await api.post(testOf(endpoint.id));
      expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused.headers.get('ratelimit-remaining')).toBe('0');
      expect(sentTo(endpoint.url)).toHaveLength(10);
      const other = await endpointIn();
      expect((await other.api.post(testOf(other.endpoint.id))).status).toBe(200);
    } finally {
      await second.close();
    }
  });

  test.each([
    { eventType: 'audit.recorded' },
    { eventType: 'tenant.suspended' },
    { eventType: 1 },
    { other: 1 },
  ])('refuses %j', async (body) => {
    const { api, endpoint } = await endpointIn();
    expect((await api.post(testOf(endpoint.id), { body })).status).toBe(422);
  });

  test('requires the scope of the kind, and hides targets of other tenants and kinds', async () => {
    const { tenant, endpoint } = await endpointIn();
    for (const scopes of [['tenant:siem.write'], ['tenant:webhooks.read']]) {
      expect(
        (await (await web.platform.as({ tenant, scopes })).post(testOf(endpoint.id))).body.code,
      ).toBe('insufficient_scope');
    }
    const { api: other } = await web.tenant();
    for (const id of [
      endpoint.id,
      newId('webhookEndpoint'),
      newId('hook'),
      newId('sink'),
      'usr_1',
      'x',
    ])
      expect((await other.post(testOf(id))).status).toBe(404);
    await eventually(async () => sentTo(endpoint.url).length === 0);
  });
});
