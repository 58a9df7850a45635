import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openKeys } from '@platform/dev/cluster-keys';
import { startPostgres } from '@platform/dev/postgres';
import { temporaryFolder } from '@platform/dev/temporary-folder';
import { natsAccounts } from './nats-accounts.ts';
import { startSharedPlatform } from './shared-platform.ts';
import type { SharedServer } from './shared-platform.ts';

/**
 * Servers shared by the test files of one run. Each starts at its first use, so that a run of pure
 * tests starts nothing.
 */
export interface SharedServers {
  /** Returns the superuser URL of the PostgreSQL server. */
  postgres(): Promise<string>;
  /** Returns the URL of a separate account on the NATS server. */
  natsAccount(): Promise<string>;
  /**
   * Returns the key file of a cluster, which is shared because keys are slow to generate and the
   * same for every test file.
   */
  clusterKeys(): Promise<string>;
  /** Returns the platform as child processes, as JSON of `PlatformAddresses`. */
  platform(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts PostgreSQL without durability, in a folder that is deleted with it. */
const startTestPostgres = async (): Promise<SharedServer> => {
  const folder = temporaryFolder('platform-test-postgres-');
  const log = (line: string): void => {
    if (line.startsWith('TEST_INFRA')) console.error(line);
  };
  const dataDir = join(folder.path, 'postgres');
  const server = await startPostgres({ dataDir, durable: false, log });
  return {
    value: server.url,
    stop: async () => {
      await server.stop();
      folder.remove();
    },
  };
};

const makeClusterKeys = async (): Promise<SharedServer> => {
  const folder = temporaryFolder('platform-test-keys-');
  const file = join(folder.path, 'keys.json');
  await openKeys(file);
  const value = readFileSync(file, 'utf8');
  folder.remove();
  return { value, stop: async () => undefined };
};

const once = (start: () => Promise<SharedServer>) => {
  let started: Promise<SharedServer> | undefined;
  return {
    value: async () => (await (started ??= start())).value,
    stop: async () => (await started?.catch(() => undefined))?.stop(),
  };
};

/** Creates the servers of this process. */
export const sharedServers = (): SharedServers => {
  const [postgres, clusterKeys, platform] = [
    once(startTestPostgres),
    once(makeClusterKeys),
    once(startSharedPlatform),
  ];
  const accounts = natsAccounts();
  return {
    postgres: postgres.value,
    natsAccount: accounts.next,
    clusterKeys: clusterKeys.value,
    platform: platform.value,
    async stop() {
      await Promise.all([platform.stop(), accounts.stop(), postgres.stop()]);
    },
  };
};
