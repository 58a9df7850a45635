import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { claimFolder } from './folder-claim.ts';
import type { FolderClaim } from './folder-claim.ts';
import { startNats } from './nats.ts';
import type { PlatformPorts } from './platform-ports.ts';
import { removePostgresData } from './postgres-cluster.ts';
import { startPostgres } from './postgres.ts';
import type { ProcessLog } from './process-log.ts';
import type { Supervisor } from './supervisor.ts';

export interface Stores {
  postgresUrl: string;
  natsUrl: string;
}

/** Runs PostgreSQL and NATS, which keep their ports when they are restarted. */
export const startStores = async ({
  supervisor,
  dataDir,
  ports,
  durable,
  postgresSettings,
  env,
  openLog,
}: {
  supervisor: Supervisor;
  dataDir: string;
  ports: PlatformPorts;
  durable: boolean;
  postgresSettings: readonly string[];
  env: NodeJS.ProcessEnv;
  openLog: (name: string) => ProcessLog;
}): Promise<Stores> => {
  const stores = { postgresUrl: '', natsUrl: '' };
  const postgresLog = openLog('postgres');
  const natsLog = openLog('nats');
  await Promise.all([
    supervisor.supervise('postgres', async () => {
      const server = await startPostgres({
        dataDir: join(dataDir, 'postgres'),
        port: ports.postgres,
        database: 'platform',
        durable,
        settings: postgresSettings,
        log: postgresLog.write,
        env,
      });
      stores.postgresUrl = server.url;
      return server;
    }),
    supervisor.supervise('nats', async () => {
      const server = await startNats({
        storeDir: join(dataDir, 'nats'),
        port: ports.nats,
        log: natsLog.write,
        env,
      });
      stores.natsUrl = server.url;
      return server;
    }),
  ]);
  return stores;
};

const OURS = [
  'nats',
  'cluster',
  'logs',
  'secrets.json',
  'tenants.json',
  'ready.json',
  'demo.env',
  'stores.json',
];

/** Claims the platform's data folder. @throws if a platform runs in it, in this process or another */
export const claimPlatform = async (dataDir: string): Promise<FolderClaim> => {
  const claim = await claimFolder(dataDir, 'SIGTERM');
  claim.serve(process.pid);
  return claim;
};

/** Deletes the data of earlier starts, unless one of them still runs; other files in the folder stay. */
export const forgetPlatform = async (dataDir: string): Promise<void> => {
  const claim = await claimPlatform(dataDir);
  const [postgres, nats] = [join(dataDir, 'postgres'), join(dataDir, 'nats')];
  for (const [folder, signal] of [
    [postgres, 'SIGINT'],
    [nats, 'SIGTERM'],
  ] as const)
    (await claimFolder(folder, signal)).release();
  removePostgresData(postgres);
  for (const name of OURS) rmSync(join(dataDir, name), { recursive: true, force: true });
  claim.release();
};
