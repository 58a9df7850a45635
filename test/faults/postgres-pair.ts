import { existsSync, rmSync } from 'node:fs';
import { LOOPBACK } from '@platform/dev/ports';
import { withClient } from '@platform/dev/postgres';
import { eventually } from '@platform/testkit/eventually';
import { replicatedServers } from './replicated-postgres.ts';
import type { ReplicatedServer } from './replicated-postgres.ts';

export { replicationBinaries } from './replicated-postgres.ts';

/**
 * Two PostgreSQL servers, of which one is the synchronous standby of the other. What Patroni does in
 * an installation is done by calls here: the promotion, and the return of the former primary.
 */
export async function startPostgresPair(binaries: string) {
  const { servers, tool, urlOf, setSynchronous, start, initialize, stop } =
    await replicatedServers(binaries);
  let [primary, standby] = servers;

  const onPrimary = <R>(statement: string): Promise<R[]> =>
    withClient(
      urlOf(primary, 'postgres'),
      async (client) => (await client.query(statement)).rows as R[],
    );

  const replicating = (state: string, { name, child }: ReplicatedServer): Promise<unknown> =>
    eventually(
      async () => (await onPrimary(`SELECT FROM pg_stat_replication WHERE ${state}`)).length > 0,
      { what: `the replication to ${name} with ${state}` },
    ).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${child?.tail()}`, { cause: error });
    });

  /** Makes a server the standby of the primary: by pg_rewind if it was one before, or as a fresh copy. */
  async function follow(server: ReplicatedServer): Promise<'rewound' | 'copied'> {
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

  await initialize(primary);
  await start(primary);
  await onPrimary('CREATE DATABASE platform');
  await follow(standby);

  return {
    /** The URL of both servers, as services get it. */
    url: urlOf(servers[0], 'platform').replace(
      `${LOOPBACK}:${servers[0].port}`,
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
    stop,
  };
}

export type PostgresPair = Awaited<ReturnType<typeof startPostgresPair>>;
