import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startCluster } from './cluster.ts';
import type { Cluster } from './cluster.ts';
import { prepareServiceDatabase } from './database-roles.ts';
import type { ServiceDatabase } from './database-roles.ts';
import { demoTenants } from './demo-tenants.ts';
import type { DemoTenant } from './demo-tenants.ts';
import { ACCOUNTS, AUDIENCES, inheritedEnvironment, serviceEnvironment } from './environment.ts';
import type { Surroundings } from './environment.ts';
import { writeAtomically } from './file-write.ts';
import { startMail } from './mail-ground.ts';
import type { MailGround } from './mail-ground.ts';
import { startNodeProcess } from './node-process.ts';
import { builtContexts, services as contexts } from '@platform/contracts';
import { SERVICES, anyPorts, portsAt } from './platform-ports.ts';
import type { PlatformPorts, PortedService } from './platform-ports.ts';
import { claimPlatform, startStores } from './platform-stores.ts';
import { LOOPBACK, assertPortFree } from './ports.ts';
import { openProcessLog } from './process-log.ts';
import type { ProcessLog } from './process-log.ts';
import { openSecrets } from './secrets.ts';
import { shellVariables } from './shell-variables.ts';
import type { Secrets } from './secrets.ts';
import { createSupervisor } from './supervisor.ts';
import { startTls } from './tls-ground.ts';
import type { TlsGround } from './tls-ground.ts';
import type { Supervised } from './supervisor.ts';

export interface PlatformOptions {
  /** Kept between starts; `.platform` in the repository by default. */
  dataDir?: string;
  /** Moves every usual port; `any` takes free ones. */
  portOffset?: number | 'any';
  /** Address that the gateway, the hub and the pages of `dev/` listen on; loopback by default. */
  host?: string;
  /** Which services run; all by default. */
  services?: readonly PortedService[];
  /** False for tests that lose no process. */
  durable?: boolean;
  /** Settings of one service besides its own. */
  settings?: (name: PortedService) => Record<string, string>;
  /** Compiled main file of a service. */
  mainFile?: (name: PortedService) => string;
  /** Makes the tenants to try. */
  makeTenants?: typeof demoTenants;
  say?: (line: string) => void;
  /** Tenants' issuers are https, with certificates of an authority in the data folder. */
  tls?: boolean;
  /** Show every line of every process, not warnings only. */
  verbose?: boolean;
  signal?: AbortSignal;
  env?: NodeJS.ProcessEnv;
}

export interface PlatformAddresses {
  /** See {@link PlatformOptions}. */
  host: string;
  /** Where it keeps its data. */
  dataDir: string;
  ports: PlatformPorts;
  /** Superuser's URL of the platform's database. */
  postgresUrl: string;
  natsUrl: string;
  cluster: Cluster;
}

export interface Ready {
  gateway: string;
  hub: string;
  /** Where the mail is shown that went out. */
  inbox: string;
  /** The demo application, which people sign in to. */
  application: string;
  tenants: DemoTenant[];
}

export interface DevPlatform extends PlatformAddresses {
  ready: Ready;
  secrets: Secrets;
  /** The certificate authority of the tenants' hosts, where they are https. */
  caFile?: string | undefined;
  /** By name: `postgres`, `nats` and the services. */
  processes: ReadonlyMap<string, Supervised>;
  stop(): Promise<void>;
}

/** Where the platform keeps its data unless told otherwise. */
export const DEFAULT_DATA_DIR = fileURLToPath(new URL('../../.platform/', import.meta.url));

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));

const builtMainFile = (name: PortedService): string =>
  join(REPOSITORY, name === 'gateway' ? 'gateway' : join('services', name), 'dist', 'main.js');

const assertBuilt = (
  services: readonly PortedService[],
  mainFile: (name: PortedService) => string,
): void => {
  for (const name of services) {
    if (!existsSync(mainFile(name)))
      throw new Error(
        `${name} has not been built: ${mainFile(name)} does not exist. Run \`npm run build\`.`,
      );
  }
};

const assertPortsFree = async (
  ports: PlatformPorts,
  services: readonly PortedService[],
  tls: boolean,
): Promise<void> => {
  if (tls) await assertPortFree(ports.tls, 'the hub over TLS');
  for (const name of services) {
    const { http, admin, grpc } = ports[name];
    for (const port of name === 'gateway' ? [http, admin] : [http, admin, grpc])
      await assertPortFree(port, name);
  }
  await assertPortFree(ports.smtp, 'the mailbox');
  await assertPortFree(ports.inbox, 'the inbox');
  await assertPortFree(ports.application, 'the demo application');
};

/** Where the certificate authority of a platform is kept. */
export const authorityFile = (dataDir: string): string => join(dataDir, 'tls', 'ca.pem');

