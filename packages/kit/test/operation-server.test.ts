import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allOf, maxEventIdLength, operations } from '@platform/contracts';
import { withClient } from '@platform/dev/postgres';
import { z } from 'zod';
import { testEvent, testStore } from '../src/bus/test-store.ts';
import { newId } from '../src/ids/ids.ts';
import { silentLog } from '../src/telemetry/log.ts';
import { requestLine } from '../src/routing/request-line.ts';
import { problem } from '../src/problem/problem.ts';
import { parseKeys, secretBox } from '../src/secrets/secrets.ts';
import { contentVersion, listen, sendProblem, serve } from '../src/http/http.ts';
import type { HttpServer } from '../src/http/http.ts';
import { operationServer } from '../src/http/operation-server.ts';

const body = z.object({ id: z.string() });
const scopes = allOf();
const shop = operations({
  shelfPut: {
    method: 'put',
    path: '/shelf',
    scopes,
    summary: '',
    response: body,
    errors: ['precondition_failed'],
  },
  shelfCreate: {
    method: 'put',
    path: '/new-shelf',
    scopes,
    summary: '',
    response: body,
    errors: ['precondition_failed'],
  },
  shelfForget: {
    method: 'put',
    path: '/forgotten',
    scopes,
    summary: '',
    response: body,
    errors: ['precondition_failed'],
  },
  shelfForgetOutside: {
    method: 'put',
    path: '/forgotten-outside',
    scopes,
    summary: '',
    response: body,
    errors: ['precondition_failed'],
    mode: 'external',
  },
  shelfForgetConclusion: {
    method: 'put',
    path: '/forgotten-conclusion',
    scopes,
    summary: '',
    response: body,
    errors: ['precondition_failed'],
    mode: 'external',
  },
  shelfAdd: {
    method: 'post',
    path: '/shelves',
    scopes,
    summary: '',
    response: body,
    errors: [],
    mode: 'external',
  },
  shelfAsk: {
    method: 'post',
    path: '/ask',
    scopes,
    summary: '',
    response: body,
    errors: [],
    mode: 'query',
  },
  shelfDelete: {
    method: 'delete',
    path: '/shelf',
    scopes,
    summary: '',
    response: body,
    errors: [],
  },
  shelfDrop: {
    method: 'delete',
    path: '/shelves/{name}',
    scopes,
    summary: '',
    response: body,
    errors: [],
  },
  shelfGet: {
    method: 'get',
    path: '/shelf',
    scopes,
    summary: '',
    response: body,
    errors: [],
    mode: 'external',
  },
  shelfList: {
    method: 'get',
    path: '/shelves',
    scopes,
    summary: '',
    query: z.object({ cursor: z.string().optional() }),
    response: body,
    errors: [],
  },
  shelfCount: {
    method: 'get',
    path: '/shelves:count',
    scopes,
    summary: '',
    response: body,
    errors: [],
    mode: 'query',
    readsMany: true,
  },
});

const shelf = { id: 'shelf' };
const calledOut: string[] = [];
const standbyReads: unknown[] = [];
let store: Awaited<ReturnType<typeof testStore>>;
let server: HttpServer;
const logged: string[] = [];

