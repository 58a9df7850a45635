import { join } from 'node:path';
import { contextNames, services as contexts } from '@platform/contracts';
import { startCluster } from './cluster.ts';
import type { Cluster } from './cluster.ts';
import { prepareServiceDatabase } from './database-roles.ts';
import type { ServiceDatabase } from './database-roles.ts';
import { startEdge } from './edge.ts';
import { ACCOUNTS, AUDIENCES } from './environment.ts';
import type { Surroundings } from './environment.ts';
import { startMail } from './mail-ground.ts';
import type { PortedService } from './platform-ports.ts';
import { openRunLog } from './platform-run.ts';
import type { PlatformRun } from './platform-run.ts';
import { startStores } from './platform-stores.ts';
import { LOOPBACK } from './ports.ts';
import { openSecrets } from './secrets.ts';
import { startTls } from './tls-ground.ts';

/** The infrastructure of the services. */
export interface PlatformGround {
  around: Surroundings;
  cluster: Cluster;
  inbox: string;
  postgresUrl: string;
}

/** Writes the files with projected tokens of these services and of the operator. */
async function writeTokenFiles(
  cluster: Cluster,
  services: readonly PortedService[],
): Promise<void> {
  const own = services.flatMap((name) =>
    AUDIENCES[name].map((audience) => cluster.tokenFile(ACCOUNTS[name], audience)),
  );
  await Promise.all(own);
  await Promise.all(
    contextNames.map((audience) => cluster.tokenFile('platform-operator', audience)),
  );
}

async function startMailAndStores(run: PlatformRun) {
  const { options, dataDir, ports, supervisor } = run;
  const { host = LOOPBACK, durable = true, postgresSettings = [], env = process.env } = options;
  const mail = startMail(ports, host).then((started) => (run.mail = started));
  const openLog = (name: string) => openRunLog(run, name);
  const stores = startStores({
    supervisor,
    dataDir,
    ports,
    durable,
    postgresSettings,
    env,
    openLog,
  });
  // Waits for both: if one fails, what the other started must be stopped.
  await Promise.allSettled([mail, stores]);
  const { url: inbox } = await mail;
  return { inbox, ...(await stores) };
}

async function prepareDatabases(
  postgresUrl: string,
  services: readonly PortedService[],
): Promise<Surroundings['databases']> {
  const databases: Partial<Record<PortedService, ServiceDatabase>> = {};
  for (const name of services)
    if (name !== 'gateway')
      databases[name] = await prepareServiceDatabase(postgresUrl, contexts[name].schema);
  return databases;
}

/** Starts the cluster, mail, stores, the edge before the hub and, if enabled, TLS. */
export async function prepareGround(
  run: PlatformRun,
  services: readonly PortedService[],
): Promise<PlatformGround> {
  const { options, dataDir, ports } = run;
  const { host = LOOPBACK, say = () => {} } = options;
  const secrets = openSecrets(join(dataDir, 'secrets.json'));
  const clusterDir = join(dataDir, 'cluster');
  const cluster = await startCluster({ dataDir: clusterDir, port: ports.cluster, log: say });
  run.cluster = cluster;
  if (services.includes('hub'))
    run.edge = await startEdge({
      port: ports.edge,
      host,
      gateway: ports.gateway.http,
      hub: ports.hub.http,
    });
  if (options.tls) run.front = await startTls(dataDir, ports);
  await writeTokenFiles(cluster, services);
  const { inbox, postgresUrl, natsUrl } = await startMailAndStores(run);
  const around: Surroundings = {
    ports,
    host,
    natsUrl,
    cluster,
    tokensDir: join(clusterDir, 'tokens'),
    objectsDir: join(dataDir, 'objects'),
    databases: await prepareDatabases(postgresUrl, services),
    secrets,
    caFile: run.front?.caFile,
  };
  return { around, cluster, inbox, postgresUrl };
}
