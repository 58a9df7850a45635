import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { patientPeer } from '@platform/testkit/patient-peer';
import type { RpcPeer } from '@platform/kit/grpc';
import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import { startReceiver } from '@platform/testkit/receiver';
import type { Receiver } from '@platform/testkit/receiver';
import { newEvent, webhookPaths, webhookPlatform } from './webhook-fixtures.ts';
import type { WebhookTestPlatform } from './webhook-fixtures.ts';

const second = 1_000;

let web: WebhookTestPlatform;
const receivers: Receiver[] = [];

beforeAll(async () => {
  web = await webhookPlatform();
});
afterAll(async () => {
  await Promise.all(receivers.map((r) => r.stop()));
  await web.platform.stop();
});

async function scene(answer: Receiver['answer'], body: Record<string, unknown> = {}) {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  const { tenant, api } = await web.tenant();
  const { id } = await web.endpoint(api, { url: receiver.url, ...body });
  const path = `${webhookPaths.endpoints}/${id}`;
  return {
    receiver,
    api,
    id,
    path,
    publish: () => web.publish(tenant.id, newEvent()),
    endpoint: async () => (await api.get(path)).body,
    deliveries: () => web.deliveries(api, id),
    setLane: (change: string) =>
      web.sql(`UPDATE webhook_lanes SET ${change} WHERE endpoint_id = $1`, [id]),
  };
}

const reasonsOf = ({ blockedBy }: { blockedBy: { reason: string }[] }): string[] =>
  blockedBy.map(({ reason }) => reason);

