import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as oidc from 'openid-client';
import type { MadeTenant } from './hub-under-test.ts';
import { attempt, redirectUri, signInAt, signInHub } from './sign-in-hub.ts';
import type { SignInHub, TestApplication } from './sign-in-hub.ts';

let hub: SignInHub;
let tenant: MadeTenant;
let other: MadeTenant;
let application: TestApplication;
let config: oidc.Configuration;

beforeAll(async () => {
  hub = await signInHub();
  tenant = await hub.makeTenant('acme');
  other = await hub.makeTenant('globex');
  hub.setUser(tenant);
  hub.setUser(other);
  application = await hub.application(tenant);
  config = await hub.client(application);
});
afterAll(() => hub.stop());

const authorize = async (parameters: Record<string, string | undefined>) => {
  const { url } = await attempt(config);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return hub.browser().get(url.href);
};

describe('the redirect URI', () => {
  it.each([
    'https://app.example.com/callback/',
    'https://app.example.com/callback/../evil',
    'https://app.example.com/callback?x=1',
    'https://app.example.com/callback%2f',
    'https://app.example.com/CALLBACK',
    'https://APP.example.com/callback',
    'https://app.example.com:443/callback',
    'http://app.example.com/callback',
    'https://app.example.com.evil.test/callback',
    'https://app.example.com@evil.test/callback',
    'https://evil.test/?https://app.example.com/callback',
    'https://app.example.com/callback#x',
    'https://app.example.com\\@evil.test/callback',
    'javascript:alert(1)',
    '//evil.test/callback',
    '',
  ])('%s is not redirected to', async (uri) => {
    const answer = await authorize({ redirect_uri: uri });
    expect([answer.status, answer.headers['location']]).toEqual([400, undefined]);
    // The page contains neither the URI nor a script in it.
    expect(answer.text).not.toMatch(/evil\.test|alert\(1\)/);
  });

  it('must be sent, even if only one is registered', async () => {
    const answer = await authorize({ redirect_uri: undefined });
    expect([answer.status, answer.headers['location']]).toEqual([400, undefined]);
  });

  it.each([
    ['http://127.0.0.1:51004/callback', 303],
    ['http://127.0.0.1/callback', 303],
    ['http://127.0.0.1:51004/other', 400],
    ['http://127.0.0.1:0/callback', 400],
    ['http://127.0.0.1:00/callback', 400],
    ['http://[::1]:0/callback', 400],
    ['http://localhost:51004/callback', 400],
    ['https://127.0.0.1:51004/callback', 400],
    ['http://[::1]:51004/callback', 303],
    ['http://[::1]:51004/callback?x', 400],
    ['http://127.0.0.1.evil.test:51004/callback', 400],
    ['com.example.app:/callback', 303],
    ['com.example.app:/other', 400],
  ])('%s of a native application returns %i', async (uri, status) => {
    const native = await hub.application(
      tenant,
      {
        redirectUris: [
          'http://127.0.0.1/callback',
          'http://[::1]/callback',
          'com.example.app:/callback',
        ],
      },
      { type: 'native' },
    );
    const answer = await authorize({ redirect_uri: uri, client_id: native.clientId });
    expect(answer.status).toBe(status);
  });
});

describe('the response type', () => {
  const unsupported = ['token', 'id_token', 'code token', 'code code', 'code ', ' code', 'CODE'];

  it.each(unsupported)('"%s" is not supported', async (response_type) => {
    const answer = await authorize({ response_type });
    const location = new URL(String(answer.headers['location']));
    // RFC 6749 §4.2.2.1: errors of the implicit grant are in the fragment.
    const parameters = new URLSearchParams(location.search + location.hash.replace('#', '&'));
    expect([location.origin, parameters.get('error')]).toEqual([
      new URL(redirectUri).origin,
      'unsupported_response_type',
    ]);
  });

  it.each(unsupported)('"%s" is not supported in a pushed request', async (response_type) => {
    const { url } = await attempt(config);
    const answer = await hub.ask('/oauth2/par', {
      host: tenant.host,
      form: { ...Object.fromEntries(url.searchParams), response_type },
      basic: [application.clientId, application.secret!],
    });
    expect([answer.status, answer.body.error]).toEqual([400, 'unsupported_response_type']);
  });

  it('is required', async () => {
    const answer = await authorize({ response_type: undefined });
    expect(new URL(String(answer.headers['location'])).searchParams.get('error')).toBe(
      'invalid_request',
    );
  });
});

