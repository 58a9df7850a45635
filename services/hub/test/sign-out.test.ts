import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SignJWT, createLocalJWKSet, decodeJwt, generateKeyPair, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { newId } from '@platform/kit/ids';
import { cutoffKey } from '@platform/kit/service';
import { eventually } from '@platform/testkit/eventually';
import type { HubReply, MadeTenant } from './hub-under-test.ts';
import type { CookieBrowser } from './browser.ts';
import { startLogoutReceiver } from './logout-receiver.ts';
import type { LogoutReceiver } from './logout-receiver.ts';
import { attempt, signInAt, signInHub } from './sign-in-hub.ts';
import type { SignInHub, TestApplication } from './sign-in-hub.ts';
import { eventDataOf } from './tenant-events.ts';

let hub: SignInHub;
let receiver: LogoutReceiver;
let tenant: MadeTenant;
let application: TestApplication;
let config: oidc.Configuration;
let n = 0;
const afterwards = 'https://app.example.com/signed-out';

beforeAll(async () => {
  receiver = await startLogoutReceiver();
  hub = await signInHub({}, { extraCa: receiver.ca, allowedHosts: ['localhost'] });
});
beforeEach(async () => {
  receiver.tokens.splice(0);
  tenant = await hub.makeTenant(`acme${++n}`);
  hub.setUser(tenant);
  application = await hub.application(tenant, {
    postLogoutRedirectUris: [afterwards],
    backchannelLogoutUri: receiver.url,
  });
  config = await hub.client(application);
});
afterAll(async () => {
  await hub.stop();
  await receiver.stop();
});

async function signOut(
  browser: CookieBrowser,
  parameters: Record<string, string>,
): Promise<HubReply> {
  const url = oidc.buildEndSessionUrl(config, parameters);
  const page = await browser.visit(url.href);
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  return browser.post(`${tenant.issuer}/oauth2/logout/confirm`, { xsrf, logout: 'yes' });
}
const refreshes = (token: string): Promise<boolean> =>
  oidc.refreshTokenGrant(config, token).then(
    () => true,
    () => false,
  );

