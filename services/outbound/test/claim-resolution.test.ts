import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '@platform/kit/ids';
import { eventually, eventuallyPasses } from '@platform/testkit/eventually';
import { startClaimPlatform, json } from './claim-fixtures.ts';
import type { ClaimTestPlatform } from './claim-fixtures.ts';
import { publishEvent } from './event-fixtures.ts';
import { verifyDelivery } from './delivery-signature.ts';
import { newEvent, webhookPaths } from './webhook-fixtures.ts';

let web: ClaimTestPlatform;

beforeAll(async () => {
  web = await startClaimPlatform({
    'platform.webhooks.circuit.open-min': '30s',
    'platform.token-claims.max-response-bytes': '2048',
  });
});
afterAll(() => web.stop());

const inTenant = async () => {
  const { tenant, api } = await web.tenant();
  return { tenantId: tenant.id, api };
};
const at = (name: string): string => `/api/v1/webhook-claim-schemas/${encodeURIComponent(name)}`;
const quiet = () => new Promise((resolve) => setTimeout(resolve, 300));

describe('ClaimSchemas/List', () => {
  test('returns the enabled schemas, of one client or all, with their revision', async () => {
    const { tenantId, api } = await inTenant();
    const tenant = { tenantId };
    web.platform.hub.setClient({ id: tenantId } as never, 'app-1');
    const { endpointId } = await web.source(api, () => json({}));
    await web.claim(api, 'a', endpointId, {
      scopes: ['s'],
      tokens: ['id_token', 'userinfo'],
      required: true,
      source: { cacheTtlSeconds: 5, timeoutMilliseconds: 3000 },
    });
    await api.put(at('b'), {
      body: { schema: { type: ['null', 'string'] }, default: null, clientIds: ['app-1'] },
    });
    await api.put(at('b'), {
      body: { schema: { type: ['null', 'string'] }, default: 'x', clientIds: ['app-1'] },
    });
    await api.put(at('c'), { body: { schema: {}, enabled: false } });
    const hub = web.peerOf('hub');
    const { items } = await hub.List({ ...tenant, clientId: '' });
    expect(items).toEqual([
      {
        claimName: 'a',
        jsonSchema: '{}',
        sourceKind: 'endpoint',
        clientIds: [],
        scopes: ['s'],
        tokens: ['id_token', 'userinfo'],
        resources: [],
        required: true,
        defaultJson: '',
        revision: 1,
        sourceJson: JSON.stringify({
          kind: 'endpoint',
          endpointId,
          timeoutMilliseconds: 3000,
          cacheTtlSeconds: 5,
          staleIfErrorSeconds: 0,
          pointer: '/claims/a',
        }),
      },
      {
        claimName: 'b',
        jsonSchema: '{"type":["null","string"]}',
        sourceKind: 'webhook',
        sourceJson: '{"kind":"webhook"}',
        clientIds: ['app-1'],
        scopes: [],
        tokens: ['access_token'],
        resources: [],
        required: false,
        defaultJson: '"x"',
        revision: 2,
      },
    ]);
    expect((await hub.List({ ...tenant, clientId: 'app-1' })).items).toHaveLength(2);
    expect(
      (await hub.List({ ...tenant, clientId: 'app-2' })).items.map((s) => s.claimName),
    ).toEqual(['a']);
    expect((await hub.List({ tenantId: newId('tenant'), clientId: '' })).items).toEqual([]);
  });

  test('accepts the hub and the access service, and only the latter for values', async () => {
    const { tenantId } = await inTenant();
    expect((await web.peerOf('fga').List({ tenantId, clientId: '' })).items).toEqual([]);
    await expect(web.peerOf('directory').List({ tenantId, clientId: '' })).rejects.toMatchObject({
      code: 'caller_not_allowed',
    });
    await expect(web.resolve({ tenantId }, { peer: web.peerOf('hub') })).rejects.toMatchObject({
      code: 'caller_not_allowed',
    });
    for (const bad of [
      { tenantId: 'x' },
      { tenantId, clientId: '' },
      { tenantId, subject: { type: 'user', id: '' } },
      { tenantId, tokens: ['refresh_token'] },
    ]) {
      await expect(web.resolve(bad)).rejects.toMatchObject({ code: 'invalid_parameter' });
    }
  });
});

