import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { demoTenants } from './demo-tenants.ts';
import { writeAtomically } from '@platform/command-line/file-write';
import { assertBuilt, assertPortsFree, builtMainFile } from './platform-checks.ts';
import { prepareGround } from './platform-ground.ts';
import type { PlatformGround } from './platform-ground.ts';
import type { DevPlatform, PlatformOptions, Ready } from './platform-options.ts';
import { SERVICES, anyPorts, portsAt } from './platform-ports.ts';
import type { PortedService } from './platform-ports.ts';
import { openRun, readyFileIn, superviseService, stopRun } from './platform-run.ts';
import type { PlatformRun } from './platform-run.ts';
import { LOOPBACK } from './ports.ts';
import { shellVariables } from './shell-variables.ts';

export type { DevPlatform, PlatformAddresses, PlatformOptions, Ready } from './platform-options.ts';

/** The default data folder of the platform. */
export const DEFAULT_DATA_DIR = fileURLToPath(new URL('../../.platform/', import.meta.url));

/** The file with the certificate authority of a platform. */
export const authorityFile = (dataDir: string): string => join(dataDir, 'tls', 'ca.pem');

async function startServices(
  run: PlatformRun,
  services: readonly PortedService[],
  { around }: PlatformGround,
): Promise<void> {
  // The others need the hub's keys: starting them after it avoids retries.
  if (services.includes('hub')) await superviseService(run, 'hub', around);
  await Promise.all(
    services.filter((name) => name !== 'hub').map((name) => superviseService(run, name, around)),
  );
}

/** Creates the demo tenants, if there is a hub. */
async function readyOf(
  { options, ports }: PlatformRun,
  services: readonly PortedService[],
  { around, cluster, inbox }: PlatformGround,
): Promise<Ready> {
  const { makeTenants = demoTenants } = options;
  const tenants = services.includes('hub')
    ? await makeTenants({
        hubRpcPort: ports.hub.grpc,
        cluster,
        demoClientSecret: around.secrets.demoClientSecret,
      })
    : [];
  return {
    gateway: `http://localhost:${ports.gateway.http}`,
    hub: `http://localhost:${ports.edge}`,
    inbox,
    application: `http://localhost:${ports.application}`,
    tenants,
  };
}

/** Writes the files for other tools on the machine; `ready.json` last. */
function writeReady({ dataDir, ports }: PlatformRun, ready: Ready, postgresUrl: string): void {
  writeAtomically(join(dataDir, 'demo.env'), shellVariables(ready, { dataDir, ports }));
  writeAtomically(join(dataDir, 'stores.json'), JSON.stringify({ postgresUrl }));
  writeAtomically(readyFileIn(dataDir), `${JSON.stringify(ready, null, 2)}\n`);
}

async function start(run: PlatformRun): Promise<DevPlatform> {
  const { options, dataDir, ports, supervisor } = run;
  const { services = SERVICES, mainFile = builtMainFile, host = LOOPBACK, tls = false } = options;
  assertBuilt(services, mainFile);
  if (options.portOffset !== 'any') await assertPortsFree(ports, services, tls);
  const ground = await prepareGround(run, services);
  await startServices(run, services, ground);
  options.signal?.throwIfAborted();
  const { around, cluster, postgresUrl } = ground;
  const ready = await readyOf(run, services, ground);
  writeReady(run, ready, postgresUrl);
  return {
    dataDir,
    host,
    ports,
    postgresUrl,
    natsUrl: around.natsUrl,
    cluster,
    ready,
    secrets: around.secrets,
    caFile: around.caFile,
    processes: supervisor.processes,
    stop: () => stopRun(run),
  };
}

/** Starts the whole platform on this machine: stores, cluster, services, demo tenants. Resolves when all are ready. */
export const startPlatform = async (options: PlatformOptions = {}): Promise<DevPlatform> => {
  const { portOffset = 0, signal } = options;
  const ports = portOffset === 'any' ? await anyPorts() : portsAt(portOffset);
  const run = await openRun(options, resolve(options.dataDir ?? DEFAULT_DATA_DIR), ports);
  const onAbort = (): void => void run.supervisor.stop();
  signal?.addEventListener('abort', onAbort);
  try {
    return await start(run);
  } catch (error) {
    await stopRun(run);
    throw error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
};