beforeAll(async () => {
  store = await testStore();
  const run = operationServer({
    db: {
      ...store.db,
      read(context, work, options) {
        standbyReads.push(options?.mayUseStandby);
        return store.db.read(context, work, options);
      },
    },
    secrets: secretBox(parseKeys({ k: Buffer.alloc(32, 1).toString('base64') }, 'k')),
    log: Object.assign(Object.create(silentLog), {
      error: (_fields: object, message: string) => void logged.push(message),
    }),
    authenticator: {
      caller: async () => undefined,
      principal: async () => ({
        type: 'client',
        id: 'c',
        clientId: 'c',
        tenantId: newId('tenant'),
        scopes: new Set<string>(),
      }),
    },
    mounts: [
      serve(shop, {
        async shelfPut({ ifMatch, tx }) {
          await tx.publish(testEvent());
          ifMatch(contentVersion(shelf));
          return shelf;
        },
        async shelfCreate({ ifMatch, tx }) {
          await tx.publish(testEvent());
          ifMatch(undefined);
          return shelf;
        },
        async shelfForget({ tx }) {
          await tx.publish(testEvent());
          return shelf;
        },
        async shelfForgetOutside({ transact }) {
          await transact((tx) => tx.publish(testEvent()));
          return shelf;
        },
        shelfForgetConclusion: ({ commit }) =>
          commit(async (tx) => {
            await tx.publish(testEvent());
            return shelf;
          }),
        async shelfAdd({ transact }) {
          calledOut.push('shelfAdd');
          await transact((tx) => tx.publish(testEvent()));
          return shelf;
        },
        shelfAsk: () => shelf,
        shelfDelete: () => shelf,
        shelfDrop() {
          throw problem('not_found');
        },
        shelfGet: ({ read }) => read(async () => shelf),
        shelfList: () => shelf,
        shelfCount: ({ read }) => read(async () => shelf),
      }),
    ],
  });
  server = await listen(0, (req, res) => {
    const line = requestLine(req);
    run(req, res, { line, requestId: 'r', traceparent: '' }).catch((error: unknown) =>
      sendProblem(res, error, { requestId: 'r' }),
    );
  });
});
afterAll(async () => {
  await server.close(0);
  await store.stop();
});
beforeEach(async () => {
  await withClient(store.url, (client) => client.query('DELETE FROM shop.outbox'));
  logged.length = 0;
  calledOut.length = 0;
  standbyReads.length = 0;
});

test.each([
  ['/shelves', true],
  ['/shelves:count', true],
  ['/shelf', undefined],
])('a read of %s may use the standby: %s', async (path, expected) => {
  expect((await send('GET', path)).status).toBe(200);
  expect(standbyReads).toEqual([expected]);
});

const facts = async (): Promise<number> =>
  (
    await store.db.work((tx) =>
      tx.row<{ n: number }>(`SELECT count(*)::int AS n FROM outbox WHERE subject LIKE 'events.%'`),
    )
  )?.n ?? -1;
const send = (
  method: string,
  path: string,
  more: { headers?: Record<string, string>; body?: string } = {},
) => fetch(`http://localhost:${server.port}${path}`, { method, ...more });

describe('the record of an attempt', () => {
  test.each([
    ['shelf-1', 'shelf-1'],
    ['a'.repeat(maxEventIdLength), 'a'.repeat(maxEventIdLength)],
    ['a'.repeat(maxEventIdLength + 1), `${'a'.repeat(127)}…`],
    ['😀'.repeat(128), `${'😀'.repeat(127)}…`],
  ])('is limited to what an event can contain: %#', async (name, id) => {
    expect((await send('DELETE', `/shelves/${encodeURIComponent(name)}`)).status).toBe(404);
    const record = await store.db.work((tx) =>
      tx.row<{ envelope: object }>(`SELECT envelope FROM outbox WHERE subject LIKE 'audit.%'`),
    );
    expect(record?.envelope).toMatchObject({ data: { subject: { type: 'resource', id } } });
    expect(id.length).toBeLessThanOrEqual(maxEventIdLength);
  });
});
const call = (method: string, path: string, ifMatch?: string) =>
  send(method, path, ifMatch === undefined ? {} : { headers: { 'if-match': ifMatch } });
const expectRefusal = async (answer: Response): Promise<void> => {
  expect(await answer.json()).toMatchObject({ status: 412, code: 'precondition_failed' });
  expect(await facts()).toBe(0);
};
const tag = `"${contentVersion(shelf)}"`;

