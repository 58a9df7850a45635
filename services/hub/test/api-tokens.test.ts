import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { eventually } from '@platform/testkit/eventually';
import { apiAdmin, askToken } from './api-resource-world.ts';
import type { ApiAdmin, TestApiResource } from './api-resource-world.ts';
import type { HubReply, MadeTenant } from './hub-under-test.ts';
import { signInHub } from './sign-in-hub.ts';
import type { SignInHub, TestApplication } from './sign-in-hub.ts';

const identifier = 'https://api.example.com';
let hub: SignInHub;
let tenant: MadeTenant;
let admin: ApiAdmin;
let worker: TestApplication;
let n = 0;

beforeAll(async () => {
  hub = await signInHub();
});
beforeEach(async () => {
  tenant = await hub.makeTenant(`acme${++n}`);
  admin = await apiAdmin(hub, tenant);
  worker = await hub.application(tenant, {}, { type: 'm2m', scopes: ['tenant:users.read'] });
});
afterAll(() => hub.stop());

const ask = (form: Record<string, string | string[]> = {}, by = worker): Promise<HubReply> =>
  askToken(hub, by, { grant_type: 'client_credentials', resource: identifier, ...form });
const keySet = async ({ host }: MadeTenant) =>
  createLocalJWKSet((await hub.ask('/oauth2/jwks', { host })).body);
const introspect = async (
  token: string,
  { clientId, secret, tenant: of }: TestApplication,
): Promise<any> =>
  (
    await hub.ask('/oauth2/introspect', {
      host: of.host,
      basic: [clientId, secret!],
      form: { token },
    })
  ).body;
const invoices = async (
  body: object = {},
  scopes: Parameters<ApiAdmin['api']>[1] = ['read', 'write'],
): Promise<TestApiResource> => {
  const api = await admin.api({ identifier, ...body }, scopes);
  await admin.grant(api, worker);
  return api;
};

describe('a token of a client for an API of its tenant', () => {
  it('is a JWT that the keys of the tenant verify (RFC 9068)', async () => {
    await invoices({ accessTokenTtlSeconds: 120 });
    const answer = await ask({ scope: 'read write' });
    expect([answer.status, answer.body.token_type, answer.body.expires_in]).toEqual([
      200,
      'Bearer',
      120,
    ]);
    const { payload, protectedHeader } = await jwtVerify(
      answer.body.access_token,
      await keySet(tenant),
      { issuer: tenant.issuer, audience: identifier, typ: 'at+jwt' },
    );
    expect(protectedHeader.alg).toBe('ES256');
    expect(payload).toEqual({
      iss: tenant.issuer,
      sub: worker.clientId,
      aud: identifier,
      client_id: worker.clientId,
      scope: 'read write',
      iat: expect.any(Number),
      exp: payload.iat! + 120,
      jti: expect.any(String),
      tnt: tenant.id,
    });
  });

  it.each(['RS256', 'PS256', 'EdDSA'])(
    'is signed with %s if the API says so',
    async (signingAlg) => {
      await invoices({ signingAlg });
      const { access_token: token } = (await ask()).body;
      const { protectedHeader } = await jwtVerify(token, await keySet(tenant));
      expect(protectedHeader.alg).toBe(signingAlg);
    },
  );

  it('is no bearer of the management API, of UserInfo, or of another tenant with the identifier', async () => {
    await invoices();
    const { access_token: token } = (await ask({ scope: 'read' })).body;
    const { verifyBearer } = hub.pod.platform.trust;
    await expect(verifyBearer(`Bearer ${token}`)).rejects.toMatchObject({ code: 'token_invalid' });
    const headers = { authorization: `Bearer ${token}` };
    expect((await hub.ask('/oauth2/userinfo', { host: tenant.host, headers })).status).toBe(401);

    const globex = await hub.makeTenant(`globex${n}`);
    const other = await apiAdmin(hub, globex);
    const theirs = await hub.application(globex, {}, { type: 'm2m' });
    await other.grant(await other.api({ identifier }, ['read']), theirs);
    const forged = (await ask({ scope: 'read' }, theirs)).body.access_token;
    // A backend of acme that forgets the issuer: the keys alone keep the token out.
    await expect(jwtVerify(forged, await keySet(tenant), { audience: identifier })).rejects.toThrow(
      /no applicable key/,
    );
    await expect(
      jwtVerify(forged, await keySet(globex), { audience: identifier }),
    ).resolves.toBeDefined();
    expect(await introspect(forged, worker)).toEqual({ active: false });
  });

  it('has the scopes that remain, or the default ones', async () => {
    const api = await invoices({ defaultScopes: ['read'] });
    const scopeOf = async (form: Record<string, string>) => (await ask(form)).body.scope;
    expect(await scopeOf({})).toBe('read');
    expect(await scopeOf({ scope: 'write other tenant:users.read' })).toBe('write');
    await admin.grant(api, worker, { scopes: ['read'] });
    expect(await scopeOf({ scope: 'read write' })).toBe('read');
    expect((await ask({ scope: 'write' })).body.error).toBe('invalid_scope');
    expect((await ask({ scope: 'tenant:users.read' })).body.error).toBe('invalid_scope');
  });

  it('takes the empty path either way, and audience in place of resource', async () => {
    await invoices();
    const audOf = async (form: Record<string, string>, by = worker) => {
      const all: Record<string, string> = { grant_type: 'client_credentials', ...form };
      const { body } = await askToken(hub, by, all);
      return body.access_token ? decodeJwt(body.access_token).aud : body.error;
    };
    expect(await audOf({ resource: `${identifier}/` })).toBe(identifier);
    expect(await audOf({ audience: identifier })).toBe(identifier);
    expect(await audOf({ audience: `${identifier}/`, resource: identifier })).toBe(identifier);
    expect(await audOf({ audience: 'urn:platform:product-api' })).toBe('product-api');
    expect(await audOf({ audience: 'product-api' })).toBe('product-api');
    expect(await audOf({})).toBe('product-api');
    expect(await audOf({ audience: 'urn:platform:product-api', resource: identifier })).toBe(
      'invalid_target',
    );
    expect(await audOf({ audience: 'https://other.example' })).toBe('invalid_target');
  });

  it.each([
    ['an unknown API', 'https://other.example.com'],
    ['a fragment', `${identifier}#x`],
    ['a relative reference', '/invoices'],
    ['another spelling', 'https://API.example.com'],
  ])('is not issued for %s', async (_what, resource) => {
    await invoices();
    expect((await ask({ resource })).body.error).toBe('invalid_target');
  });

  it('is for one API', async () => {
    await invoices();
    await admin.grant(await admin.api({ identifier: 'api:second' }, ['read']), worker);
    expect((await ask({ resource: [identifier, 'api:second'] })).body.error).toBe('invalid_target');
  });

  it('is not issued to a client without access, in another mode, or unbound', async () => {
    const api = await admin.api({ identifier }, ['read']);
    expect((await ask()).body.error).toBe('invalid_target');
    await admin.grant(api, worker, { modes: ['user'] });
    expect((await ask()).body.error).toBe('invalid_target');
    await admin.grant(api, worker);
    expect((await ask()).status).toBe(200);
    await admin.call('PATCH', `/${api.id}`, { senderConstraint: 'dpop' });
    expect((await ask()).body.error).toBe('invalid_grant');
    await admin.call('PATCH', `/${api.id}`, { senderConstraint: 'none', organization: 'required' });
    expect((await ask()).body.error).toBe('access_denied');
  });

  it('is not issued for the API of another tenant', async () => {
    const globex = await hub.makeTenant(`globex${n}`);
    const other = await apiAdmin(hub, globex);
    await other.api({ identifier: 'https://theirs.example', clientAccess: 'all' }, ['read']);
    expect((await ask({ resource: 'https://theirs.example' })).body.error).toBe('invalid_target');
  });
});

