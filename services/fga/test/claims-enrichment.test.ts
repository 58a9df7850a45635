import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { TestTenant } from '@platform/testkit/fake-hub';
import type { TestPerson } from '@platform/testkit/fake-directory';
import { newId } from '@platform/kit/ids';
import { newSecret } from '@platform/kit/webhook-signature';
import { eventually } from '@platform/testkit/eventually';
import { claimsPlatform } from './claims-platform.ts';
import type { ClaimsCallOptions, ClaimsPlatform } from './claims-platform.ts';
import { openBucket } from '@platform/testkit/stores';

let platform: ClaimsPlatform;
let tenant: TestTenant;
let n = 0;

beforeAll(async () => {
  platform = await claimsPlatform({
    'platform.token-claims.target-bytes': '1100',
    'platform.token-claims.max-response-bytes': '2048',
  });
  tenant = platform.hub.tenant('acme');
});
afterAll(() => platform.stop());

const aTenant = (): TestTenant => platform.hub.tenant(`tenant-${++n}`);
const person = (at: TestTenant, more: TestPerson = {}): string => {
  const id = newId('user');
  platform.directory.setUser(at.id, id, more);
  return id;
};
const user = (id: string) => ({ principal: { type: 'user', id }, grantType: 'authorization_code' });
/** Claims for a user's access token, unless the options say otherwise. */
const claimsOf = async (at: TestTenant, clientId: string, body: Record<string, unknown> = {}) =>
  (await platform.enrich(at, clientId, { body })).body;
const outcome = async (answer: ReturnType<ClaimsPlatform['enrich']>): Promise<string> => {
  const { status, body } = await answer;
  return `${status} ${body.code ?? 'ok'}`;
};
const count = async (name: string, labels: Record<string, string> = {}): Promise<number> => {
  const { values } = (await platform.service.platform.metrics.registry
    .getSingleMetric(name)!
    .get()) as { values: { value: number; labels: Record<string, unknown> }[] };
  return values
    .filter((v) => Object.entries(labels).every(([k, l]) => v.labels[k] === l))
    .reduce((sum, v) => sum + v.value, 0);
};

