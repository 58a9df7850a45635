import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { databaseServers, primaryUrl } from '@platform/kit/database';
import { Client } from 'pg';
import { startChild } from './child.ts';
import type { Child } from './child.ts';
import { containerEngine, startPostgresContainer } from './containers.ts';
import { claimFolder } from './folder-claim.ts';
import { LOOPBACK, assertPortFree, freePorts, isPortInUse, portInUse } from './ports.ts';
import { postgresAccount } from './postgres-account.ts';
import { findPostgres } from './postgres-binaries.ts';
import { identityOf } from './process-identity.ts';
import { explain, openCluster } from './postgres-cluster.ts';

export type { Client } from 'pg';

export interface PostgresOptions {
  /** Kept between starts. */
  dataDir: string;
  /** Default: any free port. */
  port?: number;
  /** Database in `url`, created if it does not exist. Default: `postgres`. */
  database?: string;
  /** False trades durability for speed, for tests without faults. */
  durable?: boolean;
  /** More settings of the server, such as `shared_preload_libraries=pg_stat_statements`. */
  settings?: readonly string[];
  log?: (line: string) => void;
  env?: NodeJS.ProcessEnv;
}

export interface Postgres {
  /** Superuser's URL. */
  url: string;
  port: number;
  /** Absent if the server is not a child process. */
  pid?: number;
  /** Resolves when the server has exited for any reason. */
  exited?: Promise<unknown>;
  stop(): Promise<void>;
}

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=300',
  'timezone=UTC',
  'log_timezone=UTC',
];
const UNSAFE_SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum_naptime=1h',
];
/** The defaults would rewrite each page of an index every few minutes during an import. The same values as in docs/deploy.md. */
const DURABLE_SETTINGS = ['shared_buffers=512MB', 'max_wal_size=4GB', 'checkpoint_timeout=15min'];
/** A standby is ready to accept read-only connections. */
const READY = /database system is ready to accept (?:read-only )?connections/;
const START_MS = 60_000;

/** Runs statements on a separate connection. */
export const withClient = async <T>(
  url: string,
  work: (client: Client) => Promise<T>,
): Promise<T> => {
  const client = new Client({ connectionString: await primaryUrl(url) });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Resolves when this many other connections wait for locks of this connection's transaction. */
export async function untilWaitedFor(client: Client, connections = 1): Promise<void> {
  // Not pg_stat_activity, which is a snapshot within a transaction.
  const waiting = async (): Promise<number> =>
    (
      await client.query(
        'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))',
      )
    ).rowCount ?? 0;
  while ((await waiting()) < connections) await pause(10);
}

const createDatabase = (url: string, name: string): Promise<void> =>
  withClient(url, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  });

// PostgreSQL does not start while the pid in this file is alive. The claim has shown that it is not one of these servers, so a
// living pid belongs to an unrelated process. A dead one is left to PostgreSQL, which then looks for its orphans.
const forgetReusedPid = (file: string): void => {
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0;
  if (pid > 0 && identityOf(pid)) rmSync(file, { force: true });
};

const boot = async (
  command: string,
  args: readonly string[],
  port: number,
  options: Parameters<typeof startChild>[2],
): Promise<Child> => {
  let ready = (): void => {};
  const isReady = new Promise<'ready'>((resolve) => {
    ready = () => resolve('ready');
  });
  const child = await startChild(command, [...args, '-p', String(port)], {
    ...options,
    onLine: (line) => {
      options?.onLine?.(line);
      if (READY.test(line)) ready();
    },
  });
  const timer = new AbortController();
  const outcome = await Promise.race([
    isReady,
    child.exited,
    pause(START_MS, 'late' as const, { signal: timer.signal }).catch(() => 'late' as const),
  ]);
  timer.abort();
  if (outcome === 'ready') return child;
  await child.stop();
  if (/Address already in use/i.test(child.tail())) throw portInUse(port, 'PostgreSQL');
  throw new Error(child.tail());
};

const startEmbedded = async ({
  dataDir,
  port,
  database = 'postgres',
  durable = true,
  settings: more = [],
  log = () => {},
}: PostgresOptions): Promise<Postgres> => {
  const account = postgresAccount();
  const binaries = findPostgres(account);
  const claim = await claimFolder(dataDir, 'SIGINT');
  try {
    if (port) await assertPortFree(port, 'PostgreSQL');
    const { folder, user, password } = await openCluster({ dataDir, binaries, account, durable });
    forgetReusedPid(join(folder, 'postmaster.pid'));
    const settings = [
      ...SETTINGS,
      ...(durable ? DURABLE_SETTINGS : UNSAFE_SETTINGS),
      ...more,
    ].flatMap((setting) => ['-c', setting]);
    for (let attempt = 1; ; attempt += 1) {
      const chosen = port || Number((await freePorts(1))[0]);
      try {
        const child = await boot(
          join(binaries.folder, 'postgres'),
          ['-D', folder, ...settings],
          chosen,
          {
            ...(account && { uid: account.uid, gid: account.gid }),
            cwd: folder,
            signal: 'SIGINT',
            graceMs: 15_000,
            onLine: log,
            env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
            onSpawn: claim.serve,
          },
        );
        const urlOf = (name: string): string =>
          `postgres://${user}:${password}@${LOOPBACK}:${chosen}/${name}`;
        if (database !== 'postgres') await createDatabase(urlOf('postgres'), database);
        const stop = async (): Promise<void> => {
          await child.stop();
          claim.release();
        };
        return { url: urlOf(database), port: chosen, pid: child.pid, exited: child.exited, stop };
      } catch (error) {
        const output = String((error as Error).message);
        // The backends of a killed server keep its shared memory for a moment after it.
        const passing = isPortInUse(error) ? !port : output.includes('shared memory block');
        if (passing && attempt < 20) await pause(250);
        else if (isPortInUse(error)) throw error;
        else throw new Error(`${explain(output, dataDir)}\n${output}`, { cause: error });
      }
    }
  } catch (error) {
    claim.release();
    throw error;
  }
};

/**
 * Starts a PostgreSQL server: the one in `DATABASE_URL`, or a container if `TEST_INFRA=containers` and an engine responds, or a
 * child process in `dataDir`.
 */
export const startPostgres = async (options: PostgresOptions): Promise<Postgres> => {
  const { env = process.env, log = () => {} } = options;
  if (env.DATABASE_URL) {
    return {
      url: env.DATABASE_URL,
      port: Number(new URL(databaseServers(env.DATABASE_URL).urls[0] as string).port || 5432),
      stop: async () => {},
    };
  }
  if (await containerEngine(env, log)) return startPostgresContainer(env, options.database);
  return startEmbedded(options);
};