/** Boots the whole platform on this machine: stores, cluster, services, demo tenants. Resolves when all are ready. */
export const startPlatform = async (options: PlatformOptions = {}): Promise<DevPlatform> => {
  const {
    portOffset = 0,
    host = LOOPBACK,
    services = SERVICES,
    durable = true,
    tls = false,
    mainFile = builtMainFile,
    makeTenants = demoTenants,
    say = () => {},
    signal,
    env = process.env,
  } = options;
  const dataDir = resolve(options.dataDir ?? DEFAULT_DATA_DIR);
  const ports = portOffset === 'any' ? await anyPorts() : portsAt(portOffset);
  const readyFile = join(dataDir, 'ready.json');
  const claim = await claimPlatform(dataDir);
  rmSync(readyFile, { force: true });
  const logs: ProcessLog[] = [];
  const openLog = (name: string): ProcessLog => {
    const log = openProcessLog(join(dataDir, 'logs'), name, say, options.verbose);
    logs.push(log);
    return log;
  };
  const supervisor = createSupervisor({ say });
  let cluster: Cluster | undefined;
  let mail: MailGround | undefined;
  let front: TlsGround | undefined;
  const stop = async (): Promise<void> => {
    rmSync(readyFile, { force: true });
    await supervisor.stop();
    await Promise.all([cluster?.stop(), mail?.stop(), front?.stop()]);
    await Promise.all(logs.map((log) => log.close()));
    claim.release();
  };
  const onAbort = (): void => void supervisor.stop();
  signal?.addEventListener('abort', onAbort);

  const startService = (name: PortedService, around: Surroundings): Promise<Supervised> => {
    const log = openLog(name);
    return supervisor.supervise(name, (stopping) =>
      startNodeProcess({
        name,
        script: mainFile(name),
        onLine: log.write,
        logFile: log.file,
        signal: stopping,
        readyUrl: `http://${LOOPBACK}:${ports[name].admin}/readyz`,
        env: {
          ...serviceEnvironment(name, around),
          ...inheritedEnvironment(env),
          ...options.settings?.(name),
        },
      }),
    );
  };

  try {
    assertBuilt(services, mainFile);
    if (portOffset !== 'any') await assertPortsFree(ports, services, tls);
    const secrets = openSecrets(join(dataDir, 'secrets.json'));
    cluster = await startCluster({
      dataDir: join(dataDir, 'cluster'),
      port: ports.cluster,
      log: say,
    });
    const tokens = cluster;
    if (tls) front = await startTls(dataDir, ports);
    await Promise.all(
      services.flatMap((name) =>
        AUDIENCES[name].map((audience) => tokens.tokenFile(ACCOUNTS[name], audience)),
      ),
    );
    await Promise.all(
      builtContexts.map((audience) => tokens.tokenFile('platform-operator', audience)),
    );
    const mailStarts = startMail(ports, host).then((started) => (mail = started));
    const stores = startStores({ supervisor, dataDir, ports, durable, env, openLog });
    // Both have ended before anything goes on: what one of them has started is stopped when the other failed.
    await Promise.allSettled([mailStarts, stores]);
    const { url: inbox } = await mailStarts;
    const { postgresUrl, natsUrl } = await stores;

    const databases: Partial<Record<PortedService, ServiceDatabase>> = {};
    for (const name of services)
      if (name !== 'gateway')
        databases[name] = await prepareServiceDatabase(postgresUrl, contexts[name].schema);
    const around: Surroundings = {
      ports,
      host,
      natsUrl,
      cluster,
      tokensDir: join(dataDir, 'cluster', 'tokens'),
      objectsDir: join(dataDir, 'objects'),
      databases,
      secrets,
      caFile: front?.caFile,
    };
    // The others need the hub's keys: started after it, none of them has to ask twice.
    if (services.includes('hub')) await startService('hub', around);
    await Promise.all(
      services.filter((name) => name !== 'hub').map((name) => startService(name, around)),
    );
    signal?.throwIfAborted();

    const addresses: PlatformAddresses = { dataDir, host, ports, postgresUrl, natsUrl, cluster };
    const tenants = services.includes('hub')
      ? await makeTenants({
          hubRpcPort: ports.hub.grpc,
          cluster,
          demoClientSecret: secrets.demoClientSecret,
        })
      : [];
    const ready: Ready = {
      gateway: `http://localhost:${ports.gateway.http}`,
      hub: `http://localhost:${ports.hub.http}`,
      inbox,
      application: `http://localhost:${ports.application}`,
      tenants,
    };
    writeAtomically(join(dataDir, 'demo.env'), shellVariables(ready, { dataDir, ports }));
    writeAtomically(join(dataDir, 'stores.json'), JSON.stringify({ postgresUrl }));
    writeAtomically(readyFile, `${JSON.stringify(ready, null, 2)}\n`);
    return {
      ...addresses,
      ready,
      secrets,
      caFile: front?.caFile,
      processes: supervisor.processes,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
};