describe('disabling an API', () => {
  it('ends its tokens and stops new ones, until it is enabled', async () => {
    const api = await invoices();
    const { access_token: token } = (await ask()).body;
    expect((await introspect(token, worker)).active).toBe(true);
    await admin.call('PATCH', `/${api.id}`, { enabled: false });
    expect(await introspect(token, worker)).toEqual({ active: false });
    expect((await ask()).body.error).toBe('invalid_target');
    await admin.call('PATCH', `/${api.id}`, { enabled: true });
    expect(await introspect(token, worker)).toEqual({ active: false });
    const fresh = (await ask()).body.access_token;
    expect((await introspect(fresh, worker)).active).toBe(true);
  });

  it('ends those of one application when its access is revoked', async () => {
    const api = await invoices({ introspectionClients: [] });
    const second = await hub.application(tenant, {}, { type: 'm2m' });
    await admin.grant(api, second);
    const mine = (await ask()).body.access_token;
    const theirs = (await ask({}, second)).body.access_token;
    await admin.call('DELETE', `/${api.id}/clients/${worker.clientId}`);
    expect((await introspect(mine, worker)).active).toBe(false);
    expect((await introspect(theirs, second)).active).toBe(true);
    expect((await ask()).body.error).toBe('invalid_target');
  });

  it('is not outrun by a request that is in progress', async () => {
    const api = await invoices();
    const asked = Array.from({ length: 10 }, () => ask());
    const off = admin.call('PATCH', `/${api.id}`, { enabled: false });
    const answers = await Promise.all(asked);
    await off;
    for (const { body } of answers)
      if (body.access_token)
        expect((await introspect(body.access_token, worker)).active).toBe(false);
  });
});

