import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newSecret } from '@platform/kit/webhook-signature';
import type { TestApi } from '@platform/testkit/service';
import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import { startReceiver } from '@platform/testkit/receiver';
import { verifyDelivery } from './delivery-signature.ts';
import type { Receiver } from '@platform/testkit/receiver';
import { newEvent, webhookPaths, webhookPlatform } from './webhook-fixtures.ts';
import type { WebhookTestPlatform } from './webhook-fixtures.ts';

let web: WebhookTestPlatform;
let api: TestApi;
let other: TestApi;
let tenantId: string;
let receiver: Receiver;
const path = webhookPaths.endpoints;
const at = (id: string): string => `${path}/${id}`;

beforeAll(async () => {
  web = await webhookPlatform({ 'platform.webhooks.source-addresses': '198.51.100.0/28' });
  const own = await web.tenant();
  ({ api } = own);
  tenantId = own.tenant.id;
  other = (await web.tenant()).api;
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await web.platform.stop();
});

const errorOf = ({ status, body }: { status: number; body: any }) => [
  status,
  body.code,
  body.errors?.[0]?.pointer,
  body.errors?.[0]?.code,
];
const eventsOf = async (id: string): Promise<{ type: string; data: any }[]> =>
  (
    await web.sql<{ envelope: any }>(
      "SELECT envelope FROM outbox WHERE envelope->'data'->'subject'->>'id' = $1 AND envelope->>'type' LIKE 'webhook.%' ORDER BY position",
      [id],
    )
  ).map((r) => r.envelope.data);
const minimal = { url: 'https://hooks.example.com/a?b=c', eventTypes: ['user.*'] };

