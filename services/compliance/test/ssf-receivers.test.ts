import { newId } from '@platform/kit/ids';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestApi } from '@platform/testkit/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorOf, ok } from './compliance-fixtures.ts';
import { poll, push, receivers, ssfPlatform } from './ssf-fixtures.ts';
import type { SsfTestPlatform } from './ssf-fixtures.ts';

let under: SsfTestPlatform;
let tenant: TestTenant;
let api: TestApi;

beforeAll(async () => {
  under = await ssfPlatform({ 'platform.ssf.max-receivers-per-tenant': '3' });
  ({ tenant, api } = await under.tenant());
});
afterAll(() => under.stop());

const polled = { clientId: 'app', delivery: { method: poll } };
const own = async () => (await under.tenant()).api;

describe('ssfReceiverRegister', () => {
  test('registers a poll receiver, which polls on the host of its issuer', async () => {
    const body = ok(
      await under.register(api, {
        ...polled,
        eventsRequested: [
          'urn:unknown',
          'https://schemas.openid.net/secevent/caep/event-type/session-revoked',
        ],
      }),
    );
    expect(body).toMatchObject({
      id: expect.stringMatching(/^ssr_/),
      iss: tenant.issuer,
      audience: ['app'],
      delivery: {
        method: poll,
        endpointUrl: `https://${new URL(tenant.issuer).hostname}/ssf/streams/${body.id}/poll`,
        hasAuthorizationHeader: false,
      },
      eventsDelivered: ['https://schemas.openid.net/secevent/caep/event-type/session-revoked'],
      status: 'enabled',
      verification: { state: 'unverified' },
      pendingCount: 1,
    });
    expect(await under.typesOf(tenant, body.id)).toEqual(['ssf.receiver_registered']);
    expect(ok(await api.get(`${receivers}/${body.id}`))).toEqual(body);
    ok(await api.delete(`${receivers}/${body.id}`));
  });

  test('never returns the header of a push receiver, and stores it encrypted', async () => {
    const receiver = await under.receiver();
    const authorizationHeader = 'Bearer very-secret-value';
    const delivery = { method: push, endpointUrl: receiver.url, authorizationHeader };
    const answer = await under.register(api, { delivery });
    expect(ok(answer).delivery).toMatchObject({ hasAuthorizationHeader: true });
    expect(ok(answer).audience).toEqual([new URL(receiver.url).origin]);
    expect(JSON.stringify(answer.body)).not.toContain('very-secret');
    const rows = await under.sql('SELECT * FROM ssf_receivers');
    expect(JSON.stringify(rows)).not.toContain('very-secret');
    ok(await api.delete(`${receivers}/${ok(answer).id}`));
  });

  test.each<[string, object, string, string]>([
    ['an unknown application', { ...polled, clientId: 'nobody' }, '/clientId', 'not_found'],
    ['poll without an application', { delivery: { method: poll } }, '/clientId', 'required'],
    [
      'a URL for poll',
      { clientId: 'app', delivery: { method: poll, endpointUrl: 'https://example.com' } },
      '/delivery/endpointUrl',
      'unknown_member',
    ],
    [
      'plain http',
      { delivery: { method: push, endpointUrl: 'http://localhost/set' } },
      '/delivery/endpointUrl',
      'scheme_not_allowed',
    ],
    [
      'an address of the inside',
      { delivery: { method: push, endpointUrl: 'https://10.0.0.1/set' } },
      '/delivery/endpointUrl',
      'host_not_allowed',
    ],
    [
      'types of which none is supported',
      { ...polled, eventsRequested: ['urn:unknown'] },
      '/eventsRequested',
      'unknown_event_type',
    ],
  ])('refuses %s', async (_what, body, pointer, code) => {
    expect(errorOf(await under.register(api, body as Record<string, unknown>))).toEqual([
      422,
      'validation_failed',
      pointer,
      code,
    ]);
  });

  test('rejects duplicate names, and more receivers than the limit', async () => {
    const mine = await own();
    ok(await mine.post(receivers, { body: { name: 'One', ...polled } }));
    const twice = await mine.post(receivers, { body: { name: 'One', ...polled } });
    expect(errorOf(twice).slice(0, 2)).toEqual([409, 'already_exists']);
    const answers = await Promise.all([1, 2, 3, 4].map(() => under.register(mine, polled)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422]);
  });
});

