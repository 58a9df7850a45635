import type { ConfigShape, ConfigSources } from '../config/config.ts';
import { kitSweep } from '../jobs/jobs.ts';
import type { ReadyCheck } from './admin-server.ts';
import { composeService } from './compose-service.ts';
import type { ComposedService } from './compose-service.ts';
import { readinessWatch } from './readiness-watch.ts';
import { serviceConfig } from './service-config.ts';
import type { RunningService, ServiceDefinition } from './service-definition.ts';
import { listenService } from './service-ports.ts';
import type { OpenPorts } from './service-ports.ts';
import { openResources } from './service-resources.ts';
import type { ServiceOptions, ServiceResources } from './service-resources.ts';
import type { Worker } from './workers.ts';

/** The parts that end with a service. */
interface Ending {
  service: ComposedService;
  resources: ServiceResources;
  open: OpenPorts;
  workers: readonly Worker[];
}

/**
 * Lets requests and work in progress finish, starting with the outermost, and closes the resources.
 */
async function closeService({ service, resources, open, workers }: Ending): Promise<void> {
  const { common, trust } = service.platform;
  const { http, rpc, health, admin } = open;
  health.set(false);
  http.retire();
  await new Promise((resolve) => setTimeout(resolve, common.shutdownDelay));
  health.close();
  await Promise.all([http.close(common.shutdownDrain), rpc.close(common.shutdownDrain)]);
  await Promise.all(workers.map((worker) => worker.stop()));
  trust.stop();
  await resources.bus.close();
  service.peers.close();
  await resources.db.close();
  await admin.close(0);
  await resources.tracing?.close();
  resources.accessLog.flush();
}

/** Starts a service from its sources; `holder` names this pod in leases and jobs. */
export async function startService<S extends ConfigShape>(
  definition: ServiceDefinition<S>,
  sources: ConfigSources,
  options: ServiceOptions = {},
): Promise<RunningService> {
  const config = serviceConfig(definition, sources);
  const resources = await openResources(definition, config.common, options);
  const { db, bus, log, metrics } = resources;
  const service = await composeService(definition, config, resources);
  const { platform, parts } = service;
  const singletons = [kitSweep(db), ...(parts.singletons ?? [])];
  const jobs = resources.background.runs(parts.jobs ?? [], singletons);
  let isClosing = false;
  const checks: Record<string, ReadyCheck> = {
    process: () => (isClosing ? 'shutting down' : undefined),
    database: async () => void (await db.ping()),
    bus: bus.notLoadedReason,
    identity: platform.trust.identity,
    ...parts.ready,
  };
  const { ports } = config;
  const open = await listenService({
    platform,
    parts,
    resources,
    ports,
    checks,
    jobsRpc: jobs.rpc,
  });
  await platform.trust.start();
  const watch = readinessWatch({ checks, metrics, log, onReady: open.health.set });
  const workers = [watch, jobs.worker, ...(parts.workers ?? [])];
  for (const worker of workers) worker.start();
  const { http, rpc, admin } = open;
  log.info(
    { http: http.port, grpc: rpc.port, admin: admin.port },
    `${definition.name} is listening`,
  );

  return {
    httpPort: http.port,
    adminPort: admin.port,
    rpcPort: rpc.port,
    platform,
    bus,
    close() {
      isClosing = true;
      return closeService({ service, resources, open, workers });
    },
  };
}
