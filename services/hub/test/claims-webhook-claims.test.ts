import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { eventually } from '@platform/testkit/eventually';
import { ClaimsCall } from '@platform/contracts';
import { verify } from '@platform/kit/webhook-signature';
import type { TestClaimSchema } from '@platform/testkit/fake-outbound';
import { Webhook } from 'standardwebhooks';
import { apiAdmin } from './api-resource-world.ts';
import { claimsOf, claimsWebhookHub } from './claims-webhook-hub.ts';
import type { ClaimsWebhookHub, TenantWithWebhook, WebhookSetting } from './claims-webhook-hub.ts';

let hub: ClaimsWebhookHub;
beforeAll(async () => {
  hub = await claimsWebhookHub();
});
afterAll(() => hub.stop());
beforeEach(() => {
  hub.receiver.clear();
  hub.receiver.answer({ claims: {} });
});

const json = (schema: object): string => JSON.stringify(schema);
const own = ['iss', 'sub', 'aud', 'exp', 'iat', 'jti', 'scope', 'client_id', 'tnt'];

/** Creates a tenant with schemas, and a webhook that is not the platform's. */
async function tenantWith(
  schemas: TestClaimSchema[],
  webhook: Partial<WebhookSetting> = {},
): Promise<TenantWithWebhook> {
  const tenant = await hub.tenantWith({ failureMode: 'deny', ...webhook });
  hub.around.outbound.setClaimSchemas(tenant.id, schemas);
  return tenant;
}
/** Returns the claims of the token that are not the hub's own. */
async function added(
  tenant: TenantWithWebhook,
  claims: object,
  form?: Record<string, string>,
): Promise<Record<string, unknown>> {
  hub.receiver.answer({ claims });
  const answer = await hub.token(tenant, form);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return Object.fromEntries(
    Object.entries(claimsOf(answer)).filter(([name]) => !own.includes(name)),
  );
}

