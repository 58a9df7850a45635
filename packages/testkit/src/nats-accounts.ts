import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startNats } from '@platform/dev/nats';
import type { Nats } from '@platform/dev/nats';
import { temporaryFolder } from '@platform/dev/temporary-folder';

/** Accounts of one server: streams, buckets and subjects of one are invisible to the others. */
export interface NatsAccounts {
  /** Returns the URL of an unused account, with its user and password. */
  next(): Promise<string>;
  stop(): Promise<void>;
}

const accountsOfAServer = 256;

interface Server extends Pick<Nats, 'url' | 'stop'> {
  unused: string[];
}

const userInfo = (): { user: string; password: string } => ({
  user: `file_${randomBytes(6).toString('hex')}`,
  password: randomBytes(12).toString('hex'),
});

const startWithAccounts = async (): Promise<Server> => {
  const folder = temporaryFolder('platform-test-nats-');
  const users = Array.from({ length: accountsOfAServer }, userInfo);
  const configFile = join(folder.path, 'accounts.conf');
  const accounts = users.map(
    ({ user, password }) =>
      `  ${user} { jetstream: enabled, users: [{ user: ${user}, password: "${password}" }] }`,
  );
  writeFileSync(configFile, `accounts {\n${accounts.join('\n')}\n}\n`);
  const server = await startNats({ storeDir: join(folder.path, 'store'), configFile });
  return {
    url: server.url,
    unused: users.map(({ user, password }) => {
      const url = new URL(server.url);
      Object.assign(url, { username: user, password });
      return url.href;
    }),
    stop: async () => {
      await server.stop();
      folder.remove();
    },
  };
};

/**
 * An external server, or a container, cannot have accounts of ours: each file then uses the server
 * that `startNats` finds.
 */
const startWithoutAccounts = async (): Promise<Server> => {
  const folder = temporaryFolder('platform-test-nats-');
  const server = await startNats({ storeDir: join(folder.path, 'store') });
  return { ...server, unused: [server.url] };
};

/**
 * Provides accounts to test files. The server starts at the first request, and another one whenever
 * its accounts are used up.
 */
export const natsAccounts = (env: NodeJS.ProcessEnv = process.env): NatsAccounts => {
  const isForeign = Boolean(env.NATS_URL) || env.TEST_INFRA === 'containers';
  const start = isForeign ? startWithoutAccounts : startWithAccounts;
  const servers: Promise<Server>[] = [];
  return {
    async next() {
      for (;;) {
        servers[0] ??= start();
        const current = servers[0];
        const url = (await current).unused.pop();
        if (url !== undefined) return url;
        if (servers[0] === current) servers.unshift(start());
      }
    },
    async stop() {
      const started = await Promise.allSettled(servers);
      for (const one of started) if (one.status === 'fulfilled') await one.value.stop();
    },
  };
};
