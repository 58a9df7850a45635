import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startCluster } from './cluster.ts';
import type { Cluster, ClusterOptions } from './cluster.ts';
import { startNats } from './nats.ts';
import type { Nats } from './nats.ts';
import { withClient } from './postgres.ts';
import { startTestPostgres } from './testing-infra.ts';
import { temporaryFolder } from './temporary-folder.ts';

export { temporaryFolder } from './temporary-folder.ts';
export type { TemporaryFolder } from './temporary-folder.ts';

let ofThisProcess: Promise<string> | undefined;

/** Superuser's URL of the tests' server: the run's shared one or, outside of Jest, one of this process. */
const testPostgresUrl = async (): Promise<string> => {
  if (process.env.PLATFORM_TEST_NO_INFRA === '1')
    throw new Error('This test needs PostgreSQL, and PLATFORM_TEST_NO_INFRA=1 forbids it.');
  const infra = process.env.TEST_INFRA_ADDRESS;
  if (!infra) return (ofThisProcess ??= startTestPostgres().then(({ url }) => url));
  const answer = await fetch(infra, { headers: { connection: 'close' } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
};

export interface TestDatabase {
  /** URL of the superuser in a database of its own. */
  url: string;
  drop(): Promise<void>;
}

/** An outage that does not tell when to try again. Senders of tests refuse such an answer, so that every test looks for it. */
export const isMissingRetryAfter = (status: number, retryAfter: unknown): boolean =>
  (status === 503 || status === 504) && !/^[0-9]+$/.test(String(retryAfter));

/** An empty database, for one test file: `const database = await createTestDatabase()`. */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const server = await testPostgresUrl();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await withClient(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE template0`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = async (): Promise<void> => {
    await withClient(server, (client) =>
      client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
    );
  };
  return { url: url.href, drop };
};

/** A NATS server with JetStream, for one test file. Its streams go with it. */
export const startTestNats = async (): Promise<Nats> => {
  const folder = temporaryFolder('platform-test-nats-');
  const server = await startNats({ storeDir: join(folder.path, 'store') });
  const stop = async (): Promise<void> => {
    await server.stop();
    folder.remove();
  };
  return { ...server, stop };
};

/** A cluster token issuer, for one test file. Its key and tokens go with it. */
export const startTestCluster = async (
  options: Omit<ClusterOptions, 'dataDir'> = {},
): Promise<Cluster> => {
  const folder = temporaryFolder('platform-test-cluster-');
  const cluster = await startCluster({ ...options, dataDir: folder.path });
  const stop = async (): Promise<void> => {
    await cluster.stop();
    folder.remove();
  };
  return { ...cluster, stop };
};
