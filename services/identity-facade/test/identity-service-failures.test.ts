import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newId } from '@platform/kit/ids';
import type { Problem } from '@platform/kit/problem';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { experiencePath, experiencePlatform } from './experience-fixtures.ts';
import type { ExperiencePlatform } from './experience-fixtures.ts';
import { startRemoteFacade } from './identity-service-fixtures.ts';
import type { Facade } from './identity-service-fixtures.ts';

type Answer = (req: IncomingMessage, res: ServerResponse) => void;

const path = `${experiencePath}/branding`;
let on: ExperiencePlatform;
let server: Server;
let facade: Facade;
let tenant: TestTenant;
/** The response of the identity service, and the requests it received. */
let answer: Answer;
let asked: IncomingMessage[] = [];

const urlOf = (listening: Server) =>
  `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;

beforeAll(async () => {
  on = await experiencePlatform();
  server = createServer((req, res) => {
    asked.push(req);
    req.resume().once('end', () => answer(req, res));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  facade = await startRemoteFacade(on, urlOf(server), {
    'platform.idp-facade.remote.read-timeout': '700ms',
  });
  ({ tenant } = await on.tenant());
});
afterAll(async () => {
  await facade.stop();
  server.closeAllConnections();
  server.close();
  await on.stop();
});

const sends =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_req, res) => {
    const type = status >= 400 ? 'application/problem+json' : 'application/json';
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    res.writeHead(status, { 'content-type': type, ...headers }).end(text);
  };
const problemOf = (code: string, more: object = {}) => ({ type: 'about:blank', code, ...more });
const read = () => facade.call(tenant, 'get', path);

beforeEach(async () => {
  // Enough successes to keep the breaker closed despite the failures of these tests.
  answer = sends(404, problemOf('not_found'));
  await Promise.all([read(), read()]);
  asked = [];
});
const draft = { version: null };

describe('a facade with a separate identity service', () => {
  test('sends its projected token, the tenant, the caller and the request id', async () => {
    answer = sends(404, problemOf('not_found'));
    await facade.call(tenant, 'post', `${experiencePath}/domains`, {
      body: { domain: 'login.example.com' },
      headers: { 'x-request-id': 'request-12345', 'idempotency-key': 'key-1' },
    });
    const [seen] = asked;
    expect(seen?.url).toBe(`/internal/tenants/${tenant.id}/login-experience/domains`);
    expect(seen?.headers).toMatchObject({
      'x-platform-tenant': tenant.id,
      'x-request-id': 'request-12345',
      'idempotency-key': 'key-1',
      'x-platform-client-ip': '203.0.113.7',
    });
    const [, claims = ''] = (seen?.headers.authorization ?? '').split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      sub: 'system:serviceaccount:platform:identity-service',
    });
    const actor = String(seen?.headers['x-platform-actor']);
    expect(JSON.parse(Buffer.from(actor, 'base64url').toString())).toMatchObject({
      type: 'client',
      tenantId: tenant.id,
    });
  });

  test('adds an idempotency key to a POST, and sends only valid requests', async () => {
    answer = sends(404, problemOf('not_found'));
    const domains = `${experiencePath}/domains`;
    await facade.call(tenant, 'post', domains, { body: { domain: 'login.example.com' } });
    expect(asked[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect((await facade.call(tenant, 'post', domains, { body: {} })).status).toBe(422);
    expect((await facade.call(tenant, 'get', `${path}?colour=red`)).status).toBe(400);
    expect(asked).toHaveLength(1);
  });

  test.each<[string, Answer, number, string]>([
    ['a failure', sends(500, problemOf('internal_error')), 502, 'upstream_failed'],
    ['a page', sends(500, '<html>', { 'content-type': 'text/html' }), 502, 'upstream_failed'],
    ['no JSON', sends(200, '{"id":'), 502, 'upstream_failed'],
    [
      'another media type',
      sends(200, '{}', { 'content-type': 'text/plain' }),
      502,
      'upstream_failed',
    ],
    ['another resource', sends(200, draft), 502, 'upstream_failed'],
    ['too much', sends(200, JSON.stringify('x'.repeat(1_100_000))), 502, 'upstream_failed'],
    ['a redirect', sends(302, '', { location: 'http://127.0.0.1:1/' }), 502, 'upstream_failed'],
    ['401', sends(401, problemOf('token_invalid')), 502, 'upstream_failed'],
    ['403', sends(403, problemOf('caller_not_allowed')), 502, 'upstream_failed'],
    [
      '404 from a proxy',
      sends(404, 'no such page', { 'content-type': 'text/plain' }),
      502,
      'upstream_failed',
    ],
    ['a code of its own', sends(409, problemOf('odd')), 502, 'upstream_failed'],
    ['a code of another status', sends(409, problemOf('not_found')), 502, 'upstream_failed'],
    ['nothing in time', () => undefined, 504, 'upstream_timeout'],
    ['404', sends(404, problemOf('not_found', { detail: 'gone' })), 404, 'not_found'],
  ])('handles %s', async (_what, given, status, code) => {
    answer = given;
    const { status: seen, body } = await read();
    expect([seen, body.code]).toEqual([status, code]);
    expect(body.instance).toBe(path);
  });

  test('passes on errors of the request and of third parties', async () => {
    const errors = [{ pointer: '/colors', code: 'contrast_too_low', detail: 'too pale' }];
    answer = sends(422, problemOf('validation_failed', { errors, suggestion: '#000000' }));
    const refused = await facade.call(tenant, 'put', path, { body: {} });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ errors, suggestion: '#000000' });
    answer = sends(503, problemOf('upstream_unavailable'), { 'retry-after': '77' });
    expect((await read()).headers.get('retry-after')).toBe('77');
    answer = sends(429, problemOf('rate_limited'), { 'retry-after': '9' });
    const limited = await read();
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '9']);
  });

  test('retries reads once after a connection error, but not writes', async () => {
    const breaks: Answer = (req, res) =>
      asked.length > 1 ? sends(404, problemOf('not_found'))(req, res) : void req.socket.destroy();
    answer = breaks;
    expect((await read()).status).toBe(404);
    expect(asked).toHaveLength(2);
    asked = [];
    answer = (req) => void req.socket.destroy();
    const written = await facade.call(tenant, 'put', path, { body: {} });
    expect([written.status, written.body.code]).toEqual([503, 'upstream_unavailable']);
    expect(asked).toHaveLength(1);
  });

  test('returns failures to other services with their status', async () => {
    const codeOfDescribe = async (): Promise<string> => {
      const credentials = facade.rpcAs('hub').service('platform.identity.v1.Credentials');
      const question = { tenantId: tenant.id, userId: newId('user') };
      try {
        await credentials.Describe(question, { deadlineMs: 5_000 });
        return 'answered';
      } catch (error) {
        return (error as Problem).code;
      }
    };
    answer = sends(500, problemOf('internal_error'));
    expect(await codeOfDescribe()).toBe('upstream_failed');
    answer = sends(200, '[]');
    expect(await codeOfDescribe()).toBe('upstream_failed');
    answer = sends(404, problemOf('not_found'));
    expect(await codeOfDescribe()).toBe('not_found');
  });

  test('stops calling a service that keeps failing', async () => {
    const first = await startRemoteFacade(on, urlOf(server));
    answer = sends(500, problemOf('internal_error'));
    try {
      await Promise.all(Array.from({ length: 20 }, () => first.call(tenant, 'get', path)));
      const reached = asked.length;
      const refused = await first.call(tenant, 'get', path);
      expect([refused.status, refused.body.code]).toEqual([503, 'upstream_unavailable']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(asked).toHaveLength(reached);
    } finally {
      await first.stop();
    }
  });

  test('is not ready and makes no calls without its token', async () => {
    const without = await startRemoteFacade(on, urlOf(server), {
      'platform.idp-facade.token-path': '/nowhere/identity-facade',
    });
    try {
      const refused = await without.call(tenant, 'get', path);
      expect([refused.status, refused.body.code]).toEqual([503, 'upstream_unavailable']);
      expect(asked).toHaveLength(0);
      const ready = await fetch(`http://127.0.0.1:${without.service.adminPort}/readyz`);
      expect([ready.status, await ready.text()]).toEqual([
        503,
        expect.stringContaining('/nowhere/identity-facade cannot be read'),
      ]);
    } finally {
      await without.stop();
    }
  });
});
