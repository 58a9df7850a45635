import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPlain, sendPlain } from './plain-request.ts';

let server: Server;
let port: number;

async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (req.url === '/echo') {
    const { method, headers } = req;
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify({ method, headers, body: await text(req) }));
  } else if (req.url === '/moved') res.writeHead(302, { location: '/echo' }).end();
  else if (req.url === '/empty') res.writeHead(204, { etag: '"1"' }).end();
  else if (req.url === '/cut') {
    res.writeHead(200, { 'content-length': '100' }).write('{');
    setTimeout(() => res.destroy(), 20);
  }
}

beforeAll(async () => {
  server = createServer((req, res) => void answer(req, res)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const at = (path: string, host = '127.0.0.1'): string => `http://${host}:${port}${path}`;

describe('a plain request', () => {
  it('sends method, headers and body', async () => {
    const headers = new Headers({ 'content-type': 'application/json', 'x-name': 'Ada' });
    const response = await sendPlain(at('/echo'), { method: 'POST', headers, body: '{"a":"ä"}' });
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({
      method: 'POST',
      headers: { 'x-name': 'Ada', 'content-length': '10' },
      body: '{"a":"ä"}',
    });
  });

  it('follows no redirect, which would take the token along', async () => {
    const { status, headers } = await sendPlain(at('/moved'), {});
    expect([status, headers.get('location')]).toEqual([302, '/echo']);
  });

  it('has no body where the status excludes it', async () => {
    const { status, body, headers } = await sendPlain(at('/empty'), {});
    expect([status, body, headers.get('etag')]).toEqual([204, null, '"1"']);
  });

  it('finds names below localhost', async () => {
    expect((await sendPlain(at('/echo', 'acme.platform.localhost'), {})).status).toBe(200);
  });

  it('rejects if the connection fails, ends early or is aborted', async () => {
    await expect(sendPlain('http://127.0.0.1:1/', {})).rejects.toThrow('ECONNREFUSED');
    await expect((await sendPlain(at('/cut'), {})).text()).rejects.toThrow();
    const signal = AbortSignal.timeout(50);
    await expect(sendPlain(at('/never'), { signal })).rejects.toThrow('aborted');
  });
});

it.each<[RequestInit, boolean]>([
  [{ redirect: 'manual' }, true],
  [{ redirect: 'manual', body: '{}' }, true],
  [{ body: '{}' }, false],
  [{ redirect: 'manual', body: new Blob(['x']) }, false],
])('%j is plain: %s', (init, expected) => {
  expect(isPlain(init)).toBe(expected);
});