describe('webhookEndpointCreate', () => {
  test('creates with the defaults, returns the secret once, and emits an event without it', async () => {
    const { status, body, headers } = await api.post(path, {
      body: { url: 'HTTPS://Hooks.Example.com:443/ä?x=1', eventTypes: ['user.created', '*'] },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^whe_/),
      url: 'https://hooks.example.com/%C3%A4?x=1',
      eventTypes: ['*'],
      purposes: ['events'],
      description: null,
      organizationIds: null,
      headerNames: [],
      payload: 'full',
      ordering: 'best_effort',
      rateLimitPerSecond: null,
      timeoutSeconds: 15,
      handshake: 'none',
      status: 'enabled',
      blockedBy: [],
      statusReason: null,
      statusChangedAt: expect.any(String),
      secrets: [
        {
          id: expect.stringMatching(/^whs_/),
          last4: body.secret.slice(-4),
          createdAt: expect.any(String),
          expiresAt: null,
        },
      ],
      health: {
        circuit: 'closed',
        consecutiveFailures: 0,
        failingSince: null,
        lastSuccessAt: null,
        lastFailureAt: null,
        lastError: null,
        pendingDeliveries: 0,
        heldDeliveries: 0,
      },
      sourceAddresses: ['198.51.100.0/28'],
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      secret: expect.stringMatching(/^whsec_/),
    });
    expect(headers.get('x-platform-preview')).toBe('webhook-endpoints');
    const read = await api.get(at(body.id));
    expect(read.body).toEqual({ ...body, secret: undefined });
    expect(read.headers.get('etag')).toBe(headers.get('etag'));
    const events = await eventsOf(body.id);
    expect(events.map((e) => e.type)).toEqual(['webhook.endpoint_created']);
    expect(JSON.stringify(events)).not.toContain(body.secret);
  });

  test('accepts a custom secret, headers and all other settings; secrets and headers are encrypted and bound to their row', async () => {
    const secret = newSecret();
    const { body } = await api.post(path, {
      body: {
        ...minimal,
        secret,
        headers: { 'X-Api-Key': 'k3y' },
        description: 'D',
        organizationIds: [newId('organization')],
        payload: 'thin',
        ordering: 'strict',
        rateLimitPerSecond: 7,
        timeoutSeconds: 30,
        status: 'disabled',
        purposes: ['events', 'claims'],
      },
    });
    expect(body).toMatchObject({
      secret,
      headerNames: ['X-Api-Key'],
      status: 'disabled',
      statusReason: 'admin',
      purposes: ['events', 'claims'],
    });
    const [row] = await web.sql<{ headers: string; sealed: string; sid: string }>(
      'SELECT e.headers, s.sealed, s.id AS sid FROM webhook_endpoints e JOIN webhook_secrets s ON s.endpoint_id = e.id WHERE e.id = $1',
      [body.id],
    );
    expect(JSON.stringify(row)).not.toMatch(/k3y|whsec_/);
    const { secrets } = web.platform.service.platform;
    expect(secrets.open(row!.sealed, { tenantId, field: `webhook_secrets/${row!.sid}` })).toBe(
      secret,
    );
    expect(() =>
      secrets.open(row!.sealed, {
        tenantId: newId('tenant'),
        field: `webhook_secrets/${row!.sid}`,
      }),
    ).toThrow();
    expect(() =>
      secrets.open(row!.sealed, { tenantId, field: `webhook_secrets/${newId('webhookSecret')}` }),
    ).toThrow();
  });

  test('requires no types for the purpose claims', async () => {
    expect(
      (await api.post(path, { body: { url: minimal.url, purposes: ['claims'] } })).body.eventTypes,
    ).toEqual([]);
  });

  test('replays by idempotency key, with the response encrypted', async () => {
    const headers = { 'idempotency-key': newId('request') };
    const [first, again] = [
      await api.post(path, { body: minimal, headers }),
      await api.post(path, { body: minimal, headers }),
    ];
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const [kept] = await web.sql<{ answer: string }>(
      'SELECT answer FROM idempotency_key WHERE key = $1',
      [headers['idempotency-key']],
    );
    expect(kept!.answer).not.toContain('whsec_');
  });

  test('is atomic with its audit record and stored response', async () => {
    const { tenant, api: own } = await web.tenant();
    await web.sql(
      `ALTER TABLE outbox ADD CONSTRAINT outbox__no_audit CHECK (NOT starts_with(subject, 'audit.')) NOT VALID`,
    );
    const headers = { 'idempotency-key': newId('request') };
    const lost = await own.post(path, { body: minimal, headers });
    await web.sql('ALTER TABLE outbox DROP CONSTRAINT outbox__no_audit');
    expect(lost.status).toBe(500);
    expect(
      await web.sql('SELECT FROM webhook_endpoints WHERE tenant_id = $1', [tenant.id]),
    ).toEqual([]);
    expect((await own.post(path, { body: minimal, headers })).status).toBe(200);
    expect(
      await web.sql('SELECT FROM webhook_endpoints WHERE tenant_id = $1', [tenant.id]),
    ).toHaveLength(1);
  });

  const url = (text: string) => ({ ...minimal, url: text });
  test.each<[string, Record<string, unknown>, string, string]>([
    ['no URL', { eventTypes: ['*'] }, '/url', 'required'],
    ['not a URL', url('hooks'), '/url', 'invalid_format'],
    ['another scheme', url('ftp://hooks.example.com/'), '/url', 'scheme_not_allowed'],
    ['user information', url('https://u:p@hooks.example.com/'), '/url', 'userinfo_not_allowed'],
    ['a fragment', url('https://hooks.example.com/#a'), '/url', 'fragment_not_allowed'],
    ['an empty fragment', url('https://hooks.example.com/#'), '/url', 'fragment_not_allowed'],
    ['an IPv4 literal', url('https://192.0.2.1/'), '/url', 'host_not_allowed'],
    ['an IPv4 literal in disguise', url('https://0x7f.1/'), '/url', 'host_not_allowed'],
    ['a number for a host', url('https://2130706433/'), '/url', 'host_not_allowed'],
    ['an IPv6 literal', url('https://[::1]/'), '/url', 'host_not_allowed'],
    ['a single label', url('https://intranet/'), '/url', 'host_not_allowed'],
    ['.internal', url('https://db.internal/'), '/url', 'host_not_allowed'],
    ['.local', url('https://db.local/'), '/url', 'host_not_allowed'],
    ['.svc', url('https://hub.platform.svc/'), '/url', 'host_not_allowed'],
    ['.localhost', url('https://a.localhost/'), '/url', 'host_not_allowed'],
    ['a low port', url('https://hooks.example.com:22/'), '/url', 'port_not_allowed'],
    ['a low port of an allowed host', url('http://localhost:80/'), '/url', 'port_not_allowed'],
    [
      'an unknown type',
      { ...minimal, eventTypes: ['user.created', 'user.exploded'] },
      '/eventTypes/1',
      'unknown_event_type',
    ],
    [
      'another case',
      { ...minimal, eventTypes: ['User.created'] },
      '/eventTypes/0',
      'unknown_event_type',
    ],
    [
      'an unknown family',
      { ...minimal, eventTypes: ['nobody.*'] },
      '/eventTypes/0',
      'unknown_event_type',
    ],
    [
      'the test type',
      { ...minimal, eventTypes: ['webhook.test'] },
      '/eventTypes/0',
      'unknown_event_type',
    ],
    [
      'an internal type',
      { ...minimal, eventTypes: ['audit.recorded'] },
      '/eventTypes/0',
      'unknown_event_type',
    ],
    [
      'a type of the platform',
      { ...minimal, eventTypes: ['tenant.suspended'] },
      '/eventTypes/0',
      'unknown_event_type',
    ],
    ['no types', { url: minimal.url }, '/eventTypes', 'required'],
    [
      'types twice',
      { ...minimal, eventTypes: ['user.*', 'user.*'] },
      '/eventTypes',
      'invalid_format',
    ],
    [
      'a header of ours',
      { ...minimal, headers: { 'Webhook-Id': 'x' } },
      '/headers/Webhook-Id',
      'header_not_allowed',
    ],
    [
      'a hop-by-hop header',
      { ...minimal, headers: { 'Transfer-Encoding': 'chunked' } },
      '/headers/Transfer-Encoding',
      'header_not_allowed',
    ],
    [
      'a platform header',
      { ...minimal, headers: { 'x-PLATFORM-test': 'true' } },
      '/headers/x-PLATFORM-test',
      'header_not_allowed',
    ],
    [
      'a forwarding header',
      { ...minimal, headers: { 'X-Forwarded-For': '::1' } },
      '/headers/X-Forwarded-For',
      'header_not_allowed',
    ],
    [
      'a header that is no token',
      { ...minimal, headers: { 'a b': 'x' } },
      '/headers/a b',
      'invalid_format',
    ],
    [
      'a value with a line break',
      { ...minimal, headers: { 'X-A': 'a\r\nb: c' } },
      '/headers/X-A',
      'invalid_format',
    ],
    [
      'a name in two cases',
      { ...minimal, headers: { 'X-A': '1', 'x-a': '2' } },
      '/headers',
      'invalid_format',
    ],
    [
      '21 headers',
      {
        ...minimal,
        headers: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`x-${i}`, ''])),
      },
      '/headers',
      'invalid_format',
    ],
    [
      'a short secret',
      { ...minimal, secret: `whsec_${Buffer.alloc(23).toString('base64')}` },
      '/secret',
      'invalid_format',
    ],
    [
      'a secret without its prefix',
      { ...minimal, secret: Buffer.alloc(32).toString('base64') },
      '/secret',
      'invalid_format',
    ],
    [
      'a rate of nought',
      { ...minimal, rateLimitPerSecond: 0 },
      '/rateLimitPerSecond',
      'invalid_format',
    ],
    ['too short a time', { ...minimal, timeoutSeconds: 2 }, '/timeoutSeconds', 'invalid_format'],
    [
      "a status that is not the caller's",
      { ...minimal, status: 'auto_disabled' },
      '/status',
      'invalid_format',
    ],
    ['an unknown member', { ...minimal, colour: 'red' }, '/colour', 'unknown_member'],
  ])('refuses %s', async (_, body, pointer, code) => {
    expect(errorOf(await api.post(path, { body }))).toEqual([
      422,
      'validation_failed',
      pointer,
      code,
    ]);
  });

  test("requires the target's consent, and stores nothing without it", async () => {
    const target = await startReceiver();
    const body = { url: target.url, eventTypes: ['user.*'], handshake: 'cloudevents' };
    try {
      target.answer = () => ({ status: 200 });
      const before = await web.sql('SELECT id FROM webhook_endpoints');
      expect(errorOf(await api.post(path, { body }))).toEqual([
        422,
        'validation_failed',
        '/url',
        'handshake_failed',
      ]);
      target.answer = () => ({
        status: 200,
        headers: { 'WebHook-Allowed-Origin': 'someone.else' },
      });
      expect((await api.post(path, { body })).status).toBe(422);
      expect(await web.sql('SELECT id FROM webhook_endpoints')).toHaveLength(before.length);
      expect(target.consents[0]!.headers).toMatchObject({
        'webhook-request-origin': 'platform.localhost',
        'webhook-request-rate': '3000',
      });
      // The status is not read as consent, nor its absence as refusal.
      target.answer = () => ({
        status: 405,
        headers: { 'WebHook-Allowed-Origin': 'platform.localhost', 'WebHook-Allowed-Rate': '120' },
      });
      const { body: endpoint } = await api.post(path, { body });
      expect(
        await web.sql('SELECT granted_rate FROM webhook_endpoints WHERE id = $1', [endpoint.id]),
      ).toEqual([{ granted_rate: 120 }]);
      const asked = target.consents.length;
      await api.patch(at(endpoint.id), { body: { description: 'x' } });
      expect(target.consents).toHaveLength(asked);
      await api.patch(at(endpoint.id), { body: { status: 'disabled' } });
      await api.patch(at(endpoint.id), { body: { status: 'enabled' } });
      expect(target.consents).toHaveLength(asked + 1);
    } finally {
      await target.stop();
    }
  });

  test("enforces the tenant's limit under concurrency", async () => {
    const { api: own } = await web.tenant();
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => own.post(path, { body: minimal })),
    );
    expect(answers.filter((a) => a.status === 200)).toHaveLength(50);
    expect(new Set(answers.filter((a) => a.status !== 200).map((a) => a.body.code))).toEqual(
      new Set(['limit_exceeded']),
    );
    expect((await own.get(`${path}?limit=200`)).body.data).toHaveLength(50);
  });
});

