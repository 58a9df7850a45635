import { fillTenant } from '@platform/dev/demo-lives';
import { managementApi } from '@platform/dev/management-api';
import { eventually } from '@platform/testkit/eventually';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest } from '@platform/testkit/platform';
import { runsLongTests } from '@platform/testkit/long-tests';
import { beforeAll, describe, expect, test } from 'vitest';

let platform: PlatformUnderTest;
const get = async (path: string): Promise<any> =>
  (await platform.call('get', `/api/v1${path}`, { token: await platform.token('demo') })).body;

describe.runIf(runsLongTests)('demo lives', () => {
  beforeAll(async () => {
    platform = await sharedPlatform(['demo']);
    const token = await platform.token('demo');
    const { gateway, inbox } = platform.ready;
    await fillTenant({
      tenant: platform.tenant('demo'),
      api: managementApi(gateway, token),
      token,
      gateway,
      inbox,
      postgresUrl: platform.postgresUrl,
      password: 'a long enough password 4 me',
    });
  });

  test('the demo has 2,000 people in 30 companies, with invitations and domains', async () => {
    // Hedy, who asks for an elevation, is one more.
    expect((await get('/directory/users/summary')).total).toBe(2_001);
    const { data } = await get('/organizations?limit=200');
    expect(data).toHaveLength(30);
    const path = `/organizations/${data[0].id}`;
    for (const [list, least] of [
      ['members', 3],
      ['invitations', 2],
      ['domains', 1],
    ] as const)
      expect((await get(`${path}/${list}`)).data.length).toBeGreaterThanOrEqual(least);
  });

  test('the demo has a year of sign-ins', async () => {
    const dateOf = (daysAgo: number) =>
      new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
    const { totals, byDay } = await get(
      `/login-experience/analytics/logins?from=${dateOf(364)}&to=${dateOf(1)}`,
    );
    expect(byDay.filter((day: { succeeded: number }) => day.succeeded > 0)).toHaveLength(364);
    expect(totals.succeeded).toBeGreaterThan(50_000);
    expect(totals.blocked).toBeGreaterThan(100);
  });

  test('some deliveries fail, an erasure is in progress, and an elevation waits', async () => {
    const { data: endpoints } = await get('/webhook-endpoints');
    const deliveries = endpoints.map(
      ({ id }: { id: string }) => `/webhook-endpoints/${id}/deliveries`,
    );
    expect(deliveries).toHaveLength(3);
    await eventually(async () => {
      const lists = await Promise.all(deliveries.map((path: string) => get(`${path}?limit=200`)));
      const all = lists.flatMap(({ data }) => data as { status: string; attemptCount: number }[]);
      const hasFailed = all.some((one) => one.attemptCount > 0 && one.status !== 'succeeded');
      return hasFailed && all.some((one) => one.status === 'succeeded');
    });
    const [erasure] = (await get('/erasure-requests')).data;
    await eventually(
      async () => (await get(`/erasure-requests/${erasure.id}`)).state === 'DEACTIVATED',
    );
    expect((await get('/pim/activations')).data).toMatchObject([{ state: 'requested' }]);
    expect((await get('/siem/sinks')).data).toHaveLength(1);
    expect((await get('/fga/store')).tupleCount).toBe(270);
  });
});
