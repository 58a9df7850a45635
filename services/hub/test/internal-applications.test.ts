import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { TestAnswer, TestCall } from '@platform/testkit/service';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { projectedTokenFile } from '@platform/kit/auth';
import { patientPeer } from '@platform/testkit/patient-peer';
import { newSecret } from '@platform/kit/webhook-signature';
import { webhookSecretContext } from '../src/applications/claims-webhooks.ts';
import { applicationScopes, managementPlatform } from './management-platform.ts';
import type { ManagementPlatform } from './management-platform.ts';

let platform: ManagementPlatform;
let closed: ManagementPlatform;
let tenant: TestTenant;
const path = '/internal/applications';
const audience = 'hub-applications-facade';

beforeAll(async () => {
  const channel = 'platform.applications.service-identity.cluster';
  platform = await managementPlatform(({ cluster }) => ({
    [`${channel}.enabled`]: 'true',
    [`${channel}.issuer`]: cluster.issuer,
    [`${channel}.jwks-uri`]: cluster.jwksUri,
    [`${channel}.allowed-sub`]: '^system:serviceaccount:platform:(product-api|fga)$',
    [`${channel}.header-name`]: 'X-Facade-Token',
    'platform.hub.webhook.allowed-internal-hosts': 'localhost',
    'platform.hub.webhook.plain-http-hosts': 'localhost,plain.example',
  }));
  closed = await managementPlatform();
  tenant = platform.hub.tenant('acme');
});
afterAll(async () => {
  await platform.stop();
  await closed.stop();
});

type Headers = Record<string, string | undefined>;
/** Sends a request as fga, unless `headers` replaces a header; `undefined` omits it. */
async function call(
  method: string,
  at: string,
  { headers = {}, ...more }: Omit<TestCall, 'headers'> & { headers?: Headers } = {},
): Promise<TestAnswer> {
  const sent: Headers = {
    'x-facade-token': `Bearer ${await platform.cluster.mint('fga', audience)}`,
    'x-platform-tenant': tenant.id,
    ...headers,
  };
  return platform.call(method, `${path}${at}`, {
    ...more,
    headers: Object.fromEntries(
      Object.entries(sent).filter((e): e is [string, string] => e[1] !== undefined),
    ),
  });
}
const create = async (body: object = {}): Promise<any> => {
  const answer = await call('post', '', { body: { name: 'App', type: 'web', ...body } });
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return answer.body;
};
const administrator = async (options: { tenant?: TestTenant; scopes: string[] }): Promise<string> =>
  `Bearer ${await platform.hub.token({ tenant, userId: 'usr_01h455vb4pex5vsknk084sn02q', ...options })}`;

describe('the disabled applications channel', () => {
  it('returns 404', async () => {
    const token = await closed.cluster.mint('product-api', audience);
    for (const at of ['', '/', '/app', '/app/claims-webhook']) {
      const answer = await closed.call('get', `${path}${at}`, {
        headers: {
          'x-platform-service-authorization': `Bearer ${token}`,
          'x-platform-tenant': tenant.id,
        },
      });
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    }
  });
});