describe('the guard', () => {
  let clientId: string;
  let otherSecret: string;
  let foreign: TestTenant;
  let foreignSecret: string;
  beforeAll(async () => {
    clientId = platform.client(tenant);
    await platform.enable(tenant, clientId);
    otherSecret = await platform.enable(tenant, platform.client(tenant));
    foreign = platform.hub.tenant('foreign');
    platform.hub.setClient(foreign, clientId);
    foreignSecret = await platform.enable(foreign, clientId);
  });

  /** The second must not change between signing and receiving. */
  const earlyInASecond = async (): Promise<void> => {
    const passed = Date.now() % 1_000;
    if (passed > 500) await new Promise((resolve) => setTimeout(resolve, 1_005 - passed));
  };
  const body = () => ({
    requestId: newId('request'),
    tenantId: tenant.id,
    clientId,
    principal: { type: 'client', id: clientId },
    grantType: 'client_credentials',
    tokenType: 'access_token',
    scopes: [],
  });
  const secret = () => platform.channel.webhookOf(tenant.id, clientId)!.secret;

  test.each<[string, () => ClaimsCallOptions, string]>([
    ['a call as the hub makes it', () => ({}), '200 ok'],
    [
      'members that it does not know',
      () => ({ body: { riskScore: 3, principal: { type: 'client', id: clientId, since: 1 } } }),
      '200 ok',
    ],
    ['one of several signatures', () => ({ secret: [newSecret(), secret()] }), '200 ok'],
    [
      'no timestamp',
      () => ({ headers: { 'X-Platform-Timestamp': undefined } }),
      '401 timestamp_missing',
    ],
    [
      'a timestamp that is a date',
      () => ({ headers: { 'X-Platform-Timestamp': '2026-11-20T05:41:00Z' } }),
      '401 timestamp_missing',
    ],
    [
      'a timestamp with a sign',
      () => ({ headers: { 'X-Platform-Timestamp': '-5' } }),
      '401 timestamp_missing',
    ],
    ['a clock 300 s ahead', () => ({ ahead: 300 }), '200 ok'],
    ['a clock 301 s ahead', () => ({ ahead: 301 }), '401 timestamp_out_of_tolerance'],
    ['a clock 300 s behind', () => ({ ahead: -300 }), '200 ok'],
    ['a clock 301 s behind', () => ({ ahead: -301 }), '401 timestamp_out_of_tolerance'],
    [
      'a timestamp refreshed beside an old signature',
      () => ({
        ahead: -400,
        headers: { 'X-Platform-Timestamp': String(Math.floor(Date.now() / 1_000)) },
      }),
      '401 signature_invalid',
    ],
    [
      'no signature',
      () => ({ headers: { 'X-Platform-Signature': undefined } }),
      '401 signature_invalid',
    ],
    [
      'an empty signature',
      () => ({ headers: { 'X-Platform-Signature': '' } }),
      '401 signature_invalid',
    ],
    [
      'only the other of the two forms',
      () => ({ headers: { 'X-Platform-Signature': 'v1,x' } }),
      '401 signature_invalid',
    ],
    ['a wrong secret', () => ({ secret: newSecret() }), '401 signature_invalid'],
    ['the secret of another client', () => ({ secret: otherSecret }), '401 signature_invalid'],
    [
      'the secret of the same client of another tenant',
      () => ({ secret: foreignSecret }),
      '401 signature_invalid',
    ],
    [
      'another tenant under the own secret',
      () => ({ body: { tenantId: foreign.id } }),
      '401 signature_invalid',
    ],
    [
      'a client that is not there',
      () => ({ body: { clientId: 'nobody' } }),
      '401 signature_invalid',
    ],
    [
      'a tenant that is not there',
      () => ({ body: { tenantId: newId('tenant') } }),
      '401 signature_invalid',
    ],
    [
      'a tenant that is no id',
      () => ({ body: { tenantId: "'; DROP TABLE token_claims; --" } }),
      '401 signature_invalid',
    ],
    ['a client id of NUL', () => ({ body: { clientId: '\0' } }), '401 signature_invalid'],
    ['a body that is not JSON', () => ({ raw: '{' }), '401 signature_invalid'],
    ['a body that is null', () => ({ raw: 'null' }), '401 signature_invalid'],
    ['an empty body', () => ({ raw: '' }), '401 signature_invalid'],
    [
      'a body of 600 KiB',
      () => ({ body: { padding: 'x'.repeat(600 * 1_024) } }),
      '413 payload_too_large',
    ],
    [
      'a large body that comes too late',
      () => ({ body: { padding: 'x'.repeat(600 * 1_024) }, ahead: -400 }),
      '401 timestamp_out_of_tolerance',
    ],
    [
      'signed, but nested 40 deep',
      () => ({ body: { deep: JSON.parse('['.repeat(40) + ']'.repeat(40)) } }),
      '400 malformed_request',
    ],
    [
      'signed, but without an id',
      () => ({ raw: JSON.stringify({ ...body(), requestId: undefined }) }),
      '422 validation_failed',
    ],
    [
      'signed, but for no token type',
      () => ({ body: { tokenType: 'refresh_token' } }),
      '422 validation_failed',
    ],
    [
      'signed, but of no principal',
      () => ({ body: { principal: { type: 'service', id: 'hub' } } }),
      '422 validation_failed',
    ],
  ])('%s', async (_, options, expected) => {
    await earlyInASecond();
    expect(await outcome(platform.enrich(tenant, clientId, options()))).toBe(expected);
  });

  it('accepts a call only once across all pods', async () => {
    const pod = await platform.startPod('elsewhere');
    await eventually(() => pod.platform.bus.isConnected() || undefined);
    const raw = JSON.stringify(body());
    expect(await outcome(platform.enrich(tenant, clientId, { raw }))).toBe('200 ok');
    expect(await outcome(platform.enrich(tenant, clientId, { raw }))).toBe('401 request_replayed');
    expect(await outcome(platform.enrich(tenant, clientId, { raw, port: pod.httpPort }))).toBe(
      '401 request_replayed',
    );
    expect(
      await outcome(platform.enrich(tenant, clientId, { raw, port: pod.httpPort, ahead: 5 })),
    ).toBe('401 request_replayed');
    const again = JSON.stringify(body());
    const answers = await Promise.all(
      [...Array(8).keys()].map((i) =>
        outcome(
          platform.enrich(tenant, clientId, {
            raw: again,
            port: i % 2 ? pod.httpPort : platform.service.httpPort,
          }),
        ),
      ),
    );
    expect(answers.sort()).toEqual(['200 ok', ...Array<string>(7).fill('401 request_replayed')]);
    await pod.close();
  });

  it('does not record the ids of rejected calls or other tenants', async () => {
    const raw = JSON.stringify(body());
    expect(await outcome(platform.enrich(tenant, clientId, { raw, secret: newSecret() }))).toBe(
      '401 signature_invalid',
    );
    expect(await outcome(platform.enrich(tenant, clientId, { raw }))).toBe('200 ok');
    expect(
      await outcome(
        platform.enrich(foreign, clientId, {
          body: { requestId: (JSON.parse(raw) as { requestId: string }).requestId },
        }),
      ),
    ).toBe('200 ok');
  });

  it('keeps the keys for twice the tolerance', async () => {
    const bucket = await openBucket(platform.service.platform.bus.jetstream()!, 'claims-replay');
    expect((await bucket.status()).ttl).toBe(600_000);
  });

  it('accepts only POST, and no paths below', async () => {
    for (const method of ['get', 'put', 'delete', 'patch']) {
      const answer = await platform.call(method, '/internal/claims-enrichment');
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    }
    expect(
      (await platform.call('post', '/internal/claims-enrichment/x', { body: {} })).status,
    ).toBe(404);
  });

  it('counts rejected calls', async () => {
    expect(await count('fga_enrichments_total', { result: 'request_replayed' })).toBeGreaterThan(1);
    expect(await count('fga_enrichments_total', { result: 'signature_invalid' })).toBeGreaterThan(
      8,
    );
  });
});

