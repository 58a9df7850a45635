import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startCluster } from '@platform/dev/cluster';
import type { Cluster, ClusterOptions } from '@platform/dev/cluster';
import { startNats } from '@platform/dev/nats';
import type { Nats } from '@platform/dev/nats';
import { withClient } from '@platform/dev/postgres';
import { temporaryFolder } from '@platform/dev/temporary-folder';
import { natsServers } from '@platform/kit/bus';
import { jetstreamManager } from '@nats-io/jetstream';
import type { JetStreamClient } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import type { KV } from '@nats-io/kv';
import { connect } from '@nats-io/transport-node';
import type { NatsConnection } from '@nats-io/transport-node';
import { databaseTemplate, databaseUrl } from './database-template.ts';
import type { MigratedSchema } from './database-template.ts';
import { shared } from './infra.ts';

export { jetstream, jetstreamManager } from '@nats-io/jetstream';
export { temporaryFolder } from '@platform/dev/temporary-folder';
export type { TemporaryFolder } from '@platform/dev/temporary-folder';
export type { MigratedSchema } from './database-template.ts';

export interface TestDatabase {
  /** Superuser URL of a separate database. */
  url: string;
  drop(): Promise<void>;
}

/** Creates a database for one test file: empty, or with a service's migrated schema. */
export const createTestDatabase = async (of?: MigratedSchema): Promise<TestDatabase> => {
  const server = await shared('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = of ? await databaseTemplate(server, of) : 'template0';
  await withClient(server, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`),
  );
  const drop = async (): Promise<void> => {
    await withClient(server, (client) =>
      client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
    );
  };
  return { url: databaseUrl(server, name), drop };
};

/** Connects to NATS without the kit's bus; the URL may contain a user. */
export const connectNats = (url: string): Promise<NatsConnection> => connect(natsServers(url));

/** Opens a bucket without the kit's bus. */
export const openBucket = (js: JetStreamClient, name: string): Promise<KV> =>
  new Kvm(js).open(name);

/** A separate account of the run's NATS server, for one test file. */
export interface TestNats {
  /** Contains the account's user and password. */
  url: string;
  port: number;
  stop(): Promise<void>;
}

/**
 * Acquires an account. Stopping it deletes its streams; a test that stops or kills NATS itself
 * starts its own server.
 */
export const testNatsAccount = async (): Promise<TestNats> => {
  const url = await shared('natsAccount');
  const stop = async (): Promise<void> => {
    // An external server has no accounts of ours, and streams of others.
    if (new URL(url).username === '') return;
    const nc = await connectNats(url);
    const { streams } = await jetstreamManager(nc);
    for (const name of await streams.names().next()) await streams.delete(name);
    await nc.close();
  };
  return { url, port: Number(new URL(url).port), stop };
};

/**
 * Starts a separate NATS server with JetStream, for tests that stop or kill it. Its streams are
 * deleted with it.
 */
export const startTestNats = async (): Promise<Nats> => {
  const folder = temporaryFolder('platform-test-nats-');
  const server = await startNats({ storeDir: join(folder.path, 'store') });
  const stop = async (): Promise<void> => {
    await server.stop();
    folder.remove();
  };
  return { ...server, stop };
};

/**
 * Starts a cluster token issuer for one test file. Its tokens are deleted with it; its key is the
 * run's.
 */
export const startTestCluster = async (
  options: Omit<ClusterOptions, 'dataDir'> = {},
): Promise<Cluster> => {
  const folder = temporaryFolder('platform-test-cluster-');
  writeFileSync(join(folder.path, 'keys.json'), await shared('clusterKeys'), { mode: 0o600 });
  const cluster = await startCluster({ ...options, dataDir: folder.path });
  const stop = async (): Promise<void> => {
    await cluster.stop();
    folder.remove();
  };
  return { ...cluster, stop };
};
