import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SignJWT, decodeJwt, decodeProtectedHeader, generateKeyPair } from 'jose';
import * as oidc from 'openid-client';
import type { MadeTenant } from './hub-under-test.ts';
import { attempt, loginScopes, redirectUri, signInAt, signInHub } from './sign-in-hub.ts';
import type { SignInHub } from './sign-in-hub.ts';

let hub: SignInHub;
let tenant: MadeTenant;
let n = 0;

beforeAll(async () => void (hub = await signInHub()));
beforeEach(async () => {
  tenant = await hub.makeTenant(`acme${++n}`);
  hub.setUser(tenant);
});
afterAll(() => hub.stop());

describe('a sign-in with a code', () => {
  it('returns tokens that state who signed in, where and how', async () => {
    const application = await hub.application(tenant);
    const config = await hub.client(application);
    const tokens = await signInAt(config, hub.browser());
    expect(tokens.scope?.split(' ').sort()).toEqual([...loginScopes].sort());
    expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({
      alg: 'ES256',
      typ: 'at+jwt',
    });
    const claims = decodeJwt(tokens.access_token);
    expect(claims).toMatchObject({
      iss: tenant.issuer,
      sub: hub.user,
      aud: 'product-api',
      client_id: application.clientId,
      tnt: tenant.id,
      acr: 'aal1',
      amr: ['pwd'],
      auth_time: expect.any(Number),
      sid: expect.any(String),
    });
    expect(decodeProtectedHeader(tokens.id_token!)).toMatchObject({ alg: 'RS256' });
    expect(tokens.claims()).toMatchObject({
      sub: hub.user,
      acr: 'aal1',
      amr: ['pwd'],
      sid: claims['sid'],
    });
    expect(tokens.claims()).not.toHaveProperty('email');
    expect(tokens.refresh_token).toEqual(expect.any(String));
    expect(hub.seen.at(-1)).toMatchObject({
      client: { id: application.clientId, name: 'An application', isFirstParty: true },
      prompt: 'login',
      session: null,
    });
  });

  it('returns at the UserInfo endpoint the claims that the scopes and `claims` request', async () => {
    const config = await hub.client(await hub.application(tenant));
    const tokens = await signInAt(config, hub.browser(), {
      scope: 'openid email',
      claims: JSON.stringify({ userinfo: { name: null }, id_token: { email: null } }),
    });
    expect(await oidc.fetchUserInfo(config, tokens.access_token, hub.user)).toEqual({
      sub: hub.user,
      email: 'ada@example.com',
      email_verified: true,
      name: 'Ada Lovelace',
    });
    expect(tokens.claims()).toMatchObject({ email: 'ada@example.com' });
    expect(tokens.refresh_token).toBeUndefined();
  });

  it('is not required again during the session', async () => {
    const config = await hub.client(await hub.application(tenant));
    const browser = hub.browser();
    const first = await signInAt(config, browser);
    const seen = hub.seen.length;
    const second = await signInAt(config, browser);
    expect(hub.seen).toHaveLength(seen);
    expect(second.claims()?.['sid']).toBe(first.claims()?.['sid']);
  });

  it('supports the form_post response mode', async () => {
    const config = await hub.client(await hub.application(tenant));
    const { url } = await attempt(config, { response_mode: 'form_post' });
    const page = await hub.browser().visit(url.href);
    expect(page.status).toBe(200);
    expect(page.text).toContain(`action="${redirectUri}"`);
    expect(page.text).toMatch(/name="iss" value="http:\/\/acme/);
    expect(page.text).toMatch(/<button class="button primary" type="submit">.*Continue/);
    expect(page.text).toContain('Taking you to ');
    const policy = page.headers['content-security-policy'];
    expect(policy).toMatch(/script-src 'nonce-[\w-]+';/);
    // The client that receives the form can redirect to any site, which `form-action` would block.
    expect(policy).not.toContain('form-action');
  });

  it("escapes the client's values in a form_post response", async () => {
    const config = await hub.client(await hub.application(tenant));
    const state = '"><script>alert(1)</script>';
    const { url } = await attempt(config, { response_mode: 'form_post', state });
    const page = await hub.browser().visit(url.href);
    expect(page.text).toContain(
      'name="state" value="&#34;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"',
    );
  });

  describe('with a hint whose key was rotated out', () => {
    /** Sends such a hint with prompt=none in a browser with a session, and returns the result. */
    async function silently(claims: object, isPushed = false) {
      const application = await hub.application(tenant);
      const config = await hub.client(application);
      const browser = hub.browser();
      await signInAt(config, browser);
      const { privateKey } = await generateKeyPair('RS256');
      const own = { iss: tenant.issuer, aud: application.clientId, sub: hub.user };
      const hint = await new SignJWT({ ...own, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'gone' })
        .sign(privateKey);
      const parameters = { id_token_hint: hint, prompt: 'none' };
      const { url } = await attempt(config, parameters);
      const pushed = Object.fromEntries(url.searchParams);
      const sent = isPushed ? await oidc.buildAuthorizationUrlWithPAR(config, pushed) : url;
      const { searchParams } = new URL((await browser.visit(sent.href)).url);
      return searchParams.has('code') ? 'code' : searchParams.get('error');
    }

    it.each([
      ['authorizes the user that it names', {}, 'code'],
      ['authorizes no other user', { sub: 'usr_other' }, 'login_required'],
      ['is rejected if it has another issuer', { iss: 'https://b.example' }, 'invalid_request'],
      ['is rejected if it is for another client', { aud: 'other' }, 'invalid_request'],
    ])('%s', async (_name, claims, outcome) => {
      expect(await silently(claims)).toBe(outcome);
    });

    it('accepts one that was pushed', async () => {
      expect(await silently({}, true)).toBe('code');
    });
  });

  it('rejects a hint that another key signed with the id of a current one', async () => {
    const application = await hub.application(tenant);
    const config = await hub.client(application);
    const browser = hub.browser();
    const { id_token: token = '' } = await signInAt(config, browser);
    const { privateKey } = await generateKeyPair('RS256');
    const hint = await new SignJWT(decodeJwt(token))
      .setProtectedHeader({ alg: 'RS256', kid: decodeProtectedHeader(token).kid! })
      .sign(privateKey);
    const { url } = await attempt(config, { id_token_hint: hint, prompt: 'none' });
    const { searchParams } = new URL((await browser.visit(url.href)).url);
    expect(searchParams.get('error')).toBe('invalid_request');
  });

  it('returns ID tokens with the algorithm of the client', async () => {
    const application = await hub.application(tenant, { idTokenSignedResponseAlg: 'ES256' });
    const config = await hub.client(application);
    const { url, checks } = await attempt(config);
    const end = await hub.browser().visit(url.href);
    const code = new URL(end.url).searchParams.get('code')!;
    const { body } = await hub.ask('/oauth2/token', {
      host: tenant.host,
      basic: [application.clientId, application.secret!],
      form: {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: checks.pkceCodeVerifier,
      },
    });
    expect(decodeProtectedHeader(body.id_token)).toMatchObject({ alg: 'ES256' });
  });
});
