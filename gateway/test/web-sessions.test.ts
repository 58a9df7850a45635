import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { createBus } from '@platform/kit/bus';
import type { Bus } from '@platform/kit/bus';
import { newId } from '@platform/kit/ids';
import { cutoffKey } from '@platform/kit/service';
import { createMetrics, silentLog } from '@platform/kit/telemetry';
import { eventuallyPasses } from '@platform/testkit/eventually';
import { roomInMinute } from '@platform/testkit/minute';
import { openBucket } from '@platform/testkit/stores';
import { stage } from './stage.ts';
import type { GatewayCall, Stage, StagedGateway } from './stage.ts';

let platform: Stage;
let gateway: StagedGateway;
let bus: Bus;
let acme: TestTenant;
const origin = 'https://shop.example';

beforeAll(async () => {
  platform = await stage();
  gateway = await platform.start({
    'platform.gateway.ratelimit.ip-failures-per-minute': '0',
    'platform.gateway.cors.allowed-origins': origin,
  });
  acme = platform.hub.tenant('acme');
  bus = createBus({
    service: 'hub',
    url: platform.nats.url,
    replicas: 1,
    log: silentLog,
    metrics: createMetrics('hub'),
  });
  await eventuallyPasses(() => expect(bus.isConnected()).toBe(true));
});
afterAll(async () => {
  await bus.close();
  await platform.stop();
});

const users = '/api/v1/directory/users';
const nowSeconds = () => Math.floor(Date.now() / 1000);

interface Session {
  app: string;
  sessionId: string;
  token: string;
  tenant: TestTenant;
}

/** A session of the console whose user signed in so many seconds ago. */
async function session(
  ageSeconds = 10,
  { tenant = acme, claims = {}, userId = newId('user') } = {},
): Promise<Session> {
  const token = await platform.hub.token({
    tenant,
    userId,
    clientId: 'self-service-bff',
    claims: { acr: 'aal2', auth_time: nowSeconds() - ageSeconds, sid: 's', ...claims },
  });
  const sessionId = randomBytes(32).toString('base64url');
  platform.hub.setWebSession(tenant, { app: 'console', sessionId }, token);
  return { app: 'console', sessionId, token, tenant };
}

