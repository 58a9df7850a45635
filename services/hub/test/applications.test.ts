import { createHash, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { TestApi } from '@platform/testkit/service';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { cutoffKey } from '@platform/kit/service';
import { defaultTenantId } from '@platform/contracts';
import { eventually } from '@platform/testkit/eventually';
import { sweepApplications } from '../src/applications/application-sweep.ts';
import { applicationScopes, managementPlatform } from './management-platform.ts';
import type { ManagementPlatform } from './management-platform.ts';

let platform: ManagementPlatform;
let tenant: TestTenant;
let api: TestApi;
const path = '/api/v1/applications';
const scopes = [...applicationScopes, 'tenant:users.read'];

beforeAll(async () => {
  platform = await managementPlatform();
  tenant = platform.hub.tenant('acme');
  api = await platform.as({ tenant, scopes });
});
afterAll(() => platform.stop());

const freshTenant = async (slug: string): Promise<{ tenant: TestTenant; api: TestApi }> => {
  const made = platform.hub.tenant(slug);
  return { tenant: made, api: await platform.as({ tenant: made, scopes }) };
};
const create = async (body: object, by = api): Promise<any> => {
  const answer = await by.post(path, { body: { name: 'App', type: 'web', ...body } });
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return answer.body;
};
const publicJwk = (): object => ({
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }),
  kid: 'k1',
});
const outcome = ({ status, body }: { status: number; body: any }): string =>
  `${status} ${body.code ?? ''} ${(body.errors ?? []).map((e: any) => `${e.code}:${e.pointer ?? ''}`).join(' ')}`.trim();