describe('webhookEndpointList', () => {
  test('pages newest first', async () => {
    const { api: own } = await web.tenant();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.unshift((await own.post(path, { body: minimal })).body.id);
    const first = (await own.get(`${path}?limit=2`)).body;
    const second = (await own.get(`${path}?limit=3&cursor=${first.nextCursor}`)).body;
    expect([...first.data, ...second.data].map((e) => e.id)).toEqual(ids);
    expect(second).toMatchObject({ nextCursor: null, hasMore: false });
    expect((await other.get(`${path}?cursor=${first.nextCursor}`)).body.code).toBe(
      'invalid_cursor',
    );
  });
});

describe('webhookEndpointUpdate', () => {
  test('merges, reports changes, and increments the version', async () => {
    const { body: made, headers } = await api.post(path, {
      body: { ...minimal, description: 'old', headers: { 'X-A': '1', 'X-B': '2' } },
    });
    const {
      status,
      body,
      headers: after,
    } = await api.patch(at(made.id), {
      headers: { 'if-match': headers.get('etag')! },
      body: {
        description: null,
        headers: { 'x-a': null, 'X-C': '3' },
        eventTypes: ['organization.*', '*'],
      },
    });
    expect([status, body.description, body.headerNames, body.eventTypes]).toEqual([
      200,
      null,
      ['X-B', 'X-C'],
      ['*'],
    ]);
    expect((await eventsOf(made.id)).at(-1)).toMatchObject({
      type: 'webhook.endpoint_updated',
      data: {
        changed: ['/eventTypes', '/description', '/headerNames'],
        previous: { '/description': 'old', '/headerNames': ['X-A', 'X-B'] },
      },
    });
    expect(
      (
        await api.patch(at(made.id), {
          headers: { 'if-match': headers.get('etag')! },
          body: { description: 'x' },
        })
      ).status,
    ).toBe(412);
    expect(
      (await api.delete(at(made.id), { headers: { 'if-match': headers.get('etag')! } })).status,
    ).toBe(412);
    expect((await api.get(at(made.id))).headers.get('etag')).toBe(after.get('etag'));
  });

  test('changes nothing and emits no event if nothing differs', async () => {
    const { body: made, headers } = await api.post(path, {
      body: { ...minimal, headers: { 'X-A': '1' } },
    });
    const same = await api.patch(at(made.id), {
      body: { status: 'enabled', url: minimal.url, purposes: ['events'], headers: { 'X-A': '1' } },
    });
    expect(same.headers.get('etag')).toBe(headers.get('etag'));
    expect(await eventsOf(made.id)).toHaveLength(1);
  });

  test.each<[Record<string, unknown>, string, string]>([
    [{ url: 'http://intranet:8080/' }, '/url', 'host_not_allowed'],
    [{ url: null }, '/url', 'invalid_format'],
    [{ eventTypes: [] }, '/eventTypes', 'required'],
    [{ eventTypes: ['nope.*'] }, '/eventTypes/0', 'unknown_event_type'],
    [{ headers: { Host: 'a' } }, '/headers/Host', 'header_not_allowed'],
    [{ purposes: ['claims'] }, '/purposes', 'immutable'],
    [{ purposes: ['claims', 'events'] }, '/purposes', 'immutable'],
    [{ secret: newSecret() }, '/secret', 'unknown_member'],
  ])('refuses %j', async (body, pointer, code) => {
    const { body: made } = await api.post(path, { body: minimal });
    expect(errorOf(await api.patch(at(made.id), { body }))).toEqual([
      422,
      'validation_failed',
      pointer,
      code,
    ]);
  });
});