describe('the call', () => {
  test('is one signed POST per endpoint, with all of its claims', async () => {
    const { tenantId, api } = await inTenant();
    // In parallel: neither is answered before both have been called.
    let called = 0;
    let reached = (): void => undefined;
    const bothCalled = new Promise<void>((resolve) => (reached = resolve));
    const answered = (document: unknown) => {
      if (++called === 2) reached();
      return json(document, { until: bothCalled });
    };
    const first = await web.source(
      api,
      () =>
        answered({
          claims: { level: 3, 'https://example.com/a/b': 'slash' },
          deep: [{ x: 'y' }],
        }),
      { headers: { 'X-Api-Key': 'k3y' } },
    );
    const second = await web.source(api, () => answered({ claims: { region: 'eu' } }));
    await web.claim(api, 'level', first.id, {
      schema: { type: 'integer' },
      tokens: ['access_token', 'id_token'],
    });
    await web.claim(api, 'https://example.com/a/b', first.id);
    await web.claim(api, 'deep', first.id, {
      source: { pointer: '/deep/0/x' },
      tokens: ['id_token'],
    });
    await web.claim(api, 'region', second.id);
    const resolved = await web.resolve({
      tenantId,
      clientId: 'app',
      subject: { type: 'user', id: 'usr_7' },
      organizationId: 'org_1',
      scopes: ['b', 'a'],
      tokens: ['id_token', 'access_token'],
    });
    expect(resolved).toEqual({
      claims: {
        access_token: { level: 3, 'https://example.com/a/b': 'slash', region: 'eu' },
        id_token: { level: 3, deep: 'y' },
      },
      unmet: [],
      sources: expect.arrayContaining(
        [first, second].map(({ id }) => ({
          endpointId: id,
          outcome: 'succeeded',
          durationMs: expect.any(Number),
          cached: false,
        })),
      ),
    });
    const [request, ...more] = first.received();
    expect(more).toEqual([]);
    const body = verifyDelivery(request!, first.secret);
    expect(body).toEqual({
      id: request!.headers['webhook-id'],
      type: 'claims.requested',
      occurredAt: expect.stringMatching(/^\d{4}-.*Z$/),
      organizationId: 'org_1',
      subject: { type: 'user', id: 'usr_7' },
      data: {
        clientId: 'app',
        scopes: ['b', 'a'],
        tokens: ['id_token', 'access_token'],
        resource: null,
        claims: ['deep', 'https://example.com/a/b', 'level'],
      },
      schemaVersion: 1,
    });
    expect(request!.headers).toMatchObject({
      'webhook-id': expect.stringMatching(/^clr_/),
      'x-api-key': 'k3y',
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Platform-Webhooks/1',
    });
    expect(request!.headers).not.toHaveProperty('x-platform-delivery');
    expect(second.received()).toHaveLength(1);
  });

  test('is signed with every active secret during a rotation', async () => {
    const { tenantId, api } = await inTenant();
    const source = await web.source(api, () => json({}));
    await web.claim(api, 'a', source.id);
    const { body } = await api.post(`${webhookPaths.endpoints}/${source.id}/rotate-secret`, {
      body: { overlapSeconds: 600 },
    });
    await web.resolve({ tenantId });
    for (const secret of [source.secret, body.secret])
      verifyDelivery(source.received()[0]!, secret);
  });

  test('requests only claims for the client, scopes and tokens', async () => {
    const { tenantId, api } = await inTenant();
    web.platform.hub.setClient({ id: tenantId } as never, 'app-1');
    const source = await web.source(api, () => json({ claims: { a: 1, b: 2, c: 3, d: 4 } }));
    await web.claim(api, 'a', source.id, { clientIds: ['app-1'] });
    await web.claim(api, 'b', source.id, { scopes: ['profile', 'b'] });
    await web.claim(api, 'c', source.id, { tokens: ['userinfo'] });
    await web.claim(api, 'd', source.id, { enabled: false });
    expect(
      (await web.resolve({ tenantId, clientId: 'app-2', scopes: ['openid'] })).sources,
    ).toEqual([]);
    expect(source.received()).toEqual([]);
    expect((await web.resolve({ tenantId, clientId: 'app-1' })).claims).toEqual({
      access_token: { a: 1 },
    });
    expect((await web.resolve({ tenantId, clientId: 'app-2', scopes: ['b'] })).claims).toEqual({
      access_token: { b: 2 },
    });
    expect((await web.resolve({ tenantId, tokens: ['userinfo'] })).claims).toEqual({
      userinfo: { c: 3 },
    });
    expect(source.received().map((r) => JSON.parse(r.body).data.claims)).toEqual([
      ['a'],
      ['b'],
      ['c'],
    ]);
  });

  test('requests claims for the API of a token, and keeps values of one API from others', async () => {
    const { tenantId, api } = await inTenant();
    const invoices = 'https://invoices.example.com';
    const source = await web.source(api, ({ body }) =>
      json({ claims: { a: JSON.parse(body).data.resource, b: 1 } }),
    );
    await web.claim(api, 'a', source.id, { source: { cacheTtlSeconds: 60 } });
    await web.claim(api, 'b', source.id, { resources: [invoices] });
    const ask = async (resource?: string) =>
      (await web.resolve({ tenantId, ...(resource && { resource }) })).claims['access_token'];
    expect([await ask(invoices), await ask(), await ask('api:other')]).toEqual([
      { a: invoices, b: 1 },
      { a: null },
      { a: 'api:other' },
    ]);
  });

  test('is shared by identical concurrent requests', async () => {
    const { tenantId, api } = await inTenant();
    let release = (): void => undefined;
    const until = new Promise<void>((resolve) => (release = resolve));
    const source = await web.source(api, (request) => {
      const { id } = JSON.parse(request.body).subject;
      return json({ claims: { a: id } }, id === 'usr_first' ? {} : { until });
    });
    await web.claim(api, 'a', source.id);
    // The schemas are cached from here on.
    await web.resolve({ tenantId, subject: { type: 'user', id: 'usr_first' } });
    const asked = Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        web.resolve({
          tenantId,
          subject: { type: 'user', id: `usr_${i % 2}` },
          scopes: i % 4 < 2 ? ['x', 'y'] : ['y', 'x'],
        }),
      ),
    );
    // Sent after the others on the same connection, and queries the database: by then they have
    // joined.
    await web.resolve({ tenantId: (await inTenant()).tenantId });
    release();
    const answers = await asked;
    expect(answers.map(({ claims }) => claims['access_token'])).toEqual(
      answers.map((_, i) => ({ a: `usr_${i % 2}` })),
    );
    expect(source.received()).toHaveLength(3);
    await web.resolve({ tenantId, subject: { type: 'user', id: 'usr_0' } });
    expect(source.received()).toHaveLength(4);
  });
});