describe('disabled token claims', () => {
  it('return no claims to calls that are still valid', async () => {
    const clientId = platform.client(tenant);
    const secret = await platform.enable(tenant, clientId);
    await platform.claimsOf(await platform.api(tenant), 'delete', clientId);
    expect((await platform.enrich(tenant, clientId, { secret })).body).toEqual({ claims: {} });
  });

  it('return no claims before the hub has acknowledged', async () => {
    const clientId = platform.client(tenant);
    platform.channel.behave('cut');
    await platform.claimsOf(await platform.api(tenant), 'put', clientId);
    platform.channel.behave('usual');
    expect(
      await platform.sql('SELECT FROM token_claims WHERE client_id = $1', [clientId]),
    ).toHaveLength(1);
    const { secrets } = platform.service.platform;
    const [row] = await platform.sql<{ secret_sealed: string }>(
      'SELECT secret_sealed FROM token_claims WHERE client_id = $1',
      [clientId],
    );
    const secret = secrets.open(row!.secret_sealed, {
      tenantId: tenant.id,
      field: `token_claims/${clientId}`,
    });
    expect((await platform.enrich(tenant, clientId, { secret })).body).toEqual({ claims: {} });
  });

  it('are returned only for the requested token types', async () => {
    const clientId = platform.client(tenant);
    await platform.enable(tenant, clientId, { tokenTypes: ['id_token'], claims: ['roles'] });
    expect(await claimsOf(tenant, clientId)).toEqual({ claims: {} });
    expect(await claimsOf(tenant, clientId, { tokenType: 'id_token' })).toEqual({
      claims: { roles: [] },
      expiresAt: null,
    });
  });
});

