import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultTenantId } from '@platform/contracts';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { newId } from '@platform/kit/ids';
import { sendRaw } from '@platform/testkit/http';
import { stage } from './stage.ts';
import type { GatewayCall, Stage, StagedGateway } from './stage.ts';

let platform: Stage;
let gateway: StagedGateway;
let acme: TestTenant;
let globex: TestTenant;

beforeAll(async () => {
  platform = await stage();
  gateway = await platform.start({ 'platform.gateway.ratelimit.ip-failures-per-minute': '0' });
  acme = platform.hub.tenant('acme');
  globex = platform.hub.tenant('globex');
});
afterAll(() => platform.stop());

const users = '/api/v1/directory/users';
const token = (claims: Record<string, unknown> = {}, tenant = acme) =>
  platform.hub.token({ tenant, claims });

describe('bearer', () => {
  it.each<[string, string, () => Promise<string | null>]>([
    ['token_missing', 'no token', async () => null],
    ['token_invalid', 'no JWS', async () => 'abc'],
    ['token_invalid', 'a changed signature', async () => `${(await token()).slice(0, -6)}AAAAAA`],
    ['token_invalid', 'a bound token', () => token({ cnf: { jkt: 'x' } })],
    [
      'token_expired',
      'an expired token',
      () => platform.hub.token({ tenant: acme, lifeSeconds: -60 }),
    ],
    ['tenant_claim_missing', 'no tenant', () => token({ tnt: 'acme' })],
    [
      'issuer_untrusted',
      'another issuer',
      () => platform.hub.token({ tenant: { ...acme, issuer: 'https://acme.evil.example' } }),
    ],
    [
      'issuer_untrusted',
      'an issuer that does not exist',
      () =>
        platform.hub.token({
          tenant: { ...acme, issuer: acme.issuer.replace('acme', 'nobody') },
        }),
    ],
    [
      'issuer_untrusted',
      'a tenant that does not exist',
      () => platform.hub.token({ tenant: { ...acme, id: newId('tenant') } }),
    ],
    [
      'issuer_untrusted',
      'a test issuer',
      () =>
        platform.hub.token({
          tenant: { ...acme, issuer: acme.issuer.replace('acme', 'acme--test') },
        }),
    ],
  ])('%s: %s', async (code, _what, make) => {
    const answer = await gateway.call(users, { token: await make() });
    expect([answer.status, answer.body.code]).toEqual([401, code]);
    expect(answer.headers['www-authenticate']).toContain(
      'resource_metadata="http://localhost:8082/.well-known/oauth-protected-resource"',
    );
    expect(/error="invalid_token"/.test(answer.headers['www-authenticate'] ?? '')).toBe(
      code !== 'token_missing',
    );
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.body).toMatchObject({
      status: 401,
      instance: users,
      requestId: answer.headers['x-request-id'],
    });
  });

  it('accepts the scheme in any case', async () => {
    const answer = await sendRaw(gateway.httpPort, users, {
      headers: { authorization: `bEARER ${await token()}` },
    });
    expect(answer.status).toBe(200);
  });

  it('points to the metadata of the tenant whose host was called', async () => {
    const { headers } = await gateway.call(users, {
      token: null,
      headers: { host: 'acme.platform.localhost:8082' },
    });
    expect(headers['www-authenticate']).toContain(
      'resource_metadata="http://acme.platform.localhost:8082/.well-known/oauth-protected-resource"',
    );
  });

  it('allows a mismatch of issuer and tenant unless configured to reject it', async () => {
    const mixed = await platform.hub.token({ tenant: { ...globex, issuer: acme.issuer } });
    expect((await gateway.call(users, { token: mixed })).status).toBe(200);
    expect(await gateway.metrics()).toMatch(/platform_issuer_mismatch_total\{[^}]*\} 1/);
    const strict = await platform.start({ 'platform.hub.enforce-tnt-iss-consistency': 'true' });
    expect((await strict.call(users, { token: mixed })).body.code).toBe('issuer_untrusted');
    const byPlatform = await platform.hub.token({
      tenant: { ...acme, issuer: platform.hub.platformIssuer },
    });
    expect((await strict.call(users, { token: byPlatform })).body.code).toBe('issuer_untrusted');
    const default_ = await platform.hub.token({
      tenant: {
        id: defaultTenantId,
        slug: 'default',
        issuer: platform.hub.platformIssuer,
        state: 'active',
      },
    });
    expect((await strict.call(users, { token: default_ })).status).toBe(200);
  });
});

describe('tenant', () => {
  it.each([
    ["the tenant's own host", 'acme.platform.localhost', 200],
    ['its host in capitals with port and dot', 'ACME.Platform.localhost.:8082', 200],
    ["another tenant's host", 'globex.platform.localhost', 403],
    ['the host of nobody', 'nobody.platform.localhost', 403],
    ['two labels', 'x.acme.platform.localhost', 403],
    ['a host that addresses nobody', 'api.example.com', 200],
  ])('%s', async (_what, host, status) => {
    const answer = await gateway.call(users, { headers: { host } });
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.body.code).toBe('tenant_mismatch');
  });

  it('refuses a suspended tenant', async () => {
    const initech = platform.hub.tenant('initech');
    platform.hub.setState(initech, 'suspended');
    const answer = await gateway.call(users, { tenant: initech });
    expect([answer.status, answer.body.code]).toEqual([403, 'tenant_suspended']);
  });
});