describe('hookTest with claims', () => {
  const tested = async (
    answer: Parameters<ClaimTestPlatform['source']>[1],
    more: Record<string, unknown> = {},
  ) => {
    const { tenantId, api } = await inTenant();
    web.platform.hub.setClient({ id: tenantId } as never, 'app-1');
    const source = await web.source(api, answer, more);
    const run = (
      claims: Record<string, unknown> = { clientId: 'app-1', subjectId: 'app-1' },
      headers: Record<string, string> = {},
    ) => api.post(`/api/v1/hooks/${source.id}/test`, { body: { claims }, headers });
    return { tenantId, api, source, run };
  };

  test("runs the endpoint's schemas once, and returns a value or an error per claim", async () => {
    const { api, source, run } = await tested(
      () => json({ claims: { good: { a: 1 }, bad: 'x', nothing: null } }),
      { status: 'disabled' },
    );
    await web.claim(api, 'good', source.id, {
      scopes: ['profile'],
      tokens: ['id_token'],
      source: { cacheTtlSeconds: 60 },
    });
    await web.claim(api, 'bad', source.id, { schema: { type: 'number' } });
    await web.claim(api, 'nothing', source.id);
    await web.claim(api, 'gone', source.id, { clientIds: ['app-1'], default: 'd' });
    await web.claim(api, 'off', source.id, { enabled: false });
    await web.claim(api, 'elsewhere', (await web.source(api, () => json({}))).id);
    const subjectId = newId('user');
    const { status, body } = await run({ clientId: 'app-1', subjectId });
    expect([status, body]).toEqual([
      200,
      {
        hookId: source.id,
        hookKind: 'claim_source',
        delivered: true,
        deliveryId: expect.stringMatching(/^whd_/),
        eventType: 'claims.requested',
        commands: null,
        attempt: expect.objectContaining({
          number: 1,
          trigger: 'test',
          outcome: 'succeeded',
          responseStatus: 200,
          responseBody: null,
        }),
        claims: {
          good: { value: { a: 1 } },
          bad: { error: 'invalid' },
          nothing: { value: null },
          gone: { error: 'absent' },
        },
      },
    ]);
    const [request, ...more] = source.received();
    expect(more).toEqual([]);
    expect(verifyDelivery(request!, source.secret)).toMatchObject({
      type: 'claims.requested',
      organizationId: null,
      subject: { type: 'user', id: subjectId },
      data: {
        clientId: 'app-1',
        scopes: ['profile'],
        tokens: ['access_token', 'id_token'],
        claims: ['bad', 'gone', 'good', 'nothing'],
      },
    });
    expect(request!.headers).toMatchObject({ 'x-platform-test': 'true' });
    expect(await web.deliveries(api, source.id)).toMatchObject([
      {
        id: body.deliveryId,
        trigger: 'test',
        eventType: 'claims.requested',
        status: 'succeeded',
        sequence: null,
      },
    ]);
  });

  test('returns a failure, which is isolated and not retried', async () => {
    const { api, source, run } = await tested(() => json({ claims: { a: 1 } }, { status: 500 }));
    await web.claim(api, 'a', source.id);
    for (let i = 0; i < 6; i++)
      expect((await run()).body).toMatchObject({
        delivered: false,
        claims: { a: { error: 'no_answer' } },
        attempt: { error: 'http_status', responseStatus: 500 },
      });
    expect(source.received()).toHaveLength(6);
    expect((await api.get(`${webhookPaths.endpoints}/${source.id}`)).body.health.circuit).toBe(
      'closed',
    );
  });

  test('stores responses for an idempotency key encrypted', async () => {
    const { tenantId, api, source, run } = await tested(() =>
      json({ claims: { a: 'S3CR3T-VALUE' } }),
    );
    await web.claim(api, 'a', source.id);
    const headers = { 'idempotency-key': newId('request') };
    const [first, again] = [await run(undefined, headers), await run(undefined, headers)];
    expect(again.body).toEqual(first.body);
    expect(source.received()).toHaveLength(1);
    expect(
      JSON.stringify(
        await web.sql('SELECT * FROM idempotency_key WHERE tenant_id = $1', [tenantId]),
      ),
    ).not.toContain('S3CR3T');
  });

  test('is 422 without a schema for the client', async () => {
    const { api, source, run } = await tested(() => json({}));
    expect((await run()).body.errors).toEqual([
      expect.objectContaining({ pointer: '/claims', code: 'endpoint_not_usable' }),
    ]);
    await web.claim(api, 'a', source.id, { clientIds: ['app-1'] });
    expect((await run({ clientId: 'app-2', subjectId: 'x' })).status).toBe(422);
    expect((await run({ clientId: 'app-1' })).body.errors).toEqual([
      expect.objectContaining({ pointer: '/claims/subjectId', code: 'required' }),
    ]);
    expect((await run()).status).toBe(200);
  });
});