describe('claims', () => {
  it('contain roles, permissions of this client or no client, and families', async () => {
    const at = aTenant();
    const [clientId, otherClient] = [platform.client(at), platform.client(at)];
    const api = await platform.api(at);
    for (const body of [
      { name: 'invoice:approve', clientId },
      { name: 'invoice:read' },
      { name: 'stock:read', clientId: otherClient },
    ])
      expect((await api.post('/api/v1/permissions', { body })).status).toBe(200);
    expect(
      (
        await api.post('/api/v1/roles', {
          body: {
            key: 'clerk',
            permissions: ['invoice:approve', 'invoice:read', 'stock:read', 'tenant:users.read'],
          },
        })
      ).status,
    ).toBe(200);
    const id = person(at, {
      tenantRoles: ['auditor'],
      memberships: [
        { organizationId: 'org_a', state: 'active', roles: ['clerk'] },
        { organizationId: 'org_b', state: 'invited', roles: ['support'] },
      ],
    });
    await platform.enable(at, clientId, { claims: ['roles', 'permissions', 'entitlements'] });
    const inA = await claimsOf(at, clientId, { ...user(id), organizationId: 'org_a' });
    expect(inA).toEqual({
      claims: {
        roles: ['auditor', 'clerk'],
        permissions: ['invoice:approve', 'invoice:read'],
        entitlements: expect.arrayContaining(['access', 'core', 'directory']),
      },
      expiresAt: null,
    });
    expect(
      (await claimsOf(at, clientId, { ...user(id), organizationId: 'org_b' })).claims,
    ).toMatchObject({ roles: ['auditor'], permissions: [] });
    expect((await claimsOf(at, clientId, user(id))).claims.roles).toEqual(['auditor']);
    await api.post('/api/v1/role-assignments', {
      body: { principal: { type: 'client', id: clientId }, role: 'clerk' },
    });
    expect((await claimsOf(at, clientId)).claims).toMatchObject({
      roles: ['clerk'],
      permissions: ['invoice:approve', 'invoice:read'],
    });
  });

  it('are limited to the selected ones', async () => {
    const clientId = platform.client(tenant);
    await platform.enable(tenant, clientId, { claims: [] });
    expect(
      await claimsOf(tenant, clientId, user(person(tenant, { tenantRoles: ['auditor'] }))),
    ).toEqual({ claims: {}, expiresAt: null });
  });

  it.each<[string, TestPerson | undefined]>([
    ['suspended', { status: 'suspended' }],
    ['deactivated', { status: 'deactivated' }],
    ['unknown', undefined],
  ])('are empty for a user who is %s', async (_, state) => {
    const clientId = platform.client(tenant);
    await platform.enable(tenant, clientId);
    expect(
      await claimsOf(tenant, clientId, user(state ? person(tenant, state) : newId('user'))),
    ).toEqual({ claims: {} });
    expect(await claimsOf(tenant, clientId, user('somebody'))).toEqual({ claims: {} });
  });

  it('immediately reflect revoked families', async () => {
    const at = aTenant();
    const clientId = platform.client(at);
    await platform.enable(at, clientId, { claims: ['entitlements'] });
    expect((await claimsOf(at, clientId)).claims.entitlements).toContain('webhooks');
    const token = await platform.cluster.mint('entitlements-operator', 'entitlements-operator');
    await platform.call('put', `/internal/entitlements/${at.id}/webhooks`, {
      body: { entitled: false, reason: 'test' },
      headers: { authorization: `Bearer ${token}` },
    });
    await eventually(
      async () =>
        (await claimsOf(at, clientId)).claims.entitlements.includes('webhooks') ? undefined : true,
      { withinMs: 3_000 },
    );
  });
});