describe('blockedBy and nextAttemptAt', () => {
  test('are empty while deliveries succeed', async () => {
    const { publish, deliveries, endpoint } = await scene(() => ({}));
    await publish();
    const [delivery] = await eventually(async () => {
      const found = await deliveries();
      return found[0]?.status === 'succeeded' && found;
    });
    expect(delivery).toMatchObject({ blockedBy: [], nextAttemptAt: null });
    // The rate limit may still apply to the previous attempt for a moment.
    await eventually(async () => (await endpoint()).blockedBy.length === 0);
  });

  test('show an open circuit breaker until its next trial, which is the next attempt', async () => {
    const { publish, deliveries, endpoint, api, path } = await scene(() => ({ status: 500 }));
    for (let i = 0; i < 8; i++) await publish();
    await eventually(async () => (await endpoint()).health.circuit === 'open');
    const { blockedBy } = await endpoint();
    const open = blockedBy.find((b: { reason: string }) => b.reason === 'circuit_open');
    expect(Date.parse(open.until)).toBeGreaterThan(web.clock.now());
    const all = await deliveries();
    expect(all).toHaveLength(8);
    for (const delivery of all) {
      expect(Date.parse(delivery.nextAttemptAt)).toBeGreaterThanOrEqual(Date.parse(open.until));
      expect(delivery.blockedBy).toEqual([open]);
    }
    const one = (await api.get(`${path}/deliveries/${all[0].id}`)).body;
    expect(one).toMatchObject({ nextAttemptAt: all[0].nextAttemptAt, blockedBy: [open] });
  });

  test('show Retry-After until the time that the receiver requested', async () => {
    const { receiver, publish, deliveries, endpoint } = await scene((_, n) =>
      n === 1 ? { status: 429, headers: { 'retry-after': '600' } } : {},
    );
    await publish();
    await eventually(async () => reasonsOf(await endpoint()).includes('retry_after'));
    await publish();
    const [second] = await eventually(async () => {
      const found = await deliveries();
      return found.length === 2 && found;
    });
    const { blockedBy } = await endpoint();
    const asked = blockedBy.find((b: { reason: string }) => b.reason === 'retry_after');
    expect(second).toMatchObject({
      attemptCount: 0,
      nextAttemptAt: asked.until,
      blockedBy: [asked],
    });
    expect(receiver.received).toHaveLength(1);
    web.clock.advance(601 * 1_000);
    await eventually(async () => receiver.received.length === 3);
  });

  test('show a tenant that is suspended or not entitled, without an end', async () => {
    const { publish, deliveries, endpoint, setLane } = await scene(() => ({}));
    await setLane('suspended = true, unentitled = true');
    await publish();
    const [delivery] = await eventually(async () => {
      const found = await deliveries();
      return found.length === 1 && found;
    });
    const blockedBy = [
      { reason: 'tenant_suspended', until: null },
      { reason: 'not_entitled', until: null },
    ];
    expect(delivery).toMatchObject({ status: 'pending', nextAttemptAt: null, blockedBy });
    expect((await endpoint()).blockedBy).toEqual(blockedBy);
  });

  test('show strict order for all deliveries after the first', async () => {
    const { receiver, publish, deliveries } = await scene(() => ({ status: 404 }), {
      ordering: 'strict',
    });
    await publish();
    await eventually(async () => receiver.received.length === 1);
    await publish();
    const [later, first] = await eventually(async () => {
      const found = await deliveries();
      return found.length === 2 && found[1].status === 'pending' && found;
    });
    expect(first.blockedBy).toEqual([]);
    expect(Date.parse(first.nextAttemptAt)).toBeGreaterThan(web.clock.now());
    expect(later).toMatchObject({ nextAttemptAt: null });
    expect(reasonsOf(later)).toContain('strict_order');
  });

  test('show the rate limit of the endpoint until it allows the next attempt', async () => {
    const { publish, deliveries, endpoint, setLane } = await scene(() => ({}), {
      rateLimitPerSecond: 1,
    });
    const at = new Date(web.clock.now() + 3_600 * second).toISOString();
    await setLane(`paced_until = '${at}'`);
    await publish();
    const [delivery] = await eventually(async () => {
      const found = await deliveries();
      return found.length === 1 && found;
    });
    expect(delivery.blockedBy).toEqual([{ reason: 'rate_limit', until: at }]);
    expect(delivery.nextAttemptAt).toBe(at);
    expect((await endpoint()).blockedBy).toEqual([{ reason: 'rate_limit', until: at }]);
  });

  test('show a disabled endpoint, whose deliveries are held', async () => {
    const { publish, deliveries, endpoint, api, path } = await scene(() => ({ status: 500 }));
    await publish();
    await eventually(async () => (await deliveries())[0]?.attemptCount === 1);
    await api.patch(path, { body: { status: 'disabled' } });
    const [delivery] = await eventually(async () => {
      const found = await deliveries();
      return found[0]?.status === 'held' && found;
    });
    const block = { reason: 'endpoint_disabled', until: null };
    expect(delivery).toMatchObject({ nextAttemptAt: null, blockedBy: [block] });
    expect((await endpoint()).blockedBy[0]).toEqual(block);
  });

  test('do not change the ETag of a delivery', async () => {
    const { publish, deliveries, setLane, api, path } = await scene(() => ({}));
    await setLane('suspended = true');
    await publish();
    const [{ id }] = await eventually(async () => {
      const found = await deliveries();
      return found.length === 1 && found;
    });
    const read = () => api.get(`${path}/deliveries/${id}`);
    const before = await read();
    await setLane('unentitled = true');
    const after = await read();
    const etag = before.headers.get('etag') ?? '';
    expect(reasonsOf(after.body)).toEqual(['tenant_suspended', 'not_entitled']);
    expect(etag).toMatch(/^"/);
    expect(after.headers.get('etag')).toBe(etag);
    const sent = await api.post(`${path}/deliveries/${id}/redeliver`, {
      headers: { 'If-Match': etag },
    });
    expect(sent.status).toBe(200);
    expect(sent.body.nextAttemptAt).toBeNull();
  });
});

describe('Deliveries/Explain', () => {
  const peers: RpcPeer[] = [];
  afterAll(() => peers.forEach((peer) => peer.close()));

  function explain(deliveryId: string, account = 'platform-operator') {
    const peer = patientPeer({
      address: `127.0.0.1:${web.platform.service.rpcPort}`,
      token: () => web.platform.cluster.mint(account, 'outbound'),
    });
    peers.push(peer);
    return peer.service('platform.outbound.v1.Deliveries').Explain({ deliveryId });
  }

  test("explains the blocks and attempts of any tenant's delivery", async () => {
    const { publish, deliveries, id, receiver, endpoint } = await scene(() => ({ status: 500 }));
    for (let i = 0; i < 8; i++) await publish();
    await eventually(async () => (await endpoint()).health.circuit === 'open');
    const delivery = await eventually(async () =>
      (await deliveries()).find((one) => one.attemptCount > 0 && one.status === 'pending'),
    );
    expect(await explain(delivery.id)).toMatchObject({
      id: delivery.id,
      tenantId: expect.stringMatching(/^tnt_/),
      endpointId: id,
      status: 'pending',
      reason: '',
      attemptCount: 1,
      nextAttemptAt: delivery.nextAttemptAt,
      blockedBy: delivery.blockedBy,
      attempts: [
        {
          number: 1,
          url: receiver.url,
          outcome: 'failed',
          error: 'http_status',
          responseStatus: 500,
        },
      ],
    });
  });

  test("does not show the receiver's response", async () => {
    const { publish, deliveries } = await scene(() => ({ body: 'a secret of the tenant' }));
    await publish();
    const [delivery] = await eventually(async () => {
      const found = await deliveries();
      return found[0]?.status === 'succeeded' && found;
    });
    expect(JSON.stringify(await explain(delivery.id))).not.toContain('secret of the tenant');
  });

  test('returns not found for unknown deliveries, and accepts only operators', async () => {
    for (const unknown of ['whd_x', '', newId('webhookDelivery')])
      await expect(explain(unknown)).rejects.toMatchObject({ code: 'not_found' });
    await expect(explain(newId('webhookDelivery'), 'hub')).rejects.toMatchObject({
      code: 'caller_not_allowed',
    });
  });
});