describe('values', () => {
  test('that are invalid are dropped individually and replaced by their default, or reported as missing if required', async () => {
    const { tenantId, api } = await inTenant();
    const source = await web.source(api, () =>
      json({
        claims: {
          good: 'x',
          number: '3',
          date: '2026-13-01',
          list: ['a', 1],
          nothing: null,
          toString: 1,
        },
      }),
    );
    await web.claim(api, 'good', source.id, { schema: { type: 'string' }, required: true });
    await web.claim(api, 'number', source.id, { schema: { type: 'number' } });
    await web.claim(api, 'date', source.id, {
      schema: { type: 'string', format: 'date' },
      default: '2000-01-01',
    });
    await web.claim(api, 'list', source.id, {
      schema: { type: 'array', items: { type: 'string' } },
      required: true,
    });
    await web.claim(api, 'nothing', source.id, { schema: { type: ['null', 'string'] } });
    await web.claim(api, 'absent', source.id, { default: { a: [1] } });
    await web.claim(api, 'inherited', source.id, { source: { pointer: '/claims/hasOwnProperty' } });
    await web.claim(api, 'gone', source.id, { required: true });
    expect(await web.resolve({ tenantId })).toMatchObject({
      claims: {
        access_token: { good: 'x', date: '2000-01-01', nothing: null, absent: { a: [1] } },
      },
      unmet: ['gone', 'list'],
    });
  });

  test('are neither stored nor logged', async () => {
    const { tenantId, api } = await inTenant();
    const source = await web.source(api, () =>
      json({ claims: { a: 'S3CR3T-VALUE' } }, { status: 500 }),
    );
    await web.claim(api, 'a', source.id, { source: { cacheTtlSeconds: 60 } });
    await web.resolve({ tenantId });
    const [shown] = await eventually(async () => {
      const found = await web.deliveries(api, source.id);
      return found.length > 0 && found;
    });
    expect(
      JSON.stringify(
        (await api.get(`${webhookPaths.endpoints}/${source.id}/deliveries/${shown.id}`)).body,
      ),
    ).not.toContain('S3CR3T');
    expect(JSON.stringify(await web.sql('SELECT * FROM webhook_attempts'))).not.toContain('S3CR3T');
  });

  test.each<[string, () => ReturnType<typeof json>, string]>([
    ['another status', () => json({ claims: { a: 1 } }, { status: 201 }), 'http_status'],
    ['no content', () => ({ status: 204 }), 'http_status'],
    [
      'a redirect',
      () => ({ status: 302, headers: { location: '/elsewhere' } }),
      'redirect_not_followed',
    ],
    ['no JSON', () => ({ body: '{"claims":{"a":1}' }), 'malformed_response'],
    [
      'broken UTF-8',
      () => ({ body: Buffer.from('{"claims":{"a":"\xff"}}', 'latin1') }),
      'malformed_response',
    ],
    ['too much', () => json({ claims: { a: 1 }, x: 'x'.repeat(2048) }), 'malformed_response'],
    ['too deep', () => json({ claims: { a: 1 }, x: [[[[[[[[[[]]]]]]]]]] }), 'malformed_response'],
    [
      'names that reach the prototype',
      () => ({ body: '{"claims":{"a":1},"__proto__":{}}' }),
      'malformed_response',
    ],
    ['a cut connection', () => ({ reset: true }), 'connection_reset'],
  ])('%s yields none', async (_name, behaviour, outcome) => {
    const { tenantId, api } = await inTenant();
    const source = await web.source(api, behaviour);
    await web.claim(api, 'a', source.id, { default: 0 });
    expect(await web.resolve({ tenantId })).toMatchObject({
      claims: { access_token: { a: 0 } },
      sources: [{ outcome, cached: false }],
    });
    expect(source.received()).toHaveLength(1);
  });

  test('of maximum depth and length are accepted', async () => {
    const { tenantId, api } = await inTenant();
    const source = await web.source(api, () =>
      json({ claims: { a: [[[[[[[[]]]]]]]] }, x: 'x'.repeat(2000) }),
    );
    await web.claim(api, 'a', source.id);
    expect((await web.resolve({ tenantId })).claims).toEqual({
      access_token: { a: [[[[[[[[]]]]]]]] },
    });
  });
});