describe('the authenticator of the applications channel', () => {
  it.each<[string, () => Promise<Headers> | Headers, string]>([
    ['no token', () => ({ 'x-facade-token': undefined }), '401 token_missing'],
    [
      'a token in the usual header',
      async () => ({
        'x-facade-token': undefined,
        'x-platform-service-authorization': `Bearer ${await platform.cluster.mint('fga', audience)}`,
      }),
      '401 token_missing',
    ],
    [
      'another audience',
      async () => ({ 'x-facade-token': await platform.cluster.mint('fga', 'hub') }),
      '401 token_invalid',
    ],
    [
      'another account',
      async () => ({ 'x-facade-token': await platform.cluster.mint('directory', audience) }),
      '403 caller_not_allowed',
    ],
    [
      'an account whose name only ends with an allowed one',
      async () => ({ 'x-facade-token': await platform.cluster.mint('not-fga', audience) }),
      '403 caller_not_allowed',
    ],
    [
      'a token with a lifetime that is too long',
      async () => ({ 'x-facade-token': await platform.cluster.mint('fga', audience, 90_000) }),
      '401 token_invalid',
    ],
    [
      'two tokens',
      async () => ({
        'x-facade-token': `${await platform.cluster.mint('fga', audience)}, ${await platform.cluster.mint('fga', audience)}`,
      }),
      '400 malformed_request',
    ],
    ['no tenant', () => ({ 'x-platform-tenant': undefined }), '400 invalid_parameter'],
    [
      'a tenant that is not an id',
      () => ({ 'x-platform-tenant': 'acme' }),
      '400 invalid_parameter',
    ],
    [
      'a tenant that does not exist',
      () => ({ 'x-platform-tenant': 'tnt_01h455vb4pex5vsknk084sn02q' }),
      '404 not_found',
    ],
    ['an invalid bearer token', () => ({ authorization: 'Bearer x' }), '401 token_invalid'],
    [
      'an administrator of another tenant',
      async () => ({
        authorization: await administrator({
          tenant: platform.hub.tenant('other'),
          scopes: applicationScopes,
        }),
      }),
      '403 tenant_mismatch',
    ],
  ])('rejects %s', async (_, headers, expected) => {
    const answer = await call('get', '', { headers: await headers() });
    expect(`${answer.status} ${answer.body.code}`).toBe(expected);
  });

  it('accepts a token without a prefix, and the tenant from the body', async () => {
    const bare = await platform.cluster.mint('product-api', audience);
    const answer = await call('post', '', {
      body: { name: 'Body', type: 'spa', tenantId: tenant.id },
      headers: { 'x-facade-token': bare, 'x-platform-tenant': undefined },
    });
    expect([answer.status, answer.body.name]).toEqual([200, 'Body']);
  });

  it('requires header and body to agree', async () => {
    const answer = await call('post', '', {
      body: { name: 'Body', type: 'spa', tenantId: platform.hub.tenant('other').id },
    });
    expect(`${answer.status} ${answer.body.code}`).toBe('403 tenant_mismatch');
  });

  it('returns the allowed methods of a path, only to authenticated callers', async () => {
    const answer = await call('put', '', {});
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    expect((await call('put', '', { headers: { 'x-facade-token': undefined } })).status).toBe(401);
    expect((await call('get', '/a/b/c/d')).status).toBe(404);
    expect((await call('get', '/')).status).toBe(404);
  });
});

describe('applications on the internal channel', () => {
  it('can be managed as through the API, by a service account', async () => {
    const made = await create({
      clientId: 'by-fga',
      type: 'm2m',
      allowedScopes: ['tenant:users.read'],
    });
    expect(made.clientSecret).toMatch(/^[\w-]{43}$/);
    const api = await platform.as({ tenant, scopes: applicationScopes });
    expect((await api.get('/api/v1/applications/by-fga')).body).toEqual({
      ...made,
      clientSecret: undefined,
    });
    expect((await platform.audits(tenant)).at(-1)).toMatchObject({
      actor: { type: 'service', id: 'fga' },
      subject: { id: 'by-fga' },
      data: { operationId: 'applicationCreate' },
    });
    expect(
      (await call('patch', '/by-fga', { body: { name: 'New', tenantId: tenant.id } })).body.name,
    ).toBe('New');
    expect((await call('get', '/by-fga')).headers.get('etag')).toBe('"2"');
    expect(
      (await call('patch', '/by-fga', { body: { name: 'Old' }, headers: { 'if-match': '"1"' } }))
        .body.code,
    ).toBe('precondition_failed');
    expect(
      (
        await call('post', '/by-fga/secrets', {
          body: { tenantId: tenant.id, expiresPreviousInSeconds: 60 },
        })
      ).body.secret,
    ).toMatch(/^[\w-]{43}$/);
    expect((await call('get', '/by-fga/secrets')).body.data).toHaveLength(2);
    expect((await call('get', '?type=m2m')).body.data.map((a: any) => a.clientId)).toEqual([
      'by-fga',
    ]);
    expect((await call('delete', '/by-fga')).body).toEqual({ id: 'by-fga', deleted: true });
  });

  it('follow the same rules', async () => {
    expect(
      (
        await call('post', '', {
          body: { name: 'x', type: 'web', redirectUris: ['http://a.example/'] },
        })
      ).body.code,
    ).toBe('validation_failed');
    expect(
      (await call('post', '', { body: { name: 'x', type: 'web', other: 1 } })).body.errors,
    ).toMatchObject([{ code: 'unknown_member', pointer: '/other' }]);
    expect(
      (
        await call('post', '', {
          body: { name: 'x', type: 'm2m', allowedScopes: ['platform:tenants.read'] },
        })
      ).body.code,
    ).toBe('validation_failed');
    expect(
      (await call('post', '', { body: { name: 'x', type: 'm2m', clientId: 'platform-cli' } })).body
        .code,
    ).toBe('already_exists');
    expect((await call('get', '/absent')).body.code).toBe('not_found');
  });

  it('are changed on behalf of the administrator whose bearer token is sent', async () => {
    const authorization = await administrator({ scopes: ['tenant:users.read'] });
    const body = {
      name: 'x',
      type: 'm2m',
      allowedScopes: ['tenant:users.read', 'tenant:users.write'],
    };
    const refused = await call('post', '', { body, headers: { authorization } });
    expect(refused.body).toMatchObject({
      code: 'insufficient_scope',
      errors: [{ detail: 'tenant:users.write' }],
    });
    expect(
      (
        await call('post', '', {
          body: { ...body, allowedScopes: ['tenant:users.read'] },
          headers: { authorization },
        })
      ).status,
    ).toBe(200);
    expect((await platform.audits(tenant)).at(-1).actor).toMatchObject({
      type: 'user',
      id: 'usr_01h455vb4pex5vsknk084sn02q',
    });
  });

  it('replay a response only to the same caller', async () => {
    const headers = { 'idempotency-key': 'internal-1' };
    const [first, again] = [
      await call('post', '', { body: { name: 'I', type: 'web' }, headers }),
      await call('post', '', { body: { name: 'I', type: 'web' }, headers }),
    ];
    expect(again.body).toEqual(first.body);
    const other = await call('post', '', {
      body: { name: 'I', type: 'web' },
      headers: {
        ...headers,
        'x-facade-token': await platform.cluster.mint('product-api', audience),
      },
    });
    expect(other.body.clientId).not.toBe(first.body.clientId);
  });
});