describe('operation', () => {
  it.each<[string, GatewayCall, number, string]>([
    ['/api/v1/nothing', {}, 404, 'not_found'],
    [`${users}/`, {}, 404, 'not_found'],
    ['/api/v1//directory/users', {}, 404, 'not_found'],
    ['/api/v1/Directory/users', {}, 404, 'not_found'],
    ['/api/v1', {}, 404, 'not_found'],
    [users, { method: 'DELETE' }, 405, 'method_not_allowed'],
    [users, { method: 'TRACE' }, 405, 'method_not_allowed'],
  ])('%s %j', async (path, call, status, code) => {
    const answer = await gateway.call(path, call);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.headers.allow).toBe(status === 405 ? 'GET, HEAD, POST' : undefined);
  });

  it.each([
    '/',
    '/api',
    '/api/v2/users',
    '/apix',
    '/scim/v1/Users',
    '/internal',
    '/internal/nothing',
    '/openapi.json/',
    '/metrics',
  ])('%s is an unknown path: 404 without a token', async (path) => {
    const answer = await gateway.call(path, { token: null });
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
  });

  it('runs a GET for HEAD', async () => {
    const answer = await gateway.call(users, { method: 'HEAD' });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(platform.directory.last().method).toBe('HEAD');
  });
});

describe('scopes', () => {
  it('names every missing scope', async () => {
    const answer = await gateway.call('/api/v1/organizations/org_1/members', {
      token: await platform.hub.token({ tenant: acme, scopes: ['tenant:orgs.write'] }),
    });
    expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_scope']);
    expect(answer.body.errors).toEqual([
      { code: 'missing_scope', detail: 'tenant:orgs.read' },
      { code: 'missing_scope', detail: 'tenant:users.read' },
    ]);
    expect(answer.headers['www-authenticate']).toContain(
      'error="insufficient_scope", scope="tenant:orgs.read tenant:users.read"',
    );
  });

  it('marks an operation as preview only for callers who are allowed to see it', async () => {
    const bearer = await platform.hub.token({ tenant: acme, scopes: ['tenant:users.read'] });
    const answer = await gateway.call('/api/v1/webhook-endpoints', { token: bearer });
    expect([answer.status, answer.headers['x-platform-preview']]).toEqual([
      403,
      'webhook-endpoints',
    ]);
    expect(
      (await gateway.call('/api/v1/webhook-endpoints', { token: null })).headers[
        'x-platform-preview'
      ],
    ).toBeUndefined();
    expect(
      (await gateway.call('/api/v1/organizations', { token: bearer })).headers[
        'x-platform-preview'
      ],
    ).toBeUndefined();
  });

  it('does not treat write scopes as read scopes', async () => {
    const answer = await gateway.call(users, {
      token: await platform.hub.token({ tenant: acme, scopes: ['tenant:users.write'] }),
    });
    expect(answer.body.code).toBe('insufficient_scope');
  });

  it('ignores elevated scopes that are not confirmed', async () => {
    const answer = await gateway.call(users, {
      token: await platform.hub.token({
        tenant: acme,
        scopes: [],
        claims: { elevated_scopes: 'tenant:users.read' },
      }),
    });
    expect(answer.body.code).toBe('insufficient_scope');
  });
});

describe('body', () => {
  const post = (headers: Record<string, string>, body = '{}', method = 'POST', path = users) =>
    gateway.call(path, { method, headers, body });

  it.each<[string, Record<string, string>, number]>([
    ['JSON', { 'content-type': 'application/json' }, 200],
    ['JSON in UTF-8', { 'content-type': 'application/json; charset="UTF-8"' }, 200],
    ['no type', {}, 415],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['another charset', { 'content-type': 'application/json; charset=latin1' }, 415],
    ['an encoding', { 'content-type': 'application/json', 'content-encoding': 'gzip' }, 415],
    ['a merge patch on POST', { 'content-type': 'application/merge-patch+json' }, 415],
    ['an unknown expectation', { 'content-type': 'application/json', expect: 'more' }, 400],
    [
      'an upgrade',
      { 'content-type': 'application/json', connection: 'upgrade', upgrade: 'h2c' },
      400,
    ],
  ])('%s', async (_what, headers, status) => expect((await post(headers)).status).toBe(status));

  it('accepts a merge patch on PATCH', async () =>
    expect(
      (
        await post(
          { 'content-type': 'application/merge-patch+json' },
          '{}',
          'PATCH',
          `${users}/usr_1`,
        )
      ).status,
    ).toBe(200));

  it("refuses an announced length above the operation's limit before anything is sent on", async () => {
    const before = platform.directory.seen.length;
    const answer = await post({ 'content-type': 'application/json' }, ' '.repeat(262_145));
    expect([answer.status, answer.body.code, answer.headers.connection]).toEqual([
      413,
      'payload_too_large',
      'close',
    ]);
    expect(platform.directory.seen).toHaveLength(before);
  });

  it.each(['GET', 'DELETE'])('refuses a body on %s', async (method) =>
    expect(
      (await post({ 'content-type': 'application/json' }, '{}', method, `${users}/usr_1`)).body
        .code,
    ).toBe('malformed_request'),
  );
});

describe('the order of the steps', () => {
  it('returns 401 before it reveals whether the path exists', async () => {
    for (const path of [users, '/api/v1/nothing'])
      expect((await gateway.call(path, { token: null })).status).toBe(401);
  });

  it('reads the request line before the token', async () =>
    expect((await gateway.call(`${users}/%2e%2e`, { token: null })).body.code).toBe(
      'malformed_request',
    ));

  it('reveals nothing about operations before the tenant has been checked', async () =>
    expect(
      (await gateway.call('/api/v1/nothing', { headers: { host: 'globex.platform.localhost' } }))
        .body.code,
    ).toBe('tenant_mismatch'));

  it('checks scopes before the body', async () =>
    expect(
      (
        await gateway.call(users, {
          method: 'POST',
          body: 'x',
          token: await platform.hub.token({ tenant: acme, scopes: [] }),
        })
      ).body.code,
    ).toBe('insufficient_scope'));
});
