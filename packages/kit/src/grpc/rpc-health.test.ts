import { Client, credentials, status } from '@grpc/grpc-js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { service } from 'grpc-health-check';
import { eventually } from '@platform/testkit/eventually';
import { silentLog } from '../telemetry/log.ts';
import { listenRpc, rpcHealth } from './grpc.ts';
import type { RpcServer } from './grpc.ts';

let server: RpcServer;
let client: Client;
const health = rpcHealth(['platform.hub.v1.Clients']);
const unasked = (): never => {
  throw new Error('health needs no token');
};

beforeEach(async () => {
  server = await listenRpc({
    port: 0,
    mounts: [],
    verifyCaller: async () => unasked(),
    log: silentLog,
    open: [health],
  });
  client = new Client(`127.0.0.1:${server.port}`, credentials.createInsecure());
});
afterEach(async () => {
  client.close();
  await server.close(0);
});

const method = (name: 'check' | 'watch') => service[name === 'check' ? 'Check' : 'Watch']!;
const check = (name: string): Promise<unknown> =>
  new Promise((resolve) => {
    const { path, requestSerialize, responseDeserialize } = method('check');
    const request = { service: name };
    client.makeUnaryRequest(path, requestSerialize, responseDeserialize, request, (error, answer) =>
      resolve(error ? error.code : (answer as { status: string }).status),
    );
  });

test('is NOT_SERVING at first and then SERVING, for the process and its services', async () => {
  expect(await check('')).toBe('NOT_SERVING');
  health.set(true);
  expect([await check(''), await check('platform.hub.v1.Clients')]).toEqual(['SERVING', 'SERVING']);
  expect(await check('platform.hub.v1.Nobody')).toBe(status.NOT_FOUND);
  health.set(false);
  expect(await check('platform.hub.v1.Clients')).toBe('NOT_SERVING');
});

test('notifies watchers of each change, and ends them when it closes', async () => {
  const { path, requestSerialize, responseDeserialize } = method('watch');
  const seen: string[] = [];
  let isOver = false;
  const watch = client
    .makeServerStreamRequest(path, requestSerialize, responseDeserialize, { service: '' })
    .on('data', (answer: { status: string }) => void seen.push(answer.status))
    .on('error', () => undefined)
    .on('end', () => void (isOver = true));
  await eventually(() => seen.length === 1);
  health.set(true);
  health.set(true);
  await eventually(() => seen.length === 2);
  health.close();
  await eventually(() => isOver);
  expect(seen).toEqual(['NOT_SERVING', 'SERVING', 'NOT_SERVING']);
  watch.cancel();
});
