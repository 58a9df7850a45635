import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { soon } from '@platform/testkit/eventually';
import { connector } from '../src/upstream/connector.ts';

/** A port on which a thread listens without accepting, with its backlog full, so that connections hang. */
async function silentPort(): Promise<{ port: number; close(): Promise<void> }> {
  const thread = new Worker(
    `
    const { parentPort } = require('node:worker_threads');
    const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      parentPort.postMessage(server.address().port);
      setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
    });`,
    { eval: true },
  );
  const port = await new Promise<number>((resolve) => thread.once('message', resolve));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const knocking: Socket[] = Array.from({ length: 4 }, () =>
    connect(port, '127.0.0.1').on('error', () => undefined),
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    port,
    async close() {
      for (const socket of knocking) socket.destroy();
      await thread.terminate();
    },
  };
}

test('abandons a connection exactly at its timeout, not at the next tick of a coarse clock', async () => {
  const silent = await silentPort();
  try {
    const failed = new Promise<(Error & { code?: string }) | null>((resolve) =>
      connector(50)(
        {
          hostname: '127.0.0.1',
          host: `127.0.0.1:${silent.port}`,
          protocol: 'http:',
          port: String(silent.port),
        },
        (...[failure]) => resolve(failure),
      ),
    );
    // The client's own timeout takes at least 500 ms.
    const error = await soon(failed, { what: 'the time-out', withinMs: 400 });
    expect(error?.code).toBe('UND_ERR_CONNECT_TIMEOUT');
  } finally {
    await silent.close();
  }
});