describe('endpoint states', () => {
  const gone = async (id: string): Promise<void> =>
    void (await web
      .sql(
        "UPDATE webhook_endpoints SET status = 'auto_disabled', status_reason = 'gone' WHERE id = $1",
        [id],
      )
      .then(() =>
        web.sql('UPDATE webhook_lanes SET enabled = false WHERE endpoint_id = $1', [id]),
      ));
  test.each<[string, string, string, string | null, boolean]>([
    ['enabled', 'enabled', 'enabled', null, false],
    ['enabled', 'disabled', 'disabled', 'admin', true],
    ['disabled', 'enabled', 'enabled', null, true],
    ['disabled', 'disabled', 'disabled', 'admin', false],
    ['auto_disabled', 'enabled', 'enabled', null, true],
    ['auto_disabled', 'disabled', 'disabled', 'admin', true],
  ])('%s, PATCH %s: %s (%s)', async (from, status, to, reason, tells) => {
    const { body: made } = await api.post(path, {
      body: { ...minimal, ...(from === 'disabled' ? { status: 'disabled' } : {}) },
    });
    if (from === 'auto_disabled') await gone(made.id);
    const before = (await eventsOf(made.id)).length;
    const { body } = await api.patch(at(made.id), { body: { status } });
    expect([body.status, body.statusReason]).toEqual([to, reason]);
    expect((await eventsOf(made.id)).slice(before).map((e) => e.type)).toEqual(
      tells ? ['webhook.endpoint_updated'] : [],
    );
    expect(
      await web.sql('SELECT enabled FROM webhook_lanes WHERE endpoint_id = $1', [made.id]),
    ).toEqual([{ enabled: to === 'enabled' }]);
  });

  test.each(['enabled', 'disabled', 'auto_disabled'])(
    '%s, DELETE: removed with all its data',
    async (from) => {
      const { body: made } = await api.post(path, {
        body: { ...minimal, ...(from === 'disabled' ? { status: 'disabled' } : {}) },
      });
      if (from === 'auto_disabled') await gone(made.id);
      expect((await api.delete(at(made.id))).body).toEqual({ id: made.id, deleted: true });
      expect((await api.get(at(made.id))).status).toBe(404);
      expect((await api.get(`${at(made.id)}/deliveries`)).status).toBe(404);
      for (const table of ['webhook_secrets', 'webhook_lanes'])
        expect(await web.sql(`SELECT FROM ${table} WHERE endpoint_id = $1`, [made.id])).toEqual([]);
      expect((await eventsOf(made.id)).at(-1)).toMatchObject({
        type: 'webhook.endpoint_deleted',
        data: { webhookEndpoint: { id: made.id } },
      });
    },
  );
});

