import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decodeJwt } from 'jose';
import { newId } from '@platform/kit/ids';
import { apiAdmin, askToken } from './api-resource-world.ts';
import type { ApiAdmin, TestApiResource } from './api-resource-world.ts';
import type { MadeTenant } from './hub-under-test.ts';
import { signInAt, signInHub } from './sign-in-hub.ts';
import type { SignInHub, TestApplication } from './sign-in-hub.ts';

const exchange = 'urn:ietf:params:oauth:grant-type:token-exchange';
const type = 'urn:ietf:params:oauth:token-type:access_token';
const front = 'https://front.example.com';
const back = 'api:back';
let hub: SignInHub;
let tenant: MadeTenant;
let admin: ApiAdmin;
let web: TestApplication;
/** The backend of the API that people call, which calls another one. */
let server: TestApplication;
let frontApi: TestApiResource;
let backApi: TestApiResource;
let n = 0;

beforeAll(async () => {
  hub = await signInHub();
});
beforeEach(async () => {
  tenant = await hub.makeTenant(`acme${++n}`);
  hub.user = newId('user');
  hub.setUser(tenant);
  admin = await apiAdmin(hub, tenant);
  web = await hub.application(tenant);
  server = await newServer();
  frontApi = await admin.api({ identifier: front }, ['read', 'write']);
  backApi = await admin.api({ identifier: back }, ['stock', 'ship']);
  await admin.grant(frontApi, web);
  await admin.call('PATCH', `/${frontApi.id}`, { introspectionClients: [server.clientId] });
  await admin.grant(backApi, server, { modes: ['user'] });
});
afterAll(() => hub.stop());

const newServer = (settings: object = {}, more: object = {}): Promise<TestApplication> =>
  hub.application(tenant, { grantTypes: [exchange], ...settings }, { type: 'web', ...more });
const signIn = async (parameters: Record<string, string> = {}): Promise<string> =>
  (
    await signInAt(await hub.client(web), hub.browser(), {
      scope: 'openid read',
      resource: front,
      ...parameters,
    })
  ).access_token;
const ask = async (
  subject: string,
  form: Record<string, string | string[]> = {},
  by = server,
): Promise<any> =>
  (
    await askToken(hub, by, {
      grant_type: exchange,
      subject_token: subject,
      subject_token_type: type,
      resource: back,
      ...form,
    })
  ).body;