describe('time', () => {
  test('a call is limited by its schemas; the caller gets the values that are available at its deadline', async () => {
    const { tenantId, api } = await inTenant();
    const slow = await web.source(api, () => ({ hang: true }));
    const quick = await web.source(api, () => json({ claims: { b: 2 } }));
    await web.claim(api, 'a', slow.id, { source: { timeoutMilliseconds: 300 }, required: true });
    await web.claim(api, 'b', quick.id, { source: { cacheTtlSeconds: 60 } });
    const resolved = await web.resolve({ tenantId });
    slow.answer(() => json({ claims: { a: 1 } }));
    expect(resolved).toMatchObject({ claims: { access_token: { b: 2 } }, unmet: ['a'] });
    expect(resolved.sources).toContainEqual(
      expect.objectContaining({ endpointId: slow.id, outcome: 'timeout' }),
    );
    await web.claim(api, 'a', slow.id, {
      source: { cacheTtlSeconds: 60 },
      default: 0,
    });
    // Only the new schema allows caching.
    await eventually(async () => {
      const subject = { type: 'user', id: newId('user') };
      await web.resolve({ tenantId, subject });
      const { sources } = await web.resolve({ tenantId, subject });
      return sources.find(({ endpointId }) => endpointId === slow.id)?.cached;
    });
    // Less patient than the call: gets the available values, and the call's result is cached all
    // the same.
    let release = (): void => undefined;
    const until = new Promise<void>((resolve) => (release = resolve));
    slow.answer(() => json({ claims: { a: 1 } }, { until }));
    const before = slow.received().length;
    const impatient = { deadlineMs: 1_000 };
    await eventuallyPasses(async () =>
      expect((await web.resolve({ tenantId }, impatient)).claims['access_token']).toEqual({
        a: 0,
        b: 2,
      }),
    );
    const calls = await eventually(() => slow.received().length > before && slow.received().length);
    release();
    await eventually(
      async () => (await web.resolve({ tenantId })).claims['access_token']?.['a'] === 1,
    );
    expect(slow.received()).toHaveLength(calls);
  });

  test('the total time is limited, regardless of the schemas', async () => {
    const { tenantId, api } = await inTenant();
    const source = await web.source(api, () => ({ hang: true }));
    await web.claim(api, 'a', source.id);
    const hurried = await web.platform.startPod('hurried', {
      'platform.webhook-claims.timeout': '100ms',
    });
    try {
      const peer = web.peerOf('fga', hurried);
      const { sources } = await web.resolve({ tenantId }, { peer, deadlineMs: 600_000 });
      expect(sources).toMatchObject([{ outcome: 'timeout' }]);
    } finally {
      await hurried.close();
    }
  });
});