describe('applicationCreate', () => {
  it('registers a client with the defaults of its type', async () => {
    const { tenant: other, api: by } = await freshTenant('defaults');
    const answer = await by.post(path, { body: { name: 'Shop', type: 'web' } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')).toBe('"1"');
    const { clientId, clientSecret } = answer.body;
    expect(answer.body).toEqual({
      id: clientId,
      clientId: expect.stringMatching(/^app_[0-9a-z]{26}$/),
      clientSecret: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      name: 'Shop',
      type: 'web',
      description: null,
      logoUri: null,
      tosUri: null,
      policyUri: null,
      grantTypes: ['authorization_code', 'refresh_token'],
      redirectUris: [],
      postLogoutRedirectUris: [],
      tokenEndpointAuthMethod: 'client_secret_basic',
      jwks: null,
      jwksUri: null,
      allowedScopes: ['openid', 'profile', 'email', 'offline_access'],
      accessTokenTtlSeconds: 600,
      refreshTokenIdleTtlSeconds: 1_209_600,
      allowedOrigins: [],
      requirePkce: true,
      requireNonce: true,
      requirePar: false,
      idTokenSignedResponseAlg: 'RS256',
      backchannelLogoutUri: null,
      firstParty: true,
      enabled: true,
      claimsWebhook: null,
      metadata: {},
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const [secret] = await platform.sql<{ secret_hash: Buffer; last4: string }>(
      'SELECT secret_hash, last4 FROM application_secret WHERE tenant_id = $1',
      [other.id],
    );
    expect(secret?.secret_hash).toEqual(createHash('sha256').update(clientSecret).digest());
    expect(secret?.last4).toBe(clientSecret.slice(-4));
    const read = await by.get(`${path}/${clientId}`);
    expect(read.body).toEqual({ ...answer.body, clientSecret: undefined });
    expect(
      JSON.stringify(
        await platform.sql('SELECT envelope FROM outbox WHERE tenant_id = $1', [other.id]),
      ),
    ).not.toContain(clientSecret);
    expect((await platform.events(other)).map((e) => [e.type, e.subject.id])).toEqual([
      ['client.created', clientId],
      ['client.secret_created', clientId],
    ]);
    expect(await platform.audits(other)).toMatchObject([
      { data: { operationId: 'applicationCreate', outcome: 'success' }, subject: { id: clientId } },
    ]);
  });

  test.each([
    ['web', ['authorization_code', 'refresh_token'], 'client_secret_basic', true],
    ['spa', ['authorization_code', 'refresh_token'], 'none', false],
    ['native', ['authorization_code', 'refresh_token'], 'none', false],
    ['m2m', ['client_credentials'], 'client_secret_basic', true],
    ['device', ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'], 'none', false],
  ])(
    'gives the type %s the grants %j and the authentication method %s',
    async (type, grantTypes, tokenEndpointAuthMethod, hasSecret) => {
      const made = await create({ type });
      expect(made).toMatchObject({ grantTypes, tokenEndpointAuthMethod });
      expect('clientSecret' in made).toBe(hasSecret);
    },
  );

  it('creates no secret for a client that authenticates with a key', async () => {
    const made = await create({
      type: 'm2m',
      tokenEndpointAuthMethod: 'private_key_jwt',
      jwks: { keys: [publicJwk()] },
    });
    expect(made.clientSecret).toBeUndefined();
    expect((await api.get(`${path}/${made.clientId}/secrets`)).body.data).toEqual([]);
  });

  it('returns the same response for an idempotency key, including the secret, and stores it encrypted', async () => {
    const call = { body: { name: 'Once', type: 'm2m' }, headers: { 'idempotency-key': 'once-1' } };
    const first = await api.post(path, call);
    const again = await api.post(path, call);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    const [kept] = await platform.sql<{ answer: string }>(
      `SELECT answer FROM idempotency_key WHERE tenant_id = $1 AND key = 'once-1'`,
      [tenant.id],
    );
    expect(kept?.answer).toMatch(/^v1\./);
  });

  test.each<[string, object, string]>([
    ['no name', { name: undefined }, 'required:/name'],
    ['no type', { type: undefined }, 'required:/type'],
    ['another type', { type: 'service' }, 'invalid_format:/type'],
    ['a long name', { name: 'x'.repeat(121) }, 'invalid_format:/name'],
    ['an unknown member', { secret: 'x' }, 'unknown_member:/secret'],
    ['a claims webhook', { claimsWebhook: null }, 'unknown_member:/claimsWebhook'],
    ['a short client id', { clientId: 'ab' }, 'invalid_format:/clientId'],
    ['a client id with a slash', { clientId: 'a/bcd' }, 'invalid_format:/clientId'],
    [
      'a client id in the form of a user id',
      { clientId: 'usr_01h455vb4pex5vsknk084sn02q' },
      'reserved:/clientId',
    ],
    ['an http logo', { logoUri: 'http://a.example/l.png' }, 'invalid_format:/logoUri'],
    [
      'a grant of another type',
      { type: 'spa', grantTypes: ['client_credentials'] },
      'invalid_format:/grantTypes/0',
    ],
    ['the implicit grant', { grantTypes: ['implicit'] }, 'invalid_format:/grantTypes/0'],
    [
      'a secret for a single-page application',
      { type: 'spa', tokenEndpointAuthMethod: 'client_secret_post' },
      'invalid_format:/tokenEndpointAuthMethod',
    ],
    [
      'no PKCE for a single-page application',
      { type: 'spa', requirePkce: false },
      'invalid_format:/requirePkce',
    ],
    [
      'no nonce for a single-page application',
      { type: 'spa', requireNonce: false },
      'invalid_format:/requireNonce',
    ],
    [
      'no secret for a web application',
      { tokenEndpointAuthMethod: 'none' },
      'invalid_format:/tokenEndpointAuthMethod',
    ],
    [
      'client_secret_jwt',
      { tokenEndpointAuthMethod: 'client_secret_jwt' },
      'invalid_format:/tokenEndpointAuthMethod',
    ],
    [
      'an http redirect',
      { redirectUris: ['https://a.example/', 'http://a.example/'] },
      'invalid_format:/redirectUris/1',
    ],
    ['a wildcard', { redirectUris: ['https://*.a.example/'] }, 'invalid_format:/redirectUris/0'],
    [
      'a fragment after logout',
      { postLogoutRedirectUris: ['https://a.example/#x'] },
      'invalid_format:/postLogoutRedirectUris/0',
    ],
    [
      'a private scheme for web',
      { redirectUris: ['com.example.app:/cb'] },
      'invalid_format:/redirectUris/0',
    ],
    [
      'a repeated redirect',
      { redirectUris: ['https://a.example/', 'https://a.example/'] },
      'invalid_format:/redirectUris',
    ],
    [
      '51 redirects',
      { redirectUris: Array.from({ length: 51 }, (_, i) => `https://a.example/${i}`) },
      'invalid_format:/redirectUris',
    ],
    [
      'an origin with a path',
      { allowedOrigins: ['https://a.example/'] },
      'invalid_format:/allowedOrigins/0',
    ],
    [
      '21 origins',
      { allowedOrigins: Array.from({ length: 21 }, (_, i) => `https://a${i}.example`) },
      'invalid_format:/allowedOrigins',
    ],
    [
      'a private key',
      { jwks: { keys: [{ ...publicJwk(), d: 'x' }] } },
      'invalid_format:/jwks/keys/0/d',
    ],
    [
      'a symmetric key',
      { jwks: { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] } },
      'invalid_format:/jwks/keys/0/kty',
    ],
    [
      'an invalid key',
      { jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' }] } },
      'invalid_format:/jwks/keys/0',
    ],
    [
      '11 keys',
      { jwks: { keys: Array.from({ length: 11 }, publicJwk) } },
      'invalid_format:/jwks/keys',
    ],
    [
      'private_key_jwt without keys',
      { tokenEndpointAuthMethod: 'private_key_jwt' },
      'required:/jwks',
    ],
    [
      'both kinds of keys',
      { jwks: { keys: [publicJwk()] }, jwksUri: 'https://a.example/jwks' },
      'invalid_format:/jwksUri',
    ],
    [
      'a key set at an IP address',
      { jwksUri: 'https://169.254.169.254/jwks' },
      'host_not_allowed:/jwksUri',
    ],
    [
      'a logout URI with a disallowed port',
      { backchannelLogoutUri: 'https://a.example:22/' },
      'port_not_allowed:/backchannelLogoutUri',
    ],
    ['a scope with a space', { allowedScopes: ['a b'] }, 'invalid_format:/allowedScopes/0'],
    [
      'a scope of the platform',
      { allowedScopes: ['openid', 'platform:tenants.read'] },
      'reserved:/allowedScopes/1',
    ],
    [
      '201 scopes',
      { allowedScopes: Array.from({ length: 201 }, (_, i) => `s${i}`) },
      'invalid_format:/allowedScopes',
    ],
    ['a short token life', { accessTokenTtlSeconds: 59 }, 'invalid_format:/accessTokenTtlSeconds'],
    ['a long token life', { accessTokenTtlSeconds: 3601 }, 'invalid_format:/accessTokenTtlSeconds'],
    [
      'a short idle life',
      { refreshTokenIdleTtlSeconds: 3599 },
      'invalid_format:/refreshTokenIdleTtlSeconds',
    ],
    [
      'another algorithm',
      { idTokenSignedResponseAlg: 'HS256' },
      'invalid_format:/idTokenSignedResponseAlg',
    ],
    [
      '21 pairs of metadata',
      { metadata: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`k${i}`, 'v'])) },
      'invalid_format:/metadata',
    ],
    ['a number in metadata', { metadata: { a: 1 } }, 'invalid_format:/metadata/a'],
  ])('rejects %s', async (_, body, expected) => {
    expect(outcome(await api.post(path, { body: { name: 'App', type: 'web', ...body } }))).toBe(
      `422 validation_failed ${expected}`,
    );
  });

  it('accepts every property', async () => {
    const body = {
      clientId: 'Shop.front~end_1',
      name: 'All',
      type: 'native',
      description: 'd',
      logoUri: 'https://a.example/l.png',
      tosUri: 'https://a.example/t',
      policyUri: 'https://a.example/p',
      grantTypes: ['authorization_code'],
      redirectUris: [
        'com.example.app:/cb',
        'http://127.0.0.1/cb',
        'http://[::1]:8080/cb',
        'http://localhost/cb',
        'https://a.example/cb?x=1',
      ],
      postLogoutRedirectUris: ['https://a.example/bye'],
      allowedScopes: ['openid', 'tenant:users.read'],
      accessTokenTtlSeconds: 60,
      refreshTokenIdleTtlSeconds: 7_776_000,
      allowedOrigins: ['https://a.example', 'http://localhost:3000'],
      requirePar: true,
      idTokenSignedResponseAlg: 'ES256',
      backchannelLogoutUri: 'https://a.example/logout',
      firstParty: false,
      enabled: false,
      metadata: { team: 'web' },
    };
    expect(await create(body)).toMatchObject(body);
  });

  it('grants no tenant scope that the caller lacks', async () => {
    const answer = await api.post(path, {
      body: {
        name: 'Strong',
        type: 'm2m',
        allowedScopes: ['tenant:users.read', 'tenant:users.write', 'tenant:orgs.read', 'custom'],
      },
    });
    expect(outcome(answer)).toBe(
      '403 insufficient_scope missing_scope:/allowedScopes/1 missing_scope:/allowedScopes/2',
    );
    expect(answer.body.errors.map((e: any) => e.detail)).toEqual([
      'tenant:users.write',
      'tenant:orgs.read',
    ]);
    expect((await platform.audits(tenant)).at(-1).data).toMatchObject({
      operationId: 'applicationCreate',
      outcome: 'denied',
      code: 'insufficient_scope',
    });
  });

  it('rejects callers without the scope, and without a token', async () => {
    const reader = await platform.as({ tenant, scopes: ['tenant:applications.read'] });
    expect(outcome(await reader.post(path, { body: { name: 'x', type: 'web' } }))).toBe(
      '403 insufficient_scope missing_scope:',
    );
    const gateway = {
      'x-platform-service-authorization': `Bearer ${await platform.gatewayToken()}`,
    };
    expect((await platform.call('post', path, { body: {}, headers: gateway })).body.code).toBe(
      'token_missing',
    );
  });

  it('accepts an id once per tenant, and never ids of platform clients', async () => {
    const { api: others } = await freshTenant('other-ids');
    await create({ clientId: 'my-client' });
    await create({ clientId: 'my-client' }, others);
    expect(
      outcome(await api.post(path, { body: { clientId: 'my-client', name: 'x', type: 'web' } })),
    ).toBe('409 already_exists already_exists:/clientId');
    for (const clientId of ['self-service-bff', 'platform-cli', 'PLATFORM-CLI', 'Platform-Cli']) {
      expect(outcome(await api.post(path, { body: { clientId, name: 'x', type: 'web' } }))).toBe(
        '409 already_exists already_exists:/clientId',
      );
    }
  });

  it('rejects more than 500 applications, even concurrently', async () => {
    const { tenant: full, api: by } = await freshTenant('full');
    await platform.sql(
      `INSERT INTO application (tenant_id, client_id, name, type) SELECT $1, 'bulk-' || n, 'Bulk', 'm2m' FROM generate_series(1, 497) n`,
      [full.id],
    );
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => by.post(path, { body: { name: 'Late', type: 'spa' } })),
    );
    expect(answers.map((a) => a.status).sort()).toEqual([200, 200, 200, 422, 422, 422, 422, 422]);
    expect(answers.find((a) => a.status === 422)?.body.code).toBe('limit_exceeded');
  });

  it('assigns an id to only one of several concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        api.post(path, { body: { clientId: 'wanted', name: 'x', type: 'spa' } }),
      ),
    );
    expect(answers.map((a) => a.status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });
});