describe('the call of a claims webhook', () => {
  it('names the API of the tenant that the token is for, if the API wants custom claims', async () => {
    const tenant = await tenantWith([{ claimName: 'plan', jsonSchema: json({ type: 'string' }) }]);
    const admin = await apiAdmin(hub, tenant);
    const api = await admin.api({ identifier: 'api:invoices', claims: ['custom'] }, ['read']);
    await admin.grant(api, tenant);
    hub.receiver.clear();
    const form = { resource: api.identifier };
    expect(await added(tenant, { plan: 'pro' }, form)).toEqual({ plan: 'pro' });
    expect(hub.receiver.calls.map(({ body }) => body.resource)).toEqual([api.identifier]);
    await admin.call('PATCH', `/${api.id}`, { claims: [] });
    expect(await added(tenant, { plan: 'pro' }, form)).toEqual({});
    expect(hub.receiver.calls).toHaveLength(1);
  });

  it("contains the subject and the token, and is signed with the client's secret", async () => {
    const tenant = await tenantWith([]);
    const token = await hub.token(tenant, { scope: 'tenant:users.read tenant:applications.read' });
    expect(token.status).toBe(200);
    const [call] = hub.receiver.calls;
    expect(call?.path).toBe('/claims');
    expect(call?.body).toEqual({
      requestId: expect.stringMatching(/^req_/),
      tenantId: tenant.id,
      clientId: tenant.clientId,
      principal: { type: 'client', id: tenant.clientId },
      grantType: 'client_credentials',
      tokenType: 'access_token',
      scopes: ['tenant:users.read', 'tenant:applications.read'],
      resource: null,
      organizationId: null,
      sessionId: null,
      acr: null,
      amr: [],
    });
    expect(ClaimsCall.safeParse(call?.body).success).toBe(true);
    const headers = call!.headers;
    expect(headers['webhook-id']).toBe(call?.body.requestId);
    expect(headers['webhook-timestamp']).toBe(headers['x-platform-timestamp']);
    expect(Math.abs(Number(headers['x-platform-timestamp']) - Date.now() / 1000)).toBeLessThan(10);
    expect(() => verify(headers, call!.raw, [tenant.secret], new Date(), 300)).not.toThrow();
    expect(() =>
      verify(
        headers,
        call!.raw.replace('users.read', 'users.root'),
        [tenant.secret],
        new Date(),
        300,
      ),
    ).toThrow();
    expect(new Webhook(tenant.secret).verify(call!.raw, headers as Record<string, string>)).toEqual(
      call?.body,
    );
  });

  it('is made separately for every token', async () => {
    const tenant = await tenantWith([]);
    await Promise.all(Array.from({ length: 5 }, () => hub.token(tenant)));
    expect(hub.receiver.calls).toHaveLength(5);
    for (const distinct of [
      (c: any) => c.body.requestId,
      (c: any) => c.headers['webhook-signature'],
      (c: any) => c.headers['x-platform-signature'],
    ]) {
      expect(new Set(hub.receiver.calls.map(distinct)).size).toBe(5);
    }
  });

  it('is made only for the configured token types, and only while the webhook is set', async () => {
    const tenant = await tenantWith([], { tokenTypes: ['id_token'] });
    expect((await hub.token(tenant)).status).toBe(200);
    expect(hub.receiver.calls).toHaveLength(0);
    await hub.setWebhook(tenant, {
      tokenTypes: ['id_token', 'access_token'],
      secret: tenant.secret,
      version: 2,
    });
    expect((await hub.token(tenant)).status).toBe(200);
    expect(hub.receiver.calls).toHaveLength(1);
    expect((await hub.token(await hub.makeTenant('without-one'))).status).toBe(200);
    expect(hub.receiver.calls).toHaveLength(1);
  });

  it('is signed with the current secret', async () => {
    const tenant = await tenantWith([]);
    const next = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    await hub.setWebhook(tenant, { secret: next, version: 2 });
    await hub.token(tenant);
    expect(() =>
      verify(hub.receiver.calls[0]!.headers, hub.receiver.calls[0]!.raw, [next], new Date(), 300),
    ).not.toThrow();
  });
});