describe('PKCE', () => {
  const errorOf = async (
    parameters: Record<string, string | undefined>,
  ): Promise<string | null> => {
    const { headers } = await authorize(parameters);
    return new URL(String(headers['location']), tenant.issuer).searchParams.get('error');
  };

  it.each([
    ['is required', { code_challenge: undefined, code_challenge_method: undefined }],
    ['does not support the method plain', { code_challenge_method: 'plain' }],
    ['requires a method', { code_challenge_method: undefined }],
    ['requires a valid challenge', { code_challenge: 'short' }],
  ])('%s', async (_name, parameters) => {
    expect(await errorOf(parameters)).toBe('invalid_request');
  });

  it('can be replaced by a nonce for a confidential application', async () => {
    const legacy = await hub.application(tenant, { requirePkce: false });
    const without = {
      client_id: legacy.clientId,
      code_challenge: undefined,
      code_challenge_method: undefined,
    };
    expect(await errorOf({ ...without, nonce: undefined })).toBe('invalid_request');
    expect((await authorize(without)).headers['location']).toMatch(/\/login\//);
  });

  it('can be omitted together with the nonce by a confidential application that has disabled both', async () => {
    const settings = { requirePkce: false, requireNonce: false };
    const { clientId } = await hub.application(tenant, settings);
    const neither = {
      code_challenge: undefined,
      code_challenge_method: undefined,
      nonce: undefined,
    };
    const answer = await authorize({ client_id: clientId, ...neither });
    expect(answer.headers['location']).toMatch(/\/login\//);
    // Disabling only the nonce does not disable PKCE.
    const strict = await hub.application(tenant, { requireNonce: false });
    expect(await errorOf({ client_id: strict.clientId, ...neither })).toBe('invalid_request');
  });

  it('is always required for a public application', async () => {
    const spa = await hub.application(tenant, { requirePkce: false }, { type: 'spa' });
    expect(
      await errorOf({
        client_id: spa.clientId,
        code_challenge: undefined,
        code_challenge_method: undefined,
      }),
    ).toBe('invalid_request');
  });
});

describe('an injected code', () => {
  type Form = Record<string, string>;
  /** Redeems the code of a sign-in with a changed request. */
  const redeem = async (changed: (form: Form) => Form, as = application) => {
    const { url, checks } = await attempt(config);
    const end = await hub.browser().visit(url.href);
    const form = {
      grant_type: 'authorization_code',
      code: new URL(end.url).searchParams.get('code')!,
      redirect_uri: redirectUri,
      code_verifier: checks.pkceCodeVerifier,
    };
    return hub.ask('/oauth2/token', {
      host: tenant.host,
      basic: [as.clientId, as.secret!],
      form: changed(form),
    });
  };
  const without = (name: string) => (form: Form) =>
    Object.fromEntries(Object.entries(form).filter(([key]) => key !== name));

  it.each<[string, (form: Form) => Form]>([
    ['the verifier of another sign-in', (form) => ({ ...form, code_verifier: 'v'.repeat(43) })],
    ['no verifier (downgrade)', without('code_verifier')],
    ['an empty verifier', (form) => ({ ...form, code_verifier: '' })],
    ['another redirect URI', (form) => ({ ...form, redirect_uri: 'https://evil.test/' })],
    ['no redirect URI', without('redirect_uri')],
    ['a truncated code', (form) => ({ ...form, code: form['code']!.slice(1) })],
  ])('is rejected with %s', async (_name, changed) => {
    const { status, body } = await redeem(changed);
    expect([status, Object.keys(body)]).toEqual([
      400,
      expect.not.arrayContaining(['access_token']),
    ]);
    expect(['invalid_grant', 'invalid_request']).toContain(body.error);
  });

  it('is rejected for another application', async () => {
    const { status, body } = await redeem((form) => form, await hub.application(tenant));
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
  });

  it('is rejected with a verifier if the request had no challenge', async () => {
    const legacy = await hub.application(tenant, { requirePkce: false });
    const { url } = await attempt(await hub.client(legacy));
    url.searchParams.delete('code_challenge');
    url.searchParams.delete('code_challenge_method');
    const end = await hub.browser().visit(url.href);
    const { status, body } = await hub.ask('/oauth2/token', {
      host: tenant.host,
      basic: [legacy.clientId, legacy.secret!],
      form: {
        grant_type: 'authorization_code',
        code: new URL(end.url).searchParams.get('code')!,
        redirect_uri: redirectUri,
        code_verifier: 'v'.repeat(43),
      },
    });
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
  });
});

describe('mix-up attacks', () => {
  it('are prevented by the issuer in every response (RFC 9207)', async () => {
    const { url } = await attempt(config);
    const end = await hub.browser().visit(url.href);
    expect(new URL(end.url).searchParams.get('iss')).toBe(tenant.issuer);
  });

  it("with another tenant's code fail", async () => {
    const { url, checks } = await attempt(config);
    const end = await hub.browser().visit(url.href);
    const { status } = await hub.ask('/oauth2/token', {
      host: other.host,
      basic: [application.clientId, application.secret!],
      form: {
        grant_type: 'authorization_code',
        code: new URL(end.url).searchParams.get('code')!,
        redirect_uri: redirectUri,
        code_verifier: checks.pkceCodeVerifier,
      },
    });
    expect(status).toBe(401);
  });

  it("with another tenant's session fail", async () => {
    const browser = hub.browser();
    await signInAt(config, browser);
    const theirs = await hub.client(await hub.application(other));
    // Sends the cookies of the other host, which a browser would not do.
    const host = new URL(other.issuer).hostname;
    browser.cookies.push(...browser.cookies.map((cookie) => ({ ...cookie, host })));
    const { url } = await attempt(theirs, { prompt: 'none' });
    const end = await browser.visit(url.href);
    expect(new URL(end.url).searchParams.get('error')).toBe('login_required');
  });

  it("with another tenant's access token at the UserInfo endpoint fail", async () => {
    const tokens = await signInAt(config, hub.browser());
    const { status } = await hub.ask('/oauth2/userinfo', {
      host: other.host,
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(status).toBe(401);
  });
});

describe('forged request headers', () => {
  it.each([
    { 'x-forwarded-host': 'evil.test' },
    { 'x-forwarded-proto': 'https' },
    { forwarded: 'host=evil.test;proto=https' },
    { 'x-forwarded-for': '203.0.113.9' },
  ])('such as %j change no URL', async (headers) => {
    const { url } = await attempt(config);
    const answer = await hub.ask(url.pathname + url.search, { host: url.host, headers } as never);
    expect(answer.status).toBe(303);
    expect(answer.headers['location']).toMatch(/^\/login\//);
    expect(JSON.stringify(answer.headers)).not.toContain('evil.test');
  });

  it('with an unknown host return 404', async () => {
    const { url } = await attempt(config);
    const answer = await hub.ask(url.pathname + url.search, { host: 'evil.test' });
    expect(answer.status).toBe(404);
  });
});

describe('disabled features', () => {
  it.each([
    ['request objects', { request: 'eyJhbGciOiJub25lIn0.e30.' }],
    ['requests by reference', { request_uri: 'https://evil.test/r' }],
    ['the response mode fragment', { response_mode: 'fragment' }],
    ['the implicit grant', { response_type: 'id_token token' }],
  ])('include %s', async (_name, parameters) => {
    const { headers } = await authorize(parameters as Record<string, string>);
    expect(String(headers['location'] ?? '')).not.toMatch(/login|code=/);
  });
});

describe('CORS', () => {
  const origin = 'https://spa.example.com';
  const token = (from: string, clientId: string) =>
    hub.ask('/oauth2/token', {
      host: tenant.host,
      headers: { origin: from },
      form: { grant_type: 'refresh_token', refresh_token: 'x', client_id: clientId },
    });

  it("allows the application's origins", async () => {
    const spa = await hub.application(tenant, { allowedOrigins: [origin] }, { type: 'spa' });
    const allowed = await token(origin, spa.clientId);
    expect(allowed.headers['access-control-allow-origin']).toBe(origin);
    const refused = await token('https://evil.test', spa.clientId);
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([
      400,
      undefined,
    ]);
    const preflight = await hub.ask('/oauth2/token', {
      host: tenant.host,
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect([preflight.status, preflight.headers['access-control-allow-methods']]).toEqual([
      204,
      'POST',
    ]);
  });

  it('applies to the UserInfo endpoint', async () => {
    const web = await hub.application(tenant, { allowedOrigins: [origin] });
    const tokens = await signInAt(await hub.client(web), hub.browser());
    const ask = (from: string) =>
      hub.ask('/oauth2/userinfo', {
        host: tenant.host,
        headers: { origin: from, authorization: `Bearer ${tokens.access_token}` },
      });
    expect((await ask(origin)).headers['access-control-allow-origin']).toBe(origin);
    expect((await ask('https://evil.test')).headers['access-control-allow-origin']).toBeUndefined();
  });
});
