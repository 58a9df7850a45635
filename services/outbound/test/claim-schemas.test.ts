import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApi } from '@platform/testkit/service';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { newId } from '@platform/kit/ids';
import { webhookPlatform, webhookPaths } from './webhook-fixtures.ts';
import type { WebhookTestPlatform } from './webhook-fixtures.ts';

const path = '/api/v1/webhook-claim-schemas';
const at = (name: string): string => `${path}/${encodeURIComponent(name)}`;
const schema = { type: 'string', maxLength: 16 };

let web: WebhookTestPlatform;
let tenant: TestTenant;
let api: TestApi;
let n = 0;
const aName = (): string => `claim_${(n += 1)}`;

beforeAll(async () => {
  web = await webhookPlatform();
  ({ tenant, api } = await web.tenant());
});
afterAll(() => web.platform.stop());

const errorOf = ({ status, body }: { status: number; body: any }) => [
  status,
  body.code,
  body.errors?.[0]?.pointer,
  body.errors?.[0]?.code,
];
const eventsOf = async (
  name: string,
  of = tenant,
): Promise<{ type: string; data: any; subject: any }[]> =>
  (
    await web.sql<{ envelope: any }>(
      "SELECT envelope FROM outbox WHERE tenant_id = $1 AND envelope->'data'->'subject'->>'id' = $2 AND envelope->>'type' LIKE 'webhook.claim%' ORDER BY position",
      [of.id, name],
    )
  ).map((r) => r.envelope.data);
const anEndpoint = (of: TestApi = api, more: object = {}) =>
  web.endpoint(of, {
    url: 'https://claims.example.com/',
    eventTypes: [],
    purposes: ['claims'],
    ...more,
  });
const put = (
  name: string,
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) => api.put(at(name), { body: { schema, ...body }, headers });

