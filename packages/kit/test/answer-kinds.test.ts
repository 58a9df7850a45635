import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allOf, operations } from '@platform/contracts';
import type { Operation } from '@platform/contracts';
import { z } from 'zod';
import { testStore } from '../src/bus/test-store.ts';
import { newId } from '../src/ids/ids.ts';
import { silentLog } from '../src/telemetry/log.ts';
import { problem } from '../src/problem/problem.ts';
import { requestLine } from '../src/routing/request-line.ts';
import { parseKeys, secretBox } from '../src/secrets/secrets.ts';
import {
  answer,
  file,
  jsonDialect,
  listen,
  page,
  prepared,
  redirect,
  sendProblem,
  serve,
  stream,
} from '../src/http/http.ts';
import type { HttpServer } from '../src/http/http.ts';
import { operationServer } from '../src/http/operation-server.ts';

const plain = {
  scopes: allOf(),
  summary: '',
  response: z.unknown(),
  errors: [],
} as const satisfies Partial<Operation>;

const group = operations({
  lines: { ...plain, method: 'get', path: '/lines', mode: 'query', answers: 'stream' },
  report: { ...plain, method: 'get', path: '/report', mode: 'query', answers: 'file' },
  signIn: { ...plain, method: 'post', path: '/sign-in', body: z.object({}), answers: 'redirect' },
  form: { ...plain, method: 'get', path: '/form', answers: 'page' },
  upload: { ...plain, method: 'put', path: '/file', bodyKind: 'octets', mode: 'external' },
  add: { ...plain, method: 'post', path: '/things', body: z.object({ name: z.string() }) },
  misdeclared: { ...plain, method: 'post', path: '/wrong', answers: 'stream' },
});

const content = Buffer.from('0123456789'.repeat(1_000));
async function* part(start: number, end: number): AsyncIterable<Uint8Array> {
  if (isSiblingAway) throw problem('upstream_unavailable');
  for (let at = start; at <= end; at += 700)
    yield content.subarray(at, Math.min(at + 700, end + 1));
}
async function* lines(): AsyncIterable<string> {
  for (let n = 0; n < 3; n++) yield `${JSON.stringify({ n })}\n`;
}

const steps: string[] = [];
let isSiblingAway = false;
let store: Awaited<ReturnType<typeof testStore>>;
let server: HttpServer;
let base: string;

const dialect = jsonDialect({
  accepts: () => ['application/thing+json'],
  contentType: 'application/thing+json',
  renderProblem: ({ status, code }) => ({
    status,
    contentType: 'application/thing+json',
    text: JSON.stringify({ fault: code }),
  }),
});

beforeAll(async () => {
  store = await testStore();
  const tenantId = newId('tenant');
  const run = operationServer({
    db: store.db,
    secrets: secretBox(parseKeys({ k: Buffer.alloc(32, 1).toString('base64') }, 'k')),
    log: silentLog,
    codec: dialect,
    authenticator: {
      caller: async () => undefined,
      principal: async () => ({
        type: 'client',
        id: 'c',
        clientId: 'c',
        tenantId,
        scopes: new Set<string>(),
      }),
    },
    mounts: [
      serve(group, {
        lines: () => stream({ contentType: 'application/x-ndjson', body: lines() }),
        report: () =>
          file({
            contentType: 'text/csv',
            size: content.length,
            version: 'v1',
            attachment: 'Grüße "1".csv',
            open: ({ start, end }) => part(start, end),
          }),
        signIn: () => redirect('/next', { headers: { 'set-cookie': ['a=1', 'b=2'] } }),
        form: () => page('<!doctype html><title>x</title>', { headers: { 'x-frame': 'no' } }),
        async upload({ upload }) {
          const hash = createHash('sha256');
          for await (const chunk of upload.read(10_000)) hash.update(chunk);
          return { sha256: hash.digest('hex') };
        },
        add: prepared(
          async ({ body, read }) => {
            if (isSiblingAway) throw problem('upstream_unavailable');
            steps.push('prepare');
            return read(async (tx) => `${body.name} of ${tx.context.actor.id}`);
          },
          async ({ tx, prepared: text }) => {
            steps.push('handle');
            const row = await tx.row<{ n: number }>('SELECT 1 AS n');
            tx.afterCommit(() => void steps.push('commit'));
            const committed = async () => {
              await setImmediate();
              steps.push('committed');
              throw new Error('nobody is told');
            };
            return answer({ text, n: row?.n }, { committed });
          },
        ),
        misdeclared: () => stream({ contentType: 'text/plain', body: lines() }),
      }),
    ],
  });
  server = await listen(0, (req, res) => {
    const at = { line: requestLine(req), requestId: newId('request'), traceparent: '00-0-0-00' };
    void run(req, res, at).catch((error: unknown) => sendProblem(res, error, {}, dialect));
  });
  base = `http://127.0.0.1:${server.port}`;
});
afterAll(async () => {
  await server.close(100);
  await store.stop();
});

const json = { 'content-type': 'application/thing+json' };