describe('elevation', () => {
  const rules = { requireApproval: false, requireJustification: false };
  async function elevated(
    at: TestTenant,
    grant: object,
    more: TestPerson = {},
  ): Promise<{ id: string; activation: any }> {
    const id = person(at, more);
    const owner = await platform.api(at);
    const eligible = await owner.post('/api/v1/pim/eligible-assignments', {
      body: { principal: { type: 'user', id }, rules, ...grant },
    });
    const own = await platform.as({ tenant: at, userId: id });
    const activation = await own.post('/api/v1/pim/activations', {
      body: { eligibleAssignmentId: eligible.body.id, durationSeconds: 900 },
    });
    expect([eligible.status, activation.status]).toEqual([200, 200]);
    return { id, activation: activation.body };
  }
  const until = (activation: { endsAt: string }): number =>
    Math.floor(Date.parse(activation.endsAt) / 1_000);

  it('is added to access tokens of clients that are allowed the scope, with its end', async () => {
    const at = aTenant();
    const clientId = platform.client(at, ['tenant:users.write', 'tenant:orgs.read']);
    await platform.enable(at, clientId, {
      claims: ['elevated_scopes'],
      tokenTypes: ['access_token', 'id_token'],
    });
    const { id, activation } = await elevated(at, {
      scopes: ['tenant:users.write', 'tenant:settings.write'],
    });
    expect(await claimsOf(at, clientId, user(id))).toEqual({
      claims: { elevated_scopes: ['tenant:users.write'], elevated_until: until(activation) },
      expiresAt: new Date(until(activation) * 1_000).toISOString(),
    });
    expect(await claimsOf(at, clientId, { ...user(id), tokenType: 'id_token' })).toEqual({
      claims: {},
      expiresAt: null,
    });
    const lowTrust = platform.client(at, ['openid']);
    await platform.enable(at, lowTrust, { claims: ['elevated_scopes'] });
    expect(await claimsOf(at, lowTrust, user(id))).toEqual({ claims: {}, expiresAt: null });
  });

  it('of an organization applies only to its tokens, and of a disabled family to none', async () => {
    const at = aTenant();
    const clientId = platform.client(at, ['tenant:users.write', 'tenant:fga.write']);
    await platform.enable(at, clientId, { claims: ['elevated_scopes'] });
    const organizationId = newId('organization');
    const { id } = await elevated(at, {
      scopes: ['tenant:users.write', 'tenant:fga.write'],
      organizationId,
    });
    expect(
      (await claimsOf(at, clientId, { ...user(id), organizationId })).claims.elevated_scopes,
    ).toEqual(['tenant:fga.write', 'tenant:users.write']);
    expect((await claimsOf(at, clientId, user(id))).claims).toEqual({});
    const token = await platform.cluster.mint('entitlements-operator', 'entitlements-operator');
    await platform.call('put', `/internal/entitlements/${at.id}/fga`, {
      body: { entitled: false, reason: 'test' },
      headers: { authorization: `Bearer ${token}` },
    });
    await eventually(
      async () =>
        (await claimsOf(at, clientId, { ...user(id), organizationId })).claims.elevated_scopes
          ?.length === 1
          ? true
          : undefined,
      { withinMs: 3_000 },
    );
  });

  it('ends immediately when it is revoked', async () => {
    const at = aTenant();
    const clientId = platform.client(at, ['tenant:users.write']);
    await platform.enable(at, clientId, { claims: ['elevated_scopes'] });
    const { id, activation } = await elevated(at, { scopes: ['tenant:users.write'] });
    expect((await claimsOf(at, clientId, user(id))).claims.elevated_scopes).toHaveLength(1);
    expect(
      (
        await (
          await platform.as({ tenant: at, userId: id })
        ).post(`/api/v1/pim/activations/${activation.id}/revoke`)
      ).status,
    ).toBe(200);
    await eventually(
      async () =>
        (await claimsOf(at, clientId, user(id))).claims.elevated_scopes ? undefined : true,
      { withinMs: 3_000 },
    );
  });

  it("includes its role and permissions for its duration, and limits the response's lifetime", async () => {
    const at = aTenant();
    const clientId = platform.client(at);
    const api = await platform.api(at);
    await api.post('/api/v1/permissions', { body: { name: 'vault:open' } });
    await api.post('/api/v1/roles', {
      body: { key: 'keeper', permissions: ['vault:open', 'tenant:users.read'] },
    });
    await platform.enable(at, clientId, { claims: ['roles', 'permissions'] });
    const { id, activation } = await elevated(at, { role: 'keeper' });
    expect(await claimsOf(at, clientId, user(id))).toEqual({
      claims: { roles: ['keeper'], permissions: ['vault:open'] },
      expiresAt: new Date(until(activation) * 1_000).toISOString(),
    });
    // The scopes that the role has gained since were not approved.
    const {
      body: { data },
    } = await api.get('/api/v1/roles?limit=200');
    await api.patch(`/api/v1/roles/${data.find((r: { key: string }) => r.key === 'keeper').id}`, {
      body: { permissions: ['vault:open', 'tenant:users.read', 'tenant:users.write'] },
    });
    await eventually(
      async () =>
        (await claimsOf(at, clientId, user(id))).claims.roles.length === 0 ? true : undefined,
      { withinMs: 3_000 },
    );
  });

  it("limited to some of a role's scopes does not include the role", async () => {
    const at = aTenant();
    const clientId = platform.client(at, ['tenant:users.read']);
    await platform.enable(at, clientId, { claims: ['roles', 'elevated_scopes'] });
    const id = person(at);
    const eligible = await (
      await platform.api(at)
    ).post('/api/v1/pim/eligible-assignments', {
      body: { principal: { type: 'user', id }, role: 'auditor', rules },
    });
    await (
      await platform.as({ tenant: at, userId: id })
    ).post('/api/v1/pim/activations', {
      body: { eligibleAssignmentId: eligible.body.id, scopes: ['tenant:users.read'] },
    });
    expect((await claimsOf(at, clientId, user(id))).claims).toMatchObject({
      roles: [],
      elevated_scopes: ['tenant:users.read'],
    });
  });
});