describe('webhookClaimSchemaPut', () => {
  test('creates with the defaults, and emits an event', async () => {
    const name = aName();
    const { status, body, headers } = await put(name);
    expect([status, body]).toEqual([
      200,
      {
        id: name,
        claimName: name,
        schema,
        source: { kind: 'webhook' },
        clientIds: [],
        scopes: [],
        tokens: ['access_token'],
        resources: [],
        required: false,
        description: null,
        enabled: true,
        revision: 1,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
    const read = await api.get(at(name));
    expect([read.body, read.headers.get('etag')]).toEqual([body, headers.get('etag')]);
    expect(await eventsOf(name)).toMatchObject([
      {
        type: 'webhook.claim_schema_put',
        subject: { type: 'claim_schema', id: name },
        data: { claimSchema: body, change: 'created', changed: [], previous: {} },
      },
    ]);
  });

  test('replaces everything, keeps the creation time, and reports the previous value', async () => {
    const name = aName();
    const { body: first } = await put(name, { description: 'D', default: 'x', scopes: ['a', 'b'] });
    const replacement = {
      schema: { type: 'number' },
      source: { kind: 'attribute', pointer: '/user/attributes/level' },
      tokens: ['id_token', 'userinfo'],
    };
    const { body } = await api.put(at(name), { body: replacement });
    expect(body).toMatchObject({
      ...replacement,
      description: null,
      scopes: [],
      revision: 2,
      createdAt: first.createdAt,
    });
    expect(body).not.toHaveProperty('default');
    expect((await eventsOf(name))[1]?.data).toMatchObject({
      change: 'updated',
      changed: ['/schema', '/source', '/scopes', '/tokens', '/default', '/description'],
      previous: {
        '/schema': schema,
        '/source': { kind: 'webhook' },
        '/scopes': ['a', 'b'],
        '/tokens': ['access_token'],
        '/default': 'x',
        '/description': 'D',
      },
    });
  });

  test('an identical request changes nothing and emits no event', async () => {
    const name = aName();
    const first = await put(name, { default: 'x' });
    const again = await put(name, { default: 'x' });
    expect([again.body, again.headers.get('etag')]).toEqual([
      first.body,
      first.headers.get('etag'),
    ]);
    expect(await eventsOf(name)).toHaveLength(1);
  });

  test.each([
    'https://claims.example.com/a/b?c=d',
    'Level',
    'level',
    'a.b-c',
    'https://notplatform.localhost/x',
  ])('accepts the name %s, which is case-sensitive', async (name) => {
    expect((await put(name)).body).toMatchObject({ claimName: name });
    expect((await api.get(at(name))).body.claimName).toBe(name);
    expect(await eventsOf(name)).toHaveLength(1);
    expect((await api.delete(at(name))).body).toEqual({ id: name, deleted: true });
  });

  test.each(
    ['', '1a', 'a b', 'urn:a:b', 'http://example.com/a', 'x'.repeat(129)].filter(
      (name) => name !== '',
    ),
  )('rejects the name %j, and does not find it', async (name) => {
    expect(errorOf(await put(name))).toEqual([
      422,
      'validation_failed',
      '/claimName',
      'invalid_format',
    ]);
    expect([(await api.get(at(name))).status, (await api.delete(at(name))).status]).toEqual([
      404, 404,
    ]);
  });

  test.each([
    'sub',
    'roles',
    'entitlements',
    'org_id',
    'events',
    'tnt',
    '__proto__',
    'constructor',
    '_claim_names',
    'platform_x',
    'https://platform.localhost/x',
    'https://Acme.Platform.localhost./x',
  ])('refuses the reserved name %s', async (name) =>
    expect(errorOf(await put(name))).toEqual([422, 'validation_failed', '/claimName', 'reserved']),
  );

  test.each<[string, Record<string, unknown>, string, string]>([
    [
      'a keyword that is not allowed',
      { schema: { properties: { a: { $ref: '#' } } } },
      '/schema/properties/a/$ref',
      'schema_keyword_not_allowed',
    ],
    ['a pattern', { schema: { pattern: '^a' } }, '/schema/pattern', 'schema_keyword_not_allowed'],
    [
      'a deep schema',
      { schema: { items: { items: { items: { items: { items: {} } } } } } },
      '/schema/items/items/items/items/items',
      'invalid_format',
    ],
    ['a long schema', { schema: { enum: ['x'.repeat(8192)] } }, '/schema', 'invalid_format'],
    ['no schema', { schema: undefined }, '/schema', 'required'],
    ['a default that is not valid', { default: 1 }, '/default', 'invalid_format'],
    ['null for a default that may not be null', { default: null }, '/default', 'invalid_format'],
    ['a default with required', { default: 'x', required: true }, '/default', 'invalid_format'],
    [
      'a default of another format',
      { schema: { type: 'string', format: 'date' }, default: '2026-13-01' },
      '/default',
      'invalid_format',
    ],
    ['an unknown client', { clientIds: ['nobody'] }, '/clientIds/0', 'not_found'],
    ['another member', { colour: 'red' }, '/colour', 'unknown_member'],
  ])('refuses %s', async (_name, body, pointer, code) =>
    expect(errorOf(await put(aName(), body))).toEqual([422, 'validation_failed', pointer, code]),
  );

  test('accepts null as a default if it is a valid value', async () => {
    const { body } = await put(aName(), { schema: { type: ['string', 'null'] }, default: null });
    expect(body).toHaveProperty('default', null);
    expect((await api.get(at(body.claimName))).body).toHaveProperty('default', null);
  });

  test('checks clients with the hub, and fails without it', async () => {
    web.platform.hub.setClient(tenant, 'app-1');
    web.platform.hub.setClient(tenant, 'app-2');
    expect((await put(aName(), { clientIds: ['app-1', 'app-2'] })).body.clientIds).toEqual([
      'app-1',
      'app-2',
    ]);
    expect(errorOf(await put(aName(), { clientIds: ['app-1', 'x', 'app-2', 'y'] }))).toEqual([
      422,
      'validation_failed',
      '/clientIds/1',
      'not_found',
    ]);
    web.platform.hub.setAway(true);
    const away = await put(aName(), { clientIds: ['app-3'] });
    web.platform.hub.setAway(false);
    expect(away.body.code).toBe('upstream_unavailable');
  });

  test('requires an existing endpoint of the tenant with the purpose claims', async () => {
    const { api: other } = await web.tenant();
    const source = (endpointId: string) => ({ source: { kind: 'endpoint', endpointId } });
    for (const id of [
      newId('webhookEndpoint'),
      'whe_1',
      (await anEndpoint(other)).id,
      (await anEndpoint(api, { eventTypes: ['*'], purposes: ['events'] })).id,
    ]) {
      expect(errorOf(await put(aName(), source(id)))).toEqual([
        422,
        'validation_failed',
        '/source/endpointId',
        'endpoint_not_usable',
      ]);
    }
    const { id } = await anEndpoint();
    expect((await put('https://example.com/a~b', source(id))).body.source).toEqual({
      kind: 'endpoint',
      endpointId: id,
      pointer: '/claims/https:~1~1example.com~1a~0b',
      timeoutMilliseconds: 1000,
      cacheTtlSeconds: 0,
      staleIfErrorSeconds: 0,
    });
  });

  test('rejects a stale If-Match, also if the name was recreated', async () => {
    const name = aName();
    const etag = (await put(name)).headers.get('etag') as string;
    expect((await put(name, { description: 'x' }, { 'if-match': etag })).status).toBe(200);
    expect((await put(name, {}, { 'if-match': etag })).body.code).toBe('precondition_failed');
    expect((await api.delete(at(name), { headers: { 'if-match': etag } })).body.code).toBe(
      'precondition_failed',
    );
    await api.delete(at(name));
    expect((await put(name, {}, { 'if-match': etag })).body.code).toBe('precondition_failed');
    expect((await put(name)).headers.get('etag')).not.toBe(etag);
  });

  test('allows exactly fifty per tenant, even concurrently', async () => {
    const own = (await web.tenant()).api;
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => own.put(at(`c${i}`), { body: { schema } })),
    );
    expect(answers.filter((a) => a.status === 200)).toHaveLength(50);
    expect(
      new Set(answers.filter((a) => a.status !== 200).map((a) => `${a.status} ${a.body.code}`)),
    ).toEqual(new Set(['422 limit_exceeded']));
    const kept = answers.find((a) => a.status === 200)?.body.claimName;
    expect((await own.put(at(kept), { body: { schema: {} } })).body.revision).toBe(2);
  });

  test('creates a name once for concurrent requests', async () => {
    const name = aName();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => put(name, { description: `${i}` })),
    );
    expect(answers.map((a) => a.body.revision).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect((await eventsOf(name)).map((e) => e.data.change).sort()).toEqual([
      'created',
      ...Array.from({ length: 7 }, () => 'updated'),
    ]);
  });
});