describe('answers', () => {
  test('a stream is sent as it is produced', async () => {
    const res = await fetch(`${base}/lines`);
    expect(res.headers.get('content-type')).toBe('application/x-ndjson');
    expect(res.headers.get('x-request-id')).toMatch(/^req_/);
    expect(await res.text()).toBe('{"n":0}\n{"n":1}\n{"n":2}\n');
  });

  test('a file is sent completely, by range, or not at all if it has not changed', async () => {
    const whole = await fetch(`${base}/report`);
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
    expect(whole.headers.get('content-disposition')).toBe(
      `attachment; filename="Gr__e _1_.csv"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%221%22.csv`,
    );
    const range = { range: 'bytes=995-1004' };
    const some = await fetch(`${base}/report`, { headers: range });
    expect([some.status, some.headers.get('content-range'), await some.text()]).toEqual([
      206,
      'bytes 995-1004/10000',
      '5678901234',
    ]);
    const changed = { ...range, 'if-range': '"v0"' };
    expect((await fetch(`${base}/report`, { headers: changed })).status).toBe(200);
    const known = { 'if-none-match': '"v1"' };
    expect((await fetch(`${base}/report`, { headers: known })).status).toBe(304);
    const beyond = await fetch(`${base}/report`, { headers: { range: 'bytes=10000-' } });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10000']);
    const head = await fetch(`${base}/report`, { method: 'HEAD' });
    expect([head.headers.get('content-length'), await head.text()]).toEqual(['10000', '']);
  });

  test('a file that cannot be opened is a problem, not a broken download', async () => {
    isSiblingAway = true;
    const res = await fetch(`${base}/report`);
    isSiblingAway = false;
    expect([res.status, await res.json()]).toEqual([503, { fault: 'upstream_unavailable' }]);
  });

  test('redirects and pages carry their headers', async () => {
    const res = await fetch(`${base}/sign-in`, {
      method: 'POST',
      headers: json,
      body: '{}',
      redirect: 'manual',
    });
    expect([res.status, res.headers.get('location'), res.headers.getSetCookie()]).toEqual([
      303,
      '/next',
      ['a=1', 'b=2'],
    ]);
    const form = await fetch(`${base}/form`);
    expect([form.headers.get('content-type'), form.headers.get('x-frame')]).toEqual([
      'text/html; charset=utf-8',
      'no',
    ]);
  });

  test('a write cannot respond with a stream', async () => {
    const res = await fetch(`${base}/wrong`, { method: 'POST' });
    expect([res.status, await res.json()]).toEqual([500, { fault: 'internal_error' }]);
  });
});

describe('uploads', () => {
  const put = (body: Buffer, headers: Record<string, string> = {}) =>
    fetch(`${base}/file`, { method: 'PUT', body: new Uint8Array(body), headers });
  const sha256 = (body: Buffer) => createHash('sha256').update(body);

  test('are read as they arrive, up to a limit', async () => {
    const res = await put(content);
    expect(await res.json()).toEqual({ sha256: sha256(content).digest('hex') });
    expect((await put(Buffer.alloc(10_001))).status).toBe(413);
  });

  test('are verified against their digest', async () => {
    const digest = `sha-256=:${sha256(content).digest('base64')}:`;
    expect((await put(content, { 'content-digest': digest })).status).toBe(200);
    expect((await put(content.subarray(1), { 'content-digest': digest })).status).toBe(422);
  });
});

describe('a dialect', () => {
  const add = (body: string, headers: Record<string, string>) =>
    fetch(`${base}/things`, { method: 'POST', body, headers });

  test('has media types and problems of its own', async () => {
    const right = await add('{"name":"a"}', json);
    expect([right.status, right.headers.get('content-type')]).toEqual([
      200,
      'application/thing+json',
    ]);
    const wrong = await add('{"name":"a"}', { 'content-type': 'application/json' });
    expect([wrong.status, await wrong.json()]).toEqual([415, { fault: 'unsupported_media_type' }]);
  });

  test('keeps idempotency', async () => {
    const headers = { ...json, 'idempotency-key': newId('request') };
    const first = await (await add('{"name":"b"}', headers)).text();
    const again = await add('{"name":"b"}', headers);
    expect([await again.text(), again.headers.get('idempotency-replayed')]).toEqual([
      first,
      'true',
    ]);
  });
});

describe('a prepared handler', () => {
  const add = (headers: Record<string, string> = {}) =>
    fetch(`${base}/things`, {
      method: 'POST',
      body: '{"name":"c"}',
      headers: { ...json, ...headers },
    });

  test('passes on the result of its first step', async () => {
    steps.length = 0;
    expect(await (await add()).json()).toEqual({ text: 'c of c', n: 1 });
    expect(steps).toEqual(['prepare', 'handle', 'commit', 'committed']);
  });

  test('does not wait again before it sends a stored response', async () => {
    const key = { 'idempotency-key': newId('request') };
    await add(key);
    steps.length = 0;
    expect((await add(key)).status).toBe(200);
    expect(steps).toEqual(['prepare']);
  });

  test('returns the error of its first step, unless there is a stored response for the key', async () => {
    const key = { 'idempotency-key': newId('request') };
    expect((await add(key)).status).toBe(200);
    isSiblingAway = true;
    const [again, other] = [await add(key), await add()];
    isSiblingAway = false;
    expect([again.status, other.status]).toEqual([200, 503]);
  });
});