describe('custom claims', () => {
  const string = '{"type":"string"}';
  const attribute = (claimName: string, pointer: string, more: object = {}) => ({
    claimName,
    jsonSchema: string,
    sourceKind: 'attribute' as const,
    sourceJson: JSON.stringify({ kind: 'attribute', pointer }),
    ...more,
  });
  const endpoint = (claimName: string, more: object = {}) => ({
    claimName,
    jsonSchema: string,
    sourceKind: 'endpoint' as const,
    sourceJson: '{"kind":"endpoint"}',
    ...more,
  });
  async function schemas(
    known: Parameters<ClaimsPlatform['outbound']['setClaimSchemas']>[1],
    settings: object = {},
  ): Promise<{ at: TestTenant; clientId: string; id: string }> {
    const at = aTenant();
    const clientId = platform.client(at);
    platform.outbound.setClaimSchemas(
      at.id,
      known.map((s) => ({
        ...s,
        clientIds: s.clientIds?.map((c) => (c === 'this' ? clientId : c)) ?? [],
      })),
    );
    await platform.enable(at, clientId, {
      claims: ['custom'],
      tokenTypes: ['access_token', 'id_token'],
      ...settings,
    });
    const id = person(at, {
      userJson: JSON.stringify({
        id: 'x',
        department: 'Sales',
        name: { given: 'Ann' },
        metadata: { level: 7 },
        attributes: { secret: 'no' },
      }),
      tokenAttributesJson: JSON.stringify({ costCenter: '4711' }),
      memberships: [
        { organizationId: 'org_a', state: 'active', roles: ['clerk'] },
        { organizationId: 'org_b', state: 'suspended', roles: [] },
      ],
    });
    return { at, clientId, id };
  }

  it('are read from the profile, the organization and the membership', async () => {
    const { at, clientId, id } = await schemas([
      attribute('dep', '/user/department'),
      attribute('given', '/user/name/given'),
      attribute('level', '/user/metadata/level', { jsonSchema: '{"type":"integer"}' }),
      attribute('cost', '/user/attributes/costCenter'),
      attribute('hidden', '/user/attributes/secret'),
      attribute('org', '/organization/name'),
      attribute('tier', '/organization/metadata/tier'),
      attribute('duties', '/membership/roles', { jsonSchema: '{"type":"array"}' }),
      attribute('nothing', '/user/absent'),
      attribute('reach', '/user/constructor/name'),
    ]);
    for (const [orgId, name] of [
      ['org_a', 'Acme'],
      ['org_b', 'Beta'],
      ['org_c', 'Gamma'],
    ] as const)
      platform.directory.setOrganization(at.id, { id: orgId, name, metadata: { tier: 'gold' } } as {
        id: string;
      });
    expect((await claimsOf(at, clientId, { ...user(id), organizationId: 'org_c' })).claims).toEqual(
      { dep: 'Sales', given: 'Ann', level: 7, cost: '4711' },
    );
    expect(await claimsOf(at, clientId, { ...user(id), organizationId: 'org_a' })).toEqual({
      claims: {
        dep: 'Sales',
        given: 'Ann',
        level: 7,
        cost: '4711',
        org: 'Acme',
        tier: 'gold',
        duties: ['clerk'],
      },
      expiresAt: null,
    });
    expect((await claimsOf(at, clientId, { ...user(id), organizationId: 'org_b' })).claims).toEqual(
      { dep: 'Sales', given: 'Ann', level: 7, cost: '4711' },
    );
    expect((await claimsOf(at, clientId)).claims).toEqual({});
  });

  it("match the client, scopes and token, and exclude those of the client's own webhook", async () => {
    const { at, clientId, id } = await schemas([
      attribute('a', '/user/department', { clientIds: ['this'] }),
      attribute('b', '/user/department', { clientIds: ['another'] }),
      attribute('c', '/user/department', { scopes: ['profile', 'hr'] }),
      attribute('d', '/user/department', { tokens: ['id_token'] }),
      attribute('e', '/user/department', { tokens: ['userinfo'] }),
      { claimName: 'f', sourceKind: 'webhook' },
      attribute('sub', '/user/department'),
      attribute('https://api.platform.localhost/x', '/user/department'),
      attribute('https://acme.example/x', '/user/department'),
    ]);
    const names = async (body: object) =>
      Object.keys((await claimsOf(at, clientId, { ...user(id), ...body })).claims).sort();
    expect(await names({})).toEqual(['a', 'https://acme.example/x']);
    expect(await names({ scopes: ['openid', 'hr'] })).toEqual(['a', 'c', 'https://acme.example/x']);
    expect(await names({ tokenType: 'id_token' })).toEqual(['d']);
  });

  it('are dropped or replaced by the default if they do not match their schema', async () => {
    const { at, clientId, id } = await schemas([
      attribute('text', '/user/metadata/level'),
      attribute('fallback', '/user/metadata/level', { defaultJson: '"none"' }),
      attribute('absent', '/user/absent', { defaultJson: 'false' }),
      attribute('dep', '/user/department'),
      // Deeper than the hub parses: it would reject the whole response.
      attribute('deep', '/user/absent', { defaultJson: `${'['.repeat(9)}${']'.repeat(9)}` }),
      attribute('flat', '/user/absent', { defaultJson: `${'['.repeat(8)}${']'.repeat(8)}` }),
    ]);
    const before = await count('fga_enrichment_custom_dropped_total', { reason: 'invalid' });
    expect((await claimsOf(at, clientId, user(id))).claims).toEqual({
      fallback: 'none',
      absent: false,
      dep: 'Sales',
      flat: [[[[[[[[]]]]]]]],
    });
    expect(await count('fga_enrichment_custom_dropped_total', { reason: 'invalid' })).toBe(
      before + 2,
    );
  });

  it('that are required but unavailable fail the call', async () => {
    const { at, clientId, id } = await schemas([
      attribute('must', '/user/metadata/level', { required: true }),
    ]);
    const answer = await platform.enrich(at, clientId, { body: user(id) });
    expect([answer.status, answer.body]).toMatchObject([
      502,
      {
        code: 'upstream_failed',
        errors: [{ code: 'claim_unmet', detail: expect.stringContaining('must') }],
      },
    ]);
    expect((await platform.enrich(at, clientId)).status).toBe(502);
  });

  it('from endpoints are validated again', async () => {
    const { at, clientId, id } = await schemas([
      endpoint('plan'),
      endpoint('seats', { jsonSchema: '{"type":"integer"}' }),
      endpoint('deep', { jsonSchema: '{}' }),
      endpoint('other', { tokens: ['id_token'] }),
    ]);
    platform.outbound.setResolved(at.id, {
      claims: [
        {
          token: 'access_token',
          claimsJson:
            '{"plan":"gold","seats":"5","deep":{"__proto__":1},"roles":["tenant_owner"],"unasked":1}',
        },
        { token: 'id_token', claimsJson: '{"other":"x"}' },
      ],
    });
    expect((await claimsOf(at, clientId, user(id))).claims).toEqual({ plan: 'gold' });
    expect((await claimsOf(at, clientId, { ...user(id), tokenType: 'id_token' })).claims).toEqual({
      other: 'x',
    });
    platform.outbound.setResolved(at.id, { unmet: ['plan'] });
    expect((await platform.enrich(at, clientId, { body: user(id) })).body.errors).toMatchObject([
      { code: 'claim_unmet' },
    ]);
  });

  it('are awaited no longer than the hub waits', async () => {
    const [optional, required] = [
      await schemas([endpoint('plan', { defaultJson: '"free"' })], { timeoutMilliseconds: 500 }),
      await schemas([endpoint('plan', { required: true })], { timeoutMilliseconds: 500 }),
    ];
    for (const { at } of [optional, required])
      platform.outbound.setResolved(at.id, {
        claims: [{ token: 'access_token', claimsJson: '{"plan":"gold"}' }],
      });
    await claimsOf(optional.at, optional.clientId, user(optional.id));
    platform.outbound.setSlow(1_000);
    try {
      expect((await claimsOf(optional.at, optional.clientId, user(optional.id))).claims).toEqual({
        plan: 'free',
      });
      expect(
        (await platform.enrich(required.at, required.clientId, { body: user(required.id) })).body
          .errors,
      ).toMatchObject([{ code: 'claim_unmet' }]);
      for (const ms of platform.outbound.resolveTimes.slice(-2))
        expect(ms).toBeLessThanOrEqual(300);
    } finally {
      platform.outbound.setSlow(0);
    }
  });

  it('fail if outbound is unavailable', async () => {
    const { at, clientId, id } = await schemas([endpoint('plan', { required: true })]);
    platform.outbound.setAway(true);
    expect(await outcome(platform.enrich(at, clientId, { body: user(id) }))).toBe(
      '503 upstream_unavailable',
    );
    platform.outbound.setAway(false);
    platform.outbound.setResolved(at.id, {
      claims: [{ token: 'access_token', claimsJson: '{"plan":"gold"}' }],
    });
    expect((await claimsOf(at, clientId, user(id))).claims).toEqual({ plan: 'gold' });
    platform.outbound.setAway(true);
    expect(await outcome(platform.enrich(at, clientId, { body: user(id) }))).toBe(
      '503 upstream_unavailable',
    );
    platform.outbound.setAway(false);
  });

  it('are fetched once a minute', async () => {
    const { at, clientId, id } = await schemas([attribute('dep', '/user/department')]);
    const before = platform.outbound.asked.List;
    await Promise.all([1, 2, 3].map(() => claimsOf(at, clientId, user(id))));
    await claimsOf(at, clientId, user(id));
    expect(platform.outbound.asked.List).toBe(before + 1);
  });
});