describe('webhookClaimSchemaList', () => {
  test('pages by name; cursors are bound to the tenant', async () => {
    const { api: own } = await web.tenant();
    for (const name of ['b', 'a', 'C', 'https://example.com/x', '_z'])
      await own.put(at(name), { body: { schema } });
    const first = (await own.get(`${path}?limit=3`)).body;
    expect(first.data.map((s: any) => s.claimName)).toEqual(['C', '_z', 'a']);
    const rest = (await own.get(`${path}?limit=3&cursor=${first.nextCursor}`)).body;
    expect([rest.data.map((s: any) => s.claimName), rest.hasMore, rest.nextCursor]).toEqual([
      ['b', 'https://example.com/x'],
      false,
      null,
    ]);
    expect((await api.get(`${path}?cursor=${first.nextCursor}`)).body.code).toBe('invalid_cursor');
  });
});

describe('webhookClaimSchemaDelete', () => {
  test('deletes and emits an event; an unknown name is 404', async () => {
    const name = aName();
    await put(name);
    expect((await api.delete(at(name))).body).toEqual({ id: name, deleted: true });
    for (const answer of [
      await api.delete(at(name)),
      await api.get(at(name)),
      await api.delete(at('1 a')),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    expect((await eventsOf(name))[1]).toMatchObject({
      type: 'webhook.claim_schema_deleted',
      data: { claimSchema: { id: name, claimName: name } },
    });
  });
});

describe('authorization', () => {
  test('requires the scopes', async () => {
    const reader = await web.platform.as({ tenant, scopes: ['tenant:webhook-schemas.read'] });
    const writer = await web.platform.as({
      tenant,
      scopes: ['tenant:webhook-schemas.write', 'tenant:webhooks.write', 'tenant:webhooks.read'],
    });
    const name = aName();
    expect((await reader.put(at(name), { body: { schema } })).body.code).toBe('insufficient_scope');
    expect((await writer.put(at(name), { body: { schema } })).status).toBe(200);
    expect((await writer.get(at(name))).body.code).toBe('insufficient_scope');
    expect((await writer.get(path)).body.code).toBe('insufficient_scope');
    expect((await reader.get(at(name))).status).toBe(200);
    expect((await reader.delete(at(name))).body.code).toBe('insufficient_scope');
  });

  test('hides schemas of other tenants', async () => {
    const name = aName();
    await put(name);
    const { api: other } = await web.tenant();
    expect((await other.get(at(name))).status).toBe(404);
    expect((await other.delete(at(name))).status).toBe(404);
    expect((await other.get(path)).body.data).toEqual([]);
    expect((await other.put(at(name), { body: { schema } })).body.revision).toBe(1);
    expect((await api.get(at(name))).status).toBe(200);
  });
});

describe('the endpoint of a schema', () => {
  const claimFrom = async (endpointId: string, name = aName(), more: object = {}) => {
    expect((await put(name, { source: { kind: 'endpoint', endpointId }, ...more })).status).toBe(
      200,
    );
    return name;
  };

  test('cannot be deleted while it is the source of claims, including disabled ones', async () => {
    const { id } = await anEndpoint();
    const [a, b] = [await claimFrom(id), await claimFrom(id, aName(), { enabled: false })];
    const refused = await api.delete(`${webhookPaths.endpoints}/${id}`);
    expect([refused.status, refused.body.code, refused.body.errors]).toEqual([
      409,
      'conflict',
      [a, b].map((name) => ({ code: 'in_use', detail: name })),
    ]);
    await put(a, {});
    await api.delete(at(b));
    expect((await api.delete(`${webhookPaths.endpoints}/${id}`)).status).toBe(200);
  });

  test('only one of a concurrent schema creation and endpoint deletion succeeds', async () => {
    for (let i = 0; i < 10; i++) {
      const { id } = await anEndpoint();
      const name = aName();
      const [made, deleted] = await Promise.all([
        put(name, { source: { kind: 'endpoint', endpointId: id } }),
        api.delete(`${webhookPaths.endpoints}/${id}`),
      ]);
      expect([
        [200, 409],
        [422, 200],
      ]).toContainEqual([made.status, deleted.status]);
    }
    expect(
      await web.sql(
        'SELECT FROM claim_schemas s WHERE tenant_id = $1 AND endpoint_id IS NOT NULL AND NOT EXISTS (SELECT FROM webhook_endpoints e WHERE e.tenant_id = s.tenant_id AND e.id = s.endpoint_id)',
        [tenant.id],
      ),
    ).toEqual([]);
  });
});