describe('signing out', () => {
  it('ends the session, redirects the browser and emits an event', async () => {
    const browser = hub.browser();
    const tokens = await signInAt(config, browser);
    const answer = await signOut(browser, {
      id_token_hint: tokens.id_token!,
      post_logout_redirect_uri: afterwards,
      state: 'abc',
    });
    expect([answer.status, answer.headers['location']]).toEqual([303, `${afterwards}?state=abc`]);
    const seen = hub.seen.length;
    await signInAt(config, browser);
    expect(hub.seen).toHaveLength(seen + 1);
    expect(await eventDataOf(hub, tenant.id, 'user.signed_out')).toMatchObject([
      {
        user: { id: hub.user },
        client: { id: application.clientId },
        sessionId: expect.any(String),
        reason: 'requested',
        sourceIp: '127.0.0.1',
        userAgent: 'browser/1',
      },
    ]);
  });

  it('keeps tokens for offline access, and revokes all others', async () => {
    const browser = hub.browser();
    const { refresh_token: offline } = await signInAt(config, browser);
    await signOut(browser, {});
    expect(await refreshes(offline!)).toBe(true);
  });

  describe('without offline access', () => {
    const online = { scope: 'openid profile' };
    const userinfo = async (token: string): Promise<number> => {
      const headers = { authorization: `Bearer ${token}` };
      return (await hub.ask('/oauth2/userinfo', { host: tenant.host, headers })).status;
    };
    const isActive = async (token: string): Promise<boolean> =>
      (await oidc.tokenIntrospection(config, token)).active;
    const sidOf = (token: string): unknown => decodeJwt(token)['sid'];

    it('ends the access tokens', async () => {
      const browser = hub.browser();
      const { access_token: token } = await signInAt(config, browser, online);
      const { access_token: elsewhere } = await signInAt(config, hub.browser(), online);
      expect([await userinfo(token), await isActive(token)]).toEqual([200, true]);
      await signOut(browser, {});
      expect([await userinfo(token), await isActive(token)]).toEqual([401, false]);
      expect([await userinfo(elsewhere), await isActive(elsewhere)]).toEqual([200, true]);
    });

    it('ends the access tokens of every client of the session, everywhere', async () => {
      const browser = hub.browser();
      const other = await hub.client(await hub.application(tenant));
      const tokens = [
        (await signInAt(config, browser, online)).access_token,
        (await signInAt(other, browser, online)).access_token,
      ];
      expect(new Set(tokens.map(sidOf)).size).toBe(2);
      await signOut(browser, {});
      expect(await Promise.all(tokens.map(userinfo))).toEqual([401, 401]);
      const { bus } = hub.pod.platform;
      for (const token of tokens) {
        const cut = { tenantId: tenant.id, kind: 'session', id: sidOf(token) as string } as const;
        await eventually(async () => bus.get('token-cutoffs', cutoffKey(cut)));
      }
    });

    it('ends only the tokens of the client if the user stays signed in', async () => {
      const browser = hub.browser();
      const { access_token: token, id_token: hint } = await signInAt(config, browser, online);
      const other = await hub.client(await hub.application(tenant));
      const { access_token: kept } = await signInAt(other, browser, online);
      const url = oidc.buildEndSessionUrl(config, { id_token_hint: hint! });
      const xsrf = /name="xsrf" value="([^"]+)"/.exec((await browser.visit(url.href)).text)?.[1];
      await browser.post(`${tenant.issuer}/oauth2/logout/confirm`, { xsrf: xsrf!, stay: 'yes' });
      expect([await userinfo(token), await userinfo(kept)]).toEqual([401, 200]);
      const { access_token: next } = await signInAt(config, browser, online);
      expect(await userinfo(next)).toBe(200);
    });

    it('ends the tokens of the user who was signed in before', async () => {
      const browser = hub.browser();
      const { access_token: token } = await signInAt(config, browser, online);
      const { standIn } = hub;
      const another = newId('user');
      hub.setUser(tenant, {}, another);
      hub.standIn = (_request, { finish }) => finish({ userId: another });
      const { url } = await attempt(config, { ...online, prompt: 'login' });
      const { text: form } = await browser.visit(url.href);
      hub.standIn = standIn;
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(form)?.[1];
      const confirm = `${tenant.issuer}/oauth2/logout/confirm`;
      expect((await browser.post(confirm, { xsrf: xsrf!, logout: 'yes' })).status).toBe(303);
      expect(await userinfo(token)).toBe(401);
    });

    it.each([
      ['ends', { sessionLifetimeSeconds: 120 }],
      ['is no longer used', { sessionIdleSeconds: 120 }],
    ])('issues no token beyond the time at which the session %s', async (_name, session) => {
      const { standIn } = hub;
      hub.standIn = (_request, { finish }) => finish(session);
      const bound = await signInAt(config, hub.browser(), online);
      const offline = await signInAt(config, hub.browser());
      hub.standIn = standIn;
      const { iat, exp } = decodeJwt(bound.access_token);
      expect(exp! - iat!).toBeLessThanOrEqual(120);
      expect(bound.expires_in).toBe(exp! - iat!);
      expect(offline.expires_in).toBe(600);
    });

    it('does not end tokens of a grant for offline access, even with fewer scopes', async () => {
      const browser = hub.browser();
      const tokens = await signInAt(config, browser);
      await signOut(browser, {});
      expect(await userinfo(tokens.access_token)).toBe(200);
      const narrowed = await oidc.refreshTokenGrant(config, tokens.refresh_token!, online);
      expect(narrowed.scope).not.toContain('offline_access');
      expect(await userinfo(narrowed.access_token)).toBe(200);
    });
  });

  it.each([
    ['a URI that is not registered', { post_logout_redirect_uri: 'https://evil.test/' }],
    ['an invalid id_token_hint', { id_token_hint: 'x.y.z' }],
  ])('rejects %s', async (_name, parameters) => {
    const browser = hub.browser();
    await signInAt(config, browser);
    const page = await browser.visit(oidc.buildEndSessionUrl(config, parameters).href);
    expect(page.status).toBe(400);
  });

  describe('with a hint whose key was removed', () => {
    const hintOf = async (claims: object = {}): Promise<string> => {
      const { privateKey } = await generateKeyPair('RS256');
      return new SignJWT({
        iss: tenant.issuer,
        aud: application.clientId,
        sub: hub.user,
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', kid: 'gone' })
        .sign(privateKey);
    };

    it('asks for confirmation as with a client id, and redirects to a URI of the client', async () => {
      const browser = hub.browser();
      await signInAt(config, browser);
      const answer = await signOut(browser, {
        id_token_hint: await hintOf(),
        post_logout_redirect_uri: afterwards,
      });
      expect([answer.status, answer.headers['location']]).toEqual([303, afterwards]);
    });

    it.each<[string, () => object, Record<string, string>]>([
      ['of another issuer', () => ({ iss: 'https://other.example' }), {}],
      ['for a client other than the named one', () => ({}), { client_id: 'other' }],
      [
        'with a redirect URI that is not registered',
        () => ({}),
        { post_logout_redirect_uri: 'https://evil.test/' },
      ],
    ])('rejects a hint %s', async (_name, claims, more) => {
      const browser = hub.browser();
      await signInAt(config, browser);
      const parameters = { id_token_hint: await hintOf(claims()), ...more };
      const page = await browser.visit(oidc.buildEndSessionUrl(config, parameters).href);
      expect(page.status).toBe(400);
    });
  });

  it('cannot be triggered by another site, because the form is bound to the session', async () => {
    const browser = hub.browser();
    await signInAt(config, browser);
    const answer = await browser.post(`${tenant.issuer}/oauth2/logout/confirm`, {
      xsrf: 'guess',
      logout: 'yes',
    });
    expect(answer.status).toBe(400);
  });

  it('notifies the clients of the session until they accept it', async () => {
    receiver.statuses.push(503);
    const browser = hub.browser();
    const tokens = await signInAt(config, browser);
    await signOut(browser, { id_token_hint: tokens.id_token! });
    await eventually(() => receiver.tokens.length >= 2);
    const keys = (await hub.ask('/oauth2/jwks', { host: tenant.host })).body;
    const { payload, protectedHeader } = await jwtVerify(
      receiver.tokens[1]!,
      createLocalJWKSet(keys),
      { issuer: tenant.issuer, audience: application.clientId },
    );
    expect(protectedHeader).toMatchObject({ typ: 'logout+jwt', alg: 'RS256' });
    expect(payload).toMatchObject({
      sub: hub.user,
      sid: tokens.claims()!['sid'],
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      jti: expect.any(String),
    });
    // OpenID Connect Back-Channel Logout 1.0 §2.4: `exp` at most two minutes after `iat`.
    expect([payload.exp! - payload.iat!, payload.iat! <= Date.now() / 1000]).toEqual([120, true]);
    expect(payload).not.toHaveProperty('nonce');
  });
});

