import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '@platform/kit/ids';
import { allScopes } from '@platform/contracts';
import type { CookieBrowser } from './browser.ts';
import type { HubReply, MadeTenant } from './hub-under-test.ts';
import { signInAt, signInHub } from './sign-in-hub.ts';
import type { SignInHub } from './sign-in-hub.ts';
import { eventDataOf } from './tenant-events.ts';

const me = '/api/v1/me';
const userAgent =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

let hub: SignInHub;
let tenant: MadeTenant;
let n = 0;

beforeAll(async () => {
  hub = await signInHub();
});
beforeEach(async () => {
  tenant = await hub.makeTenant(`own${++n}`);
  hub.user = newId('user');
  hub.setUser(tenant);
});
afterAll(() => hub.stop());

/** A browser that is signed in to the account. */
async function account(): Promise<CookieBrowser> {
  const browser = hub.browser();
  await browser.visit(`${tenant.issuer}/web/sign-in?app=account`);
  return browser;
}

/** The access token that the gateway gets for the browser's session; undefined once it has ended. */
async function tokenOf({ cookies }: CookieBrowser): Promise<string | undefined> {
  const { hostname } = new URL(tenant.issuer);
  const found = cookies.find(
    ({ name, host }) => name === '__Host-account' && host === hostname,
  )?.value;
  const exchange = hub.webSessions().Exchange({
    tenantId: tenant.id,
    app: 'account',
    sessionId: found ?? '',
    clientIp: '203.0.113.7',
    userAgent,
  });
  return exchange.then(
    ({ accessToken }) => accessToken,
    () => undefined,
  );
}

/** Calls an operation as the gateway does. */
const call = async (method: string, path: string, token = ''): Promise<HubReply> =>
  hub.ask(path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'x-platform-service-authorization': `Bearer ${await hub.around.cluster.mint('product-api', 'hub')}`,
      'x-platform-client-ip': '203.0.113.7',
    },
  });
const listed = async (token?: string) => (await call('GET', `${me}/sessions`, token)).body.data;
const administratorToken = async (of = tenant): Promise<string> =>
  (await hub.token(of, { scope: allScopes.join(' ') })).body.access_token;

describe("a user's own sessions", () => {
  it('are listed with their device, and ended one by one', async () => {
    const [here, there] = [await account(), await account()];
    const token = await tokenOf(here);
    const sessions = await listed(token);
    expect(sessions).toHaveLength(2);
    expect(sessions.filter(({ current }: any) => current)).toMatchObject([
      {
        id: expect.any(String),
        acr: 'aal1',
        amr: ['pwd'],
        clientIds: ['self-service-bff'],
        ip: '127.0.0.1',
        country: null,
        organizationId: null,
        signedInAt: expect.any(String),
        expiresAt: expect.any(String),
      },
    ]);
    const other = sessions.find(({ current }: any) => !current);
    const ended = await call('DELETE', `${me}/sessions/${other.id}`, token);
    expect(ended.body).toEqual({ id: other.id, deleted: true, current: false });
    expect(await tokenOf(there)).toBeUndefined();
    expect(await listed(await tokenOf(here))).toMatchObject([{ current: true }]);
    expect((await call('DELETE', `${me}/sessions/${other.id}`, token)).status).toBe(404);
    expect(await eventDataOf(hub, tenant.id, 'user.sessions_revoked')).toMatchObject([
      { user: { id: hub.user }, sessionId: other.id, reason: 'requested', sessions: 1 },
    ]);
  });

  it('include the one of the request, which says so when it is ended', async () => {
    const here = await account();
    const token = await tokenOf(here);
    const [{ id }] = await listed(token);
    const ended = await call('DELETE', `${me}/sessions/${id}`, token);
    expect(ended.body).toEqual({ id, deleted: true, current: true });
    expect(await tokenOf(here)).toBeUndefined();
  });

  it('are ended all but the current one', async () => {
    const [here, ...others] = [await account(), await account(), await account()];
    const token = await tokenOf(here!);
    expect((await call('DELETE', `${me}/sessions`, token)).body).toEqual({ ended: 2 });
    expect((await call('DELETE', `${me}/sessions`, token)).body).toEqual({ ended: 0 });
    for (const other of others) expect(await tokenOf(other)).toBeUndefined();
    expect(await tokenOf(here!)).toBeDefined();
  });

  it('are not those of another user', async () => {
    const [{ id }] = await listed(await tokenOf(await account()));
    hub.user = newId('user');
    hub.setUser(tenant);
    const token = await tokenOf(await account());
    expect(await listed(token)).toHaveLength(1);
    expect((await call('DELETE', `${me}/sessions/${id}`, token)).status).toBe(404);
    expect((await call('GET', `${me}/sessions`, await administratorToken())).status).toBe(403);
  });
});

describe("a user's connected applications", () => {
  it('are listed without those of the platform, and removed with their tokens', async () => {
    const application = await hub.application(tenant);
    const config = await hub.client(application);
    const tokens = await signInAt(config, hub.browser());
    const token = await tokenOf(await account());
    const list = async () => (await call('GET', `${me}/applications`, token)).body.data;
    expect(await list()).toMatchObject([{ clientId: application.clientId, firstParty: true }]);
    const path = `${me}/applications/${application.clientId}`;
    expect((await call('DELETE', path, token)).body).toEqual({
      id: application.clientId,
      deleted: true,
    });
    expect(await list()).toEqual([]);
    expect((await call('DELETE', path, token)).status).toBe(404);
    expect((await call('DELETE', `${me}/applications/self-service-bff`, token)).status).toBe(404);
    const refreshed = await hub.ask('/oauth2/token', {
      host: tenant.host,
      form: { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' },
      headers: {
        authorization: `Basic ${Buffer.from(`${application.clientId}:${application.secret}`).toString('base64')}`,
      },
    });
    expect(refreshed.body.error).toBe('invalid_grant');
  });
});

describe('an administrator', () => {
  it("lists and ends a user's sessions", async () => {
    const [one, two] = [await account(), await account()];
    const token = await administratorToken();
    const path = `/api/v1/directory/users/${hub.user}/sessions`;
    const { data } = (await call('GET', path, token)).body;
    expect(data.map(({ current }: any) => current)).toEqual([false, false]);
    const [{ id }] = data;
    expect((await call('DELETE', `${path}/${id}`, token)).body).toEqual({ id, deleted: true });
    expect((await call('DELETE', path, token)).body).toEqual({ ended: 1 });
    expect([await tokenOf(one), await tokenOf(two)]).toEqual([undefined, undefined]);
    expect(await eventDataOf(hub, tenant.id, 'user.sessions_revoked')).toMatchObject([
      { reason: 'administrator', sessionId: id },
      { reason: 'administrator', sessions: 1 },
    ]);
  });

  it('sees no sessions of another tenant', async () => {
    const [{ id }] = await listed(await tokenOf(await account()));
    const path = `/api/v1/directory/users/${hub.user}/sessions`;
    const token = await administratorToken(await hub.makeTenant(`other${n}`));
    for (const [method, of] of [
      ['GET', path],
      ['DELETE', path],
      ['DELETE', `${path}/${id}`],
    ] as const)
      expect((await call(method, of, token)).body.code).toBe('not_found');
  });
});