describe("claims of a tenant's own webhook", () => {
  const schemas: TestClaimSchema[] = [
    { claimName: 'department', jsonSchema: json({ type: 'string', maxLength: 20 }) },
    { claimName: 'level', jsonSchema: json({ type: 'integer', minimum: 1 }) },
    { claimName: 'contact', jsonSchema: json({ type: 'string', format: 'email' }) },
    { claimName: 'https://acme.example/plan', jsonSchema: json({ enum: ['gold', 'silver'] }) },
    {
      claimName: 'nested',
      jsonSchema: json({
        type: 'object',
        properties: { a: { type: 'array', items: { type: 'number' } } },
        required: ['a'],
        additionalProperties: false,
      }),
    },
    { claimName: 'from_directory', sourceKind: 'attribute' },
    { claimName: 'from_endpoint', sourceKind: 'endpoint' },
    { claimName: 'for_another', clientIds: ['another'] },
    { claimName: 'for_id_tokens', tokens: ['id_token'] },
    { claimName: 'with_users', scopes: ['tenant:users.read', 'tenant:users.write'] },
    { claimName: 'broken', jsonSchema: '{"type":"nonsense"}' },
    { claimName: 'no_json', jsonSchema: '{' },
    {
      claimName: 'department_format',
      jsonSchema: json({ type: 'string', format: 'no-such-format' }),
    },
    // Schemas with reserved names.
    { claimName: 'roles' },
    { claimName: 'groups' },
    { claimName: 'sub' },
    { claimName: 'platform_x' },
    { claimName: 'https://api.platform.localhost/x' },
    { claimName: '_claim_names' },
  ];
  let tenant: TenantWithWebhook;
  beforeAll(async () => {
    tenant = await tenantWith(schemas);
  });

  test.each<[string, Record<string, unknown>, string[]]>([
    [
      'declared and valid',
      {
        department: 'sales',
        level: 3,
        contact: 'a@acme.example',
        'https://acme.example/plan': 'gold',
        nested: { a: [1, 2.5] },
      },
      ['department', 'level', 'contact', 'https://acme.example/plan', 'nested'],
    ],
    ['not declared', { other: 1, Department: 'x', toString: 'x' }, []],
    ['partly invalid', { department: 'x'.repeat(21), level: 3 }, ['level']],
    ['of another type, which is not coerced', { department: 5, level: '3' }, []],
    ['of an invalid format', { contact: 'no address' }, []],
    ['null', { department: null }, []],
    ['with properties that the schema lacks', { nested: { a: [1], b: 1 } }, []],
    ['from another source', { from_directory: 'x', from_endpoint: 'x' }, []],
    ['of another client', { for_another: 'x' }, []],
    ['for another token', { for_id_tokens: 'x' }, []],
    ['with an invalid schema', { broken: 'x', no_json: 'x', department_format: 'x' }, []],
    [
      'reserved',
      {
        iss: 'x',
        sub: 'x',
        aud: 'x',
        exp: 1,
        iat: 1,
        jti: 'x',
        scope: 'x',
        client_id: 'x',
        tnt: 'x',
        act: { sub: 'x' },
        platform_x: 1,
        'https://api.platform.localhost/x': 1,
        _claim_names: {},
      },
      [],
    ],
    [
      'reserved for the platform',
      {
        roles: ['admin'],
        permissions: ['p'],
        entitlements: ['e'],
        elevated_scopes: ['tenant:users.write'],
        elevated_until: 4e9,
        overage: [],
        groups: ['g'],
      },
      [],
    ],
  ])('%s', async (_, claims, expected) => {
    expect(await added(tenant, claims)).toEqual(
      Object.fromEntries(expected.map((name) => [name, claims[name]])),
    );
  });

  it("does not change the hub's own claims", async () => {
    hub.receiver.answer({
      claims: {
        sub: 'usr_x',
        tnt: 'tnt_x',
        scope: 'tenant:users.write',
        exp: 9e9,
        department: 'sales',
      },
    });
    const answer = await hub.token(tenant, { scope: 'tenant:users.read' });
    expect(claimsOf(answer)).toMatchObject({
      sub: tenant.clientId,
      tnt: tenant.id,
      scope: 'tenant:users.read',
      iss: tenant.issuer,
      department: 'sales',
    });
    expect(claimsOf(answer)['exp'] - claimsOf(answer)['iat']).toBe(600);
  });

  it('adds a claim that requires a scope only if one of them is granted', async () => {
    expect(await added(tenant, { with_users: 1 }, { scope: 'tenant:users.read' })).toEqual({
      with_users: 1,
    });
    expect(await added(tenant, { with_users: 1 }, { scope: 'tenant:applications.read' })).toEqual(
      {},
    );
  });

  it('counts dropped claims', async () => {
    const before = await hub.dropped();
    await added(tenant, { roles: ['admin'], sub: 'x', other: 1, level: 'x', department: 'sales' });
    const after = await hub.dropped();
    const grown = Object.fromEntries(
      Object.entries(after).map(([reason, n]) => [reason, n - (before[reason] ?? 0)]),
    );
    expect(grown).toEqual({ reserved: 2, no_schema: 1, invalid: 1 });
  });

  it("is not affected by another tenant's schemas", async () => {
    const other = await tenantWith([
      { claimName: 'level', jsonSchema: json({ type: 'string', $id: 'https://shared.example/s' }) },
    ]);
    const third = await tenantWith([
      {
        claimName: 'level',
        jsonSchema: json({ type: 'boolean', $id: 'https://shared.example/s' }),
      },
    ]);
    expect(await added(other, { level: 'high', department: 'sales' })).toEqual({ level: 'high' });
    expect(await added(third, { level: true })).toEqual({ level: true });
    expect(await added(other, { level: true })).toEqual({});
    expect(await added(tenant, { level: 1 })).toEqual({ level: 1 });
  });

  it('uses the default of a claim without a valid value', async () => {
    const withDefault = await tenantWith([
      { claimName: 'plan', jsonSchema: json({ type: 'string' }), defaultJson: '"free"' },
    ]);
    expect(await added(withDefault, { plan: 'gold' })).toEqual({ plan: 'gold' });
    expect(await added(withDefault, { plan: 7 })).toEqual({ plan: 'free' });
    expect(await added(withDefault, {})).toEqual({ plan: 'free' });
  });

  it('issues no token without a required claim if the client is configured so', async () => {
    const strict = await tenantWith([
      { claimName: 'plan', jsonSchema: json({ type: 'string' }), required: true },
    ]);
    expect(await added(strict, { plan: 'gold' })).toEqual({ plan: 'gold' });
    hub.receiver.answer({ claims: { plan: 7 } });
    const refused = await hub.token(strict);
    expect([refused.status, refused.body.error, refused.body.access_token]).toEqual([
      503,
      'temporarily_unavailable',
      undefined,
    ]);
    await hub.setWebhook(strict, { failureMode: 'omit', version: 2 });
    expect(await added(strict, { plan: 7 })).toEqual({});
    expect((await hub.events(strict)).map((e) => e.data.reason)).toEqual(['claim_unmet']);
  });

  it('applies a changed schema immediately', async () => {
    const changing = await tenantWith([{ claimName: 'plan' }]);
    expect(await added(changing, { plan: 1 })).toEqual({ plan: 1 });
    hub.around.outbound.setClaimSchemas(changing.id, []);
    expect(await added(changing, { plan: 1 })).toEqual({ plan: 1 });
    const { db } = hub.pod.platform;
    await db.transact(
      { tenantId: changing.id, actor: { type: 'system', id: 'outbound' } },
      async (tx) => {
        await tx.publish({
          type: 'webhook.claim_schema_deleted',
          subject: { type: 'claim_schema', id: 'plan' },
          data: { claimSchema: { id: 'plan', claimName: 'plan' } },
        });
      },
    );
    await eventually(async () => Object.keys(await added(changing, { plan: 1 })).length === 0, {
      withinMs: 5_000,
    });
  });
});

