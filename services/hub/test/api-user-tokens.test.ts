import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decodeJwt } from 'jose';
import { newId } from '@platform/kit/ids';
import * as oidc from 'openid-client';
import { apiAdmin, askToken } from './api-resource-world.ts';
import type { ApiAdmin } from './api-resource-world.ts';
import type { HubReply, MadeTenant } from './hub-under-test.ts';
import { attempt, redirectUri, signInAt, signInHub } from './sign-in-hub.ts';
import type { SignInHub, StandIn, TestApplication } from './sign-in-hub.ts';

const identifier = 'https://api.example.com';
const second = 'api:second';
let hub: SignInHub;
let usual: StandIn;
let tenant: MadeTenant;
let admin: ApiAdmin;
let application: TestApplication;
let config: oidc.Configuration;
let n = 0;

beforeAll(async () => {
  hub = await signInHub();
  usual = hub.standIn;
});
beforeEach(async () => {
  hub.standIn = usual;
  tenant = await hub.makeTenant(`acme${++n}`);
  hub.user = newId('user');
  hub.setUser(tenant);
  admin = await apiAdmin(hub, tenant);
  application = await hub.application(tenant);
  config = await hub.client(application);
});
afterAll(() => hub.stop());

const signIn = (parameters: Record<string, string> = {}, browser = hub.browser()) =>
  signInAt(config, browser, { resource: identifier, ...parameters });
const refresh = (token: string | undefined, form: Record<string, string> = {}): Promise<HubReply> =>
  askToken(hub, application, { grant_type: 'refresh_token', refresh_token: token!, ...form });
const invoices = async (
  body: object = {},
  scopes: Parameters<ApiAdmin['api']>[1] = ['read', 'write'],
) => {
  const api = await admin.api({ identifier, ...body }, scopes);
  await admin.grant(api, application);
  return api;
};
/** The error of an authorization request. */
const errorOf = async (query: Record<string, string | string[]>): Promise<string | null> => {
  const { resource, ...parameters } = query;
  const { url } = await attempt(config, parameters as Record<string, string>);
  for (const one of [resource ?? []].flat()) url.searchParams.append('resource', one);
  if (!url.searchParams.get('scope')!.includes('openid')) url.searchParams.delete('nonce');
  const { url: end } = await hub.browser().visit(url.href);
  return new URL(end).searchParams.get('error');
};

describe("a user's token for an API", () => {
  it('says who signed in, and comes with an ID token and a refresh token', async () => {
    await invoices();
    const tokens = await signIn({ scope: 'openid offline_access read tenant:users.read' });
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      iss: tenant.issuer,
      aud: identifier,
      sub: hub.user,
      client_id: application.clientId,
      scope: 'read',
      acr: 'aal1',
      amr: ['pwd'],
      auth_time: expect.any(Number),
      tnt: tenant.id,
    });
    expect([tokens.scope, tokens.claims()?.sub, typeof tokens.refresh_token]).toEqual([
      'read',
      hub.user,
      'string',
    ]);
  });

  it('has the default scopes if only OpenID Connect was requested', async () => {
    await invoices({ defaultScopes: ['read'] });
    expect((await signIn({ scope: 'openid' })).scope).toBe('read');
    expect((await signIn({ scope: 'openid write' })).scope).toBe('write');
  });

  it('is found by the empty path, at the authorization and the token endpoint', async () => {
    await invoices();
    const { url, checks } = await attempt(config, {
      scope: 'openid read offline_access',
      resource: `${identifier}/`,
    });
    const end = await hub.browser().visit(url.href);
    const tokens = await oidc.authorizationCodeGrant(config, new URL(end.url), checks, {
      resource: `${identifier}/`,
    });
    expect(decodeJwt(tokens.access_token).aud).toBe(identifier);
    const again = await refresh(tokens.refresh_token, { resource: `${identifier}/` });
    expect(decodeJwt(again.body.access_token).aud).toBe(identifier);
  });

  it('can be pushed', async () => {
    await invoices();
    const { url, checks } = await attempt(config, {
      scope: 'openid read',
      resource: `${identifier}/`,
    });
    const pushed = await hub.ask('/oauth2/par', {
      host: tenant.host,
      basic: [application.clientId, application.secret!],
      form: Object.fromEntries(url.searchParams),
    });
    const query = new URLSearchParams({
      client_id: application.clientId,
      request_uri: pushed.body.request_uri,
    });
    const end = await hub.browser().visit(`${tenant.issuer}/oauth2/authorize?${query}`);
    const tokens = await oidc.authorizationCodeGrant(config, new URL(end.url), checks);
    expect(decodeJwt(tokens.access_token)).toMatchObject({ aud: identifier, scope: 'read' });
  });

  it('is accepted by UserInfo if the API says so', async () => {
    const userinfo = async (token: string): Promise<number> =>
      (
        await hub.ask('/oauth2/userinfo', {
          host: tenant.host,
          headers: { authorization: `Bearer ${token}` },
        })
      ).status;
    const api = await invoices();
    expect(await userinfo((await signIn({ scope: 'openid read' })).access_token)).toBe(401);
    await admin.call('PATCH', `/${api.id}`, { userinfoAudience: true });
    const { access_token: token } = await signIn({ scope: 'openid read' });
    expect(decodeJwt(token)).toMatchObject({
      aud: [identifier, `${tenant.issuer}/oauth2/userinfo`],
    });
    expect(await userinfo(token)).toBe(200);
    await admin.call('PATCH', `/${api.id}`, { tokenFormat: 'opaque' });
    const opaque = (await signIn({ scope: 'openid read' })).access_token;
    expect(opaque).toMatch(/^oat_/);
    expect(await userinfo(opaque)).toBe(200);
  });

  it.each([
    ['an unknown API', { resource: 'https://other.example.com' }, 'invalid_target'],
    ['a fragment', { resource: `${identifier}#x` }, 'invalid_target'],
    ['a relative reference', { resource: '/x' }, 'invalid_target'],
    [
      'six resources',
      { resource: [1, 2, 3, 4, 5, 6].map((i) => `https://api${i}.example.com`) },
      'invalid_request',
    ],
    [
      'scopes that the API does not have',
      { resource: identifier, scope: 'nothing' },
      'invalid_scope',
    ],
  ])('is not issued for %s', async (_what, query, error) => {
    await invoices();
    expect(await errorOf(query)).toBe(error);
  });

  it('is not issued to a client without access, except as the API says', async () => {
    const api = await admin.api({ identifier }, ['read']);
    const asked = { resource: identifier, scope: 'openid read' };
    expect(await errorOf(asked)).toBe('invalid_target');
    await admin.call('PATCH', `/${api.id}`, { clientAccess: 'first_party' });
    expect(await errorOf(asked)).toBeNull();
    const other = await hub.application(tenant, { firstParty: false });
    config = await hub.client(other);
    expect(await errorOf(asked)).toBe('invalid_target');
    await admin.call('PATCH', `/${api.id}`, { clientAccess: 'all' });
    expect(await errorOf(asked)).toBeNull();
  });
});

