import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApi } from '@platform/testkit/service';
import { eventually } from '@platform/testkit/eventually';
import { startReceiver } from '@platform/testkit/receiver';
import type { Receiver } from '@platform/testkit/receiver';
import { newEvent, webhookPlatform } from './webhook-fixtures.ts';
import type { WebhookTestPlatform } from './webhook-fixtures.ts';

const hangingEndpoints = 8;
const healthyEndpoints = 10;
/** The number of successes that earn the full concurrency. */
const earning = 3;

const receivers: Receiver[] = [];
const platforms: WebhookTestPlatform[] = [];

afterAll(async () => {
  await Promise.all(receivers.map((r) => r.stop()));
  await Promise.all(platforms.map((web) => web.platform.stop()));
});

async function startPlatform(properties = {}): Promise<WebhookTestPlatform> {
  const web = await webhookPlatform(properties);
  platforms.push(web);
  return web;
}

/** Answers `answered` requests of each path, and hangs on the others. */
async function hangingReceiver(answered: number) {
  const count = new Map<string, number>();
  const receiver = await startReceiver(({ path }) => {
    const number = (count.get(path) ?? 0) + 1;
    count.set(path, number);
    return { hang: number > answered };
  });
  receivers.push(receiver);
  return {
    url: receiver.url,
    /** The number of hanging requests. */
    hanging: (): number =>
      [...count.values()].reduce((sum, n) => sum + Math.max(0, n - answered), 0),
    answered: (): number => [...count.values()].reduce((sum, n) => sum + Math.min(n, answered), 0),
  };
}

async function healthyReceiver(): Promise<Receiver> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return receiver;
}

const addEndpoints = async (
  web: WebhookTestPlatform,
  api: TestApi,
  url: string,
  count: number,
): Promise<void> => {
  for (let i = 0; i < count; i++)
    await web.endpoint(api, {
      url: `${url}/${i}`,
      eventTypes: ['user.created'],
      timeoutSeconds: 30,
    });
};

/** Checks that no hanging attempt has ended: other deliveries did not wait for it. */
async function expectAllStillHanging(web: WebhookTestPlatform): Promise<void> {
  expect(await web.sql("SELECT FROM webhook_attempts WHERE error = 'timeout'")).toEqual([]);
}

describe('endpoints that become unresponsive at full concurrency', () => {
  let web: WebhookTestPlatform;
  beforeAll(async () => {
    web = await startPlatform();
  });

  test('delay no other endpoint of their tenant', async () => {
    const bad = await hangingReceiver(earning);
    const good = await healthyReceiver();
    const { tenant, api } = await web.tenant();
    await addEndpoints(web, api, bad.url, hangingEndpoints);
    await addEndpoints(web, api, good.url, healthyEndpoints);
    for (let i = 0; i < earning; i++) {
      await web.publish(tenant.id, newEvent());
      await eventually(
        async () =>
          bad.answered() === (i + 1) * hangingEndpoints &&
          good.received.length === (i + 1) * healthyEndpoints,
      );
    }
    for (let i = 0; i < 4; i++) await web.publish(tenant.id, newEvent());
    await eventually(
      async () =>
        bad.hanging() >= hangingEndpoints &&
        good.received.length === (earning + 4) * healthyEndpoints,
    );

    for (let i = 0; i < 5; i++) await web.publish(tenant.id, newEvent());
    await eventually(async () => good.received.length === (earning + 9) * healthyEndpoints);
    await expectAllStillHanging(web);
    // One each, and half of the tenant's slots for the earned concurrency.
    expect(bad.hanging()).toBeLessThanOrEqual(hangingEndpoints + 16);
    const lanes = await web.sql<{ n: number }>(
      'SELECT count(*)::int AS n FROM webhook_lanes WHERE leased_until > now()',
    );
    expect(lanes[0]!.n).toBeGreaterThanOrEqual(hangingEndpoints);
  });
});

describe('unresponsive endpoints', () => {
  test('delay no endpoint of another tenant, even on a small pod', async () => {
    const web = await startPlatform({
      'platform.webhooks.delivery.max-in-flight': '32',
      'platform.webhooks.delivery.max-in-flight-per-tenant': '32',
    });
    const bad = await hangingReceiver(earning);
    const good = await healthyReceiver();
    const hangs = await web.tenant();
    const well = await web.tenant();
    await addEndpoints(web, hangs.api, bad.url, hangingEndpoints);
    await addEndpoints(web, well.api, good.url, healthyEndpoints);
    for (let i = 0; i < earning; i++) {
      await web.publish(hangs.tenant.id, newEvent());
      await eventually(async () => bad.answered() === (i + 1) * hangingEndpoints);
    }
    for (let i = 0; i < 4; i++) await web.publish(hangs.tenant.id, newEvent());
    await eventually(async () => bad.hanging() >= hangingEndpoints);

    for (let i = 0; i < 5; i++) await web.publish(well.tenant.id, newEvent());
    await eventually(async () => good.received.length === 5 * healthyEndpoints);
    await expectAllStillHanging(web);
  });

  test("delay no healthy endpoint, even if there are as many as the tenant's slots", async () => {
    const web = await startPlatform({ 'platform.webhooks.delivery.max-in-flight-per-tenant': '8' });
    const bad = await hangingReceiver(0);
    const good = await healthyReceiver();
    const { tenant, api } = await web.tenant();
    const other = await web.tenant();
    await addEndpoints(web, api, good.url, 2);
    await web.publish(tenant.id, newEvent());
    await eventually(async () => good.received.length === 2);
    await addEndpoints(web, api, bad.url, 20);
    await addEndpoints(web, other.api, `${good.url}/other`, 1);

    await web.publish(tenant.id, newEvent());
    // A quarter of the slots is reserved for endpoints that answer in time.
    await eventually(async () => bad.hanging() >= 6 && good.received.length === 4);
    for (let i = 0; i < 3; i++) await web.publish(tenant.id, newEvent());
    await web.publish(other.tenant.id, newEvent());
    await eventually(async () => good.received.length === 11);
    await expectAllStillHanging(web);
  });
});
