import type { AddressInfo, Server } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { accessTokenVerifier } from '../access-tokens.ts';
import type { AccessToken, TokenVerifier } from '../access-tokens.ts';
import { defineHook } from '../inline-hooks.ts';
import { startTestIssuer, testIssuer } from '../test-issuer.ts';
import type { TestIssuer } from '../test-issuer.ts';
import { defineWebhook } from '../webhooks.ts';
import * as ofExpress from './express.ts';
import * as ofFastify from './fastify.ts';
import * as ofHono from './hono.ts';
import * as ofNext from './next.ts';

const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const received: string[] = [];

const webhook = defineWebhook({
  secret,
  handle: ({ id }) => {
    if (id === 'evt_broken') throw new Error('the store is away');
    received.push(id);
  },
});
const hook = defineHook('token_issue', {
  secret,
  handle: () => [{ type: 'set_claim', token: 'access', name: 'plan', value: 'gold' }],
});

/** An application of a framework, and its address. */
interface Application {
  url: string;
  stop(): Promise<unknown>;
}

const listening = async (server: Server): Promise<Application> => {
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
};

const required = { scopes: ['orders.read'] };

async function expressApplication(verify: TokenVerifier): Promise<Application> {
  const app = express();
  app.post('/webhooks', ofExpress.serve(webhook));
  app.post('/raw-webhooks', express.raw({ type: '*/*' }), ofExpress.serve(webhook));
  app.post('/hooks', express.raw({ type: '*/*' }), ofExpress.serve(hook));
  app.use(express.json());
  app.post('/late-webhooks', ofExpress.serve(webhook));
  app.get('/orders', ofExpress.requireAuth(verify, required), (req, res) => {
    expectTypeOf(req.auth).toEqualTypeOf<AccessToken | undefined>();
    res.json({ reader: req.auth?.subject });
  });
  app.use((error: Error, _: unknown, res: express.Response, next: express.NextFunction) => {
    if (res.headersSent) return next(error);
    return res.status((error as { status?: number }).status ?? 500).send(error.message);
  });
  return listening(app.listen(0));
}

async function fastifyApplication(verify: TokenVerifier): Promise<Application> {
  const app = fastify();
  await app.register(ofFastify.serve('/webhooks', webhook));
  await app.register(ofFastify.serve('/hooks', hook));
  app.post('/echo', (request) => Promise.resolve({ body: request.body }));
  app.get('/orders', { onRequest: ofFastify.requireAuth(verify, required) }, (request) => {
    expectTypeOf(request.auth).toEqualTypeOf<AccessToken | undefined>();
    return Promise.resolve({ reader: request.auth?.subject });
  });
  return { url: await app.listen({ port: 0 }), stop: () => app.close() };
}

function honoApplication(verify: TokenVerifier): Promise<Application> {
  const app = new Hono();
  app.post('/webhooks', ofHono.serve(webhook));
  app.post('/hooks', ofHono.serve(hook));
  app.get('/orders', ofHono.requireAuth(verify, required), (c) => {
    expectTypeOf(c.get('auth')).toEqualTypeOf<AccessToken>();
    return c.json({ reader: c.get('auth').subject });
  });
  return listening(
    createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server,
  );
}

/** Route handlers of the App Router take standard requests, which another server can pass to them. */
function nextApplication(verify: TokenVerifier): Promise<Application> {
  const GET = ofNext.withAuth(verify, required, (request) => {
    expectTypeOf(request.auth).toEqualTypeOf<AccessToken>();
    return Response.json({ reader: request.auth.subject });
  });
  const app = new Hono();
  app.post('/webhooks', (c) => webhook(c.req.raw));
  app.post('/hooks', (c) => hook(c.req.raw));
  app.get('/orders', (c) => GET(c.req.raw, { params: {} }));
  return listening(
    createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server,
  );
}

const frameworks: Record<string, (verify: TokenVerifier) => Promise<Application>> = {
  Express: expressApplication,
  Fastify: fastifyApplication,
  Hono: honoApplication,
  'Next.js': nextApplication,
};

let issuing: TestIssuer;
beforeAll(async () => {
  issuing = await startTestIssuer();
});

function signed(body: string, id = 'evt_1', key = secret): RequestInit {
  const now = new Date();
  return {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(key).sign(id, now, body),
    },
  };
}

/** Parsed and serialized again, it has other bytes. */
const eventWith = (id: string): string => `{ "id": "${id}",\n "type": "user.deleted", "data": {} }`;