describe('a grant for several APIs', () => {
  it('serves a token per API, each with its own scopes', async () => {
    await invoices({}, ['read', 'pay']);
    const other = await admin.api({ identifier: second }, ['read', 'ship']);
    await admin.grant(other, application, { scopes: ['ship'] });
    const { url, checks } = await attempt(config, { scope: 'openid offline_access read pay ship' });
    for (const one of [identifier, second]) url.searchParams.append('resource', one);
    const end = await hub.browser().visit(url.href);
    const tokens = await oidc.authorizationCodeGrant(config, new URL(end.url), checks);
    expect([decodeJwt(tokens.access_token).aud, tokens.scope]).toEqual([identifier, 'read pay']);
    const ship = (await refresh(tokens.refresh_token, { resource: second })).body;
    expect([decodeJwt(ship.access_token).aud, ship.scope]).toEqual([second, 'ship']);
    const narrow = (await refresh(ship.refresh_token, { resource: identifier, scope: 'pay' })).body;
    expect(narrow.scope).toBe('pay');
    const wide = (await refresh(narrow.refresh_token, { resource: identifier })).body;
    expect(wide.scope).toBe('read pay');
    const outside = await refresh(wide.refresh_token, { resource: 'urn:platform:product-api' });
    expect(outside.body.error).toBe('invalid_target');
    const wider = await refresh(wide.refresh_token, {
      resource: second,
      scope: 'read tenant:users.read',
    });
    expect(wider.body.error).toBe('invalid_scope');
    // Neither error has used the refresh token up.
    expect((await refresh(wide.refresh_token, { resource: second })).status).toBe(200);
  });

  it('gives no scope that was consented to at another API only', async () => {
    const first = await admin.api({ identifier }, ['read', 'ship']);
    await admin.grant(first, application, { scopes: ['read'] });
    await admin.grant(await admin.api({ identifier: second }, ['ship']), application);
    const { url, checks } = await attempt(config, { scope: 'openid offline_access read ship' });
    for (const one of [identifier, second]) url.searchParams.append('resource', one);
    const end = await hub.browser().visit(url.href);
    const tokens = await oidc.authorizationCodeGrant(config, new URL(end.url), checks);
    // The application may have more later, but its user was not asked about it.
    await admin.grant(first, application);
    const more = await refresh(tokens.refresh_token, { resource: identifier, scope: 'ship' });
    expect([more.status, more.body.error]).toEqual([400, 'invalid_scope']);
    expect((await refresh(tokens.refresh_token, { resource: identifier })).body.scope).toBe('read');
  });

  it('prefers the management API', async () => {
    await invoices();
    const { url, checks } = await attempt(config, { scope: 'openid read profile' });
    for (const one of [identifier, 'urn:platform:product-api'])
      url.searchParams.append('resource', one);
    const end = await hub.browser().visit(url.href);
    const tokens = await oidc.authorizationCodeGrant(config, new URL(end.url), checks);
    expect([decodeJwt(tokens.access_token).aud, tokens.scope]).toEqual([
      'product-api',
      'openid profile',
    ]);
  });

  it('loses an API that is deleted', async () => {
    const api = await invoices();
    const tokens = await signIn({ scope: 'openid offline_access read' });
    expect((await admin.call('DELETE', `/${api.id}`)).status).toBe(200);
    expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('is not refreshed for an API without offline access', async () => {
    const api = await invoices();
    const tokens = await signIn({ scope: 'openid offline_access read' });
    await admin.call('PATCH', `/${api.id}`, { offlineAccess: false });
    expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_target');
    expect((await signIn({ scope: 'openid offline_access read' })).refresh_token).toBeUndefined();
  });
});

describe('permissions', () => {
  it('decide about scopes at each token, in place of the sign-in', async () => {
    await invoices({ userAccess: 'permission', claims: ['roles', 'permissions'] }, [
      ['read', { permission: 'invoices:read' }],
      ['write', { permission: 'invoices:write' }],
    ]);
    hub.around.access.setPermissions(hub.user, ['invoices:read'], ['clerk']);
    const tokens = await signIn({ scope: 'openid offline_access read write' });
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      scope: 'read',
      roles: ['clerk'],
      permissions: ['invoices:read'],
    });
    hub.around.access.setPermissions(hub.user, ['invoices:read', 'invoices:write']);
    const more = (await refresh(tokens.refresh_token)).body;
    expect(more.scope).toBe('read write');
    hub.around.access.setPermissions(hub.user, []);
    expect((await refresh(more.refresh_token)).body.error).toBe('invalid_scope');
    hub.around.access.setPermissions(hub.user, ['invoices:write']);
    expect((await refresh(more.refresh_token)).body.scope).toBe('write');
  });
});

