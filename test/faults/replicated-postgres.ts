import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startChild } from '@platform/dev/child';
import type { Child } from '@platform/dev/child';
import { findOnPath } from '@platform/dev/path-search';
import { LOOPBACK, freePorts } from '@platform/dev/ports';
import { postgresAccount } from '@platform/dev/postgres-account';
import { temporaryFolder } from '@platform/dev/temporary-folder';

const run = promisify(execFile);
const user = 'postgres';
const tools = ['initdb', 'postgres', 'pg_basebackup', 'pg_ctl', 'pg_rewind'];

/** The folder of a PostgreSQL with the tools for replication, which that of the npm package lacks. */
export function replicationBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((a, b) => Number(b) - Number(a))
    : [];
  const found = findOnPath('initdb');
  return [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(found ? [dirname(found)] : []),
  ].find((folder) => tools.every((tool) => existsSync(join(folder, tool))));
}

/** A PostgreSQL server that can replicate. */
export interface ReplicatedServer {
  name: string;
  folder: string;
  port: number;
  child?: Child;
}

/** The tools, the account and the folder of two servers that are not started yet. */
export async function replicatedServers(binaries: string) {
  const account = postgresAccount();
  const holder = temporaryFolder('platform-test-pair-');
  chmodSync(holder.path, 0o711);
  const password = randomBytes(12).toString('hex');
  const serverOf = (name: string, port = 0): ReplicatedServer => ({
    name,
    folder: join(holder.path, name, 'data'),
    port,
  });
  const [first, second] = await freePorts(2);
  const servers = [serverOf('a', first), serverOf('b', second)] as const;

  const as = { ...(account && { uid: account.uid, gid: account.gid }), cwd: holder.path };
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC', PGPASSWORD: password };
  const tool = (name: string, args: readonly string[]) =>
    run(join(binaries, name), args, { ...as, env });
  const own = (path: string): void => void (account && chownSync(path, account.uid, account.gid));
  const urlOf = ({ port }: ReplicatedServer, database: string): string =>
    `postgres://${user}:${password}@${LOOPBACK}:${port}/${database}`;

  /** Makes commits wait for a standby, or not; takes effect when the server reads its configuration again. */
  function setSynchronous({ folder, child }: ReplicatedServer, isSynchronous: boolean): void {
    const file = join(folder, 'synchronous.conf');
    writeFileSync(file, `synchronous_standby_names = '${isSynchronous ? '*' : ''}'\n`);
    own(file);
    child?.kill('SIGHUP');
  }

  async function start(server: ReplicatedServer): Promise<void> {
    let isReady = (): void => {};
    const ready = new Promise<void>((resolve) => (isReady = resolve));
    const child = await startChild(
      join(binaries, 'postgres'),
      ['-D', server.folder, '-p', String(server.port), '-c', 'unix_socket_directories='],
      {
        ...as,
        env,
        signal: 'SIGINT',
        onLine: (line) => {
          if (/ready to accept (read-only )?connections/.test(line)) isReady();
        },
      },
    );
    server.child = child;
    const ended = child.exited.then(() => {
      throw new Error(`PostgreSQL ${server.name} ended\n${child.tail()}`);
    });
    ended.catch(() => undefined);
    await Promise.race([ready, ended]);
  }

  async function initialize(server: ReplicatedServer): Promise<void> {
    const passwordFile = join(holder.path, 'password');
    writeFileSync(passwordFile, password, { mode: 0o600 });
    own(passwordFile);
    await tool('initdb', [
      '-D',
      server.folder,
      '-U',
      user,
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--locale=C.UTF-8',
      '--encoding=UTF8',
      '--no-sync',
    ]);
    appendFileSync(
      join(server.folder, 'postgresql.conf'),
      [
        `listen_addresses = '${LOOPBACK}'`,
        'max_connections = 200',
        'wal_level = replica',
        'wal_log_hints = on',
        'wal_keep_size = 256MB',
        'hot_standby = on',
        "include_if_exists = 'synchronous.conf'",
        '',
      ].join('\n'),
    );
  }

  for (const { folder } of servers) {
    mkdirSync(dirname(folder), { mode: 0o700 });
    own(dirname(folder));
  }
  return {
    servers,
    tool,
    urlOf,
    setSynchronous,
    start,
    initialize,
    async stop(): Promise<void> {
      await Promise.all(servers.map(async ({ child }) => child?.stop()));
      holder.remove();
    },
  };
}