describe('applicationList', () => {
  it('pages newest first, by type', async () => {
    const { api: by } = await freshTenant('lists');
    const made: string[] = [];
    for (const type of ['web', 'm2m', 'web', 'spa', 'web'])
      made.push((await create({ type }, by)).clientId);
    const first = (await by.get(`${path}?limit=2`)).body;
    expect([first.data.map((a: any) => a.clientId), first.hasMore]).toEqual([
      [made[4], made[3]],
      true,
    ]);
    const second = (await by.get(`${path}?limit=2&cursor=${first.nextCursor}`)).body;
    const third = (await by.get(`${path}?limit=2&cursor=${second.nextCursor}`)).body;
    expect([...second.data, ...third.data].map((a: any) => a.clientId)).toEqual([
      made[2],
      made[1],
      made[0],
    ]);
    expect([third.nextCursor, third.hasMore]).toEqual([null, false]);
    expect((await by.get(`${path}?type=web`)).body.data.map((a: any) => a.clientId)).toEqual([
      made[4],
      made[2],
      made[0],
    ]);
    expect((await by.get(`${path}?type=web&cursor=${first.nextCursor}`)).body.code).toBe(
      'invalid_cursor',
    );
    expect((await api.get(`${path}?cursor=${first.nextCursor}`)).body.code).toBe('invalid_cursor');
    expect((await by.get(`${path}?type=other`)).body.code).toBe('invalid_parameter');
    expect((await by.get(`${path}?q=x`)).body.code).toBe('invalid_parameter');
  });
});

