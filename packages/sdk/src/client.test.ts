import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createPlatform } from './platform.ts';
import { problemResponse, testApi } from './test-api.ts';
import { version } from './version.ts';

const ok = (body: unknown, headers = {}) => Response.json(body, { headers });
const platformOf = (fetch: ReturnType<typeof testApi>['fetch'], more = {}) =>
  createPlatform({ baseUrl: 'https://api.example/', token: 'the-token', fetch, ...more });

describe('createPlatform', () => {
  it('sends path, query, body, token and idempotency key', async () => {
    const api = testApi(ok({ id: 'usr_1' }));
    const platform = platformOf(api.fetch);
    expect(await platform.users.create({ email: 'ada@example.com' })).toEqual({ id: 'usr_1' });
    await platform.users.getByExternalId('a/b ü');
    await platform.attributeSchema.delete('atd_1', { purgeValues: true, ifMatch: '"3"' });
    expect(api.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST https://api.example/api/v1/directory/users',
      'GET https://api.example/api/v1/directory/users/external_id/a%2Fb%20%C3%BC',
      'DELETE https://api.example/api/v1/attribute-schema/atd_1?purgeValues=true',
    ]);
    const [created, read, deleted] = api.received;
    expect(created?.body).toBe('{"email":"ada@example.com"}');
    expect(Object.fromEntries(created!.headers)).toEqual({
      accept: 'application/json',
      authorization: 'Bearer the-token',
      'content-type': 'application/json',
      'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'user-agent': `platform-sdk/${version}`,
    });
    expect(read?.headers.get('idempotency-key')).toBeNull();
    expect(deleted?.headers.get('if-match')).toBe('"3"');
  });

  it('sends no token if the transport authenticates', async () => {
    const api = testApi(ok({}));
    await platformOf(api.fetch, { token: undefined }).users.get('usr_1');
    expect(api.received[0]?.headers.get('authorization')).toBeNull();
  });

  it('returns files as responses, and undefined for 204', async () => {
    const api = testApi(new Response('a,b'), new Response(null, { status: 204 }));
    const platform = platformOf(api.fetch);
    const file = await platform.auditExports.download('aex_1');
    expect(await file.text()).toBe('a,b');
    expect(await platform.loginFlows.clientBindings.delete('app_1')).toBeUndefined();
  });

  it('sends files as they are', async () => {
    const api = testApi(ok({}));
    await platformOf(api.fetch).migrationSources.uploads.put('mup_1', new Blob(['{}']));
    expect(api.received[0]?.body).toBeInstanceOf(Blob);
    expect(api.received[0]?.headers.get('content-type')).toBe('application/octet-stream');
  });

  it('has the version of its package', () => {
    const file = new URL('../package.json', import.meta.url);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ version });
  });
});

describe('input that types cannot exclude', () => {
  const api = testApi(ok({}));
  const platform = platformOf(api.fetch);

  it.each([
    ['an empty path parameter', () => platform.users.get(''), /users\.get: id must be a non-empty/],
    ['a path parameter with a slash', () => platform.users.get('a/b'), /id must not be "a\/b"/],
    ['a path parameter of dots', () => platform.users.getByExternalId('..'), /must not be "\.\."/],
    ['no path parameter', () => platform.users.get(undefined as never), /must be a non-empty/],
    [
      'an unknown option',
      () => platform.users.list({ state: 'active' } as never),
      /users\.list has no option "state".*status/,
    ],
    [
      'a condition that the operation ignores',
      () => platform.users.create({}, { ifMatch: '"1"' } as never),
      /no option "ifMatch"/,
    ],
    [
      'a condition without a version',
      () => platform.users.update('usr_1', {}, { ifMatch: undefined as never }),
      /ifMatch is empty/,
    ],
    [
      'a malformed idempotency key',
      () => platform.users.create({}, { idempotencyKey: 'a b' }),
      /idempotencyKey/,
    ],
    ['null in a query', () => platform.users.list({ q: null as never }), /q must be a string/],
  ])('refuses %s before it sends anything', async (_, call, message) => {
    await expect(call()).rejects.toThrow(message);
    expect(api.received).toEqual([]);
  });

  it.each([
    [{ baseUrl: 'api.example.com' }, /baseUrl must be/],
    [{ baseUrl: 'ftp://api.example.com' }, /baseUrl must be/],
    [{ baseUrl: 'https://api.example.com?x=1' }, /baseUrl must be/],
    [{ baseUrl: 'https://api.example.com', tokens: 'x' }, /no option "tokens"/],
  ])('refuses the client options %j', (options, message) => {
    expect(() => createPlatform(options)).toThrow(message);
  });
});

describe('a response', () => {
  it('has ETag, request id and rate limit', async () => {
    const api = testApi(
      ok(
        { id: 'usr_1' },
        { etag: '"3"', 'x-request-id': 'req_1', ratelimit: '"tenant";r=987;t=42' },
      ),
    );
    const response = await platformOf(api.fetch).users.get('usr_1').response();
    expect(response).toMatchObject({
      value: { id: 'usr_1' },
      status: 200,
      etag: '"3"',
      requestId: 'req_1',
      rateLimit: { name: 'tenant', remaining: 987, resetSeconds: 42 },
      isReplayed: false,
    });
  });
});

describe('hooks', () => {
  it('observe each request and can add headers', async () => {
    const api = testApi(problemResponse(503, 'upstream_unavailable'), ok({}));
    const seen: unknown[] = [];
    const hooks = {
      request: ({ attempt, headers }: { attempt: number; headers: Headers }) => {
        headers.set('traceparent', `00-${attempt}`);
      },
      response: ({ status }: { status: number }) => seen.push(status),
      failure: ({ problem }: { problem: { code: string } }) => seen.push(problem.code),
      around: async <T>({ operation }: { operation: string }, run: () => Promise<T>) => {
        seen.push(`start ${operation}`);
        const value = await run();
        seen.push('end');
        return value;
      },
    };
    await platformOf(api.fetch, { hooks }).users.get('usr_1');
    expect(seen).toEqual(['start users.get', 503, 'upstream_unavailable', 200, 'end']);
    expect(api.received.map(({ headers }) => headers.get('traceparent'))).toEqual(['00-1', '00-2']);
  });
});
