import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { soon } from '@platform/testkit/eventually';
import { expect, test } from 'vitest';
import { listen } from './http.ts';

test('incomplete headers time out', async () => {
  const http = await listen(0, (_req, res) => void res.end(), '127.0.0.1');
  http.server.headersTimeout = 200;
  const socket = connect(http.port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\n'));
  const closed = new Promise((resolve) => socket.once('close', resolve).resume());
  await soon(closed, { what: 'the end of the connection', withinMs: 3_000 });
  await http.close(0);
});

test('without a host, a server listens on IPv4, and on IPv6 if available', async () => {
  const http = await listen(0, (_req, res) => void res.end());
  const isReachable = (host: string): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(http.port, host, () => resolve(true)).on('error', () =>
        resolve(false),
      );
      socket.once('connect', () => socket.destroy());
    });
  const hasIpv6 = Object.values(networkInterfaces())
    .flat()
    .some((address) => address?.address === '::1');
  expect([await isReachable('127.0.0.1'), await isReachable('::1')]).toEqual([true, hasIpv6]);
  await http.close(0);
});

test('a server that shuts down serves old and new connections, and each response closes its connection', async () => {
  const http = await listen(0, (_req, res) => void res.end('served'), '127.0.0.1');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (): Promise<{ connection: string | undefined; isReused: boolean }> =>
    new Promise((resolve, reject) => {
      const call = request(
        { agent, host: '127.0.0.1', port: http.port },
        (answer: IncomingMessage) => {
          const isReused = call.reusedSocket;
          answer.resume();
          answer.on('end', () => resolve({ connection: answer.headers.connection, isReused }));
        },
      );
      call.on('error', reject).end();
    });
  expect(await ask()).toEqual({ connection: 'keep-alive', isReused: false });
  http.retire();
  expect(await ask()).toEqual({ connection: 'close', isReused: true });
  expect(await ask()).toEqual({ connection: 'close', isReused: false });
  await http.close(0);
});