it('names what does not fit in place of the permissions of a user', async () => {
  const api = await invoices({ claims: ['roles', 'permissions'] });
  const many = Array.from({ length: 400 }, (_, i) => `invoices:approve-of-department-${i}`);
  hub.around.access.setPermissions(hub.user, many, ['clerk']);
  const claims = decodeJwt((await signIn({ scope: 'openid read' })).access_token);
  expect(claims).toMatchObject({ scope: 'read', roles: ['clerk'], overage: ['permissions'] });
  expect(claims).not.toHaveProperty('permissions');
  const simulated = await admin.call('POST', `/${api.id}/simulate`, {
    clientId: application.clientId,
    userId: hub.user,
    scopes: ['read'],
  });
  expect(simulated.body.claims).toMatchObject({ overage: ['permissions'] });
});

describe('access policies', () => {
  it('know the API, at the sign-in and at the token', async () => {
    await invoices();
    await hub.expectPolicies(tenant.id, application.clientId);
    const { evaluated } = hub.around.access;
    evaluated.length = 0;
    const tokens = await signIn({ scope: 'openid offline_access read' });
    await refresh(tokens.refresh_token);
    await signIn({ scope: 'openid profile', resource: 'urn:platform:product-api' });
    expect(
      new Set(evaluated.map(({ phase, resources }) => `${phase} ${resources.join(' ')}`)),
    ).toEqual(
      new Set([
        `authorize ${identifier}`,
        `token ${identifier}`,
        `refresh ${identifier}`,
        'authorize product-api',
        'token product-api',
      ]),
    );
  });
});

describe('the organization of a sign-in', () => {
  it('is in the token, unless the API wants none; and can be required', async () => {
    const api = await invoices();
    const organizationId = newId('organization');
    const memberships = [{ organizationId, state: 'active', roles: [] }];
    hub.setUser(tenant, { memberships });
    hub.standIn = (request, act) =>
      request.prompt === 'consent'
        ? act.consent([...request.scopes])
        : act.finish({ organizationId });
    const orgOf = async () =>
      decodeJwt((await signIn({ scope: 'openid read' })).access_token)['org_id'];
    expect(await orgOf()).toBe(organizationId);
    await admin.call('PATCH', `/${api.id}`, { organization: 'none' });
    expect(await orgOf()).toBeUndefined();
    await admin.call('PATCH', `/${api.id}`, { organization: 'required' });
    expect(await orgOf()).toBe(organizationId);
    hub.standIn = usual;
    await expect(signIn({ scope: 'openid read' })).rejects.toMatchObject({
      error: 'access_denied',
    });
  });
});