describe('introspection', () => {
  it('shows a token to its client and to the clients of the API alone', async () => {
    const api = await invoices();
    const server = await hub.application(tenant, {}, { type: 'm2m' });
    const { access_token: token } = (await ask({ scope: 'read' })).body;
    expect(await introspect(token, worker)).toMatchObject({
      active: true,
      token_type: 'Bearer',
      aud: identifier,
      scope: 'read',
    });
    expect(await introspect(token, server)).toEqual({ active: false });
    await admin.call('PATCH', `/${api.id}`, { introspectionClients: [server.clientId] });
    expect((await introspect(token, server)).active).toBe(true);
  });

  it.each(['jwt', 'opaque'])(
    'tells %s tokens apart that it reads together',
    async (tokenFormat) => {
      await invoices({ tokenFormat });
      const tokens: string[] = [];
      for (const _ of Array(6)) tokens.push((await ask({ scope: 'read' })).body.access_token);
      for (const token of [tokens[1]!, tokens[4]!])
        await hub.ask('/oauth2/revoke', {
          host: tenant.host,
          basic: [worker.clientId, worker.secret!],
          form: { token },
        });
      const read = await Promise.all(tokens.map((token) => introspect(token, worker)));
      expect(read.map(({ active }) => active)).toEqual([true, false, true, true, false, true]);
      const ids = read.flatMap(({ jti }) => jti ?? []);
      expect(new Set(ids).size).toBe(4);
    },
  );
});

describe('an opaque token', () => {
  it('has no meaning but at introspection, and ends by revocation', async () => {
    const api = await invoices({ tokenFormat: 'opaque' });
    const answer = await ask({ scope: 'read' });
    const token = answer.body.access_token as string;
    expect(token).toMatch(/^oat_[A-Za-z0-9_-]{43}$/);
    const claims = await introspect(token, worker);
    expect(claims).toMatchObject({
      active: true,
      iss: tenant.issuer,
      aud: identifier,
      client_id: worker.clientId,
      scope: 'read',
      tnt: tenant.id,
    });
    expect(claims.exp - claims.iat).toBe(answer.body.expires_in);
    expect(await introspect(`${token.slice(0, -1)}!`, worker)).toEqual({ active: false });
    const stored = await hub.pod.platform.db.read(
      { tenantId: tenant.id, actor: { type: 'system', id: 'test' } },
      (tx) => tx.rows('SELECT payload::text AS text FROM oidc_artifact'),
    );
    expect(JSON.stringify(stored)).not.toContain(token);
    const revoke = (by: TestApplication) =>
      hub.ask('/oauth2/revoke', {
        host: tenant.host,
        basic: [by.clientId, by.secret!],
        form: { token },
      });
    const other = await hub.application(tenant, {}, { type: 'm2m' });
    await revoke(other);
    expect((await introspect(token, worker)).active).toBe(true);
    expect((await revoke(worker)).status).toBe(200);
    expect(await introspect(token, worker)).toEqual({ active: false });
    const next = (await ask()).body.access_token;
    await admin.call('PATCH', `/${api.id}`, { enabled: false });
    expect(await introspect(next, worker)).toEqual({ active: false });
  });
});

describe('keys of a tenant', () => {
  it('are published at its own issuer alone, and follow a rotation', async () => {
    await invoices();
    const kidsOf = async ({ host }: { host: string }): Promise<string[]> =>
      (await hub.ask('/oauth2/jwks', { host })).body.keys.map((key: any) => key.kid);
    const globex = await hub.makeTenant(`globex${n}`);
    const before = (await ask()).body.access_token;
    const { kid } = decodeProtectedHeader(before);
    expect(await kidsOf(tenant)).toContain(kid);
    for (const at of [globex, { host: 'localhost' }]) expect(await kidsOf(at)).not.toContain(kid);
    const rotated = await admin.call('POST', '/../api-signing-keys/rotate', {
      alg: 'ES256',
      immediate: true,
    });
    expect(rotated.status).toBe(200);
    await eventually(async () => !(await kidsOf(tenant)).includes(kid!) || undefined);
    const { access_token: after } = (await ask()).body;
    expect(decodeProtectedHeader(after).kid).toBe(rotated.body.kid);
    await expect(jwtVerify(before, await keySet(tenant))).rejects.toThrow();
    await expect(jwtVerify(after, await keySet(tenant))).resolves.toBeDefined();
    expect(await introspect(before, worker)).toEqual({ active: false });
  });
});

describe('metadata of an API', () => {
  it('is public if the API says so (RFC 9728)', async () => {
    const api = await invoices({ documentationUri: 'https://docs.example.com' });
    const path = `/.well-known/oauth-protected-resource/${api.id}`;
    expect((await hub.ask(path, { host: tenant.host })).status).toBe(404);
    const own = (await admin.call('GET', `/${api.id}/metadata`)).body;
    await admin.call('PATCH', `/${api.id}`, { publish: true });
    const found = await hub.ask(path, { host: tenant.host });
    expect([
      found.status,
      found.headers['cache-control'],
      found.headers['access-control-allow-origin'],
    ]).toEqual([200, 'public, max-age=300', '*']);
    expect(found.body).toEqual(own);
    expect(own).toEqual({
      resource: identifier,
      authorization_servers: [tenant.issuer],
      scopes_supported: ['read', 'write'],
      bearer_methods_supported: ['header'],
      resource_name: 'Invoices API',
      resource_documentation: 'https://docs.example.com',
    });
    const issuer = await hub.ask('/.well-known/oauth-authorization-server', { host: tenant.host });
    expect(issuer.body.protected_resources).toEqual([identifier]);
    const globex = await hub.makeTenant(`globex${n}`);
    expect((await hub.ask(path, { host: globex.host })).status).toBe(404);
  });
});
