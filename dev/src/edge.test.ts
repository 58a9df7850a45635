import { createServer, request } from 'node:http';
import type { IncomingHttpHeaders, RequestOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { edgeTarget, startEdge } from './edge.ts';
import { LOOPBACK, freePorts } from './ports.ts';

test.each([
  ['/api/v1', 'gateway'],
  ['/api/v1/directory/users?limit=1', 'gateway'],
  ['/api/v10', 'hub'],
  ['/scim/v2/dir_1/Users', 'gateway'],
  ['/.well-known/ssf-configuration', 'gateway'],
  ['/.well-known/openid-configuration', 'hub'],
  ['/.well-known/oauth-protected-resource/api/v1', 'gateway'],
  ['/.well-known/oauth-protected-resource/apr_1', 'hub'],
  ['/openfga/stores', 'gateway'],
  ['/openapi.json', 'gateway'],
  ['/internal/applications', 'nobody'],
  ['/admin', 'nobody'],
  ['/oauth2/authorize?client_id=x', 'hub'],
  ['/console', 'hub'],
  ['/', 'hub'],
])('%s is answered by the %s', (url, target) => {
  expect(edgeTarget(url)).toBe(target);
});

const named = (name: string) =>
  createServer((req, res) => {
    const { host, 'x-forwarded-for': client } = req.headers;
    let size = 0;
    req.on('data', (chunk: Buffer) => (size += chunk.length));
    req.on('end', () => {
      res.writeHead(
        201,
        [
          ['set-cookie', 'a=1'],
          ['set-cookie', 'b=2'],
        ].flat(),
      );
      res.end(JSON.stringify({ name, host, client, size, method: req.method, url: req.url }));
    });
  });

const servers = { gateway: named('gateway'), hub: named('hub') };
const portOf = (name: keyof typeof servers) => (servers[name].address() as AddressInfo).port;
let port: number;
let edge: Awaited<ReturnType<typeof startEdge>>;

beforeAll(async () => {
  for (const server of Object.values(servers))
    await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
  [port = 0] = await freePorts(1);
  edge = await startEdge({
    port,
    host: LOOPBACK,
    gateway: portOf('gateway'),
    hub: portOf('hub'),
  });
});
afterAll(async () => {
  await edge.stop();
  for (const server of Object.values(servers)) server.close();
});

interface EdgeAnswer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  text: string;
}

const ask = (path: string, { body, ...more }: RequestOptions & { body?: string } = {}) =>
  new Promise<EdgeAnswer>((resolve, reject) => {
    request({ host: LOOPBACK, port, path, agent: false, ...more }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += String(chunk)));
      answer.once('end', () =>
        resolve({ status: answer.statusCode, headers: answer.headers, text }),
      );
    })
      .once('error', reject)
      .end(body);
  });

test('passes on method, path, host, body and headers', async () => {
  const answer = await ask('/api/v1/x?y=%20', {
    method: 'PUT',
    headers: { host: 'demo.platform.localhost:8080' },
    body: 'x'.repeat(100_000),
  });
  expect(answer.status).toBe(201);
  expect(answer.headers['set-cookie']).toEqual(['a=1', 'b=2']);
  expect(JSON.parse(answer.text)).toEqual({
    name: 'gateway',
    host: 'demo.platform.localhost:8080',
    client: '127.0.0.1',
    size: 100_000,
    method: 'PUT',
    url: '/api/v1/x?y=%20',
  });
  expect(JSON.parse((await ask('/login')).text)).toMatchObject({ name: 'hub' });
});

test('answers internal paths itself', async () => {
  expect((await ask('/internal/applications')).status).toBe(404);
});
