import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '@platform/testkit/eventually';
import { sendRaw } from '@platform/testkit/http';
import { roomInMinute } from '@platform/testkit/minute';
import { decodeProtectedHeader } from 'jose';
import { hubUnderTest, platformIssuer } from './hub-under-test.ts';
import type { HubUnderTest, MadeTenant } from './hub-under-test.ts';

let hub: HubUnderTest;
let acme: MadeTenant;
beforeAll(async () => {
  hub = await hubUnderTest({
    'platform.tenancy.in-cluster-service-hosts': 'hub,hub.platform.svc',
    'platform.tenancy.default-tenant-hosts': 'login.example.test',
  });
  acme = await hub.makeTenant('acme');
});
afterAll(() => hub.stop());

const documents = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'];

describe('issuer metadata', () => {
  it.each(documents)('at %s describes exactly what is supported (RFC 8414)', async (path) => {
    const { status, headers, body } = await hub.ask(path, { host: acme.host });
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'application/json; charset=utf-8',
      'public, max-age=300',
    ]);
    expect(body).toMatchObject({
      issuer: acme.issuer,
      token_endpoint: `${acme.issuer}/oauth2/token`,
      jwks_uri: `${acme.issuer}/oauth2/jwks`,
      introspection_endpoint: `${acme.issuer}/oauth2/introspect`,
      revocation_endpoint: `${acme.issuer}/oauth2/revoke`,
      authorization_endpoint: `${acme.issuer}/oauth2/authorize`,
      userinfo_endpoint: `${acme.issuer}/oauth2/userinfo`,
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'form_post'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      token_endpoint_auth_methods_supported: [
        'client_secret_basic',
        'client_secret_post',
        'private_key_jwt',
        'none',
      ],
    });
    expect(body.scopes_supported).toContain('tenant:users.read');
    for (const later of [
      'registration_endpoint',
      'check_session_iframe',
      'dpop_signing_alg_values_supported',
    ])
      expect(body).not.toHaveProperty(later);
  });

  it('lists endpoints that respond', async () => {
    const { body } = await hub.ask(documents[0] as string, { host: acme.host });
    for (const [name, url] of Object.entries(body as Record<string, unknown>)) {
      if (!/_endpoint$|_uri$/.test(name)) continue;
      const { status } = await hub.ask(new URL(url as string).pathname, {
        host: acme.host,
        method: name === 'jwks_uri' ? 'GET' : 'POST',
      });
      expect([name, [200, 303, 400, 401].includes(status)]).toEqual([name, true]);
    }
  });
});

describe('the host of a request', () => {
  it.each([
    ['localhost', platformIssuer],
    ['localhost:8080', platformIssuer],
    ['127.0.0.1', platformIssuer],
    ['127.0.0.1:1', platformIssuer],
    ['[::1]:8080', platformIssuer],
    ['LOCALHOST', platformIssuer],
    ['localhost.', platformIssuer],
    ['hub', platformIssuer],
    ['hub.platform.svc:8080', platformIssuer],
    ['login.example.test', platformIssuer],
    ['acme.platform.localhost', 'http://acme.platform.localhost:18080'],
    ['ACME.Platform.Localhost', 'http://acme.platform.localhost:18080'],
    ['acme.platform.localhost:8443', 'http://acme.platform.localhost:18080'],
    ['acme.platform.localhost.', 'http://acme.platform.localhost:18080'],
  ])('%s belongs to the issuer %s', async (host, issuer) => {
    expect((await hub.ask(documents[0] as string, { host })).body.issuer).toBe(issuer);
  });

  it.each([
    'nobody.platform.localhost',
    'evil.test',
    'acme.platform.localhost.evil.test',
    'x.acme.platform.localhost',
    'acme--test.platform.localhost',
    'acme--.platform.localhost',
    '.platform.localhost',
    'platform.localhost',
    'acme.platform.localhost@evil.test',
    'acme.platform.localhost:x',
    'default.platform.localhost',
    'acme,platform.localhost',
    'ａcme.platform.localhost',
  ])('%j belongs to no tenant', async (host) => {
    const answer = await hub.ask(documents[0] as string, {
      host: Buffer.from(host).toString('latin1'),
    });
    expect([answer.status, answer.body.error]).toEqual([404, 'invalid_request']);
  });

  it('is not taken from X-Forwarded-Host or Forwarded', async () => {
    const forged = {
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'http',
      'x-forwarded-port': '1',
      forwarded: 'host=evil.test;proto=http',
      'x-original-host': 'evil.test',
    };
    const plain = await hub.ask(documents[0] as string, { host: acme.host });
    expect((await hub.ask(documents[0] as string, { host: acme.host, headers: forged })).text).toBe(
      plain.text,
    );
    const answer = await hub.ask('/oauth2/token', {
      host: acme.host,
      basic: [acme.clientId, 'wrong'],
      form: { grant_type: 'client_credentials' },
      headers: forged,
    });
    expect(JSON.stringify([answer.headers, answer.text])).not.toContain('evil');
    expect(answer.headers['www-authenticate']).toContain(`realm="${acme.issuer}"`);
  });

  it('is rejected if it is sent twice', async () => {
    const socket = connect(hub.pod.httpPort, '127.0.0.1');
    socket.end(
      `GET ${documents[0]} HTTP/1.1\r\nHost: ${acme.host}\r\nHost: evil.test\r\nConnection: close\r\n\r\n`,
    );
    expect((await text(socket)).split('\r\n')[0]).toContain(' 400 ');
  });
});