describe('a scope that requires more of a sign-in', () => {
  it('leads to another sign-in, and falls out of later tokens', async () => {
    await invoices({}, ['read', ['pay', { requires: { acr: 'aal2' } }]]);
    const browser = hub.browser();
    const first = await signIn({ scope: 'openid offline_access read' }, browser);
    expect(first.scope).toBe('read');
    const levels: unknown[] = [];
    hub.standIn = (request, act) => {
      if (request.prompt === 'consent') return act.consent([...request.scopes]);
      levels.push(request.details['policy']);
      return act.finish({ acr: 'aal2', amr: ['pwd', 'otp', 'mfa'] });
    };
    const paid = await signIn({ scope: 'openid offline_access read pay' }, browser);
    expect(paid.scope).toBe('read pay');
    expect(levels).toEqual([{ stepUp: { acr: 'aal2', maxAgeSeconds: -1, methods: [] } }]);
    hub.standIn = usual;
    const weak = await signIn({ scope: 'openid offline_access read pay' });
    expect(weak.scope).toBe('read');
    const alone = await refresh(weak.refresh_token, { scope: 'pay' });
    expect([alone.status, alone.body]).toEqual([
      400,
      {
        error: 'insufficient_user_authentication',
        error_description: expect.any(String),
        acr_values: 'aal2',
      },
    ]);
    expect((await refresh(weak.refresh_token, { scope: 'read' })).status).toBe(200);
  });

  it('can be about the age of the sign-in', async () => {
    await invoices({}, [['pay', { requires: { maxAgeSeconds: 60 } }]]);
    hub.standIn = (request, act) =>
      request.prompt === 'consent'
        ? act.consent([...request.scopes])
        : act.finish({ authTime: Math.floor(Date.now() / 1000) - 30 });
    const tokens = await signIn({ scope: 'openid offline_access pay' });
    expect(tokens.scope).toBe('pay');
    await hub.pod.platform.db.transact(
      { tenantId: tenant.id, actor: { type: 'system', id: 'test' } },
      (tx) =>
        tx.execute(
          `UPDATE oidc_artifact SET payload = payload || jsonb_build_object('authTime', (payload ->> 'authTime')::bigint - 60)
           WHERE model = 'RefreshToken'`,
        ),
    );
    expect((await refresh(tokens.refresh_token)).body).toMatchObject({
      error: 'insufficient_user_authentication',
      max_age: 60,
    });
  });
});

describe('consent', () => {
  const prompts = (): string[] => hub.seen.map(({ prompt }) => prompt);

  beforeEach(async () => {
    application = await hub.application(tenant, { firstParty: false });
    config = await hub.client(application);
  });

  it('is given for each API: a scope of the same name at another one asks again', async () => {
    await invoices({}, ['write']);
    await admin.grant(await admin.api({ identifier: second }, ['write']), application);
    const browser = hub.browser();
    hub.seen.length = 0;
    expect((await signIn({ scope: 'openid write' }, browser)).scope).toBe('write');
    expect(prompts()).toEqual(['login', 'consent']);
    await signIn({ scope: 'openid write' }, browser);
    await signIn({ scope: 'openid write' });
    expect(prompts()).toEqual(['login', 'consent', 'login']);
    await signIn({ scope: 'openid write', resource: second }, browser);
    expect(prompts()).toEqual(['login', 'consent', 'login', 'consent']);
    await signIn({ scope: 'openid write', resource: second });
    expect(prompts()).toEqual(['login', 'consent', 'login', 'consent', 'login']);
  });

  it('to a sensitive scope is not remembered', async () => {
    await invoices({}, [['pay', { sensitive: true }]]);
    const browser = hub.browser();
    hub.seen.length = 0;
    for (let i = 0; i < 2; i += 1)
      expect((await signIn({ scope: 'openid pay' }, browser)).scope).toBe('pay');
    expect(prompts()).toEqual(['login', 'consent', 'consent']);
  });
});

it('a device gets tokens for an API', async () => {
  const api = await admin.api({ identifier }, ['read']);
  const tv = await hub.application(tenant, {}, { type: 'device' });
  await admin.grant(api, tv);
  const started = await hub.ask('/oauth2/device_authorization', {
    host: tenant.host,
    form: { client_id: tv.clientId, scope: 'openid read', resource: `${identifier}/` },
  });
  expect(started.status).toBe(200);
  const form = {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: started.body.device_code as string,
  };
  expect((await askToken(hub, tv, form)).body.error).toBe('authorization_pending');
  expect(redirectUri).toContain('https://');
});