describe('If-Match of an operation that checks', () => {
  test.each([undefined, tag, '*', `"old", ${tag}`])(
    '%s matches, and the ETag equals that of GET',
    async (ifMatch) => {
      const answer = await call('PUT', '/shelf', ifMatch);
      expect([answer.status, answer.headers.get('etag'), await facts()]).toEqual([200, tag, 1]);
      expect((await call('GET', '/shelf')).headers.get('etag')).toBe(tag);
    },
  );
  test.each(['"old"', `W/${tag}`])(
    '%j is 412 with the current ETag, and nothing is changed',
    async (ifMatch) => {
      const answer = await call('PUT', '/shelf', ifMatch);
      expect(answer.headers.get('etag')).toBe(tag);
      await expectRefusal(answer);
    },
  );
  test.each(['old', '', '"old" "older"', '"old', 'W/old'])(
    '%j is not a list of entity tags: 400, and nothing is changed',
    async (ifMatch) => {
      const answer = await call('PUT', '/shelf', ifMatch);
      const detail = 'If-Match must be * or ETags as they were returned, in double quotes';
      expect(await answer.json()).toMatchObject({ status: 400, code: 'invalid_parameter', detail });
      expect(await facts()).toBe(0);
    },
  );
  test.each(['*', tag])('of a resource that does not exist yet: %s is 412', async (ifMatch) => {
    await expectRefusal(await call('PUT', '/new-shelf', ifMatch));
    expect((await call('PUT', '/new-shelf')).status).toBe(200);
  });
});

describe('If-Match of an operation that forgot to check', () => {
  test.each(['/forgotten', '/forgotten-outside', '/forgotten-conclusion'])(
    '%s is rolled back, and logged as a bug',
    async (path) => {
      await expectRefusal(await call('PUT', path, tag));
      expect(logged.join()).toContain('did not check If-Match');
      expect((await call('PUT', path)).status).toBe(200);
      expect(await facts()).toBe(1);
    },
  );
});

describe('If-Match on a resource without an ETag', () => {
  test.each(['*', tag])('%s is rejected before the handler runs', async (ifMatch) => {
    await expectRefusal(await call('POST', '/shelves', ifMatch));
    expect([calledOut, logged]).toEqual([[], []]);
    expect((await call('POST', '/shelves')).status).toBe(200);
  });
  test.each([
    ['POST', '/ask'],
    ['GET', '/shelf'],
  ])('is ignored by %s %s, which only reads', async (method, path) => {
    expect((await call(method, path, '"old"')).status).toBe(200);
  });
});

describe('contentVersion', () => {
  test('does not depend on the order of properties, and detects every other difference', () => {
    expect(contentVersion({ a: [{ x: 1, y: 2 }], at: new Date(0) })).toBe(
      contentVersion({ at: '1970-01-01T00:00:00.000Z', a: [{ y: 2, x: 1 }] }),
    );
    const others = [
      { a: [1, 2] },
      { a: [2, 1] },
      { a: null },
      {},
      { b: [1, 2] },
      { a: { 0: 1, 1: 2 } },
    ].map(contentVersion);
    expect(new Set(others).size).toBe(others.length);
  });
});

describe('an unexpected body', () => {
  const json = { 'content-type': 'application/json' };
  test.each([undefined, '', '{}', ' { } '])('of a POST: %j counts as empty', async (text) => {
    expect(
      (
        await send('POST', '/shelves', {
          headers: json,
          ...(text === undefined ? {} : { body: text }),
        })
      ).status,
    ).toBe(200);
  });
  test.each([
    ['{"reason":"x","now":true}', 422, 'validation_failed', ['/reason', '/now']],
    ['[]', 422, 'validation_failed', ['']],
    ['null', 422, 'validation_failed', ['']],
    ['x', 400, 'malformed_request', [undefined]],
  ])('of a POST: %s is rejected', async (text, status, code, pointers) => {
    const answer = (await (
      await send('POST', '/shelves', { headers: json, body: text })
    ).json()) as { errors?: { pointer: string }[] };
    expect(answer).toMatchObject({ status, code });
    expect(answer.errors?.map((e) => e.pointer)).toEqual(pointers);
    expect([calledOut, await facts()]).toEqual([[], 0]);
  });
  test('of a POST in another media type is rejected', async () => {
    expect(
      (await send('POST', '/shelves', { headers: { 'content-type': 'text/plain' }, body: '{}' }))
        .status,
    ).toBe(415);
  });
  test('of a DELETE is 400, even an empty object', async () => {
    expect((await send('DELETE', '/shelf')).status).toBe(200);
    expect(
      await (await send('DELETE', '/shelf', { headers: json, body: '{}' })).json(),
    ).toMatchObject({ status: 400, code: 'malformed_request' });
  });
});