describe("claims of the platform's own enrichment", () => {
  let tenant: TenantWithWebhook;
  beforeAll(async () => {
    tenant = await hub.tenantWith({ url: hub.platformUrl, failureMode: 'deny' });
  });
  const inAnHour = Math.floor(Date.now() / 1000) + 3600;

  test.each<[string, Record<string, unknown>, string[]]>([
    [
      'roles with their permissions and entitlements',
      {
        roles: ['admin'],
        permissions: ['p'],
        entitlements: ['e'],
        overage: ['permissions'],
        groups: ['g'],
      },
      ['roles', 'permissions', 'entitlements', 'overage', 'groups'],
    ],
    [
      'an elevation with its end',
      { elevated_scopes: ['tenant:users.write'], elevated_until: inAnHour },
      ['elevated_scopes', 'elevated_until'],
    ],
    [
      'an elevation without an end',
      { elevated_scopes: ['tenant:users.write'], roles: [] },
      ['roles'],
    ],
    [
      'an elevation whose end is not a number',
      { elevated_scopes: ['tenant:users.write'], elevated_until: 'tomorrow' },
      [],
    ],
    [
      'claims of another type',
      { roles: 'admin', permissions: [1], entitlements: null, groups: {} },
      [],
    ],
    [
      'custom claims without a schema',
      { department: 'sales', 'https://acme.example/plan': { a: 1 } },
      ['department', 'https://acme.example/plan'],
    ],
    [
      'reserved claims',
      {
        sub: 'x',
        iss: 'x',
        act: {},
        platform_x: 1,
        org_id: 'org_x',
        'https://platform.localhost/x': 1,
      },
      [],
    ],
  ])('%s', async (_, claims, expected) => {
    expect(await added(tenant, claims)).toEqual(
      Object.fromEntries(expected.map((name) => [name, claims[name]])),
    );
  });

  test.each(['?', '/', '#x'])(
    'require exactly the configured URL, without %s at the end',
    async (more) => {
      const near = await hub.makeTenant(`near-${['?', '/', '#x'].indexOf(more)}`);
      const set = await hub.setWebhook(near, { url: hub.platformUrl + more, failureMode: 'deny' });
      if (more === '#x') return void expect(set.status).toBe(422);
      hub.receiver.answer({ claims: { roles: ['admin'] } });
      const answer = await hub.token(near);
      expect([answer.status, claimsOf(answer)['roles']]).toEqual([200, undefined]);
    },
  );
});