describe('the exchange of a token for an API', () => {
  it('gives the backend a token of its user for another API', async () => {
    const answer = await ask(await signIn(), { scope: 'stock' });
    expect(answer).toMatchObject({
      issued_token_type: type,
      token_type: 'Bearer',
      scope: 'stock',
    });
    const claims = decodeJwt(answer.access_token);
    expect(claims).toMatchObject({
      aud: back,
      sub: hub.user,
      client_id: server.clientId,
      act: { sub: server.clientId },
      scope: 'stock',
      acr: 'aal1',
      amr: ['pwd'],
      auth_time: expect.any(Number),
      tnt: tenant.id,
    });
    expect(claims.exp! - claims.iat!).toBeLessThanOrEqual(300);
  });

  it('gives no further scopes at the same API', async () => {
    await admin.grant(frontApi, server, { modes: ['user'] });
    const token = await signIn();
    expect((await ask(token, { resource: front })).scope).toBe('read');
    expect((await ask(token, { resource: front, scope: 'read write' })).scope).toBe('read');
    expect((await ask(token, { resource: front, scope: 'write' })).error).toBe('invalid_scope');
  });

  it('gives default scopes if none is named, and those that the client has there', async () => {
    const token = await signIn();
    await admin.call('PATCH', `/${backApi.id}`, { defaultScopes: ['ship'] });
    expect((await ask(token)).scope).toBe('ship');
    await admin.grant(backApi, server, { scopes: ['stock'], modes: ['user'] });
    expect((await ask(token, { scope: 'stock ship other' })).scope).toBe('stock');
    expect((await ask(token, { scope: 'ship' })).error).toBe('invalid_scope');
  });

  it('keeps no longer than the subject token and the API allow, and can be opaque', async () => {
    await admin.call('PATCH', `/${backApi.id}`, {
      accessTokenTtlSeconds: 90,
      tokenFormat: 'opaque',
    });
    const answer = await ask(await signIn(), { scope: 'stock' });
    expect([answer.access_token.slice(0, 4), answer.expires_in <= 90]).toEqual(['oat_', true]);
    const other = await admin.api({ identifier: 'api:third' }, ['see']);
    await admin.grant(other, server, { modes: ['user'] });
    // It was issued to this client, which therefore may exchange it.
    const next = await ask(answer.access_token, { resource: 'api:third', scope: 'see' });
    expect(decodeJwt(next.access_token)).toMatchObject({
      sub: hub.user,
      act: { sub: server.clientId, act: { sub: server.clientId } },
    });
    expect(next.expires_in).toBeLessThanOrEqual(90);
  });

  it('takes a token of the management API too, and leads to none', async () => {
    const platform = await signIn({
      scope: 'openid profile',
      resource: 'urn:platform:product-api',
    });
    expect((await ask(platform, { scope: 'stock' })).scope).toBe('stock');
    const token = await signIn();
    expect((await ask(token, { resource: [] })).error).toBe('invalid_target');
    expect((await ask(token, { resource: 'urn:platform:product-api' })).error).toBe(
      'invalid_target',
    );
  });

  it('asks permissions of the user, in the organization of the sign-in', async () => {
    await admin.call('PUT', `/${backApi.id}/scopes/stock`, {
      displayName: { en: 'Stock' },
      permission: 'stock:read',
    });
    await admin.call('PATCH', `/${backApi.id}`, { userAccess: 'permission' });
    const token = await signIn();
    expect((await ask(token, { scope: 'stock' })).error).toBe('invalid_scope');
    hub.around.access.setPermissions(hub.user, ['stock:read']);
    expect((await ask(token, { scope: 'stock' })).scope).toBe('stock');
    await admin.call('PATCH', `/${backApi.id}`, { organization: 'required' });
    expect((await ask(token, { scope: 'stock' })).error).toBe('access_denied');
  });

  it('asks for the step-up that a scope requires', async () => {
    await admin.call('PUT', `/${backApi.id}/scopes/ship`, {
      displayName: { en: 'Ship' },
      requires: { acr: 'aal2' },
    });
    expect(await ask(await signIn(), { scope: 'ship' })).toMatchObject({
      error: 'insufficient_user_authentication',
      acr_values: 'aal2',
    });
  });

  it('gives a third-party application what its user has consented to', async () => {
    const third = await newServer({ firstParty: false });
    await admin.call('PATCH', `/${frontApi.id}`, { introspectionClients: [third.clientId] });
    await admin.grant(backApi, third);
    const token = await signIn();
    expect((await ask(token, { scope: 'stock' }, third)).error).toBe('interaction_required');
    const consenting = await hub.application(
      tenant,
      { firstParty: false, grantTypes: ['authorization_code', exchange] },
      { type: 'web' },
    );
    await admin.grant(backApi, consenting);
    const own = await signInAt(await hub.client(consenting), hub.browser(), {
      scope: 'openid stock',
      resource: back,
    });
    expect((await ask(own.access_token, { scope: 'stock' }, consenting)).scope).toBe('stock');
  });

  it.each([
    ['a client that may not read the token', () => newServer(), {}, 'invalid_grant'],
    ['an unknown API', undefined, { resource: 'https://other.example' }, 'invalid_target'],
    ['two APIs', undefined, { resource: [front, back] }, 'invalid_target'],
    ['an API without access', undefined, { resource: front }, 'invalid_target'],
  ] as const)('is not made for %s', async (_what, by, form, error) => {
    const client = by ? await by() : server;
    if (by) await admin.grant(backApi, client);
    expect((await ask(await signIn(), { scope: 'stock', ...form } as never, client)).error).toBe(
      error,
    );
  });

  it('is not made with a token that ended, of no user, or of another tenant', async () => {
    const token = await signIn();
    const globex = await hub.makeTenant(`globex${n}`);
    const other = await apiAdmin(hub, globex);
    const theirs = await hub.application(globex, { grantTypes: [exchange] }, { type: 'web' });
    await other.grant(await other.api({ identifier: back }, ['stock']), theirs);
    expect((await ask(token, { scope: 'stock' }, theirs)).error).toBe('invalid_grant');

    const worker = await hub.application(
      tenant,
      { grantTypes: ['client_credentials', exchange] },
      { type: 'm2m', scopes: ['tenant:users.read'] },
    );
    const own = await askToken(hub, worker, { grant_type: 'client_credentials' });
    expect((await ask(own.body.access_token, { scope: 'stock' })).error).toBe('invalid_grant');

    await admin.call('PATCH', `/${frontApi.id}`, { enabled: false });
    expect((await ask(token, { scope: 'stock' })).error).toBe('invalid_grant');
  });

  it('is subject to the access policies of the application', async () => {
    await hub.expectPolicies(tenant.id, server.clientId);
    const token = await signIn();
    hub.around.access.evaluated.length = 0;
    expect((await ask(token, { scope: 'stock' })).scope).toBe('stock');
    expect(hub.around.access.evaluated).toMatchObject([
      {
        clientId: server.clientId,
        userId: hub.user,
        phase: 'token',
        grantType: 'token_exchange',
        resources: [back],
        acr: 'aal1',
      },
    ]);
    hub.around.access.setPolicyAnswer(tenant.id, server.clientId, {
      outcome: 'deny',
      deny: { reason: 'policy_denied', messages: {}, policyId: 'pol_1' },
    });
    expect((await ask(token, { scope: 'stock' })).error).toBe('access_denied');
  });

  it('ends with the API and with the application’s access to it', async () => {
    const { access_token: token } = await ask(await signIn(), { scope: 'stock' });
    const isActive = async (): Promise<boolean> =>
      (
        await hub.ask('/oauth2/introspect', {
          host: tenant.host,
          basic: [server.clientId, server.secret!],
          form: { token },
        })
      ).body.active;
    expect(await isActive()).toBe(true);
    await admin.call('DELETE', `/${backApi.id}/clients/${server.clientId}`);
    expect(await isActive()).toBe(false);
  });
});