describe('the cache', () => {
  test('reuses a value for the time in its schema, only for the same request', async () => {
    const { tenantId, api } = await inTenant();
    let n = 0;
    const source = await web.source(api, () => json({ claims: { a: (n += 1) } }));
    await web.claim(api, 'a', source.id, { source: { cacheTtlSeconds: 60 } });
    const ask = async (more = {}) =>
      (await web.resolve({ tenantId, scopes: ['x', 'y'], ...more })).claims['access_token']?.['a'];
    await web.clock.hold(async () => {
      expect([await ask(), await ask(), await ask({ scopes: ['y', 'x'] })]).toEqual([1, 1, 1]);
      expect((await web.resolve({ tenantId, scopes: ['x', 'y'] })).sources).toEqual([
        { endpointId: source.id, outcome: 'succeeded', durationMs: 0, cached: true },
      ]);
      expect([
        await ask({ scopes: ['x'] }),
        await ask({ clientId: 'other' }),
        await ask({ subject: { type: 'user', id: 'usr_2' } }),
        await ask({ subject: { type: 'client', id: 'usr_1' } }),
        await ask({ organizationId: 'org_1' }),
      ]).toEqual([2, 3, 4, 5, 6]);
      web.clock.advance(59_000);
      expect(await ask()).toBe(1);
      web.clock.advance(2_000);
      expect(await ask()).toBe(7);
    });
  });

  test('does not reuse values from before a schema was changed', async () => {
    const { tenantId, api } = await inTenant();
    let value: unknown = 'x';
    const source = await web.source(api, () => json({ claims: { a: value } }));
    await web.claim(api, 'a', source.id, { source: { cacheTtlSeconds: 3600 } });
    expect((await web.resolve({ tenantId })).claims['access_token']).toEqual({ a: 'x' });
    value = 3;
    await web.claim(api, 'a', source.id, {
      schema: { type: 'number' },
      source: { cacheTtlSeconds: 3600 },
    });
    await eventually(
      async () => (await web.resolve({ tenantId })).claims['access_token']?.['a'] === 3,
    );
    // The same revision again, of another schema.
    await api.delete(at('a'));
    await web.claim(api, 'a', source.id, {
      schema: { type: 'string' },
      source: { cacheTtlSeconds: 3600 },
      default: 'none',
    });
    await eventually(
      async () => (await web.resolve({ tenantId })).claims['access_token']?.['a'] === 'none',
    );
  });

  test('returns a stale value for a limited time while the endpoint is unavailable', async () => {
    const { tenantId, api } = await inTenant();
    const source = await web.source(api, () => json({ claims: { kept: 'k', short: 's' } }));
    await web.claim(api, 'kept', source.id, {
      source: { cacheTtlSeconds: 10, staleIfErrorSeconds: 100 },
      required: true,
    });
    await web.claim(api, 'short', source.id, { required: true });
    expect(await web.resolve({ tenantId })).toMatchObject({
      claims: { access_token: { kept: 'k', short: 's' } },
      unmet: [],
    });
    source.answer(() => json({}, { status: 503 }));
    web.clock.advance(60_000);
    expect(await web.resolve({ tenantId })).toMatchObject({
      claims: { access_token: { kept: 'k' } },
      unmet: ['short'],
      sources: [{ outcome: 'http_status', cached: true }],
    });
    web.clock.advance(51_000);
    expect(await web.resolve({ tenantId })).toMatchObject({
      claims: { access_token: {} },
      unmet: ['kept', 'short'],
      sources: [{ cached: false }],
    });
  });

  test('is invalidated by a response without the value', async () => {
    const { tenantId, api } = await inTenant();
    const source = await web.source(api, () => json({ claims: { a: 1 } }));
    await web.claim(api, 'a', source.id, { source: { staleIfErrorSeconds: 1000 } });
    await web.resolve({ tenantId });
    source.answer(() => json({ claims: {} }));
    expect((await web.resolve({ tenantId })).claims['access_token']).toEqual({});
    source.answer(() => ({ status: 500 }));
    expect((await web.resolve({ tenantId })).claims['access_token']).toEqual({});
  });

  test('removes deleted users', async () => {
    const { tenantId, api } = await inTenant();
    const source = await web.source(api, () => json({ claims: { a: 1 } }));
    await web.claim(api, 'a', source.id, { source: { cacheTtlSeconds: 3600 } });
    const person = newId('user');
    const of = (id: string) => web.resolve({ tenantId, subject: { type: 'user', id } });
    await Promise.all([of(person), of('usr_other')]);
    await publishEvent(
      web.platform.service,
      tenantId,
      newEvent('user.deleted', { subject: { type: 'user', id: person } }),
    );
    await eventually(async () => (await of(person)).sources.every(({ cached }) => !cached));
    expect((await of('usr_other')).sources).toMatchObject([{ cached: true }]);
  });
});