describe('applicationUpdate', () => {
  it('merges, reports changes, and resets to defaults with null', async () => {
    const { tenant: other, api: by } = await freshTenant('updates');
    const made = await create(
      { description: 'old', metadata: { a: '1', b: '2' }, accessTokenTtlSeconds: 120 },
      by,
    );
    const answer = await by.patch(`${path}/${made.clientId}`, {
      body: {
        name: 'New',
        description: null,
        accessTokenTtlSeconds: null,
        metadata: { a: null, c: '3' },
        type: 'web',
      },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      name: 'New',
      description: null,
      accessTokenTtlSeconds: 600,
      metadata: { b: '2', c: '3' },
    });
    expect(answer.headers.get('etag')).toBe('"2"');
    const [event] = (await platform.events(other)).slice(-1);
    expect(event).toMatchObject({
      type: 'client.updated',
      data: {
        changed: ['/name', '/description', '/accessTokenTtlSeconds', '/metadata'],
        client: { name: 'New' },
      },
    });
    expect((await platform.audits(other)).at(-1).data.changed).toEqual(event?.data.changed);
  });

  it('has no effect if nothing changes', async () => {
    const made = await create({ name: 'Same' });
    const before = (await platform.events(tenant)).length;
    const answer = await api.patch(`${path}/${made.clientId}`, {
      body: { name: 'Same', description: null },
    });
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"1"']);
    expect((await platform.events(tenant)).length).toBe(before);
  });

  it('has no effect if only the order of keys differs', async () => {
    const key = publicJwk();
    const made = await create({
      tokenEndpointAuthMethod: 'private_key_jwt',
      jwks: { keys: [key] },
    });
    const answer = await api.patch(`${path}/${made.clientId}`, {
      body: { jwks: { keys: [Object.fromEntries(Object.entries(key).toReversed())] } },
    });
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"1"']);
  });

  test.each<[string, object, string]>([
    ['another type', { type: 'm2m' }, 'immutable:/type'],
    ['another client id', { clientId: 'other' }, 'immutable:/clientId'],
    ['a name of null', { name: null }, 'invalid_format:/name'],
    [
      'an invalid redirect',
      { redirectUris: ['http://a.example/'] },
      'invalid_format:/redirectUris/0',
    ],
    [
      'private_key_jwt without keys',
      { tokenEndpointAuthMethod: 'private_key_jwt' },
      'required:/jwks',
    ],
    [
      'too much metadata',
      { metadata: Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`k${i}`, 'v'])) },
      'invalid_format:/metadata',
    ],
    [
      'a scope of the platform',
      { allowedScopes: ['platform:tenants.read'] },
      'reserved:/allowedScopes/0',
    ],
  ])('rejects %s', async (_, body, expected) => {
    const { clientId } = await create({ metadata: { own: 'x' } });
    expect(outcome(await api.patch(`${path}/${clientId}`, { body }))).toBe(
      `422 validation_failed ${expected}`,
    );
  });

  it('adds no tenant scope that the caller lacks, and keeps existing ones', async () => {
    const strong = await platform.as({ tenant, scopes: [...scopes, 'tenant:orgs.write'] });
    const { clientId } = await create({ allowedScopes: ['tenant:orgs.write'] }, strong);
    expect(
      (
        await api.patch(`${path}/${clientId}`, {
          body: { allowedScopes: ['tenant:orgs.write', 'tenant:users.read'] },
        })
      ).status,
    ).toBe(200);
    const answer = await api.patch(`${path}/${clientId}`, {
      body: { allowedScopes: ['tenant:orgs.write', 'tenant:orgs.read'] },
    });
    expect(outcome(answer)).toBe('403 insufficient_scope missing_scope:/allowedScopes/1');
  });

  it('rejects a stale version', async () => {
    const { clientId } = await create({});
    expect(
      (
        await api.patch(`${path}/${clientId}`, {
          body: { name: 'A' },
          headers: { 'if-match': '"1"' },
        })
      ).status,
    ).toBe(200);
    expect(
      (
        await api.patch(`${path}/${clientId}`, {
          body: { name: 'B' },
          headers: { 'if-match': '"1"' },
        })
      ).body.code,
    ).toBe('precondition_failed');
    expect(
      (await api.delete(`${path}/${clientId}`, { headers: { 'if-match': '"1"' } })).body.code,
    ).toBe('precondition_failed');
  });

  it('revokes the tokens of a disabled client', async () => {
    const { tenant: other, api: by } = await freshTenant('disables');
    const { clientId } = await create({ type: 'm2m' }, by);
    const asClient = await platform.as({ tenant: other, clientId, scopes });
    expect((await asClient.get(path)).status).toBe(200);
    expect(
      (await by.patch(`${path}/${clientId}`, { body: { enabled: false, name: 'Off' } })).body
        .enabled,
    ).toBe(false);
    await eventually(async () => ((await asClient.get(path)).status === 401 ? true : undefined));
    const entry = await platform.service.platform.bus.get<{ notBefore: number }>(
      'token-cutoffs',
      cutoffKey({ tenantId: other.id, kind: 'client', id: clientId }),
    );
    expect(entry?.notBefore).toBeGreaterThan(Date.now() / 1000 - 60);
    expect((await platform.events(other)).map((e) => e.type).slice(2)).toEqual([
      'client.updated',
      'client.disabled',
    ]);
    await by.patch(`${path}/${clientId}`, { body: { enabled: true } });
    expect((await platform.events(other)).at(-1)?.type).toBe('client.enabled');
  });

  it('does not disable or delete platform clients', async () => {
    const home = platform.hub.tenant('default');
    const operator = await platform.as({ tenant: home, scopes });
    await platform.sql(
      `INSERT INTO application (tenant_id, client_id, name, type, is_platform) VALUES ($1, 'platform-cli', 'CLI', 'device', true)`,
      [defaultTenantId],
    );
    expect(
      outcome(await operator.patch(`${path}/platform-cli`, { body: { enabled: false } })),
    ).toBe('409 conflict system_resource:');
    expect(outcome(await operator.delete(`${path}/platform-cli`))).toBe(
      '409 conflict system_resource:',
    );
    expect((await operator.get(`${path}/platform-cli`)).status).toBe(200);
    expect((await api.get(`${path}/platform-cli`)).status).toBe(404);
  });
});