describe('size', () => {
  it('omits complete claims above the target, and lists them', async () => {
    const at = aTenant();
    const clientId = platform.client(at);
    const api = await platform.api(at);
    const names = Array.from({ length: 30 }, (_, i) => `invoice:${'x'.repeat(30)}${i}`);
    for (const name of names) await api.post('/api/v1/permissions', { body: { name } });
    await api.post('/api/v1/roles', { body: { key: 'all', permissions: names } });
    await platform.enable(at, clientId);
    const before = await count('fga_enrichment_overage_total', { claim: 'permissions' });
    const { claims } = await claimsOf(at, clientId, user(person(at, { tenantRoles: ['all'] })));
    expect(claims).toEqual({
      roles: ['all'],
      entitlements: expect.any(Array),
      overage: ['permissions'],
    });
    expect(await count('fga_enrichment_overage_total', { claim: 'permissions' })).toBe(before + 1);
    expect(await count('fga_enrichment_bytes')).toBeGreaterThan(0);
  });

  it('rejects a response that is too large because of required claims', async () => {
    const at = aTenant();
    const clientId = platform.client(at);
    platform.outbound.setClaimSchemas(at.id, [
      {
        claimName: 'bio',
        jsonSchema: '{"type":"string"}',
        sourceKind: 'attribute',
        sourceJson: '{"pointer":"/user/bio"}',
        required: true,
      },
    ]);
    await platform.enable(at, clientId);
    const of = (bytes: number) =>
      user(person(at, { userJson: JSON.stringify({ bio: 'x'.repeat(bytes) }) }));
    const { claims } = await claimsOf(at, clientId, of(1_800));
    expect(Object.keys(claims).sort()).toEqual(['bio', 'overage']);
    expect(await outcome(platform.enrich(at, clientId, { body: of(2_048) }))).toBe(
      '422 limit_exceeded',
    );
  });
});

