import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { builtContexts, tenantLimitsIn } from '@platform/contracts';
import type { BuiltContext, PropertyName } from '@platform/contracts';
import { projectedTokenFile } from '../auth/auth.ts';
import type { GetTenant, Tenant, fetchKeySet } from '../auth/auth.ts';
import { createBus } from '../bus/bus.ts';
import type { Bus } from '../bus/bus.ts';
import { processSources, readConfig } from '../config/config.ts';
import type { Config, ConfigShape, ConfigSources } from '../config/config.ts';
import { cursors, database, migrate } from '../database/database.ts';
import type { Cursors, Database } from '../database/database.ts';
import { egress } from '../egress/egress.ts';
import type { Egress, EgressOptions, EgressProfileName } from '../egress/egress.ts';
import { listenRpc, rpcPeer, rpcRunner } from '../grpc/grpc.ts';
import type { RpcMount, RpcPeer, RpcRunner } from '../grpc/grpc.ts';
import { idempotencyStore, listen, serviceHttp, unmounted } from '../http/http.ts';
import type { Mount, Surface } from '../http/http.ts';
import { jobService, kitSweep } from '../jobs/jobs.ts';
import type { JobMount, Jobs, SingletonJob } from '../jobs/jobs.ts';
import { createLog } from '../log/log.ts';
import type { Logger } from '../log/log.ts';
import { createMetrics } from '../metrics/metrics.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { asProblem } from '../problem/problem.ts';
import { parseKeys, secretBox } from '../secrets/secrets.ts';
import type { SecretBox } from '../secrets/secrets.ts';
import { listenAdmin } from './admin-server.ts';
import type { ReadyCheck } from './admin-server.ts';
import { runProcess, runTask } from './process.ts';
import type { Running } from './process.ts';
import { createTrust, trustShape } from './trust.ts';
import type { Trust } from './trust.ts';
import type { Worker } from './workers.ts';

export { answerHealth, listenAdmin } from './admin-server.ts';
export type { ReadyCheck } from './admin-server.ts';
export { runProcess } from './process.ts';
export type { Running } from './process.ts';
export { createTrust, cutoffKey, trustShape } from './trust.ts';
export type { Trust } from './trust.ts';
export { atEachConnection, every } from './workers.ts';
export type { Worker } from './workers.ts';

/** What every service reads besides its own properties. */
const commonShape = {
  ...trustShape,
  databaseUrl: 'platform.database.url',
  migrationUrl: 'platform.database.migration-url',
  maxConnections: 'platform.database.max-connections',
  statementTimeout: 'platform.database.statement-timeout',
  natsUrl: 'platform.nats.url',
  natsReplicas: 'platform.nats.replicas',
  natsCredentialsPath: 'platform.nats.credentials-path',
  secretKeys: 'platform.secrets.encryption.keys',
  activeKeyId: 'platform.secrets.encryption.active-key-id',
  outboxPollInterval: 'platform.outbox.poll-interval',
  outboxBatchSize: 'platform.outbox.batch-size',
  outboxRetention: 'platform.outbox.retention',
  allowedNetworks: 'platform.outbound-http.allowed-networks',
  deniedNetworks: 'platform.outbound-http.denied-networks',
  proxyUrl: 'platform.outbound-http.proxy-url',
  extraCaPath: 'platform.outbound-http.extra-ca-path',
  tokenDirectory: 'platform.rpc.token-directory',
  logLevel: 'platform.log.level',
  shutdownDelay: 'platform.shutdown.delay',
  shutdownDrain: 'platform.shutdown.drain',
} as const satisfies ConfigShape;

/** What a service stands on. */
export interface Platform {
  name: BuiltContext;
  db: Database;
  bus: Bus;
  /** Enqueues background work; what runs it is in the service's parts. */
  jobs: Jobs;
  secrets: SecretBox;
  cursors: Cursors;
  trust: Trust;
  /** A sibling, by the context's name. */
  peer(context: BuiltContext): RpcPeer;
  /** Runs what the service answers to siblings. */
  rpcRunner: RpcRunner;
  /** The only way out to addresses that tenants choose. */
  egress(profile: EgressProfileName, options?: Partial<EgressOptions>): Egress;
  log: Logger;
  metrics: Metrics;
  common: Config<typeof commonShape>;
}

/** What a service is made of. */
export interface ServiceParts {
  mounts: readonly Mount[];
  surfaces?: readonly Surface[];
  rpc?: readonly RpcMount[];
  workers?: readonly Worker[];
  /** Kinds of background jobs with their handlers. */
  jobs?: readonly JobMount[];
  /** What one pod does for all. */
  singletons?: readonly SingletonJob[];
  ready?: Record<string, ReadyCheck>;
}

