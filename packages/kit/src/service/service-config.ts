import { contextNames } from '@platform/contracts';
import type { ContextName, PropertyName } from '@platform/contracts';
import { readConfig } from '../config/config.ts';
import type { Config, ConfigShape, ConfigSources } from '../config/config.ts';
import { tracingShape } from './process-tracing.ts';
import { trustShape } from './trust.ts';

/** Properties that every service reads in addition to its own. */
export const commonShape = {
  ...trustShape,
  publicBaseUrl: 'platform.gateway.public-base-url',
  databaseUrl: 'platform.database.url',
  databaseReadUrl: 'platform.database.read-url',
  migrationUrl: 'platform.database.migration-url',
  databaseCaPath: 'platform.database.ca-path',
  maxConnections: 'platform.database.max-connections',
  statementTimeout: 'platform.database.statement-timeout',
  connectionTimeout: 'platform.database.connection-timeout',
  natsUrl: 'platform.nats.url',
  natsReplicas: 'platform.nats.replicas',
  natsCredentialsPath: 'platform.nats.credentials-path',
  natsCaPath: 'platform.nats.ca-path',
  secretKeys: 'platform.secrets.encryption.keys',
  activeKeyId: 'platform.secrets.encryption.active-key-id',
  outboxPollInterval: 'platform.outbox.poll-interval',
  outboxBatchSize: 'platform.outbox.batch-size',
  outboxRetention: 'platform.outbox.retention',
  allowedNetworks: 'platform.outbound-http.allowed-networks',
  deniedNetworks: 'platform.outbound-http.denied-networks',
  proxyUrl: 'platform.outbound-http.proxy-url',
  extraCaPath: 'platform.outbound-http.extra-ca-path',
  listenAddress: 'platform.listen-address',
  logLevel: 'platform.log.level',
  accessLinesPerSecond: 'platform.log.access-lines-per-second',
  buildRevision: 'platform.build.revision',
  reflection: 'platform.rpc.reflection',
  deadlineFactor: 'platform.rpc.deadline-factor',
  ...tracingShape,
  shutdownDelay: 'platform.shutdown.delay',
  shutdownDrain: 'platform.shutdown.drain',
} as const satisfies ConfigShape;

/** The gRPC address of each context. */
const peerShape: Record<string, PropertyName> = Object.fromEntries(
  contextNames.map((context) => [`${context} peer`, `platform.rpc.peers.${context}` as const]),
);

/** The part of a service definition that its configuration depends on. */
export interface ConfiguredService<S extends ConfigShape> {
  name: ContextName;
  config: S;
  /** Returns faults that concern several properties together. */
  agree?: (config: Config<S>) => string[];
}

/**
 * Reads a service's configuration: its own properties, the common ones, and its ports. Throws
 * `ConfigError`.
 */
export function serviceConfig<S extends ConfigShape>(
  { name, config, agree }: ConfiguredService<S>,
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
      contextNames.map((context) => [context, read[`${context} peer`]]),
    ) as Record<ContextName, string>,
    ports: { http: read['http'], admin: read['admin'], rpc: read['rpc'] } as Record<
      keyof typeof ports,
      number
    >,
  };
}