describe('the expiry of a token', () => {
  const life = async (answer: object): Promise<{ from: number; to: number }> => {
    hub.receiver.answer(answer);
    const { body, ...token } = await hub.token(
      await hub.tenantWith({ url: hub.platformUrl, failureMode: 'deny' }),
    );
    expect([token.status, body]).toEqual([200, expect.anything()]);
    const { exp, iat } = claimsOf({ body, ...token });
    expect(body.expires_in).toBe(exp - iat);
    return { from: iat, to: exp };
  };
  const inSeconds = (seconds: number): number => Date.now() / 1000 + seconds;

  test.each<[string, () => object, number]>([
    ['after the default lifetime without an end', () => ({ claims: {}, expiresAt: null }), 600],
    [
      'at the end of the response',
      () => ({ claims: {}, expiresAt: new Date(inSeconds(100) * 1000).toISOString() }),
      100,
    ],
    [
      'at the end of the elevation',
      () => ({
        claims: {
          elevated_scopes: ['tenant:users.read'],
          elevated_until: Math.floor(inSeconds(200)),
        },
      }),
      200,
    ],
    [
      'at the earlier of both ends',
      () => ({
        claims: { elevated_scopes: ['x'], elevated_until: Math.floor(inSeconds(200)) },
        expiresAt: new Date(inSeconds(50) * 1000).toISOString(),
      }),
      50,
    ],
    [
      'after the default lifetime with a later end',
      () => ({ claims: {}, expiresAt: '2999-01-01T00:00:00Z' }),
      600,
    ],
    [
      'at an end with a fraction or an offset',
      () => ({
        claims: {},
        expiresAt: new Date(inSeconds(100) * 1000).toISOString().replace('Z', '+00:00'),
      }),
      100,
    ],
  ])('is %s', async (_, answer, expected) => {
    const end = inSeconds(expected);
    const { from, to } = await life(answer());
    // The end was determined before the token was issued, which can take a while.
    if (expected === 600) expect(to - from).toBe(600);
    else expect(Math.abs(to - end)).toBeLessThanOrEqual(2);
  });

  test.each([
    { claims: { elevated_scopes: ['x'], elevated_until: 1 } },
    { claims: {}, expiresAt: '2020-01-01T00:00:00Z' },
  ])('cannot be in the past, as with %j', async (answer) => {
    hub.receiver.answer(answer);
    const tenant = await hub.tenantWith({ url: hub.platformUrl, failureMode: 'deny' });
    expect((await hub.token(tenant)).status).toBe(503);
    await hub.setWebhook(tenant, { url: hub.platformUrl, failureMode: 'omit', version: 2 });
    const token = await hub.token(tenant);
    expect([token.status, token.body.expires_in, claimsOf(token)['elevated_scopes']]).toEqual([
      200,
      600,
      undefined,
    ]);
    expect((await hub.events(tenant)).map((e) => e.data.reason)).toEqual(['claims_expired']);
  });
});