describe('events that end sessions', () => {
  const publish = (
    type: 'user.suspended' | 'user.password_changed' | 'user.deleted' | 'organization.deleted',
    subjectId: string,
    { ago = 0, ...more }: { ago?: number; first?: boolean; sessionId?: unknown } = {},
  ) => {
    const kind = type.slice(0, type.indexOf('.'));
    const id = newId('event');
    return hub.pod.platform.bus.jetstream()!.publish(
      `events.0.${tenant.id}.${type}`,
      JSON.stringify({
        specversion: '1.0',
        id,
        source: '/services/directory',
        type,
        tenantid: tenant.id,
        data: {
          id,
          type,
          occurredAt: new Date(Date.now() - ago).toISOString(),
          actor: { type: 'system', id: 'test' },
          organizationId: null,
          subject: { type: kind, id: subjectId },
          data: { [kind]: { id: subjectId }, ...more },
          schemaVersion: 1,
        },
      }),
    );
  };

  it.each(['user.suspended', 'user.password_changed', 'user.deleted'] as const)(
    'include %s',
    async (type) => {
      await eventually(() => hub.pod.platform.bus.isConnected());
      const browser = hub.browser();
      const tokens = await signInAt(config, browser);
      await publish(type, hub.user);
      await eventually(
        async () => (await eventDataOf(hub, tenant.id, 'user.sessions_revoked')).length > 0,
      );
      expect(await refreshes(tokens.refresh_token!)).toBe(false);
      const { status } = await hub.ask('/oauth2/userinfo', {
        host: tenant.host,
        headers: { authorization: `Bearer ${tokens.access_token}` },
      });
      expect(status).toBe(401);
      const seen = hub.seen.length;
      await signInAt(config, browser);
      expect(hub.seen).toHaveLength(seen + 1);
      await eventually(() => receiver.tokens.length > 0);
    },
  );

  it('do not include the session in which the user changed the password', async () => {
    await eventually(() => hub.pod.platform.bus.isConnected());
    const kept = await signInAt(config, hub.browser());
    const other = await signInAt(config, hub.browser());
    await publish('user.password_changed', hub.user, { sessionId: kept.claims()!['sid'] });
    await eventually(
      async () => (await eventDataOf(hub, tenant.id, 'user.sessions_revoked')).length > 0,
    );
    expect(await eventDataOf(hub, tenant.id, 'user.sessions_revoked')).toMatchObject([
      { reason: 'password_changed', sessions: 1 },
    ]);
    expect(await refreshes(other.refresh_token!)).toBe(false);
    expect(await refreshes(kept.refresh_token!)).toBe(true);
  });

  it.each<[string, object]>([
    ['that was changed before the sign-in', { ago: 5_000 }],
    ['that is the first one', { first: true }],
  ])(
    'do not include user.password_changed for a password %s',
    async (_name, more) => {
      const kept = await signInAt(config, hub.browser());
      await publish('user.password_changed', hub.user, more);
      // Another user's event follows on the same partition. Once it is applied, so is this one.
      const other = newId('user');
      hub.setUser(tenant, {}, other);
      const { standIn } = hub;
      hub.standIn = (_request, { finish }) => finish({ userId: other });
      await signInAt(config, hub.browser());
      hub.standIn = standIn;
      await publish('user.suspended', other);
      const revoked = await eventually(async () => {
        const found = await eventDataOf(hub, tenant.id, 'user.sessions_revoked');
        return found.length > 0 && found;
      });
      expect(revoked).toMatchObject([{ user: { id: other } }]);
      expect(await refreshes(kept.refresh_token!)).toBe(true);
    },
    60_000,
  );

  it('include organization.deleted for sessions that were signed in to it', async () => {
    const organizationId = newId('organization');
    hub.setUser(tenant, { memberships: [{ organizationId, state: 'active', roles: [] }] });
    const { standIn } = hub;
    hub.standIn = (_request, { finish }) => finish({ organizationId });
    const inside = await signInAt(config, hub.browser());
    const online = await signInAt(config, hub.browser(), { scope: 'openid' });
    hub.standIn = standIn;
    const outside = await signInAt(config, hub.browser());
    await publish('organization.deleted', organizationId);
    const revoked = await eventually(async () => {
      const found = await eventDataOf(hub, tenant.id, 'user.sessions_revoked');
      return found.length > 0 && found;
    });
    expect(revoked).toMatchObject([
      { user: { id: hub.user }, reason: 'organization_deleted', sessions: 2 },
    ]);
    // Logout tokens of earlier tests can still arrive.
    const notifiedSessions = () => receiver.tokens.map((token) => decodeJwt(token)['sid']);
    await eventually(() => notifiedSessions().includes(inside.claims()!['sid']));
    expect(notifiedSessions()).not.toContain(outside.claims()!['sid']);
    const headers = { authorization: `Bearer ${online.access_token}` };
    expect((await hub.ask('/oauth2/userinfo', { host: tenant.host, headers })).status).toBe(401);
    expect(await refreshes(inside.refresh_token!)).toBe(false);
    expect(await refreshes(outside.refresh_token!)).toBe(true);
  }, 60_000);
});