describe('webhookEndpointRotateSecret', () => {
  test('signs with both secrets until the old one expires, so that receivers can verify with either', async () => {
    const target = await startReceiver();
    const { tenant, api: own } = await web.tenant();
    const made = await web.endpoint(own, { url: target.url });
    const { body: rotated } = await own.post(`${at(made.id)}/rotate-secret`);
    expect(rotated.secrets.map((s: any) => s.expiresAt === null)).toEqual([true, false]);
    await web.publish(tenant.id);
    await eventually(async () => target.received.length === 1);
    verifyDelivery(target.received[0]!, made.secret);
    verifyDelivery(target.received[0]!, rotated.secret);
    expect(target.received[0]!.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    await own.post(`${at(made.id)}/rotate-secret`, { body: { overlapSeconds: 0 } });
    await web.publish(tenant.id);
    await eventually(async () => target.received.length === 2);
    expect(() => verifyDelivery(target.received[1]!, rotated.secret)).toThrow();
    await target.stop();
  });

  test('keeps at most three, removing the oldest', async () => {
    const { body: made } = await api.post(path, { body: minimal });
    const own = newSecret();
    for (let i = 0; i < 3; i++) await api.post(`${at(made.id)}/rotate-secret`, { body: {} });
    const { body } = await api.post(`${at(made.id)}/rotate-secret`, {
      body: { secret: own, overlapSeconds: 60 },
    });
    expect(body.secret).toBe(own);
    expect(body.secrets).toHaveLength(3);
    expect(body.secrets.map((s: any) => s.id)).not.toContain(made.secrets[0].id);
    expect((await eventsOf(made.id)).at(-1)).toMatchObject({
      type: 'webhook.secret_rotated',
      data: { secret: { last4: own.slice(-4) } },
    });
  });

  test.each([{ overlapSeconds: -1 }, { overlapSeconds: 604_801 }, { secret: 'abc' }, { other: 1 }])(
    'refuses %j',
    async (body) => {
      const { body: made } = await api.post(path, { body: minimal });
      expect((await api.post(`${at(made.id)}/rotate-secret`, { body })).status).toBe(422);
    },
  );
});

describe('webhookEndpointRevokeSecret', () => {
  test('revokes immediately; the newest remaining secret is current, and the last one cannot be revoked', async () => {
    const { body: made } = await api.post(path, { body: minimal });
    const { body: rotated } = await api.post(`${at(made.id)}/rotate-secret`);
    const [current, old] = rotated.secrets;
    expect((await api.delete(`${at(made.id)}/secrets/${current.id}`)).body).toEqual({
      id: current.id,
      deleted: true,
    });
    expect((await api.get(at(made.id))).body.secrets).toEqual([{ ...old, expiresAt: null }]);
    expect((await api.delete(`${at(made.id)}/secrets/${current.id}`)).status).toBe(404);
    expect((await api.delete(`${at(made.id)}/secrets/${old.id}`)).body.code).toBe('invalid_state');
  });
});

describe('callers', () => {
  const calls: [string, keyof TestApi, (id: string) => string, unknown][] = [
    ['get', 'get', at, undefined],
    ['update', 'patch', at, { description: 'x' }],
    ['delete', 'delete', at, undefined],
    ['deliveries', 'get', (id) => `${at(id)}/deliveries`, undefined],
    ['rotate', 'post', (id) => `${at(id)}/rotate-secret`, {}],
    ['revoke', 'delete', (id) => `${at(id)}/secrets/${newId('webhookSecret')}`, undefined],
    ['delivery', 'get', (id) => `${at(id)}/deliveries/${newId('webhookDelivery')}`, undefined],
    [
      'redeliver',
      'post',
      (id) => `${at(id)}/deliveries/${newId('webhookDelivery')}/redeliver`,
      undefined,
    ],
    ['recover', 'post', (id) => `${at(id)}/recoveries`, { since: new Date().toISOString() }],
    ['recovery', 'get', (id) => `${at(id)}/recoveries/${newId('webhookRecovery')}`, undefined],
  ];
  test.each(calls)(
    "%s: hides other tenants' and unknown endpoints, and requires its scope",
    async (_, method, where, body) => {
      const { body: made } = await api.post(path, { body: minimal });
      const call = body === undefined ? {} : { body };
      for (const id of [made.id, newId('webhookEndpoint'), 'usr_1']) {
        const refused = await other[method](where(id), call);
        expect([refused.status, refused.headers.get('x-platform-preview')]).toEqual([
          404,
          'webhook-endpoints',
        ]);
      }
      const { tenant } = await web.tenant();
      const scope = method === 'get' ? 'tenant:webhooks.write' : 'tenant:webhooks.read';
      const weak = await web.platform.as({ tenant, scopes: [scope] });
      expect((await weak[method](where(made.id), call)).body.code).toBe('insufficient_scope');
    },
  );
});

test('events about an endpoint are delivered to others but never to itself', async () => {
  const target = await startReceiver();
  const { tenant, api: own } = await web.tenant();
  await web.publish(tenant.id, newEvent());
  const [a, b] = [
    await web.endpoint(own, { url: `${target.url}/a` }),
    await web.endpoint(own, { url: `${target.url}/b` }),
  ];
  await own.patch(at(a.id), { body: { description: 'x' } });
  await eventually(async () =>
    target.received.some((r) => r.body.includes('webhook.endpoint_updated')),
  );
  const about = (id: string, suffix: string): boolean =>
    target.received.some(
      (r) => r.path === `/hook/${suffix}` && JSON.parse(r.body).subject.id === id,
    );
  expect([about(a.id, 'a'), about(a.id, 'b'), about(b.id, 'b')]).toEqual([false, true, false]);
  await target.stop();
});