describe.each(Object.entries(frameworks))('%s', (name, start) => {
  let application: Application;
  let isAway = false;

  beforeAll(async () => {
    const { fetch } = issuing.api({
      introspection: () => Response.json({ active: true }, { status: isAway ? 503 : 200 }),
    });
    const introspect = { clientId: 'app_orders', clientSecret: 's', maxAgeSeconds: 0 };
    application = await start(accessTokenVerifier({ ...testIssuer, fetch, introspect }));
  });
  afterAll(() => application?.stop());

  const orders = (authorization?: string) =>
    fetch(`${application.url}/orders`, { headers: { ...(authorization && { authorization }) } });
  const post = (path: string, init: RequestInit) => fetch(`${application.url}${path}`, init);

  it('passes requests with a sufficient token on, with the token', async () => {
    const response = await orders(`bearer ${await issuing.token()}`);
    expect([response.status, await response.json()]).toEqual([200, { reader: 'usr_1' }]);
  });

  it.each<[string, () => Promise<string | undefined> | undefined, number, string, string]>([
    ['no token', () => undefined, 401, 'token_missing', 'Bearer realm="orders"'],
    [
      'another scheme',
      () => Promise.resolve('Basic eA=='),
      401,
      'token_missing',
      'Bearer realm="orders"',
    ],
    ['nonsense', () => Promise.resolve('Bearer x'), 401, 'token_invalid', 'error="invalid_token"'],
    [
      'a missing scope',
      async () => `Bearer ${await issuing.token({ claims: { scope: 'orders.write' } })}`,
      403,
      'insufficient_scope',
      'scope="orders.read"',
    ],
  ])('refuses %s', async (_, authorization, status, code, challenge) => {
    const response = await orders(await authorization());
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(response.headers.get('www-authenticate')).toContain(challenge);
    expect(await response.json()).toMatchObject({ status, code });
  });

  it('reports a failure of the issuer as its own', async () => {
    isAway = true;
    const response = await orders(`Bearer ${await issuing.token()}`);
    isAway = false;
    expect(response.status).toBe(500);
    expect(response.headers.get('www-authenticate')).toBeNull();
  });

  it('receives events by their raw body', async () => {
    const response = await post('/webhooks', signed(eventWith(`evt_${name}`), `evt_${name}`));
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(received).toContain(`evt_${name}`);
  });

  it('refuses events of another signature, and fails if they cannot be stored', async () => {
    const other = 'whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=';
    expect((await post('/webhooks', signed(eventWith('evt_x'), 'evt_x', other))).status).toBe(401);
    expect(received).not.toContain('evt_x');
    const broken = signed(eventWith('evt_broken'), 'evt_broken');
    expect((await post('/webhooks', broken)).status).toBe(500);
  });

  it('answers inline hooks', async () => {
    const response = await post('/hooks', signed('{"stage":"token_issue"}'));
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toMatchObject({ commands: [{ name: 'plan', value: 'gold' }] });
  });
});

describe('raw bodies', () => {
  it('survive express.raw(), and express.json() is named as the mistake', async () => {
    const application = await expressApplication(() => Promise.reject(new Error('not called')));
    const post = (path: string, body = eventWith('evt_raw')) =>
      fetch(`${application.url}${path}`, signed(body, 'evt_raw'));
    expect((await post('/raw-webhooks')).status).toBe(204);
    const late = await post('/late-webhooks');
    expect([late.status, await late.text()]).toEqual([
      500,
      expect.stringContaining('Register this handler before express.json()'),
    ]);
    expect((await post('/webhooks', 'x'.repeat(1024 * 1024 + 1))).status).toBe(413);
    await application.stop();
  });

  it('do not change what other routes of Fastify parse', async () => {
    const application = await fastifyApplication(() => Promise.reject(new Error('not called')));
    const response = await fetch(`${application.url}/echo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"a":1}',
    });
    expect(await response.json()).toEqual({ body: { a: 1 } });
    await application.stop();
  });
});

describe('middleware of Next.js', () => {
  it('continues with a valid token only', async () => {
    const { fetch } = issuing.api();
    const middleware = ofNext.requireAuth(accessTokenVerifier({ ...testIssuer, fetch }));
    const request = (headers: Record<string, string>) =>
      new Request('https://a.example', { headers });
    const authorization = `Bearer ${await issuing.token()}`;
    expect(await middleware(request({ authorization }))).toBeUndefined();
    expect((await middleware(request({})))?.status).toBe(401);
  });
});
