import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '@platform/testkit/eventually';
import { clusterKeySet } from './cluster-keys.ts';
import { fetchKeySet } from './key-fetch.ts';
import { testCertificate } from './test-certificate.ts';
import { codeOf, testKey } from './test-tokens.ts';

const key = testKey('k', 'ES256');
const keyJson = JSON.stringify({ keys: [key.jwk] });
const cluster = testCertificate();
const stranger = testCertificate();

let folder = '';
let open: { close(done: () => void): unknown; closeAllConnections?(): void }[] = [];
let seen: (string | undefined)[] = [];
let failures: unknown[] = [];
let nowMillis = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cluster-keys-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  [seen, failures, nowMillis] = [[], [], 1_800_000_000_000];
  await writeFile(join(folder, 'ca.crt'), cluster.cert);
  await writeFile(join(folder, 'token'), 'token-1\n');
});
afterEach(async () => {
  await Promise.all(
    open.map(
      (server) =>
        new Promise<void>((done) => {
          server.closeAllConnections?.();
          server.close(() => done());
        }),
    ),
  );
  open = [];
});

const answerKeys: RequestListener = (request, response) => {
  seen.push(request.headers.authorization);
  response.setHeader('content-type', 'application/json').end(keyJson);
};
async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push(server);
  return (server.address() as AddressInfo).port;
}
const https = (listener: RequestListener, identity = cluster) =>
  listen(createHttpsServer(identity, listener));
const http = (listener: RequestListener) => listen(createHttpServer(listener));
const set = (jwksUri: string, tokenPath = join(folder, 'token')) =>
  clusterKeySet({
    jwksUri,
    caPath: join(folder, 'ca.crt'),
    tokenPath,
    connectTimeoutMs: 500,
    readTimeoutMs: 300,
    now: () => nowMillis,
    onFailure: (error) => failures.push(error),
  });
const ask = (keys: ReturnType<typeof set>, kid = 'k') => codeOf(keys.key({ alg: 'ES256', kid }));

describe('clusterKeySet', () => {
  test('trusts the authority in ca-path, sends the token, and reads both for each fetch', async () => {
    const port = await https(answerKeys);
    await writeFile(join(folder, 'ca.crt'), stranger.cert);
    const keys = set(`https://localhost:${port}/openid/v1/jwks`);
    expect(await ask(keys)).toBe('upstream_unavailable');
    expect(seen).toEqual([]);
    await writeFile(join(folder, 'ca.crt'), cluster.cert);
    nowMillis += 5_000;
    expect(await ask(keys)).toBe('passed');
    await writeFile(join(folder, 'token'), 'token-2');
    nowMillis += 5_000;
    expect(await ask(keys, 'unknown')).toBe('token_invalid');
    expect(seen).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  test('a host name that does not match the certificate is rejected', async () => {
    expect(await ask(set(`https://127.0.0.1:${await https(answerKeys)}/`))).toBe(
      'upstream_unavailable',
    );
  });

  test("a missing authority never falls back to the system's; a missing token is reported", async () => {
    const port = await https(answerKeys);
    expect(await ask(set(`https://localhost:${port}/`, join(folder, 'none')))).toBe('passed');
    expect([seen, failures.length]).toEqual([[undefined], 1]);
    await rm(join(folder, 'ca.crt'));
    expect(await ask(set(`https://localhost:${port}/`))).toBe('upstream_unavailable');
    expect(String(failures[1])).toContain('ENOENT');
  });

  test('accepts a local key set without sending the token', async () => {
    expect(await ask(set(`http://127.0.0.1:${await http(answerKeys)}/`))).toBe('passed');
    await writeFile(join(folder, 'jwks.json'), keyJson);
    expect(await ask(set(pathToFileURL(join(folder, 'jwks.json')).href))).toBe('passed');
    expect(seen).toEqual([undefined]);
  });

  test.each([
    'http://kubernetes.default.svc/openid/v1/jwks',
    'http://10.0.0.1/',
    'http://127.0.0.1.evil.test/',
    'http://localhost.evil.test/',
    'http://[::2]/',
    'file://server/share/jwks.json',
    'ftp://localhost/jwks',
    'data:application/json,{}',
    'jwks.json',
    '',
  ])('%s prevents startup', (uri) => {
    expect(() => set(uri)).toThrow('from this machine');
  });
});

describe('fetchKeySet', () => {
  const slow: RequestListener = (_, response) => void response.write('{"keys":[');
  const trickling: RequestListener = (_, response) => {
    const timer = setInterval(() => response.write(' '), 50);
    response.once('close', () => clearInterval(timer));
  };
  test.each<[string, RequestListener]>([
    ['a redirect', (_, response) => response.writeHead(302, { location: '/' }).end()],
    ['an error', (_, response) => response.writeHead(500).end(keyJson)],
    ['what is no JSON', (_, response) => response.end('<html>')],
    [
      'half a body',
      (_, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{');
        setTimeout(() => response.destroy(), 20);
      },
    ],
    [
      'more than 1 MiB',
      (_, response) => response.end(`{"keys":[],"x":"${'x'.repeat(1024 * 1024)}"}`),
    ],
    ['silence', () => {}],
    ['half a body and silence', slow],
    ['a trickle', trickling],
  ])('rejects %s within the time limit', async (_, listener) => {
    const port = await http(listener);
    const times = { connectTimeoutMs: 500, readTimeoutMs: 300 };
    let ended = '';
    void fetchKeySet(`http://127.0.0.1:${port}/`, times).then(
      () => (ended = 'accepted'),
      () => (ended = 'refused'),
    );
    expect(await eventually(() => ended, { withinMs: 2_000 })).toBe('refused');
  });

  test('limits the TLS handshake by the connect timeout', async () => {
    const server = createTcpServer((socket) => socket.on('error', () => {}));
    const sockets = new Set<{ destroy(): void }>();
    server.on('connection', (socket) => sockets.add(socket));
    const port = await listen(server);
    await expect(
      fetchKeySet(`https://localhost:${port}/`, {
        ca: cluster.cert,
        connectTimeoutMs: 200,
        readTimeoutMs: 5_000,
      }),
    ).rejects.toThrow('connecting');
    for (const socket of sockets) socket.destroy();
  });
});
