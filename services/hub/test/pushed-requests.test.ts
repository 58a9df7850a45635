import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportJWK, generateKeyPair } from 'jose';
import * as oauth from 'oauth4webapi';
import * as oidc from 'openid-client';
import type { MadeTenant } from './hub-under-test.ts';
import { attempt, signInAt, signInHub } from './sign-in-hub.ts';
import type { SignInHub } from './sign-in-hub.ts';

let hub: SignInHub;
let tenant: MadeTenant;

beforeAll(async () => {
  hub = await signInHub();
  tenant = await hub.makeTenant('acme');
  hub.setUser(tenant);
});
afterAll(() => hub.stop());

describe('a pushed authorization request', () => {
  it('is accepted once', async () => {
    const config = await hub.client(await hub.application(tenant, { requirePar: true }));
    const { url, checks } = await attempt(config);
    const pushed = await oidc.buildAuthorizationUrlWithPAR(config, url.searchParams);
    expect([...pushed.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri']);
    const end = await hub.browser().visit(pushed.href);
    const tokens = await oidc.authorizationCodeGrant(config, new URL(end.url), checks);
    expect(tokens.claims()?.sub).toBe(hub.user);
    const again = await hub.browser().get(pushed.href);
    expect([again.status, again.headers['location']]).toEqual([400, undefined]);
  });

  it('is required if the application is configured so', async () => {
    const config = await hub.client(await hub.application(tenant, { requirePar: true }));
    const { url } = await attempt(config);
    const { headers } = await hub.browser().get(url.href);
    expect(new URL(String(headers['location'])).searchParams.get('error')).toBe('invalid_request');
  });
});

describe('pushing a request', () => {
  /** Pushes a changed request, and returns the response (RFC 9126 §2.3). */
  async function pushes(change: Record<string, string>, isAuthenticated = true) {
    const application = await hub.application(tenant);
    const { url } = await attempt(await hub.client(application));
    const { clientId, secret } = application;
    return hub.ask('/oauth2/par', {
      host: tenant.host,
      form: { ...Object.fromEntries(url.searchParams), ...change },
      ...(isAuthenticated && { basic: [clientId, secret!] }),
    });
  }

  it('returns a reference that is valid for a minute', async () => {
    const { status, body, headers } = await pushes({});
    expect([status, headers['cache-control']]).toEqual([201, 'no-store']);
    expect(body).toEqual({
      request_uri: expect.stringMatching(/^urn:ietf:params:oauth:request_uri:/),
      expires_in: 60,
    });
  });

  it.each<[string, Record<string, string>, number, string]>([
    [
      'a reference to another request',
      { request_uri: 'urn:ietf:params:oauth:request_uri:x' },
      400,
      'request_uri_not_supported',
    ],
    [
      'a redirect URI that is not registered',
      { redirect_uri: 'https://evil.test/' },
      400,
      'invalid_request',
    ],
    ['no PKCE', { code_challenge: '', code_challenge_method: '' }, 400, 'invalid_request'],
  ])('is rejected with %s', async (_name, change, status, error) => {
    const answer = await pushes(change);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
  });

  it.each<[string, string]>([
    ['open brackets', '['.repeat(10_000)],
    ['arrays', `{"id_token":{"acr":{"values":${'['.repeat(7_500)}${']'.repeat(7_500)}}}}`],
    ['values', `{"id_token":{"own":{"value":${'['.repeat(7_500)}${']'.repeat(7_500)}}}}`],
  ])('rejects claims of nested %s', async (_name, claims) => {
    const { status, body } = await pushes({ claims });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
    expect(body.error_description.length).toBeLessThan(200);
  });

  it('requires the client to authenticate', async () => {
    const { status, body } = await pushes({}, false);
    expect([status, body.error]).toEqual([401, 'invalid_client']);
  });

  it('returns a reference that only its own client can use', async () => {
    const { body } = await pushes({});
    const { clientId } = await hub.application(tenant);
    const query = new URLSearchParams({ client_id: clientId, request_uri: body.request_uri });
    const { status, headers } = await hub
      .browser()
      .get(`${tenant.issuer}/oauth2/authorize?${String(query)}`);
    expect([status, headers['location']]).toEqual([400, undefined]);
  });
});

describe('private_key_jwt', () => {
  it('authenticates at the token endpoint', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }] };
    const application = await hub.application(tenant, {
      tokenEndpointAuthMethod: 'private_key_jwt',
      jwks,
    });
    const config = await hub.client(
      application,
      oidc.PrivateKeyJwt({ key: privateKey, kid: 'k1' }),
    );
    const tokens = await signInAt(config, hub.browser());
    expect(tokens.claims()?.sub).toBe(hub.user);
  });
});

