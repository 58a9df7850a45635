import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '@platform/testkit/service';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { newId } from '@platform/kit/ids';
import { applicationScopes, managementPlatform } from './management-platform.ts';
import type { ManagementPlatform } from './management-platform.ts';

const path = '/api/v1/api-resources';
const scopes = [...applicationScopes, 'tenant:apis.read', 'tenant:apis.write', 'tenant:users.read'];
let platform: ManagementPlatform;
let tenant: TestTenant;
let api: TestApi;
let stranger: TestApi;
let n = 0;

beforeAll(async () => {
  platform = await managementPlatform({
    'platform.api-resources.max-per-tenant': '30',
    'platform.gateway.public-base-url': 'https://api.platform.test/',
  });
  tenant = platform.hub.tenant('acme');
  api = await platform.as({ tenant, scopes });
  stranger = await platform.as({ tenant: platform.hub.tenant('globex'), scopes });
});
afterAll(() => platform.stop());

const create = async (body: object = {}, by = api): Promise<any> => {
  const answer = await by.post(path, {
    body: { identifier: `https://api${++n}.example.com`, name: 'Invoices', ...body },
  });
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return answer.body;
};
const application = async (body: object = {}): Promise<string> =>
  (await api.post('/api/v1/applications', { body: { name: 'App', type: 'web', ...body } })).body
    .clientId;
const outcome = ({ status, body }: { status: number; body: any }): string =>
  `${status} ${body.code ?? ''} ${(body.errors ?? []).map((e: any) => `${e.code}:${e.pointer ?? ''}`).join(' ')}`.trim();
const text = { displayName: { en: 'Read invoices' } };

describe('apiResourceCreate', () => {
  it('registers an API with defaults, a key and an event', async () => {
    const made = await create({ identifier: 'https://invoices.example.com' });
    expect(made).toEqual({
      id: expect.stringMatching(/^apr_[0-9a-z]{26}$/),
      identifier: 'https://invoices.example.com',
      name: 'Invoices',
      description: null,
      logoUri: null,
      documentationUri: null,
      tosUri: null,
      policyUri: null,
      tokenFormat: 'jwt',
      signingAlg: 'ES256',
      accessTokenTtlSeconds: 600,
      clientAccess: 'listed',
      userAccess: 'any',
      defaultScopes: [],
      claims: [],
      organization: 'optional',
      senderConstraint: 'none',
      offlineAccess: true,
      userinfoAudience: false,
      introspectionClients: [],
      publish: false,
      enabled: true,
      metadata: {},
      tokensLiveUntil: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await platform.events(tenant)).at(-1)).toMatchObject({
      type: 'api_resource.created',
      subject: { type: 'api_resource', id: made.id },
      data: { apiResource: made },
    });
    const keys = (await api.get('/api/v1/api-signing-keys')).body.data;
    expect(keys).toMatchObject([{ alg: 'ES256', state: 'active', retiresAt: null }]);
    await create({ signingAlg: 'EdDSA' });
    expect(
      (await api.get('/api/v1/api-signing-keys')).body.data.map((key: any) => key.alg).sort(),
    ).toEqual(['ES256', 'EdDSA']);
    expect((await stranger.get('/api/v1/api-signing-keys')).body.data).toEqual([]);
  });

  it.each([
    'https://a.example.com/',
    'https://a.example.com/v1/invoices',
    'https://a.example.com:8443/x',
    'http://localhost:3000/api',
    'http://127.0.0.1:9/',
    'urn:example:invoices',
    'api:invoices',
    'https://a.example.com/%20x',
  ])('takes %s', async (identifier) => {
    expect((await create({ identifier })).identifier).toBe(identifier);
  });

  it.each([
    ['a fragment', 'https://b.example.com/#x', 'invalid_format'],
    ['a query', 'https://b.example.com/?x=1', 'invalid_format'],
    ['user information', 'https://ada@b.example.com/', 'invalid_format'],
    ['an upper-case host', 'https://B.example.com/', 'invalid_format'],
    ['a default port', 'https://b.example.com:443/', 'invalid_format'],
    ['an encoded letter', 'https://b.example.com/%41', 'invalid_format'],
    ['a lower-case encoding', 'https://b.example.com/%2f', 'invalid_format'],
    ['dot segments', 'https://b.example.com/a/../b', 'invalid_format'],
    ['http', 'http://b.example.com/', 'invalid_format'],
    ['a relative reference', '/invoices', 'invalid_format'],
    ['another scheme', 'ftp://b.example.com/', 'invalid_format'],
    ['a word', 'invoices', 'invalid_format'],
    ['the audience of the platform', 'product-api', 'reserved'],
    ['a name of the platform', 'urn:platform:invoices', 'reserved'],
    ['a host of the platform domain', 'https://acme.platform.localhost/x', 'reserved'],
    ['the host of the management API', 'https://api.platform.test/x', 'reserved'],
    ['the issuer', 'ISSUER', 'reserved'],
  ])('rejects %s', async (_what, identifier, code) => {
    const answer = await api.post(path, {
      body: { identifier: identifier.replace('ISSUER', platform.hub.platformIssuer), name: 'X' },
    });
    expect(outcome(answer)).toBe(`422 validation_failed ${code}:/identifier`);
  });

  it('rejects references to what does not exist', async () => {
    const body = { identifier: 'https://c.example.com', name: 'X' };
    expect(
      outcome(
        await api.post(path, {
          body: { ...body, defaultScopes: ['read'], introspectionClients: ['nobody'] },
        }),
      ),
    ).toBe('422 validation_failed not_found:/defaultScopes/0 not_found:/introspectionClients/0');
  });

  it('needs its scope', async () => {
    const reader = await platform.as({ tenant, scopes: ['tenant:apis.read'] });
    expect((await reader.post(path, { body: {} })).body.code).toBe('insufficient_scope');
  });

  it('takes an identifier once per tenant, even concurrently, with or without an empty path', async () => {
    const identifiers = ['https://once.example.com', 'https://once.example.com/'];
    const answers = await Promise.all(
      identifiers.map((identifier) => api.post(path, { body: { identifier, name: 'X' } })),
    );
    expect(answers.map(outcome).sort()).toEqual([
      '200',
      '409 already_exists identifier_taken:/identifier',
    ]);
    await create({ identifier: identifiers[0] }, stranger);
    const made = answers.find(({ status }) => status === 200)!.body;
    const gone = await api.delete(`${path}/${made.id}`);
    expect(gone.body).toEqual({ id: made.id, deleted: true, tokensLiveUntil: expect.any(String) });
    expect(
      outcome(await api.post(path, { body: { identifier: identifiers[0], name: 'X' } })),
    ).toContain('identifier_taken');
  });
});