describe('signing keys of issuers', () => {
  const keysOf = async (port = hub.pod.httpPort) =>
    (await sendRaw(port, '/oauth2/jwks', { host: 'hub' })).body.keys as Record<string, string>[];

  it('are the same set for every issuer, without private properties', async () => {
    const [here, there] = [
      await hub.ask('/oauth2/jwks', { host: acme.host }),
      await hub.ask('/oauth2/jwks'),
    ];
    expect(here.text).toBe(there.text);
    expect(here.headers['cache-control']).toBe('public, max-age=300');
    expect(
      here.body.keys.map((k: any) => [k.kty, k.alg, k.use, k['x-purpose'] ?? ''].join(' ')).sort(),
    ).toEqual(['EC ES256 sig ', 'RSA RS256 sig ', 'RSA RS256 sig documents']);
    for (const key of here.body.keys)
      for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'])
        expect(key).not.toHaveProperty(secret);
  });

  it("are stored encrypted, and visible only to the platform's own transactions", async () => {
    const stored = await hub.pod.platform.db.read(
      { tenantId: 'tnt_00000000000000000000000001', actor: { type: 'system', id: 'test' } },
      (tx) => tx.rows<{ privateSealed: string }>('SELECT private_sealed FROM signing_key'),
    );
    expect(stored.length).toBe(3);
    for (const row of stored) expect(row.privateSealed).toMatch(/^v1\.k1\./);
    expect(
      await hub.pod.platform.db.read(
        { tenantId: acme.id, actor: { type: 'system', id: 'test' } },
        (tx) => tx.rows('SELECT 1 FROM signing_key'),
      ),
    ).toEqual([]);
  });

  it('rotate: the next key is published, and signs after verifiers have fetched it', async () => {
    const { kid } = decodeProtectedHeader((await hub.token(acme)).body.access_token);
    const other = await hub.startPod('second');
    const { kids } = await hub.tenants().RotateKeys({ family: 'ES256' });
    expect(await hub.tenants().RotateKeys({ family: 'ES256' })).toEqual({ kids });
    await eventually(
      async () => (await keysOf(other.httpPort)).some((key) => key['kid'] === kids[0]),
      { withinMs: 1_000 },
    );
    expect(decodeProtectedHeader((await hub.token(acme)).body.access_token).kid).toBe(kid);
  });

  it('rotate immediately: the old key is removed, and its tokens are invalid', async () => {
    const token = (await hub.token(acme)).body.access_token as string;
    const { kid } = decodeProtectedHeader(token);
    const other = await hub.startPod('third');
    const { kids } = await hub.tenants().RotateKeys({ family: 'ES256', removeCurrent: true });
    expect((await keysOf()).map((key) => key['kid'])).not.toContain(kid);
    await eventually(
      () =>
        other.platform.trust.verifyBearer(`Bearer ${token}`).then(
          () => false,
          (error: { code: string }) => error.code === 'token_invalid',
        ),
      { withinMs: 1_000 },
    );
    const after = (await hub.token(acme)).body.access_token as string;
    expect(decodeProtectedHeader(after).kid).toBe(kids[0]);
    await eventually(
      () =>
        other.platform.trust.verifyBearer(`Bearer ${after}`).then(
          () => true,
          () => false,
        ),
      { withinMs: 1_000 },
    );
  });

  it('rotate all families at once, and reject unknown families', async () => {
    expect((await hub.tenants().RotateKeys({}, { deadlineMs: 20_000 })).kids).toHaveLength(3);
    await expect(hub.tenants().RotateKeys({ family: 'HS256' })).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });
});