/** A service: its name, its properties, and how it is put together. */
export interface ServiceDefinition<S extends ConfigShape> {
  name: BuiltContext;
  schema: string;
  migrations: URL;
  config: S;
  /** Faults that concern several properties at once. */
  agree?: (config: Config<S>) => string[];
  compose: (platform: Platform, config: Config<S>) => ServiceParts | Promise<ServiceParts>;
  /** The hub knows tenants and keys by itself. */
  own?: (
    platform: Omit<Platform, 'trust'>,
    config: Config<S>,
  ) => { getTenant: GetTenant; fetchKeys: () => ReturnType<typeof fetchKeySet> };
}

/** A service that runs. */
export interface RunningService extends Running {
  httpPort: number;
  adminPort: number;
  rpcPort: number;
  platform: Platform;
}

/** Declares a service; the types of its configuration are kept. */
export const service = <const S extends ConfigShape>(
  definition: ServiceDefinition<S>,
): ServiceDefinition<S> => definition;

const gatewayAccount = '^system:serviceaccount:platform:product-api$';

/** Asks the hub for a tenant, by slug or id; what {@link createTrust} needs in every process but the hub. */
export function tenantsOf(hub: () => RpcPeer): GetTenant {
  return async (by) => {
    const request = 'slug' in by ? { slug: by.slug } : { tenantId: by.id };
    try {
      const { id, slug, name, mode, state, issuer, isDefault, limits } = await hub()
        .service('platform.hub.v1.Tenants')
        .GetTenant(request, { deadlineMs: 1_000, repeatable: true });
      return {
        id,
        slug,
        name,
        mode: mode as Tenant['mode'],
        state: state as Tenant['state'],
        issuer,
        isDefault,
        limits: tenantLimitsIn(limits),
      };
    } catch (error) {
      if (asProblem(error).code === 'not_found') return null;
      throw error;
    }
  };
}

/** Where each context listens for gRPC. */
const peerShape: Record<string, PropertyName> = Object.fromEntries(
  builtContexts.map((context) => [`${context} peer`, `platform.rpc.peers.${context}` as const]),
);

/** A service's configuration as it starts with: its own, what every service reads, and its ports. Throws `ConfigError`. */
export function serviceConfig<S extends ConfigShape>(
  { name, config, agree }: ServiceDefinition<S>,
  sources: ConfigSources,
) {
  const ports = {
    http: `platform.${name}.http-port`,
    admin: `platform.${name}.admin-port`,
    rpc: `platform.${name}.grpc-port`,
  } as const satisfies Record<string, PropertyName>;
  const read = readConfig(
    { ...config, ...commonShape, ...ports, ...peerShape } as S &
      typeof commonShape &
      Record<string, PropertyName>,
    sources,
    (values) => agree?.(values as Config<S>) ?? [],
  ) as Record<string, unknown>;
  return {
    common: read as Config<typeof commonShape>,
    own: read as Config<S>,
    addresses: Object.fromEntries(
      builtContexts.map((context) => [context, read[`${context} peer`]]),
    ) as Record<BuiltContext, string>,
    ports: { http: read['http'], admin: read['admin'], rpc: read['rpc'] } as Record<
      keyof typeof ports,
      number
    >,
  };
}

