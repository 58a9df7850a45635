import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SharedServers } from './shared-servers.ts';

export interface TestInfra {
  stop(): Promise<void>;
}

type Shared = Exclude<keyof SharedServers, 'stop'>;
const names: readonly Shared[] = ['postgres', 'natsAccount', 'clusterKeys', 'platform'];

/**
 * Serves the run's shared servers to Vitest's workers, on a loopback address in
 * `TEST_INFRA_ADDRESS`.
 */
export const serveTestInfra = async (servers: SharedServers): Promise<TestInfra> => {
  const secret = randomUUID();
  const server = createServer((request, response) => {
    const name = names.find((known) => request.url === `/${secret}/${known}`);
    if (!name) return void response.writeHead(404).end();
    servers[name]().then(
      (value) => response.end(value),
      (error: unknown) =>
        response.writeHead(500).end(error instanceof Error ? error.message : String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;
  process.env.TEST_INFRA_ADDRESS = `http://127.0.0.1:${port}/${secret}`;
  return {
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await servers.stop();
    },
  };
};

let ofThisProcess: SharedServers | undefined;

/** Returns a shared server of the run by name; outside of Vitest, one of this process. */
export const shared = async (name: Shared): Promise<string> => {
  if (process.env.PLATFORM_TEST_NO_INFRA === '1')
    throw new Error(`This test needs ${name}, and PLATFORM_TEST_NO_INFRA=1 forbids it.`);
  const address = process.env.TEST_INFRA_ADDRESS;
  if (!address) {
    ofThisProcess ??= (await import('./shared-servers.ts')).sharedServers();
    return ofThisProcess[name]();
  }
  const answer = await fetch(`${address}/${name}`, { headers: { connection: 'close' } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
};
