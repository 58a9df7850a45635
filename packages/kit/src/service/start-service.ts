import { isIPv6 } from 'node:net';
import { hostname } from 'node:os';
import { createBus } from '../bus/bus.ts';
import type { ConfigShape, ConfigSources } from '../config/config.ts';
import { database, migrate, trustingUrl } from '../database/database.ts';
import { deadLettersRpc } from '../dead-letters/dead-letters-rpc.ts';
import { listenRpc, rpcHealth, rpcReflection } from '../grpc/grpc.ts';
import { listen, serviceHttp, unmounted } from '../http/http.ts';
import type { GatewayTrust } from '../http/http.ts';
import { jobService, kitSweep } from '../jobs/jobs.ts';
import { accessLines } from '../access-lines/access-lines.ts';
import { createAccessLog, createLog } from '../log/log.ts';
import type { AccessLog, Logger } from '../log/log.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { parseKeys, secretBox } from '../secrets/secrets.ts';
import { listenAdmin } from './admin-server.ts';
import type { ReadyCheck } from './admin-server.ts';
import { platformBase } from './platform-base.ts';
import { processTracing } from './process-tracing.ts';
import { readinessWatch } from './readiness-watch.ts';
import { serviceConfig } from './service-config.ts';
import type { Platform, RunningService, ServiceDefinition } from './service-definition.ts';
import { siblingPeers } from './sibling-peers.ts';
import { tenantsOf } from './sibling-tenants.ts';
import { createTrust, gatewayAccount } from './trust.ts';

/** What a test may set besides the configuration. */
export interface ServiceOptions {
  holder?: string;
  /** With a log of its own a service writes no access lines, unless these are given too. */
  log?: Logger;
  accessLog?: AccessLog;
  processMetrics?: boolean;
}

/** Access lines go to standard output as the log does, unless the caller brought a log. */
function accessLogOf(name: string, level: string, { log, accessLog }: ServiceOptions) {
  if (accessLog) return { log: accessLog, flush: () => undefined };
  return createAccessLog(name, log ? 'silent' : level);
}

/** Starts a service from its sources; `holder` names this pod in leases and jobs. */
export async function startService<S extends ConfigShape>(
  definition: ServiceDefinition<S>,
  sources: ConfigSources,
  options: ServiceOptions = {},
): Promise<RunningService> {
  const { name, schema } = definition;
  const { common, own, ports, addresses } = serviceConfig(definition, sources);
  const log = options.log ?? createLog(name, common.logLevel);
  const accessLog = accessLogOf(name, common.logLevel, options);
  const access = accessLines({ log: accessLog.log, perSecond: common.accessLinesPerSecond });
  const tracing = await processTracing(name, common);
  const metrics = createMetrics(name, {
    process: options.processMetrics ?? false,
    revision: common.buildRevision,
  });
  const secrets = secretBox(parseKeys(common.secretKeys, common.activeKeyId));
  if (common.migrationUrl)
    await migrate({
      url: trustingUrl(common.migrationUrl, common.databaseCaPath),
      schema,
      folder: definition.migrations,
      log,
    });
  const db = database({
    url: trustingUrl(common.databaseUrl, common.databaseCaPath),
    service: name,
    schema,
    maxConnections: common.maxConnections,
    statementTimeoutMs: common.statementTimeout,
    log,
  });
  const bus = createBus({
    service: name,
    url: common.natsUrl,
    credentialsPath: common.natsCredentialsPath,
    caPath: common.natsCaPath,
    replicas: common.natsReplicas,
    db,
    log,
    metrics,
    tracing,
    outbox: {
      pollIntervalMs: common.outboxPollInterval,
      batchSize: common.outboxBatchSize,
      retentionMs: common.outboxRetention,
    },
    ...(options.holder ? { holder: options.holder } : {}),
  });

  const background = jobService({
    db,
    bus,
    log,
    metrics,
    tracing,
    service: name,
    worker: options.holder ?? hostname(),
  });

  const peers = siblingPeers({ name, addresses, tokenDirectory: common.tokenDirectory });
  const base = platformBase({
    name,
    db,
    bus,
    jobs: background.jobs,
    secrets,
    log,
    metrics,
    common,
    peer: peers.peer,
  });
  const itself = definition.own?.(base, own);
  const resourceMetadata = `${common.issuer}/.well-known/oauth-protected-resource`;
  const trust = createTrust({
    config: common,
    resourceMetadata,
    bus,
    log,
    metrics,
    getTenant: itself?.getTenant ?? tenantsOf(() => peers.peer('hub')),
    ...(itself ? { fetchKeys: itself.fetchKeys } : {}),
  });
  const gateway: GatewayTrust = {
    verifyBearer: trust.verifyBearer,
    verifyGateway: trust.callersOf(name, gatewayAccount),
    resourceMetadata,
  };
  const platform: Platform = { ...base, trust, gateway };
  const parts = await definition.compose(platform, own);
  const missing = unmounted(name, parts.mounts);
  if (missing.length > 0) throw new Error(`operations without a handler: ${missing.join(', ')}`);

  const jobs = background.runs(parts.jobs ?? [], [kitSweep(db), ...(parts.singletons ?? [])]);
  let closing = false;
  const checks: Record<string, ReadyCheck> = {
    process: () => (closing ? 'shutting down' : undefined),
    database: async () => void (await db.ping()),
    bus: bus.notLoadedReason,
    identity: trust.identity,
    ...parts.ready,
  };
  const host = common.listenAddress || undefined;
  const http = await listen(
    ports.http,
    serviceHttp({
      mounts: parts.mounts,
      surfaces: parts.surfaces ?? [],
      db,
      secrets,
      log,
      metrics,
      access,
      tracing,
      ...gateway,
      apiUrl: common.publicBaseUrl.replace(/\/+$/, ''),
    }),
    host,
  );
  const mounts = [...(parts.rpc ?? []), jobs.rpc, deadLettersRpc({ db, bus })];
  const services = mounts.map((mount) => mount.name);
  const health = rpcHealth(services);
  const rpc = await listenRpc({
    port: ports.rpc,
    mounts,
    verifyCaller: trust.callersOf(name),
    log,
    ...(host ? { hosts: [isIPv6(host) ? `[${host}]` : host] } : {}),
    observation: { metrics, access, tracing },
    open: [health, ...(common.reflection ? [await rpcReflection(services)] : [])],
  });
  const admin = await listenAdmin(ports.admin, metrics, checks, host);
  await trust.start();
  const watch = readinessWatch({ checks, metrics, log, onReady: health.set });
  const workers = [watch, jobs.worker, ...(parts.workers ?? [])];
  for (const worker of workers) worker.start();
  log.info({ http: http.port, grpc: rpc.port, admin: admin.port }, `${name} is listening`);

  return {
    httpPort: http.port,
    adminPort: admin.port,
    rpcPort: rpc.port,
    platform,
    leases: bus.leases,
    async close() {
      closing = true;
      health.set(false);
      http.retire();
      await new Promise((resolve) => setTimeout(resolve, common.shutdownDelay));
      health.close();
      await Promise.all([http.close(common.shutdownDrain), rpc.close(common.shutdownDrain)]);
      await Promise.all(workers.map((w) => w.stop()));
      trust.stop();
      await bus.close();
      peers.close();
      await db.close();
      await admin.close(0);
      await tracing?.close();
      accessLog.flush();
    },
  };
}