describe('apiResourceUpdate', () => {
  it('merges settings, and reports each change', async () => {
    const { id } = await create({ metadata: { a: '1', b: '2' } });
    const patch = { metadata: { a: null, c: '3' }, accessTokenTtlSeconds: 300, name: 'Bills' };
    const answer = await api.patch(`${path}/${id}`, { body: patch });
    expect(answer.body).toMatchObject({
      metadata: { b: '2', c: '3' },
      accessTokenTtlSeconds: 300,
      name: 'Bills',
    });
    expect((await platform.events(tenant)).at(-1)).toMatchObject({
      type: 'api_resource.updated',
      data: { changed: ['/name', '/accessTokenTtlSeconds', '/metadata'] },
    });
    const reset = await api.patch(`${path}/${id}`, { body: { accessTokenTtlSeconds: null } });
    expect(reset.body.accessTokenTtlSeconds).toBe(600);
  });

  it('disables and enables, and cuts tokens off', async () => {
    const { id } = await create({ accessTokenTtlSeconds: 60 });
    const before = Date.now();
    const off = await api.patch(`${path}/${id}`, { body: { enabled: false } });
    const until = Date.parse(off.body.tokensLiveUntil) - before;
    expect(until).toBeGreaterThanOrEqual(60_000);
    expect(until).toBeLessThan(120_000);
    expect(
      await platform.sql('SELECT id FROM token_cutoff WHERE kind = $1 AND id = $2', [
        'resource',
        id,
      ]),
    ).toHaveLength(1);
    const on = await api.patch(`${path}/${id}`, { body: { enabled: true } });
    expect(on.body).toMatchObject({ enabled: true, tokensLiveUntil: null });
    expect((await platform.events(tenant)).slice(-2).map(({ type }) => type)).toEqual([
      'api_resource.disabled',
      'api_resource.enabled',
    ]);
  });

  it('respects If-Match, and keeps the identifier', async () => {
    const { id } = await create();
    const headers = { 'if-match': '"7"' };
    expect((await api.patch(`${path}/${id}`, { body: { name: 'Y' }, headers })).body.code).toBe(
      'precondition_failed',
    );
    expect(
      outcome(await api.patch(`${path}/${id}`, { body: { identifier: 'https://other.example' } })),
    ).toBe('422 validation_failed immutable:/identifier');
  });

  it('is invisible to other tenants', async () => {
    const { id } = await create();
    for (const answer of [
      await stranger.get(`${path}/${id}`),
      await stranger.patch(`${path}/${id}`, { body: { name: 'Mine' } }),
      await stranger.delete(`${path}/${id}`),
      await stranger.get(`${path}/${id}/scopes`),
      await stranger.put(`${path}/${id}/scopes/read`, { body: text }),
      await stranger.get(`${path}/${id}/clients`),
      await stranger.get(`${path}/${id}/metadata`),
      await stranger.get(`${path}/${newId('apiResource')}`),
    ])
      expect(answer.status).toBe(404);
  });
});