/** Calls as a script of the console does. */
const asScript = (
  { sessionId, tenant }: Session,
  path = users,
  { headers = {}, ...call }: GatewayCall = {},
  at = gateway,
) =>
  at.call(path, {
    token: null,
    ...call,
    headers: {
      host: new URL(tenant.issuer).host,
      cookie: `__Host-console=${sessionId}`,
      'x-web-app': 'console',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
  });

const exchangesOf = ({ sessionId }: Session) =>
  platform.hub.exchanges.filter((one) => one.sessionId === sessionId);

describe('a session of a web application', () => {
  it('is replaced by its access token, which the service gets instead of the cookie', async () => {
    const one = await session();
    expect((await asScript(one)).status).toBe(200);
    const { headers } = platform.directory.last();
    expect(headers.authorization).toBe(`Bearer ${one.token}`);
    expect([headers.cookie, headers['x-web-app']]).toEqual([undefined, undefined]);
    expect(headers['x-platform-tenant']).toBe(acme.id);
  });

  it('asks the hub once in half a minute, and apart for background requests', async () => {
    const one = await session();
    for (let i = 0; i < 3; i++) await asScript(one);
    const background = { headers: { 'x-web-activity': 'background' } };
    for (let i = 0; i < 3; i++) await asScript(one, users, background);
    expect(exchangesOf(one).map((asked) => asked.background)).toEqual([false, true]);
  });

  it.each<[string, Record<string, string>]>([
    ['without the name of the application', { 'x-web-app': '' }],
    ['under the name of another application', { 'x-web-app': 'account' }],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from another subdomain or port', { 'sec-fetch-site': 'same-site' }],
    ['as a navigation', { 'sec-fetch-site': 'none' }],
    ['at the host of the API', { host: 'localhost' }],
    ['at another port', { host: 'acme.platform.localhost:1' }],
    ['with a cookie of another form', { cookie: '__Host-console=x' }],
  ])('is ignored %s', async (_, headers) => {
    const one = await session();
    const answer = await asScript(one, users, { headers });
    expect([answer.status, answer.body.code]).toEqual([401, 'token_missing']);
    expect(exchangesOf(one)).toEqual([]);
  });

  it('is ignored beside a bearer token', async () => {
    const one = await session();
    const own = await platform.hub.token({ tenant: acme });
    expect((await asScript(one, users, { token: own })).status).toBe(200);
    expect(platform.directory.last().headers.authorization).toBe(`Bearer ${own}`);
    expect((await asScript(one, users, { token: 'x' })).body.code).toBe('token_invalid');
    expect(exchangesOf(one)).toEqual([]);
  });

  it('works without Sec-Fetch-Site if the Origin is that of the host', async () => {
    const one = await session();
    const { host, cookie } = {
      host: new URL(acme.issuer).host,
      cookie: `__Host-console=${one.sessionId}`,
    };
    const call = (own?: string) =>
      gateway.call(users, {
        token: null,
        headers: { host, cookie, 'x-web-app': 'console', ...(own && { origin: own }) },
      });
    expect((await call()).status).toBe(401);
    expect((await call(origin)).status).toBe(401);
    expect((await call(acme.issuer)).status).toBe(200);
  });

  it('is nothing at the host of another tenant', async () => {
    const one = await session();
    const globex = platform.hub.tenant('globex');
    const answer = await asScript({ ...one, tenant: globex });
    expect([answer.status, answer.body.code]).toEqual([401, 'token_expired']);
  });

  it('never goes with CORS', async () => {
    const one = await session();
    const answer = await asScript(one, users, { headers: { origin } });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([
      200,
      undefined,
    ]);
    const preflight = await gateway.call(users, {
      method: 'OPTIONS',
      token: null,
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-web-app',
      },
    });
    expect(preflight.headers['access-control-allow-headers']).not.toMatch(/x-web-app/i);
    expect(preflight.headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('that has ended gets 401', async () => {
    const one = await session();
    platform.hub.setWebSession(acme, one, undefined);
    const answer = await asScript(one);
    expect([answer.status, answer.body.code]).toEqual([401, 'token_expired']);
    expect(answer.body.detail).toMatch(/^The session has ended/);
  });

  it('passes as 503 while the hub is away', async () => {
    const one = await session();
    platform.hub.setAway(true);
    try {
      expect((await asScript(one)).status).toBe(503);
    } finally {
      platform.hub.setAway(false);
    }
  });

  it('ends with a cut-off, although its token is cached', async () => {
    const one = await session(10, { claims: { sid: 'ended' } });
    expect((await asScript(one)).status).toBe(200);
    const cutoff = {
      tenantId: acme.id,
      kind: 'session' as const,
      id: 'ended',
      notBefore: nowSeconds() + 3_600,
    };
    platform.hub.setWebSession(acme, one, undefined);
    const kv = await openBucket(bus.jetstream()!, 'token-cutoffs');
    await kv.put(cutoffKey(cutoff), JSON.stringify(cutoff));
    await eventuallyPasses(async () => expect((await asScript(one)).status).toBe(401), {
      withinMs: 1_000,
    });
  });

  it('goes on with the token that the hub has refreshed after a cut-off', async () => {
    const tenant = platform.hub.tenant('refreshed');
    const userId = newId('user');
    const one = await session(10, { tenant, userId, claims: { jti: 'old' } });
    expect((await asScript(one)).status).toBe(200);
    const next = await session(10, { tenant, userId, claims: { jti: 'new' } });
    platform.hub.setWebSession(tenant, one, next.token);
    const id = 'old';
    const cutoff = { tenantId: tenant.id, kind: 'token' as const, id, notBefore: nowSeconds() + 5 };
    const kv = await openBucket(bus.jetstream()!, 'token-cutoffs');
    await kv.put(cutoffKey(cutoff), JSON.stringify(cutoff));
    await eventuallyPasses(async () => {
      expect((await asScript(one)).status).toBe(200);
      expect(platform.directory.last().headers.authorization).toBe(`Bearer ${next.token}`);
    });
  });

  it('has a rate of its own, not that of the client which all sessions share', async () => {
    await roomInMinute();
    const limited = await platform.start({
      'platform.gateway.ratelimit.client-requests-per-minute': '1',
      'platform.gateway.ratelimit.web-session-requests-per-minute': '2',
    });
    const [one, other] = [await session(), await session()];
    const statusOf = async (of: Session) => (await asScript(of, users, {}, limited)).status;
    expect([await statusOf(one), await statusOf(one), await statusOf(one)]).toEqual([
      200, 200, 429,
    ]);
    expect(await statusOf(other)).toBe(200);
    await limited.close();
  });
});

describe('an operation that requires a step-up', () => {
  const remove = (of: Session) => asScript(of, `${users}/${newId('user')}`, { method: 'DELETE' });

  it('passes a session whose user signed in lately', async () => {
    expect((await remove(await session(600))).status).toBe(200);
  });

  it('asks for another sign-in with a challenge', async () => {
    for (const one of [
      await session(960),
      await session(0, { claims: { auth_time: undefined } }),
    ]) {
      const answer = await remove(one);
      expect([answer.status, answer.body.code, answer.body.max_age]).toEqual([
        401,
        'insufficient_user_authentication',
        900,
      ]);
      expect(answer.headers['www-authenticate']).toMatch(
        /error="insufficient_user_authentication", max_age="900"$/,
      );
    }
  });

  it('passes when other operations are called, or the scope is lacking', async () => {
    const old = await session(960);
    expect((await asScript(old)).status).toBe(200);
    const poor = await session(960, { claims: { scope: '' } });
    expect((await remove(poor)).body.code).toBe('insufficient_scope');
  });

  it('passes users and clients with a token of their own', async () => {
    const path = `${users}/${newId('user')}`;
    const token = await platform.hub.token({
      tenant: acme,
      userId: newId('user'),
      claims: { auth_time: nowSeconds() - 86_400 },
    });
    expect((await gateway.call(path, { method: 'DELETE', token })).status).toBe(200);
    expect((await gateway.call(path, { method: 'DELETE' })).status).toBe(200);
  });
});
