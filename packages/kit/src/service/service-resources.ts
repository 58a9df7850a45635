import { hostname } from 'node:os';
import { accessLines } from '../telemetry/access-lines.ts';
import { createBus } from '../bus/bus.ts';
import type { Bus } from '../bus/bus.ts';
import type { Config, ConfigShape } from '../config/config.ts';
import { database, migrate, trustingUrl } from '../database/database.ts';
import type { Database } from '../database/database.ts';
import { jobService } from '../jobs/jobs.ts';
import { createAccessLog, createLog } from '../telemetry/log.ts';
import type { AccessLog, Logger } from '../telemetry/log.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { parseKeys, secretBox } from '../secrets/secrets.ts';
import type { Tracing } from '../telemetry/telemetry.ts';
import { processTracing } from './process-tracing.ts';
import type { commonShape } from './service-config.ts';
import type { ServiceDefinition } from './service-definition.ts';

/** Options for tests, in addition to the configuration. */
export interface ServiceOptions {
  holder?: string;
  /** With a log given, the service writes access lines only if `accessLog` is given too. */
  log?: Logger;
  accessLog?: AccessLog;
  processMetrics?: boolean;
}

type Common = Config<typeof commonShape>;

/** Observability of a process: its log, access lines, spans and metrics. */
interface Observation {
  log: Logger;
  metrics: Metrics;
  tracing: Tracing | undefined;
}

/** Access lines go to standard output like the log, unless the caller provided a log. */
function accessLogOf(name: string, level: string, { log, accessLog }: ServiceOptions) {
  if (accessLog) return { log: accessLog, flush: () => undefined };
  return createAccessLog(name, log ? 'silent' : level);
}

/** Migrates the schema if the process may, and opens it. */
async function openDatabase<S extends ConfigShape>(
  { name, schema, migrations }: ServiceDefinition<S>,
  common: Common,
  { log, metrics }: Pick<Observation, 'log' | 'metrics'>,
): Promise<Database> {
  const { databaseCaPath } = common;
  const standbyReads = metrics.counter('platform_standby_reads_total');
  if (common.migrationUrl)
    await migrate({
      url: trustingUrl(common.migrationUrl, databaseCaPath),
      schema,
      folder: migrations,
      log,
    });
  return database({
    url: trustingUrl(common.databaseUrl, databaseCaPath),
    ...(common.databaseReadUrl && {
      readUrl: trustingUrl(common.databaseReadUrl, databaseCaPath),
      onStandbyRead: (outcome) => standbyReads.inc({ outcome }),
    }),
    service: name,
    schema,
    maxConnections: common.maxConnections,
    statementTimeoutMs: common.statementTimeout,
    connectionTimeoutMs: common.connectionTimeout,
    log,
  });
}

const openBus = (
  service: string,
  common: Common,
  db: Database,
  { holder, ...observation }: Observation & { holder: string | undefined },
): Bus =>
  createBus({
    service,
    url: common.natsUrl,
    credentialsPath: common.natsCredentialsPath,
    caPath: common.natsCaPath,
    replicas: common.natsReplicas,
    db,
    ...observation,
    outbox: {
      pollIntervalMs: common.outboxPollInterval,
      batchSize: common.outboxBatchSize,
      retentionMs: common.outboxRetention,
    },
    holder,
  });

/** Opens the resources of a service before it is composed. */
export async function openResources<S extends ConfigShape>(
  definition: ServiceDefinition<S>,
  common: Common,
  options: ServiceOptions,
) {
  const { name } = definition;
  const { holder } = options;
  const log = options.log ?? createLog(name, common.logLevel);
  const accessLog = accessLogOf(name, common.logLevel, options);
  const access = accessLines({ log: accessLog.log, perSecond: common.accessLinesPerSecond });
  const tracing = await processTracing(name, common);
  const metrics = createMetrics(name, {
    process: options.processMetrics ?? false,
    revision: common.buildRevision,
  });
  const secrets = secretBox(parseKeys(common.secretKeys, common.activeKeyId));
  const observation = { log, metrics, tracing };
  const db = await openDatabase(definition, common, observation);
  const bus = openBus(name, common, db, { ...observation, holder });
  const background = jobService({
    db,
    bus,
    ...observation,
    service: name,
    worker: holder ?? hostname(),
  });
  return { log, accessLog, access, tracing, metrics, secrets, db, bus, background };
}

/** See {@link openResources}. */
export type ServiceResources = Awaited<ReturnType<typeof openResources>>;