describe('OAuth rate limits', () => {
  beforeEach(() => roomInMinute());

  const ask = (port: number, host: string, secret = acme.clientSecret, headers = {}) =>
    sendRaw(port, '/oauth2/token', {
      host,
      basic: [acme.clientId, secret],
      form: { grant_type: 'client_credentials' },
      headers,
    });
  const statuses = async (
    times: number,
    call: () => Promise<{ status: number }>,
  ): Promise<number[]> => {
    const all: number[] = [];
    for (let i = 0; i < times; i++) all.push((await call()).status);
    return all;
  };

  it('of an address return 429 with Retry-After and an OAuth error', async () => {
    const pod = await hub.startPod('address', {
      'platform.ratelimit.enabled': 'true',
      'platform.ratelimit.ip-requests-per-minute': '3',
    });
    expect(await statuses(3, () => ask(pod.httpPort, acme.host))).toEqual([200, 200, 200]);
    const refused = await ask(pod.httpPort, acme.host);
    expect([
      refused.status,
      refused.body.error,
      Number(refused.headers['retry-after']) >= 1,
    ]).toEqual([429, 'temporarily_unavailable', true]);
    expect((await sendRaw(pod.httpPort, '/oauth2/jwks', { host: acme.host })).status).toBe(200);
    expect(
      (await ask(pod.httpPort, acme.host, acme.clientSecret, { 'x-forwarded-for': '192.0.2.1' }))
        .status,
    ).toBe(429);
  });

  it('of an address apply behind a trusted proxy', async () => {
    const pod = await hub.startPod('proxied', {
      'platform.ratelimit.enabled': 'true',
      'platform.ratelimit.ip-requests-per-minute': '1',
      'platform.hub.trusted-proxies': '127.0.0.0/8',
    });
    const from = (address: string) =>
      ask(pod.httpPort, acme.host, acme.clientSecret, {
        'x-forwarded-for': `198.51.100.9, ${address}`,
      });
    expect([
      (await from('192.0.2.1')).status,
      (await from('192.0.2.2')).status,
      (await from('192.0.2.1')).status,
    ]).toEqual([200, 200, 429]);
  });

  it('of a tenant are enforced', async () => {
    const globex = await hub.makeTenant('globex');
    const pod = await hub.startPod('tenant', {
      'platform.ratelimit.enabled': 'true',
      'platform.ratelimit.tenant-requests-per-minute': '2',
      'platform.ratelimit.ip-requests-per-minute': '0',
    });
    expect(await statuses(3, () => ask(pod.httpPort, acme.host))).toEqual([200, 200, 429]);
    expect(
      (
        await sendRaw(pod.httpPort, '/oauth2/token', {
          host: globex.host,
          basic: [globex.clientId, globex.clientSecret],
          form: { grant_type: 'client_credentials' },
        })
      ).status,
    ).toBe(200);
  });

  it('of a client count only authenticated requests', async () => {
    const pod = await hub.startPod('client', {
      'platform.ratelimit.enabled': 'true',
      'platform.ratelimit.client-requests-per-minute': '2',
      'platform.ratelimit.ip-requests-per-minute': '0',
    });
    expect(await statuses(5, () => ask(pod.httpPort, acme.host, 'wrong'))).toEqual([
      401, 401, 401, 401, 401,
    ]);
    expect(await statuses(2, () => ask(pod.httpPort, acme.host))).toEqual([200, 200]);
    const refused = await ask(pod.httpPort, acme.host);
    expect([
      refused.status,
      refused.body.error,
      Number(refused.headers['retry-after']) >= 1,
    ]).toEqual([429, 'temporarily_unavailable', true]);
  });

  it('of a public client count for each address', async () => {
    const pod = await hub.startPod('public', {
      'platform.ratelimit.enabled': 'true',
      'platform.ratelimit.client-requests-per-minute': '2',
      'platform.ratelimit.ip-requests-per-minute': '0',
      'platform.hub.trusted-proxies': '127.0.0.0/8',
    });
    const poll = (address: string) =>
      sendRaw(pod.httpPort, '/oauth2/token', {
        host: acme.host,
        headers: { 'x-forwarded-for': address },
        form: {
          grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
          device_code: 'unknown',
          client_id: 'platform-cli',
        },
      });
    expect(await statuses(3, () => poll('203.0.113.1'))).toEqual([400, 400, 429]);
    expect((await poll('203.0.113.2')).status).toBe(400);
  });
});