describe('ssfReceiverToggle', () => {
  test('pauses, disables and enables; repeating a status changes nothing', async () => {
    const mine = await own();
    const { id } = ok(await under.register(mine, polled));
    const toggle = async (body: object) => ok(await mine.patch(`${receivers}/${id}`, { body }));
    const paused = await toggle({ status: 'paused', reason: 'Maintenance' });
    expect(paused).toMatchObject({
      status: 'paused',
      statusReason: 'Maintenance',
      statusChangedBy: 'administrator',
      pendingCount: 1,
    });
    expect(await toggle({ status: 'paused' })).toEqual(paused);
    expect(await toggle({ enabled: false })).toMatchObject({ status: 'disabled', pendingCount: 0 });
    expect(await toggle({ enabled: true })).toMatchObject({ status: 'enabled', pendingCount: 1 });
    const states = ok(await mine.get(`${receivers}/${id}/deliveries`)).data;
    expect(states.map((d: any) => d.state)).toEqual(['pending', 'discarded']);
  });

  const statuses = ['enabled', 'paused', 'disabled'] as const;
  test.each(statuses)('changes %s to every status, with an event for each change', async (from) => {
    const { tenant: its, api: mine } = await under.tenant();
    const { id } = ok(await under.register(mine, polled));
    const toggle = async (status: string) =>
      ok(await mine.patch(`${receivers}/${id}`, { body: { status } })).status;
    for (const to of statuses) {
      await toggle(from);
      const before = await under.typesOf(its, id);
      expect(await toggle(to)).toBe(to);
      const published = (await under.typesOf(its, id)).slice(before.length);
      expect(published).toEqual(from === to ? [] : [`ssf.receiver_${to}`]);
    }
    await toggle(from);
    ok(await mine.delete(`${receivers}/${id}`));
    expect((await mine.get(`${receivers}/${id}`)).status).toBe(404);
    expect((await under.typesOf(its, id)).at(-1)).toBe('ssf.receiver_removed');
  });

  test('accepts exactly one of enabled and status', async () => {
    const mine = await own();
    const { id } = ok(await under.register(mine, polled));
    for (const body of [{}, { enabled: true, status: 'paused' }, { name: 'Other' }])
      expect((await mine.patch(`${receivers}/${id}`, { body })).status).toBe(422);
    const stale = await mine.patch(`${receivers}/${id}`, {
      body: { enabled: false },
      headers: { 'if-match': '"0"' },
    });
    expect(stale.status).toBe(412);
  });
});

test('ssfReceiverVerify sends at most one request per interval, to an enabled receiver', async () => {
  const mine = await own();
  const { id } = ok(await under.register(mine, polled));
  // The verification event that the platform sent does not count.
  expect(ok(await mine.post(`${receivers}/${id}/verify`)).pendingCount).toBe(2);
  const again = await mine.post(`${receivers}/${id}/verify`);
  expect([again.status, again.body.code]).toEqual([429, 'rate_limited']);
  expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0);
  await under.sql(
    `UPDATE ssf_receivers SET verification_asked_at = now() - interval '2 hours' WHERE id = $1`,
    [id],
  );
  expect(ok(await mine.post(`${receivers}/${id}/verify`)).pendingCount).toBe(3);
  ok(await mine.patch(`${receivers}/${id}`, { body: { enabled: false } }));
  expect((await mine.post(`${receivers}/${id}/verify`)).status).toBe(409);
});

test('receivers are hidden from other tenants', async () => {
  const mine = await own();
  const { id } = ok(await under.register(mine, polled));
  const stranger = await own();
  for (const answer of [
    await stranger.get(`${receivers}/${id}`),
    await stranger.patch(`${receivers}/${id}`, { body: { enabled: false } }),
    await stranger.delete(`${receivers}/${id}`),
    await stranger.post(`${receivers}/${id}/verify`),
    await stranger.get(`${receivers}/${id}/deliveries`),
    await mine.get(`${receivers}/${newId('ssfReceiver')}`),
  ])
    expect(errorOf(answer).slice(0, 2)).toEqual([404, 'not_found']);
  expect(ok(await stranger.get(receivers)).data).toEqual([]);
});