describe('the metadata', () => {
  it('is accepted by a strict client', async () => {
    const issuer = new URL(tenant.issuer);
    const options = { [oauth.customFetch]: hub.fetch, [oauth.allowInsecureRequests]: true };
    for (const algorithm of ['oidc', 'oauth2'] as const) {
      const server = await oauth.processDiscoveryResponse(
        issuer,
        await oauth.discoveryRequest(issuer, { ...options, algorithm }),
      );
      expect(server).toMatchObject({
        issuer: tenant.issuer,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
      });
    }
  });

  it('lists only what is supported', async () => {
    const { body } = await hub.ask('/.well-known/openid-configuration', { host: tenant.host });
    for (const [name, value] of Object.entries(body as Record<string, string>)) {
      if (!name.endsWith('_endpoint')) continue;
      const { status } = await hub.ask(new URL(value).pathname, { host: tenant.host });
      expect([name, status === 404]).toEqual([name, false]);
    }
  });
});

describe('token exchange', () => {
  const exchange = 'urn:ietf:params:oauth:grant-type:token-exchange';
  const type = 'urn:ietf:params:oauth:token-type:access_token';
  const scopes = ['openid', 'tenant:users.read', 'tenant:users.write'];

  it('identifies the actor, with fewer scopes and a shorter lifetime', async () => {
    hub.around.access.setScopes(hub.user, scopes);
    const web = await hub.application(tenant, {}, { scopes });
    const tokens = await signInAt(await hub.client(web), hub.browser(), {
      scope: scopes.join(' '),
    });
    const service = await hub.application(
      tenant,
      { grantTypes: [exchange] },
      { type: 'm2m', scopes: ['tenant:users.read', 'tenant:roles.read'] },
    );
    const ask = (subject: string, more: Record<string, string> = {}) =>
      hub.ask('/oauth2/token', {
        host: tenant.host,
        basic: [service.clientId, service.secret!],
        form: {
          grant_type: exchange,
          subject_token: subject,
          subject_token_type: type,
          ...more,
        },
      });
    const first = await ask(tokens.access_token);
    const claims = JSON.parse(
      Buffer.from(first.body.access_token.split('.')[1], 'base64url').toString(),
    );
    expect(first.body).toMatchObject({
      issued_token_type: type,
      token_type: 'Bearer',
      scope: 'tenant:users.read',
    });
    expect(claims).toMatchObject({
      sub: hub.user,
      client_id: service.clientId,
      act: { sub: service.clientId },
      acr: 'aal1',
      scope: 'tenant:users.read',
    });
    expect(claims.exp - claims.iat).toBeLessThanOrEqual(300);

    let { access_token: token } = first.body;
    for (let i = 0; i < 2; i++) token = (await ask(token)).body.access_token;
    const tooLong = await ask(token);
    expect([tooLong.status, tooLong.body.error]).toEqual([400, 'invalid_grant']);

    for (const [form, error] of [
      [{ scope: 'tenant:roles.read' }, 'invalid_scope'],
      [{ subject_token_type: 'urn:ietf:params:oauth:token-type:id_token' }, 'invalid_request'],
      [{ audience: 'tnt_01m7vqhvjpfrhtg5g075cmmcw9' }, 'invalid_target'],
      [{ subject_token: tokens.id_token ?? 'x' }, 'invalid_grant'],
      [{ resource: 'https://other.example' }, 'invalid_target'],
    ] as const)
      expect([form, (await ask(tokens.access_token, form as never)).body.error]).toEqual([
        form,
        error,
      ]);
  });

  it('rejects tokens of another tenant', async () => {
    const other = await hub.makeTenant('globex');
    hub.setUser(other);
    const tokens = await signInAt(await hub.client(await hub.application(other)), hub.browser());
    const service = await hub.application(
      tenant,
      { grantTypes: [exchange] },
      { type: 'm2m', scopes: ['openid'] },
    );
    const { body } = await hub.ask('/oauth2/token', {
      host: tenant.host,
      basic: [service.clientId, service.secret!],
      form: {
        grant_type: exchange,
        subject_token: tokens.access_token,
        subject_token_type: type,
        audience: tenant.id,
      },
    });
    expect(body.error).toBe('invalid_grant');
  });
});
