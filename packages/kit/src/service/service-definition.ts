import type { ContextName } from '@platform/contracts';
import type { GetTenant, fetchKeySet } from '../auth/auth.ts';
import type { Bus } from '../bus/bus.ts';
import type { Config, ConfigShape } from '../config/config.ts';
import type { Cursors, Database } from '../database/database.ts';
import type { Egress, EgressOptions, EgressProfileName } from '../egress/egress.ts';
import type { RpcMount, RpcPeer, RpcRunner } from '../grpc/grpc.ts';
import type { GatewayTrust, Mount, Surface } from '../http/http.ts';
import type { JobMount, Jobs, SingletonJob } from '../jobs/jobs.ts';
import type { Logger } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { SecretBox } from '../secrets/secrets.ts';
import type { ReadyCheck } from './admin-server.ts';
import type { Running } from './process.ts';
import type { ConfiguredService, commonShape } from './service-config.ts';
import type { Trust } from './trust.ts';
import type { Worker } from './workers.ts';

/** What a service stands on. */
export interface Platform {
  name: ContextName;
  db: Database;
  bus: Bus;
  /** Enqueues background work; what runs it is in the service's parts. */
  jobs: Jobs;
  secrets: SecretBox;
  cursors: Cursors;
  trust: Trust;
  /** How requests that come through the gateway are verified, for surfaces in another dialect. */
  gateway: GatewayTrust;
  /** A sibling, by the context's name. */
  peer(context: ContextName): RpcPeer;
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
export interface ServiceDefinition<S extends ConfigShape> extends ConfiguredService<S> {
  schema: string;
  migrations: URL;
  compose: (platform: Platform, config: Config<S>) => ServiceParts | Promise<ServiceParts>;
  /** The hub knows tenants and keys by itself. */
  own?: (
    platform: Omit<Platform, 'trust' | 'gateway'>,
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