describe('the last application with tenant:applications.write', () => {
  const administrator = (clientId: string, by: TestApi) =>
    create({ clientId, type: 'm2m', allowedScopes: ['tenant:applications.write'] }, by);

  test.each([
    ['is not deleted', (by: TestApi, at: string) => by.delete(at)],
    ['is not disabled', (by: TestApi, at: string) => by.patch(at, { body: { enabled: false } })],
    ['keeps its scope', (by: TestApi, at: string) => by.patch(at, { body: { allowedScopes: [] } })],
  ])('%s without allowLockout', async (name, change) => {
    const { api: by } = await freshTenant(`lockout-${name.replaceAll(' ', '-')}`);
    await administrator('only-one', by);
    expect(outcome(await change(by, `${path}/only-one`))).toBe('409 lockout_risk');
    expect((await by.get(`${path}/only-one`)).body).toMatchObject({
      enabled: true,
      allowedScopes: ['tenant:applications.write'],
    });
    const insisted = await change(by, `${path}/only-one?allowLockout=true`);
    expect(insisted.status).toBe(200);
  });

  it('can be deleted when another one has the scope', async () => {
    const { api: by } = await freshTenant('lockout-another');
    await administrator('first', by);
    await create({ clientId: 'powerless', type: 'm2m' }, by);
    await create(
      {
        clientId: 'disabled',
        type: 'm2m',
        allowedScopes: ['tenant:applications.write'],
        enabled: false,
      },
      by,
    );
    expect(outcome(await by.delete(`${path}/first`))).toBe('409 lockout_risk');
    await administrator('second', by);
    expect((await by.delete(`${path}/first`)).status).toBe(200);
  });

  it('is kept if the last two are deleted concurrently', async () => {
    const { api: by } = await freshTenant('lockout-race');
    await Promise.all([administrator('left', by), administrator('right', by)]);
    const answers = await Promise.all(['left', 'right'].map((id) => by.delete(`${path}/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('applicationDelete', () => {
  it('deletes, revokes tokens, and reserves the id for 30 days', async () => {
    const { tenant: other, api: by } = await freshTenant('deletes');
    const { clientId } = await create({ clientId: 'short-lived', type: 'm2m' }, by);
    const asClient = await platform.as({ tenant: other, clientId, scopes });
    expect((await by.delete(`${path}/${clientId}`)).body).toEqual({ id: clientId, deleted: true });
    expect((await by.get(`${path}/${clientId}`)).status).toBe(404);
    expect((await by.delete(`${path}/${clientId}`)).status).toBe(404);
    expect((await by.get(`${path}/${clientId}/secrets`)).status).toBe(404);
    expect((await by.get(path)).body.data).toEqual([]);
    await eventually(async () => ((await asClient.get(path)).status === 401 ? true : undefined));
    expect((await platform.events(other)).at(-1)).toMatchObject({
      type: 'client.deleted',
      data: { client: { clientId, type: 'm2m' } },
    });

    const again = () => by.post(path, { body: { clientId, name: 'Next', type: 'web' } });
    await sweepApplications(platform.service.platform.db);
    expect((await again()).body.code).toBe('already_exists');
    await platform.sql(
      `UPDATE application SET deleted_at = now() - interval '30 days 1 minute' WHERE tenant_id = $1`,
      [other.id],
    );
    await platform.sql(
      `INSERT INTO oidc_artifact (tenant_id, model, id_hash, payload) VALUES ($1, 'RefreshToken', '\\x01', $2)`,
      [other.id, { clientId }],
    );
    await sweepApplications(platform.service.platform.db);
    expect(
      await platform.sql('SELECT 1 FROM oidc_artifact WHERE tenant_id = $1', [other.id]),
    ).toEqual([]);
    expect((await again()).status).toBe(200);
  });
});

describe('an application of another tenant', () => {
  it('is not found', async () => {
    const { api: other } = await freshTenant('stranger');
    const { clientId } = await create({});
    const [secret] = (await api.get(`${path}/${clientId}/secrets`)).body.data;
    const calls = [
      other.get(`${path}/${clientId}`),
      other.patch(`${path}/${clientId}`, { body: { name: 'x' } }),
      other.delete(`${path}/${clientId}`),
      other.get(`${path}/${clientId}/secrets`),
      other.post(`${path}/${clientId}/secrets`),
      other.delete(`${path}/${clientId}/secrets/${secret.id}`),
    ];
    expect((await Promise.all(calls)).map((a) => a.body.code)).toEqual(
      Array.from({ length: 6 }, () => 'not_found'),
    );
    expect((await other.get(path)).body.data).toEqual([]);
  });
});

describe('application secrets', () => {
  it('overlap for a while', async () => {
    const { tenant: other, api: by } = await freshTenant('secrets');
    const { clientId, clientSecret } = await create({}, by);
    const answer = await by.post(`${path}/${clientId}/secrets`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^sec_/),
      secret: expect.stringMatching(/^[\w-]{43}$/),
      last4: answer.body.secret.slice(-4),
      createdAt: expect.any(String),
      expiresAt: null,
      lastUsedAt: null,
    });
    const { data, hasMore } = (await by.get(`${path}/${clientId}/secrets`)).body;
    expect(hasMore).toBe(false);
    expect(data.map((s: any) => s.last4)).toEqual([answer.body.last4, clientSecret.slice(-4)]);
    expect(Date.parse(data[1].expiresAt) - Date.now()).toBeGreaterThan(86_340_000);
    expect(Date.parse(data[1].expiresAt) - Date.now()).toBeLessThan(86_460_000);
    expect(Object.keys(data[0])).not.toContain('secret');
    expect((await platform.events(other)).at(-1)).toMatchObject({
      type: 'client.secret_created',
      data: { secretId: answer.body.id, last4: answer.body.last4, expiresAt: null },
    });
  });

  it('are limited to two, unless the previous ones expire immediately', async () => {
    const { clientId } = await create({});
    await api.post(`${path}/${clientId}/secrets`);
    expect((await api.post(`${path}/${clientId}/secrets`)).body.code).toBe('limit_exceeded');
    expect(
      (await api.post(`${path}/${clientId}/secrets`, { body: { expiresPreviousInSeconds: 0 } }))
        .status,
    ).toBe(200);
    expect((await api.get(`${path}/${clientId}/secrets`)).body.data).toHaveLength(1);
  });

  it('never outlive their expiry', async () => {
    const { clientId } = await create({});
    await api.post(`${path}/${clientId}/secrets`, { body: { expiresPreviousInSeconds: 60 } });
    const before = (await api.get(`${path}/${clientId}/secrets`)).body.data[1].expiresAt;
    await api.post(`${path}/${clientId}/secrets`);
    expect((await api.get(`${path}/${clientId}/secrets`)).body.data[1].expiresAt).toBe(before);
  });

  it('are limited to two for concurrent requests', async () => {
    const { clientId } = await create({});
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => api.post(`${path}/${clientId}/secrets`)),
    );
    expect(answers.map((a) => a.status).sort()).toEqual([200, 422, 422, 422, 422, 422]);
  });

  it('cannot all be deleted, even concurrently', async () => {
    const { clientId } = await create({});
    await api.post(`${path}/${clientId}/secrets`);
    const { data } = (await api.get(`${path}/${clientId}/secrets`)).body;
    const answers = await Promise.all(
      data.map((s: any) => api.delete(`${path}/${clientId}/secrets/${s.id}`)),
    );
    expect((answers as { status: number }[]).map((a) => a.status).sort()).toEqual([200, 409]);
    const [left] = (await api.get(`${path}/${clientId}/secrets`)).body.data;
    expect((await api.delete(`${path}/${clientId}/secrets/${left.id}`)).body.code).toBe(
      'invalid_state',
    );
    expect((await platform.events(tenant)).at(-1)).toMatchObject({
      type: 'client.secret_deleted',
      data: { client: { clientId } },
    });
  });

  it('can all be deleted if the client authenticates with a key', async () => {
    const { clientId } = await create({});
    expect(
      (
        await api.patch(`${path}/${clientId}`, {
          body: { tokenEndpointAuthMethod: 'private_key_jwt', jwks: { keys: [publicJwk()] } },
        })
      ).status,
    ).toBe(200);
    const [secret] = (await api.get(`${path}/${clientId}/secrets`)).body.data;
    expect((await api.delete(`${path}/${clientId}/secrets/${secret.id}`)).body).toEqual({
      id: secret.id,
      deleted: true,
    });
  });

  test.each(['spa', 'native', 'device'])('are not available for the type %s', async (type) => {
    const { clientId } = await create({ type });
    expect((await api.post(`${path}/${clientId}/secrets`)).body.code).toBe('invalid_state');
  });

  test.each<[object, string]>([
    [{ expiresPreviousInSeconds: -1 }, 'invalid_format:/expiresPreviousInSeconds'],
    [{ expiresPreviousInSeconds: 2_592_001 }, 'invalid_format:/expiresPreviousInSeconds'],
    [{ expiresPreviousInSeconds: 1.5 }, 'invalid_format:/expiresPreviousInSeconds'],
    [{ expires: 1 }, 'unknown_member:/expires'],
  ])('cannot be created with %j', async (body, expected) => {
    const { clientId } = await create({});
    expect(outcome(await api.post(`${path}/${clientId}/secrets`, { body }))).toBe(
      `422 validation_failed ${expected}`,
    );
  });

  it('require their own scopes', async () => {
    const { clientId } = await create({});
    const [secret] = (await api.get(`${path}/${clientId}/secrets`)).body.data;
    const writer = await platform.as({
      tenant,
      scopes: ['tenant:applications.read', 'tenant:applications.write'],
    });
    const answers = await Promise.all([
      writer.get(`${path}/${clientId}/secrets`),
      writer.post(`${path}/${clientId}/secrets`),
      writer.delete(`${path}/${clientId}/secrets/${secret.id}`),
    ]);
    expect(answers.map((a) => a.body.code)).toEqual([
      'insufficient_scope',
      'insufficient_scope',
      'insufficient_scope',
    ]);
    expect(
      (await api.delete(`${path}/${clientId}/secrets/sec_01h455vb4pex5vsknk084sn02q`)).body.code,
    ).toBe('not_found');
  });
});

describe('the authentication of a client', () => {
  it("can be changed only with a token that has the client's scopes", async () => {
    const { tenant: of, api: owner } = await freshTenant('becoming');
    const { clientId } = await create({ type: 'm2m', allowedScopes: ['tenant:users.read'] }, owner);
    const lesser = await platform.as({ tenant: of, scopes: applicationScopes });
    const secret = await lesser.post(`${path}/${clientId}/secrets`, { body: {} });
    expect([secret.status, secret.body.code, secret.body.errors]).toEqual([
      403,
      'insufficient_scope',
      [{ code: 'missing_scope', detail: 'tenant:users.read' }],
    ]);
    const keys = await lesser.patch(`${path}/${clientId}`, {
      body: { tokenEndpointAuthMethod: 'private_key_jwt', jwks: { keys: [publicJwk()] } },
    });
    expect([keys.status, keys.body.code]).toEqual([403, 'insufficient_scope']);
    expect(
      (await lesser.patch(`${path}/${clientId}`, { body: { description: 'mine to change' } }))
        .status,
    ).toBe(200);
    expect((await owner.post(`${path}/${clientId}/secrets`, { body: {} })).status).toBe(200);
  });
});

describe('an application with scopes that the token lacks', () => {
  const lesserThan = async (slug: string, body: object = {}) => {
    const { tenant: of, api: owner } = await freshTenant(slug);
    const { clientId } = await create({ allowedScopes: ['tenant:users.read'], ...body }, owner);
    const lesser = await platform.as({ tenant: of, scopes: applicationScopes });
    return { owner, lesser, at: `${path}/${clientId}` };
  };
  const lacking = '403 insufficient_scope missing_scope:';

  it.each<[string, object]>([
    ['redirectUris', { redirectUris: ['https://attacker.example/callback'] }],
    [
      'grantTypes',
      { grantTypes: ['authorization_code', 'urn:ietf:params:oauth:grant-type:token-exchange'] },
    ],
    ['tokenEndpointAuthMethod', { tokenEndpointAuthMethod: 'client_secret_post' }],
    ['jwks', { jwks: { keys: [publicJwk()] } }],
    ['jwksUri', { jwksUri: 'https://keys.example.com/jwks' }],
    ['firstParty', { firstParty: false }],
    ['backchannelLogoutUri', { backchannelLogoutUri: 'https://attacker.example/logout' }],
    ['allowedScopes, including those that the token lacks', { allowedScopes: [] }],
  ])('keeps its %s', async (member, body) => {
    const { owner, lesser, at } = await lesserThan(`lesser-${member.toLowerCase().split(',')[0]}`);
    const before = (await owner.get(at)).body;
    expect(outcome(await lesser.patch(at, { body }))).toBe(lacking);
    expect((await owner.get(at)).body).toEqual(before);
    expect((await owner.patch(at, { body })).status).toBe(200);
  });

  it('is not deleted', async () => {
    const { owner, lesser, at } = await lesserThan('lesser-deletes');
    expect(outcome(await lesser.delete(at))).toBe(lacking);
    expect((await owner.get(at)).status).toBe(200);
    expect((await owner.delete(at)).status).toBe(200);
  });

  it('can be disabled, but not enabled again', async () => {
    const { owner, lesser, at } = await lesserThan('lesser-disables');
    expect((await lesser.patch(at, { body: { enabled: false } })).status).toBe(200);
    expect(outcome(await lesser.patch(at, { body: { enabled: true } }))).toBe(lacking);
    expect((await owner.patch(at, { body: { enabled: true } })).status).toBe(200);
  });

  it('can be changed in all other properties', async () => {
    const { lesser, at } = await lesserThan('lesser-describes');
    const body = {
      description: 'Described',
      postLogoutRedirectUris: ['https://app.example.com/bye'],
      allowedOrigins: ['https://app.example.com'],
      metadata: { team: 'a' },
    };
    expect((await lesser.patch(at, { body })).status).toBe(200);
  });
});