/** Starts a service from its sources; `holder` names this pod in leases and jobs. */
export async function startService<S extends ConfigShape>(
  definition: ServiceDefinition<S>,
  sources: ConfigSources,
  options: { holder?: string; log?: Logger; processMetrics?: boolean } = {},
): Promise<RunningService> {
  const { name, schema } = definition;
  const { common, own, ports, addresses } = serviceConfig(definition, sources);
  const log = options.log ?? createLog(name, common.logLevel);
  const metrics = createMetrics(name, { process: options.processMetrics ?? false });
  const secrets = secretBox(parseKeys(common.secretKeys, common.activeKeyId));
  if (common.migrationUrl)
    await migrate({ url: common.migrationUrl, schema, folder: definition.migrations, log });
  const db = database({
    url: common.databaseUrl,
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
    replicas: common.natsReplicas,
    db,
    log,
    metrics,
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
    service: name,
    worker: options.holder ?? hostname(),
  });

  const peers = new Map<string, RpcPeer>();
  const peer: Platform['peer'] = (context) => {
    let known = peers.get(context);
    if (!known)
      peers.set(
        context,
        (known = rpcPeer({
          address: addresses[context],
          token: projectedTokenFile(`${common.tokenDirectory}/${context}`),
        })),
      );
    return known;
  };
  const base = {
    name,
    db,
    bus,
    jobs: background.jobs,
    secrets,
    cursors: cursors(...secrets.deriveKeys(`${name} cursors`)),
    rpcRunner: rpcRunner({
      db,
      idempotency: idempotencyStore(secrets),
      onAuditLost: (error) => log.error({ err: error }, 'the audit record of a call was lost'),
    }),
    peer,
    log,
    metrics,
    common,
    egress: (profile: EgressProfileName, more: Partial<EgressOptions> = {}) =>
      egress({
        profile,
        platformDomain: common.platformDomain,
        allowedNetworks: common.allowedNetworks,
        deniedNetworks: common.deniedNetworks,
        ...(common.proxyUrl ? { proxyUrl: common.proxyUrl } : {}),
        ...(common.extraCaPath ? { extraCa: readFileSync(common.extraCaPath, 'utf8') } : {}),
        ...more,
      }),
  };
  const itself = definition.own?.(base, own);
  const resourceMetadata = `${common.issuer}/.well-known/oauth-protected-resource`;
  const trust = createTrust({
    config: common,
    resourceMetadata,
    bus,
    log,
    metrics,
    getTenant: itself?.getTenant ?? tenantsOf(() => peer('hub')),
    ...(itself ? { fetchKeys: itself.fetchKeys } : {}),
  });
  const platform: Platform = { ...base, trust };
  const parts = await definition.compose(platform, own);
  const missing = unmounted(name, parts.mounts);
  if (missing.length > 0) throw new Error(`operations without a handler: ${missing.join(', ')}`);

  const jobs = background.runs(parts.jobs ?? [], [kitSweep(db), ...(parts.singletons ?? [])]);
  let closing = false;
  const checks: Record<string, ReadyCheck> = {
    process: () => (closing ? 'shutting down' : undefined),
    database: async () => void (await db.ping()),
    bus: () => (bus.isLoaded() ? undefined : 'not loaded yet'),
    ...parts.ready,
  };
  const http = await listen(
    ports.http,
    serviceHttp({
      mounts: parts.mounts,
      surfaces: parts.surfaces ?? [],
      db,
      secrets,
      log,
      metrics,
      resourceMetadata,
      verifyBearer: trust.verifyBearer,
      verifyGateway: trust.callersOf(name, gatewayAccount),
    }),
  );
  const rpc = await listenRpc({
    port: ports.rpc,
    mounts: [...(parts.rpc ?? []), jobs.rpc],
    verifyCaller: trust.callersOf(name),
    log,
  });
  const admin = await listenAdmin(ports.admin, metrics, checks);
  await trust.start();
  const workers = [jobs.worker, ...(parts.workers ?? [])];
  for (const worker of workers) worker.start();
  log.info({ http: http.port, grpc: rpc.port, admin: admin.port }, `${name} is listening`);

  return {
    httpPort: http.port,
    adminPort: admin.port,
    rpcPort: rpc.port,
    platform,
    async close() {
      closing = true;
      await new Promise((resolve) => setTimeout(resolve, common.shutdownDelay));
      await Promise.all([http.close(common.shutdownDrain), rpc.close(common.shutdownDrain)]);
      await Promise.all(workers.map((w) => w.stop()));
      trust.stop();
      await bus.close();
      for (const known of peers.values()) known.close();
      await db.close();
      await admin.close(0);
    },
  };
}

const migrationShape = {
  migrationUrl: 'platform.database.migration-url',
  logLevel: 'platform.log.level',
} as const satisfies ConfigShape;

/** Brings a service's schema up to date, and nothing else; where no owner of the schema is named, somebody else does. */
async function migrateService<S extends ConfigShape>(
  { name, schema, migrations }: ServiceDefinition<S>,
  sources: ConfigSources,
): Promise<void> {
  const { migrationUrl, logLevel } = readConfig(migrationShape, sources);
  const log = createLog(name, logLevel);
  if (!migrationUrl)
    return void log.warn(
      'platform.database.migration-url is not set: somebody else has to migrate the schema',
    );
  await migrate({ url: migrationUrl, schema, folder: migrations, log });
  log.info({ schema }, 'the schema is up to date');
}

/** The whole of a service's `main.ts`: it serves; with the argument `migrate` it migrates its schema and ends. */
export function run<S extends ConfigShape>(definition: ServiceDefinition<S>): void {
  const [command, ...others] = process.argv.slice(2);
  if (command === undefined)
    runProcess(definition.name, () =>
      startService(definition, processSources(), { processMetrics: true }),
    );
  else if (command === 'migrate' && others.length === 0)
    runTask(definition.name, () => migrateService(definition, processSources()));
  else {
    process.stderr.write(`${definition.name}: say nothing, and it serves; or migrate\n`);
    process.exit(64);
  }
}
