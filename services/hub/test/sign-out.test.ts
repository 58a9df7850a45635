import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLocalJWKSet, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import type { HubReply, MadeTenant } from './hub-under-test.ts';
import type { CookieBrowser } from './browser.ts';
import { startLogoutReceiver } from './logout-receiver.ts';
import type { LogoutReceiver } from './logout-receiver.ts';
import { signInAt, signInHub } from './sign-in-hub.ts';
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
      { user: { id: hub.user }, sessionId: expect.any(String) },
    ]);
  });

  it('keeps tokens for offline access, and revokes all others', async () => {
    const browser = hub.browser();
    const { refresh_token: offline } = await signInAt(config, browser);
    await signOut(browser, {});
    expect(await refreshes(offline!)).toBe(true);
  });

  it.each([
    ['a URI that is not registered', { post_logout_redirect_uri: 'https://evil.test/' }],
    ['an id_token_hint that is none', { id_token_hint: 'x.y.z' }],
  ])('refuses %s', async (_name, parameters) => {
    const browser = hub.browser();
    await signInAt(config, browser);
    const page = await browser.visit(oidc.buildEndSessionUrl(config, parameters).href);
    expect(page.status).toBe(400);
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
    });
    expect(payload).not.toHaveProperty('nonce');
  });
});

describe('events that end sessions', () => {
  const publish = (
    type: 'user.suspended' | 'user.password_changed' | 'user.deleted',
    user: string,
  ) => {
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
          occurredAt: new Date().toISOString(),
          actor: { type: 'system', id: 'test' },
          organizationId: null,
          subject: { type: 'user', id: user },
          data: { user: { id: user } },
          schemaVersion: 1,
        },
      }),
    );
  };

  it.each(['user.suspended', 'user.password_changed', 'user.deleted'] as const)(
    '%s',
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
});