describe('claims webhooks on the internal channel', () => {
  const setting = (more: object = {}): object => ({
    tenantId: tenant.id,
    url: 'http://localhost:8082/internal/claims-enrichment',
    secret: newSecret(),
    tokenTypes: ['access_token', 'id_token'],
    failureMode: 'deny',
    timeoutMilliseconds: 500,
    version: 3,
    ...more,
  });

  it('are stored encrypted and returned without their secret', async () => {
    const { clientId } = await create();
    const secret = newSecret();
    const put = await call('put', `/${clientId}/claims-webhook`, { body: setting({ secret }) });
    expect([put.status, put.body]).toEqual([
      200,
      {
        id: clientId,
        tenantId: tenant.id,
        url: 'http://localhost:8082/internal/claims-enrichment',
        hasSecret: true,
        tokenTypes: ['access_token', 'id_token'],
        failureMode: 'deny',
        timeoutMilliseconds: 500,
        version: 3,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
    expect((await call('get', `/${clientId}/claims-webhook`)).body).toEqual(put.body);
    const [row] = await platform.sql<{ secret_sealed: string }>(
      'SELECT secret_sealed FROM claims_webhook WHERE tenant_id = $1 AND client_id = $2',
      [tenant.id, clientId],
    );
    expect(
      platform.service.platform.secrets.open(
        row?.secret_sealed ?? '',
        webhookSecretContext(tenant.id, clientId),
      ),
    ).toBe(secret);
    const shown = await call('get', `/${clientId}`);
    expect(shown.body.claimsWebhook).toEqual({
      url: 'http://localhost:8082/internal/claims-enrichment',
      tokenTypes: ['access_token', 'id_token'],
      failureMode: 'deny',
      timeoutMilliseconds: 500,
      version: 3,
    });
    expect(shown.headers.get('etag')).toBe('"2"');
    expect((await platform.events(tenant)).at(-1)).toMatchObject({
      type: 'client.claims_webhook_set',
      data: { client: { clientId, claimsWebhook: { version: 3 } } },
    });
    expect(
      JSON.stringify(
        await platform.sql('SELECT envelope FROM outbox WHERE tenant_id = $1', [tenant.id]),
      ),
    ).not.toContain(secret);
    const deletion = await call('delete', `/${clientId}/claims-webhook`);
    expect(deletion.body).toEqual({ id: clientId, deleted: true });
    expect((await platform.events(tenant)).at(-1)?.type).toBe('client.claims_webhook_cleared');
    expect((await call('get', `/${clientId}/claims-webhook`)).status).toBe(404);
    expect((await call('delete', `/${clientId}/claims-webhook`)).status).toBe(404);
    expect((await call('get', `/${clientId}`)).body.claimsWebhook).toBeNull();
  });

  it('have default settings', async () => {
    const { clientId } = await create();
    const put = await call('put', `/${clientId}/claims-webhook`, {
      body: { url: 'http://localhost:8082/', secret: newSecret(), version: 0 },
    });
    expect(put.body).toMatchObject({
      tokenTypes: ['access_token'],
      failureMode: 'omit',
      timeoutMilliseconds: 1000,
      version: 0,
    });
  });

  it('ignore outdated versions, also after clearing', async () => {
    const { clientId } = await create();
    const at = `/${clientId}/claims-webhook`;
    await call('put', at, { body: setting({ version: 5 }) });
    expect(
      (await call('put', at, { body: setting({ version: 4, timeoutMilliseconds: 100 }) })).body,
    ).toMatchObject({ version: 5, timeoutMilliseconds: 500 });
    expect(
      (await call('put', at, { body: setting({ version: 5, timeoutMilliseconds: 200 }) })).body,
    ).toMatchObject({ version: 5, timeoutMilliseconds: 200 });
    expect((await call('delete', `${at}?version=4`)).body).toMatchObject({
      version: 5,
      url: expect.any(String),
    });
    expect((await call('delete', `${at}?version=6`)).body).toEqual({ id: clientId, deleted: true });
    expect((await call('put', at, { body: setting({ version: 5 }) })).body).toEqual({
      id: clientId,
      deleted: true,
    });
    expect((await call('get', at)).status).toBe(404);
    expect((await call('put', at, { body: setting({ version: 7 }) })).body).toMatchObject({
      version: 7,
    });
  });

  it('ignore outdated versions after clearing a missing webhook, which returns 404 and emits no event', async () => {
    const { clientId } = await create();
    const at = `/${clientId}/claims-webhook`;
    const [events, { headers }] = [
      (await platform.events(tenant)).length,
      await call('get', `/${clientId}`),
    ];
    for (const query of ['', '?version=6', '?version=4'])
      expect((await call('delete', at + query)).body.code).toBe('not_found');
    expect((await call('put', at, { body: setting({ version: 5 }) })).body).toEqual({
      id: clientId,
      deleted: true,
    });
    expect((await call('get', at)).status).toBe(404);
    const shown = await call('get', `/${clientId}`);
    expect([
      shown.body.claimsWebhook,
      shown.headers.get('etag'),
      (await platform.events(tenant)).length,
    ]).toEqual([null, headers.get('etag'), events]);
    expect((await call('put', at, { body: setting({ version: 7 }) })).body).toMatchObject({
      version: 7,
      tokenTypes: ['access_token', 'id_token'],
      failureMode: 'deny',
      timeoutMilliseconds: 500,
    });
    expect((await call('delete', `${at}?version=8`)).body).toEqual({ id: clientId, deleted: true });
    expect((await call('delete', `${at}?version=10`)).status).toBe(404);
    expect((await call('put', at, { body: setting({ version: 9 }) })).body).toEqual({
      id: clientId,
      deleted: true,
    });
    expect((await call('delete', '/app_absent/claims-webhook?version=3')).status).toBe(404);
  });

  it('support If-Match', async () => {
    const { clientId } = await create();
    const at = `/${clientId}/claims-webhook`;
    const matching = (ifMatch: string | null, body?: object) => ({
      headers: { 'if-match': ifMatch ?? undefined },
      ...(body ? { body } : {}),
    });
    for (const tag of ['*', '"3"'])
      expect((await call('put', at, matching(tag, setting()))).body.code).toBe(
        'precondition_failed',
      );
    expect((await call('delete', at, matching('*'))).body.code).toBe('precondition_failed');
    const first = (await call('put', at, { body: setting() })).headers.get('etag');
    expect((await call('get', at)).headers.get('etag')).toBe(first);
    const second = await call('put', at, matching(first, setting({ timeoutMilliseconds: 600 })));
    expect([second.status, second.body.timeoutMilliseconds]).toEqual([200, 600]);
    for (const refused of [
      await call('put', at, matching(first, setting({ version: 9 }))),
      await call('delete', `${at}?version=9`, matching(first)),
    ])
      expect(refused.body.code).toBe('precondition_failed');
    expect((await call('get', at)).body).toEqual(second.body);
    expect((await call('delete', at, matching(second.headers.get('etag')))).status).toBe(200);
  });

  it.each(['-1', '1.5', 'x', '2147483648'])('are not cleared at version %s', async (version) => {
    const { clientId } = await create();
    expect((await call('delete', `/${clientId}/claims-webhook?version=${version}`)).body.code).toBe(
      'invalid_parameter',
    );
  });

  test.each<[string, object, string]>([
    ['a private address', { url: 'https://127.0.0.1/' }, 'host_not_allowed:/url'],
    ['a metadata address', { url: 'http://169.254.169.254/' }, 'scheme_not_allowed:/url'],
    ['a numeric address', { url: 'https://2130706433/' }, 'host_not_allowed:/url'],
    ['a loopback name', { url: 'https://sub.localhost/' }, 'host_not_allowed:/url'],
    [
      'http for a host that is not allowed',
      { url: 'http://other.example/' },
      'scheme_not_allowed:/url',
    ],
    ['a low port', { url: 'http://localhost:22/' }, 'port_not_allowed:/url'],
    ['user information', { url: 'http://u:p@localhost:8082/' }, 'userinfo_not_allowed:/url'],
    ['a fragment', { url: 'http://localhost:8082/#x' }, 'fragment_not_allowed:/url'],
    ['another scheme', { url: 'ftp://localhost/' }, 'scheme_not_allowed:/url'],
    ['no URL', { url: 'localhost' }, 'invalid_format:/url'],
    ['a host that does not exist', { url: 'https://absent.invalid/' }, 'host_not_allowed:/url'],
    ['a short secret', { secret: 'whsec_YWJj' }, 'invalid_format:/secret'],
    ['a secret without its prefix', { secret: 'x'.repeat(40) }, 'invalid_format:/secret'],
    ['no secret', { secret: undefined }, 'required:/secret'],
    ['no token types', { tokenTypes: [] }, 'invalid_format:/tokenTypes'],
    ['another failure mode', { failureMode: 'open' }, 'invalid_format:/failureMode'],
    ['a short timeout', { timeoutMilliseconds: 99 }, 'invalid_format:/timeoutMilliseconds'],
    ['a long timeout', { timeoutMilliseconds: 5001 }, 'invalid_format:/timeoutMilliseconds'],
    ['no version', { version: undefined }, 'required:/version'],
    ['a negative version', { version: -1 }, 'invalid_format:/version'],
    ['a version that is too high', { version: 2 ** 31 }, 'invalid_format:/version'],
    ['an unknown member', { headers: {} }, 'unknown_member:/headers'],
  ])('cannot be set with %s', async (_, more, expected) => {
    const { clientId } = await create();
    const answer = await call('put', `/${clientId}/claims-webhook`, { body: setting(more) });
    expect([
      answer.status,
      answer.body.code,
      ...(answer.body.errors ?? []).map((e: any) => `${e.code}:${e.pointer}`),
    ]).toEqual([422, 'validation_failed', expected]);
    expect(answer.body.detail).not.toMatch(/127\.0\.0\.1|::1/);
  });

  it('are not part of the API, and belong to one tenant', async () => {
    const { clientId } = await create();
    await call('put', `/${clientId}/claims-webhook`, { body: setting() });
    const api = await platform.as({ tenant, scopes: applicationScopes });
    expect((await api.get(`/api/v1/applications/${clientId}/claims-webhook`)).status).toBe(404);
    const other = { 'x-platform-tenant': platform.hub.tenant('other').id };
    expect((await call('get', `/${clientId}/claims-webhook`, { headers: other })).status).toBe(404);
    expect((await call('delete', `/${clientId}/claims-webhook`, { headers: other })).status).toBe(
      404,
    );
    expect(
      (
        await call('put', `/${clientId}/claims-webhook`, {
          headers: other,
          body: setting({ tenantId: undefined }),
        })
      ).status,
    ).toBe(404);
  });
});

describe('Clients/GetClient', () => {
  const peerOf = async (account: string) =>
    patientPeer({
      address: `127.0.0.1:${platform.service.rpcPort}`,
      token: projectedTokenFile(await platform.cluster.tokenFile(account, 'hub')),
    });

  it('returns clients to other services', async () => {
    const { clientId } = await create({ firstParty: false, allowedScopes: ['openid'] });
    const peer = await peerOf('fga');
    const clients = peer.service('platform.hub.v1.Clients');
    const ask = (tenantId: string, id: string) =>
      clients.GetClient({ tenantId, clientId: id }, { deadlineMs: 2_000 });
    expect(await ask(tenant.id, clientId)).toMatchObject({
      found: true,
      name: 'App',
      type: 'web',
      enabled: true,
      firstParty: false,
      allowedScopes: ['openid'],
    });
    for (const [where, id] of [
      [tenant.id, 'absent'],
      [platform.hub.tenant('other').id, clientId],
      ['nowhere', clientId],
    ] as const)
      expect((await ask(where, id)).found).toBe(false);
    peer.close();
    const other = await peerOf('directory');
    await expect(
      other
        .service('platform.hub.v1.Clients')
        .GetClient({ tenantId: tenant.id, clientId }, { deadlineMs: 2_000 }),
    ).rejects.toMatchObject({ code: 'caller_not_allowed' });
    other.close();
  });
});
