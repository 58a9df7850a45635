import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startPostgres } from './postgres.ts';
import { LOOPBACK } from './ports.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface TestPostgres {
  /** Superuser's URL of the server that all test files share. */
  url: string;
  stop(): Promise<void>;
}

/** The tests' PostgreSQL, without durability, in a folder that goes with it. */
export const startTestPostgres = async (): Promise<TestPostgres> => {
  const folder = temporaryFolder('platform-test-postgres-');
  const log = (line: string): void => {
    if (line.startsWith('TEST_INFRA')) console.error(line);
  };
  const server = await startPostgres({
    dataDir: join(folder.path, 'postgres'),
    durable: false,
    log,
  });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      folder.remove();
    },
  };
};

export interface TestInfra {
  stop(): Promise<void>;
}

/**
 * Answers the workers on a loopback address, put into `TEST_INFRA_ADDRESS`: the first that asks for a server has it
 * booted, so that a run of pure tests boots nothing.
 */
export const serveTestInfra = async (): Promise<TestInfra> => {
  let postgres: Promise<TestPostgres> | undefined;
  const path = `/${randomUUID()}/postgres`;
  const server = createServer((request, response) => {
    if (request.url !== path) return void response.writeHead(404).end();
    postgres ??= startTestPostgres();
    postgres.then(
      ({ url }) => response.end(url),
      (error: unknown) =>
        response.writeHead(500).end(error instanceof Error ? error.message : String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
  server.unref();
  process.env.TEST_INFRA_ADDRESS = `http://${LOOPBACK}:${(server.address() as AddressInfo).port}${path}`;
  return {
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await (await postgres?.catch(() => undefined))?.stop();
    },
  };
};