describe('the endpoint', () => {
  const failing = async (status = 500, more: Record<string, unknown> = {}) => {
    const { tenantId, api } = await inTenant();
    const source = await web.source(api, () => json({}, { status }), more);
    await web.claim(api, 'a', source.id, { required: true });
    const health = async () => (await api.get(`${webhookPaths.endpoints}/${source.id}`)).body;
    return {
      tenantId,
      api,
      source,
      health,
      outcome: async () => (await web.resolve({ tenantId })).sources[0]?.outcome,
    };
  };

  test('is called only while it is enabled', async () => {
    const { tenantId, api, source, outcome } = await failing(200, { status: 'disabled' });
    expect([await outcome(), source.received()]).toEqual(['disabled', []]);
    expect((await web.resolve({ tenantId })).unmet).toEqual(['a']);
    await api.patch(`${webhookPaths.endpoints}/${source.id}`, { body: { status: 'enabled' } });
    expect(await outcome()).toBe('succeeded');
    await api.patch(`${webhookPaths.endpoints}/${source.id}`, { body: { status: 'disabled' } });
    expect(await outcome()).toBe('disabled');
  });

  test('shares a circuit breaker with deliveries, which five failures open', async () => {
    const { source, health, outcome } = await failing();
    for (let i = 0; i < 5; i++) {
      expect(await outcome()).toBe('http_status');
      await eventually(
        async () =>
          (
            await web.sql<{ n: number }>(
              'SELECT circuit_failures AS n FROM webhook_lanes WHERE endpoint_id = $1',
              [source.id],
            )
          )[0]?.n ===
          (i + 1) % 5,
      );
    }
    expect([await outcome(), source.received().length]).toEqual(['circuit_open', 5]);
    expect((await health()).health).toMatchObject({
      circuit: 'open',
      consecutiveFailures: 0,
      failingSince: null,
    });
  });

  test('gets one trial for all callers, whose success closes the circuit breaker', async () => {
    const { tenantId, source, health, outcome } = await failing();
    await web.sql(
      "UPDATE webhook_lanes SET circuit = 'open', circuit_until = $2, circuit_openings = 1 WHERE endpoint_id = $1",
      [source.id, new Date(web.clock.now() + 20_000)],
    );
    expect(await outcome()).toBe('circuit_open');
    web.clock.advance(21_000);
    source.answer(() => json({}, { status: 500, delayMs: 150 }));
    const many = () =>
      Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          web.resolve({ tenantId, subject: { type: 'user', id: `usr_${i}` } }),
        ),
      );
    const outcomes = (await many()).map(({ sources }) => sources[0]?.outcome);
    expect(outcomes.filter((o) => o === 'http_status')).toHaveLength(1);
    expect(outcomes.filter((o) => o === 'circuit_open')).toHaveLength(7);
    await eventually(async () => (await health()).health.circuit === 'open');
    web.clock.advance(80_000);
    source.answer(() => json({ claims: { a: 1 } }));
    expect(await outcome()).toBe('succeeded');
    await eventually(async () => (await health()).health.circuit === 'closed');
    expect((await many()).map(({ sources }) => sources[0]?.outcome)).toEqual(
      Array.from({ length: 8 }, () => 'succeeded'),
    );
  });

  test('is neither blocked nor disabled by 4xx and 410 responses', async () => {
    const { source, health, outcome } = await failing(410);
    for (let i = 0; i < 7; i++) expect(await outcome()).toBe('http_status');
    await quiet();
    expect(source.received()).toHaveLength(7);
    expect(await health()).toMatchObject({
      status: 'enabled',
      health: { circuit: 'closed', failingSince: null },
    });
  });

  test('shows failures in its deliveries, at most one per minute across all pods, without redelivery', async () => {
    const { tenantId, api, source, outcome } = await failing(404);
    const second = await web.platform.startPod('second');
    try {
      const peer = web.peerOf('fga', second);
      for (let i = 0; i < 3; i++)
        await Promise.all([outcome(), web.resolve({ tenantId }, { peer })]);
      const [shown, ...more] = await eventually(async () => {
        const found = await web.deliveries(api, source.id);
        return found.length > 0 && found;
      });
      await quiet();
      expect(more).toEqual([]);
      expect(await web.deliveries(api, source.id)).toHaveLength(1);
      expect(shown).toMatchObject({
        eventId: expect.stringMatching(/^clr_/),
        eventType: 'claims.requested',
        sequence: null,
        trigger: 'event',
        status: 'dead_lettered',
        reason: 'exhausted',
        attemptCount: 1,
        lastAttempt: {
          number: 1,
          trigger: 'scheduled',
          outcome: 'failed',
          error: 'http_status',
          responseStatus: 404,
        },
      });
      expect(source.received().map((r) => r.headers['webhook-id'])).toContain(shown.eventId);
      expect(
        (await api.post(`${webhookPaths.endpoints}/${source.id}/deliveries/${shown.id}/redeliver`))
          .body.code,
      ).toBe('event_expired');
      web.clock.advance(61_000);
      await Promise.all([outcome(), web.resolve({ tenantId }, { peer })]);
      await eventually(async () => (await web.deliveries(api, source.id)).length === 2);
    } finally {
      await second.close();
    }
  });

  test('has no records of successes', async () => {
    const { api, source, outcome } = await failing(200);
    expect(await outcome()).toBe('succeeded');
    await quiet();
    expect(await web.deliveries(api, source.id)).toEqual([]);
    expect((await api.get(`${webhookPaths.endpoints}/${source.id}`)).body.health).toMatchObject({
      lastSuccessAt: null,
      lastFailureAt: null,
    });
  });

  test('is not called if its secret cannot be decrypted', async () => {
    const { source, outcome } = await failing(200);
    await web.sql("UPDATE webhook_secrets SET sealed = 'x' WHERE endpoint_id = $1", [source.id]);
    expect([await outcome(), source.received()]).toEqual(['secret_unavailable', []]);
  });

  test('gets no events for its claims purpose', async () => {
    const { tenantId, api, source } = await failing(200);
    await web.publish(tenantId, newEvent('user.created'));
    const { id } = await web.endpoint(api, { url: `${web.receiver.url}/all` });
    await web.publish(tenantId, newEvent('user.created'));
    await eventually(async () => (await web.deliveries(api, id)).length > 0);
    expect(await web.deliveries(api, source.id)).toEqual([]);
  });
});

describe('changes', () => {
  test('reach every pod, and are visible only to their tenant', async () => {
    const { tenantId, api } = await inTenant();
    const source = await web.source(api, () => json({ claims: { a: 1, b: 2 } }));
    await web.claim(api, 'a', source.id);
    const second = await web.platform.startPod('other');
    try {
      await eventually(async () => second.platform.bus.isConnected());
      const peer = web.peerOf('fga', second);
      const claims = async () => (await web.resolve({ tenantId }, { peer })).claims['access_token'];
      expect(await claims()).toEqual({ a: 1 });
      await quiet();
      await web.claim(api, 'b', source.id);
      await eventually(async () => Object.keys((await claims()) ?? {}).length === 2, {
        withinMs: 5_000,
      });
      await api.delete(at('a'));
      await eventually(async () => Object.keys((await claims()) ?? {}).join() === 'b', {
        withinMs: 5_000,
      });
      expect(await web.resolve({ tenantId: (await inTenant()).tenantId })).toEqual({
        claims: { access_token: {} },
        unmet: [],
        sources: [],
      });
    } finally {
      await second.close();
    }
  });
});
