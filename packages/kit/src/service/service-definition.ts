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

/** The infrastructure that a service is built on. */
export interface Platform {
  name: ContextName;
  db: Database;
  bus: Bus;
  /** Enqueues background work; its handlers are in the service's parts. */
  jobs: Jobs;
  secrets: SecretBox;
  cursors: Cursors;
  trust: Trust;
  /** Verifies requests that come through the gateway, for surfaces in another dialect. */
  gateway: GatewayTrust;
  /** Returns the client of a sibling, by the context's name. */
  peer(context: ContextName): RpcPeer;
  /** Runs the service's gRPC handlers for siblings. */
  rpcRunner: RpcRunner;
  /** Creates clients for addresses that tenants choose; there is no other way to call them. */
  egress(profile: EgressProfileName, options?: Partial<EgressOptions>): Egress;
  log: Logger;
  metrics: Metrics;
  common: Config<typeof commonShape>;
}

/** The parts of a service. */
export interface ServiceParts {
  mounts: readonly Mount[];
  surfaces?: readonly Surface[];
  rpc?: readonly RpcMount[];
  workers?: readonly Worker[];
  /** Kinds of background jobs with their handlers. */
  jobs?: readonly JobMount[];
  /** Recurring work that one pod does for all. */
  singletons?: readonly SingletonJob[];
  ready?: Record<string, ReadyCheck>;
}

/** A service: its name, its properties, and its composition. */
export interface ServiceDefinition<S extends ConfigShape> extends ConfiguredService<S> {
  schema: string;
  migrations: URL;
  compose: (platform: Platform, config: Config<S>) => ServiceParts | Promise<ServiceParts>;
  /** For the hub, which knows tenants and keys itself. */
  own?: (
    platform: Omit<Platform, 'trust' | 'gateway'>,
    config: Config<S>,
  ) => { getTenant: GetTenant; fetchKeys: () => ReturnType<typeof fetchKeySet> };
}

/** A running service. */
export interface RunningService extends Running {
  httpPort: number;
  adminPort: number;
  rpcPort: number;
  platform: Platform;
}

/** Declares a service and preserves the type of its configuration. */
export const service = <const S extends ConfigShape>(
  definition: ServiceDefinition<S>,
): ServiceDefinition<S> => definition;