describe('apiScopePut', () => {
  it('creates and replaces scopes, whose names can contain colons and slashes', async () => {
    const { id } = await create();
    for (const name of ['invoices:read', 'https%3A%2F%2Fx%2Fall', 'a.b'])
      expect((await api.put(`${path}/${id}/scopes/${name}`, { body: text })).status).toBe(200);
    const body = {
      displayName: { en: 'Approve', 'DE-ch': 'Genehmigen' },
      description: { en: 'Approves invoices' },
      permission: 'invoices:approve',
      requires: { acr: 'aal2', maxAgeSeconds: 300 },
      sensitive: true,
    };
    const put = await api.put(`${path}/${id}/scopes/a.b`, { body });
    expect(put.body).toMatchObject({
      ...body,
      name: 'a.b',
      displayName: { en: 'Approve', 'de-CH': 'Genehmigen' },
    });
    expect(
      (await api.get(`${path}/${id}/scopes`)).body.data.map((scope: any) => scope.name),
    ).toEqual(['a.b', 'https://x/all', 'invoices:read']);
    const stale = { 'if-match': '"x"' };
    expect(
      (await api.put(`${path}/${id}/scopes/a.b`, { body: text, headers: stale })).body.code,
    ).toBe('precondition_failed');
  });

  it.each(['openid', 'offline_access', 'tenant:users.read', 'platform:x', 'ssf.read', 'mcp.x'])(
    'reserves %s',
    async (name) => {
      const { id } = await create();
      expect(outcome(await api.put(`${path}/${id}/scopes/${name}`, { body: text }))).toBe(
        '422 validation_failed reserved:/scope',
      );
    },
  );

  it('requires texts in the default language of the tenant', async () => {
    const { id } = await create();
    const put = async (body: object) =>
      outcome(await api.put(`${path}/${id}/scopes/read`, { body }));
    platform.identityFacade.setExperience('', {
      definition: {},
      supportedLocales: ['de', 'en'],
    });
    try {
      expect(await put({ ...text, description: { en: 'Reads' } })).toBe(
        '422 validation_failed required:/displayName/de required:/description/de',
      );
      expect(await put({ displayName: { de: 'Lesen' } })).toBe('200');
    } finally {
      platform.identityFacade.setExperience('', { definition: {} });
    }
    expect(await put({ displayName: { de: 'Lesen' } })).toBe(
      '422 validation_failed required:/displayName/en',
    );
  });

  it('requires a text, and a valid name', async () => {
    const { id } = await create();
    expect(
      outcome(await api.put(`${path}/${id}/scopes/read`, { body: { displayName: {} } })),
    ).toContain('422 validation_failed');
    expect(outcome(await api.put(`${path}/${id}/scopes/a%20b`, { body: text }))).toBe(
      '422 validation_failed invalid_format:/scope',
    );
  });

  it('keeps default scopes and those with a permission', async () => {
    const { id } = await create();
    const scope = `${path}/${id}/scopes/read`;
    await api.put(scope, { body: { ...text, permission: 'invoices:read' } });
    expect(outcome(await api.delete(scope))).toBe('409 conflict in_use:');
    await api.put(scope, { body: text });
    await api.patch(`${path}/${id}`, { body: { defaultScopes: ['read'] } });
    expect(outcome(await api.delete(scope))).toBe('409 conflict in_use:');
    await api.patch(`${path}/${id}`, { body: { defaultScopes: [] } });
    expect((await api.delete(scope)).body).toEqual({ id: 'read', deleted: true });
  });
});