describe('outages', () => {
  it('directory: 503 without stale results', async () => {
    const clientId = platform.client(tenant);
    await platform.enable(tenant, clientId, { claims: ['roles'] });
    platform.directory.setAway(true);
    expect(await outcome(platform.enrich(tenant, clientId, { body: user(person(tenant)) }))).toBe(
      '503 upstream_unavailable',
    );
    platform.directory.setAway(false);
  });

  it('the database: 503 without stale results', async () => {
    const clientId = platform.client(tenant);
    await platform.enable(tenant, clientId, { claims: ['roles'] });
    const id = person(tenant, { tenantRoles: ['auditor'] });
    expect((await claimsOf(tenant, clientId, user(id))).claims).toEqual({ roles: ['auditor'] });
    await platform.sql('ALTER TABLE role_assignments RENAME TO gone');
    expect(await outcome(platform.enrich(tenant, clientId, { body: user(person(tenant)) }))).toBe(
      '503 upstream_unavailable',
    );
    await platform.sql('ALTER TABLE gone RENAME TO role_assignments');
    await platform.sql('ALTER TABLE token_claims RENAME TO gone');
    expect(await outcome(platform.enrich(tenant, clientId, { body: user(id) }))).toBe(
      '503 upstream_unavailable',
    );
    await platform.sql('ALTER TABLE gone RENAME TO token_claims');
    expect(await outcome(platform.enrich(tenant, clientId, { body: user(id) }))).toBe('200 ok');
  });

  it('NATS: each pod tracks its own calls, and counts them', async () => {
    const clientId = platform.client(tenant);
    await platform.enable(tenant, clientId, { claims: ['roles'] });
    const pod = await platform.podWith({ 'platform.nats.url': 'nats://127.0.0.1:1' });
    const raw = JSON.stringify({
      requestId: newId('request'),
      tenantId: tenant.id,
      clientId,
      principal: { type: 'client', id: clientId },
      grantType: 'client_credentials',
      tokenType: 'access_token',
      scopes: [],
    });
    expect(await outcome(platform.enrich(tenant, clientId, { raw, port: pod.httpPort }))).toBe(
      '200 ok',
    );
    expect(await outcome(platform.enrich(tenant, clientId, { raw, port: pod.httpPort }))).toBe(
      '401 request_replayed',
    );
    const alone = await pod.platform.metrics.registry
      .getSingleMetric('fga_enrichment_replay_fallback_total')!
      .get();
    expect(alone.values.map((v) => v.value)).toEqual([1]);
    await pod.close();
  });
});
