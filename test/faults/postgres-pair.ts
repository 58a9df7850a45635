import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startChild } from '@platform/dev/child';
import type { Child } from '@platform/dev/child';
import { findOnPath } from '@platform/dev/path-search';
import { LOOPBACK, freePorts } from '@platform/dev/ports';
import { withClient } from '@platform/dev/postgres';
import { postgresAccount } from '@platform/dev/postgres-account';
import { temporaryFolder } from '@platform/dev/temporary-folder';
import { eventually } from '@platform/testkit/eventually';

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

interface Server {
  name: string;
  folder: string;
  port: number;
  child?: Child;
}

/**
 * Two PostgreSQL servers, of which one is the synchronous standby of the other. What Patroni does in
 * an installation is done by calls here: the promotion, and the return of the former primary.
 */
export async function startPostgresPair(binaries: string) {
  const account = postgresAccount();
  const holder = temporaryFolder('platform-test-pair-');
  chmodSync(holder.path, 0o711);
  const password = randomBytes(12).toString('hex');
  const [first = 0, second = 0] = await freePorts(2);
  const servers: [Server, Server] = [
    { name: 'a', folder: join(holder.path, 'a', 'data'), port: first },
    { name: 'b', folder: join(holder.path, 'b', 'data'), port: second },
  ];
  let [primary, standby] = servers;

  const as = { ...(account && { uid: account.uid, gid: account.gid }), cwd: holder.path };
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC', PGPASSWORD: password };
  const tool = (name: string, args: readonly string[]) =>
    run(join(binaries, name), args, { ...as, env });
  const own = (path: string): void => void (account && chownSync(path, account.uid, account.gid));
  const urlOf = ({ port }: Server, database: string): string =>
    `postgres://${user}:${password}@${LOOPBACK}:${port}/${database}`;
  const onPrimary = <R>(statement: string): Promise<R[]> =>
    withClient(
      urlOf(primary, 'postgres'),
      async (client) => (await client.query(statement)).rows as R[],
    );

  /** Makes commits wait for a standby, or not; takes effect when the server reads its configuration again. */
  function setSynchronous({ folder, child }: Server, isSynchronous: boolean): void {
    const file = join(folder, 'synchronous.conf');
    writeFileSync(file, `synchronous_standby_names = '${isSynchronous ? '*' : ''}'\n`);
    own(file);
    child?.kill('SIGHUP');
  }

  async function start(server: Server): Promise<void> {
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

  async function initialize(server: Server): Promise<void> {
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

  const replicating = (state: string, { name, child }: Server): Promise<unknown> =>
    eventually(
      async () => (await onPrimary(`SELECT FROM pg_stat_replication WHERE ${state}`)).length > 0,
      { what: `the replication to ${name} with ${state}` },
    ).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${child?.tail()}`, { cause: error });
    });

  /** Makes a server the standby of the primary: by pg_rewind if it was one before, or as a fresh copy. */
  async function follow(server: Server): Promise<'rewound' | 'copied'> {
    const source = urlOf(primary, 'postgres');
    // Before PostgreSQL 16, pg_rewind reads the timeline of its source from the last checkpoint.
    await onPrimary('CHECKPOINT');
    const rewound =
      existsSync(server.folder) &&
      (await tool('pg_rewind', [
        '-D',
        server.folder,
        `--source-server=${source}`,
        '-R',
        '--no-sync',
      ]).then(
        () => true,
        () => false,
      ));
    if (!rewound) {
      rmSync(server.folder, { recursive: true, force: true });
      await tool('pg_basebackup', [
        '-D',
        server.folder,
        '-d',
        source,
        '-R',
        '--checkpoint=fast',
        '--no-sync',
      ]);
    }
    setSynchronous(server, false);
    await start(server);
    await replicating(`state = 'streaming'`, server);
    setSynchronous(primary, true);
    await replicating(`sync_state = 'sync'`, server);
    return rewound ? 'rewound' : 'copied';
  }

  for (const { folder } of servers) {
    mkdirSync(dirname(folder), { mode: 0o700 });
    own(dirname(folder));
  }
  await initialize(primary);
  await start(primary);
  await onPrimary('CREATE DATABASE platform');
  await follow(standby);

  return {
    /** The URL of both servers, as services get it. */
    url: urlOf(servers[0], 'platform').replace(
      `${LOOPBACK}:${first}`,
      servers.map(({ port }) => `${LOOPBACK}:${port}`).join(','),
    ),
    /** Kills the primary without notice. */
    async killPrimary(): Promise<void> {
      primary.child?.kill('SIGKILL');
      await primary.child?.exited;
    },
    /** Promotes the standby, as Patroni does: it does not wait for a standby of its own yet. */
    async promote(): Promise<void> {
      setSynchronous(standby, false);
      await tool('pg_ctl', ['promote', '-w', '-D', standby.folder]);
      [primary, standby] = [standby, primary];
    },
    /** Starts the former primary again as if nothing had happened, and stops it after `work`. */
    async withFormerPrimary<T>(work: (url: string) => Promise<T>): Promise<T> {
      setSynchronous(standby, false);
      await start(standby);
      try {
        return await work(urlOf(standby, 'platform'));
      } finally {
        await standby.child?.stop();
      }
    },
    /** Cuts the connections of services to the primary, so that they look for it again. */
    cutConnections: () =>
      onPrimary(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name ~ '-(app|worker)$'`,
      ),
    /** Makes the former primary the standby. Returns how. */
    rejoin: () => follow(standby),
    async stop(): Promise<void> {
      await Promise.all(servers.map(({ child }) => child?.stop()));
      holder.remove();
    },
  };
}

export type PostgresPair = Awaited<ReturnType<typeof startPostgresPair>>;