describe('apiClientPut', () => {
  it('gives an application access, and revokes it with its tokens', async () => {
    const { id } = await create();
    await api.put(`${path}/${id}/scopes/read`, { body: text });
    const clientId = await application();
    const client = `${path}/${id}/clients/${clientId}`;
    expect((await api.put(client, { body: {} })).body).toMatchObject({
      clientId,
      scopes: null,
      modes: ['user', 'client'],
      detailTypes: [],
    });
    expect(
      (await api.put(client, { body: { scopes: ['read'], modes: ['user'] } })).body,
    ).toMatchObject({ scopes: ['read'], modes: ['user'] });
    expect((await api.get(`${path}/${id}/clients`)).body.data).toHaveLength(1);
    expect((await api.delete(client)).body).toEqual({ id: clientId, deleted: true });
    expect(
      await platform.sql('SELECT id FROM token_cutoff WHERE kind = $1 AND id = $2', [
        'resource',
        `${id} ${clientId}`,
      ]),
    ).toHaveLength(1);
    expect((await api.delete(client)).status).toBe(404);
  });

  it('rejects unknown scopes, and tokens of their own for public applications', async () => {
    const { id } = await create();
    const clientId = await application({ type: 'spa' });
    const client = `${path}/${id}/clients/${clientId}`;
    expect(outcome(await api.put(client, { body: { scopes: ['write'] } }))).toBe(
      '422 validation_failed not_found:/scopes/0',
    );
    expect(outcome(await api.put(client, { body: { modes: ['client'] } }))).toBe(
      '422 validation_failed invalid_format:/modes',
    );
    expect((await api.put(`${path}/${id}/clients/nobody`, { body: {} })).status).toBe(404);
  });

  it('ends when the application is deleted', async () => {
    const { id } = await create();
    const clientId = await application();
    await api.put(`${path}/${id}/clients/${clientId}`, { body: {} });
    await api.delete(`/api/v1/applications/${clientId}`);
    expect((await api.get(`${path}/${id}/clients`)).body.data).toEqual([]);
  });
});

describe('apiResourceSimulate', () => {
  it('says which scopes a token would have, and why others are missing', async () => {
    const { id } = await create({ userAccess: 'permission', claims: ['permissions'] });
    await api.put(`${path}/${id}/scopes/read`, { body: { ...text, permission: 'invoices:read' } });
    await api.put(`${path}/${id}/scopes/write`, {
      body: { ...text, permission: 'invoices:write' },
    });
    await api.put(`${path}/${id}/scopes/admin`, { body: text });
    const clientId = await application();
    const ask = { clientId, scopes: ['read', 'write', 'admin', 'none'] };
    const simulate = async (body: object): Promise<any> =>
      (await api.post(`${path}/${id}/simulate`, { body })).body;
    expect((await simulate(ask)).left.map((l: any) => l.reason)).toEqual(
      Array(4).fill('client_not_allowed'),
    );
    await api.put(`${path}/${id}/clients/${clientId}`, { body: { scopes: ['read', 'write'] } });
    const userId = newId('user');
    platform.access.setPermissions(userId, ['invoices:read']);
    expect(await simulate({ ...ask, userId })).toMatchObject({
      scopes: ['read'],
      left: [
        { scope: 'write', reason: 'permission_missing' },
        { scope: 'admin', reason: 'scope_not_allowed' },
        { scope: 'none', reason: 'unknown_scope' },
      ],
      claims: { sub: userId, scope: 'read', permissions: ['invoices:read'] },
    });
    expect((await simulate(ask)).scopes).toEqual(['read', 'write']);
  });
});

describe('apiSigningKeyRotate', () => {
  it('publishes the next key, or replaces a leaked one immediately', async () => {
    const other = platform.hub.tenant('rotating');
    const by = await platform.as({ tenant: other, scopes });
    const rotate = (body: object) => by.post('/api/v1/api-signing-keys/rotate', { body });
    expect((await rotate({ alg: 'ES256' })).body.code).toBe('invalid_state');
    await create({}, by);
    expect((await rotate({ alg: 'ES256' })).body).toMatchObject({
      alg: 'ES256',
      state: 'pre_published',
    });
    const now = (await rotate({ alg: 'ES256', immediate: true })).body;
    expect(now.state).toBe('active');
    expect((await by.get('/api/v1/api-signing-keys')).body.data.map((k: any) => k.kid)).toEqual([
      now.kid,
    ]);
    expect((await platform.events(other)).at(-1)).toMatchObject({
      type: 'api_resource.keys_rotated',
      data: { kid: now.kid, alg: 'ES256', immediate: true },
    });
  });
});

it('a tenant can have a limited number of APIs', async () => {
  const by = await platform.as({ tenant: platform.hub.tenant('full'), scopes });
  for (let i = 0; i < 30; i += 1) await create({}, by);
  const one = { identifier: 'https://more.example.com', name: 'X' };
  expect((await by.post(path, { body: one })).body.code).toBe('limit_exceeded');
});
