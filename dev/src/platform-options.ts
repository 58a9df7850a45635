import type { PlatformPorts, PortedService } from './platform-ports.ts';
import type { Cluster } from './cluster.ts';
import type { DemoTenant, demoTenants } from './demo-tenants.ts';
import type { Secrets } from './secrets.ts';
import type { Supervised } from './supervisor.ts';

/** Options of a platform. */
export interface PlatformOptions {
  /** Kept between starts. Default: `.platform` in the repository. */
  dataDir?: string;
  /** Added to every usual port; `any` uses free ports. */
  portOffset?: number | 'any';
  /** Address of the gateway, the hub and the pages of `dev/`. Default: loopback. */
  host?: string;
  /** The services to run. Default: all. */
  services?: readonly PortedService[];
  /** False for tests that do not kill processes. */
  durable?: boolean;
  /** More settings of PostgreSQL, as `name=value`. */
  postgresSettings?: readonly string[];
  /** Additional settings of a service. */
  settings?: (name: PortedService) => Record<string, string>;
  /** Compiled main file of a service. */
  mainFile?: (name: PortedService) => string;
  /** Creates the demo tenants. */
  makeTenants?: typeof demoTenants;
  say?: (line: string) => void;
  /** Whether tenants' issuers are https, with certificates of an authority in the data folder. */
  tls?: boolean;
  /** Prints every line of every process, not only warnings. */
  verbose?: boolean;
  signal?: AbortSignal;
  env?: NodeJS.ProcessEnv;
}

export interface PlatformAddresses {
  /** See {@link PlatformOptions}. */
  host: string;
  /** The data folder. */
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
  /** The page that shows outgoing mail. */
  inbox: string;
  /** The demo application. */
  application: string;
  tenants: DemoTenant[];
}

export interface DevPlatform extends PlatformAddresses {
  ready: Ready;
  secrets: Secrets;
  /** The certificate authority of the tenants' hosts, if they are https. */
  caFile?: string | undefined;
  /** By name: `postgres`, `nats` and the services. */
  processes: ReadonlyMap<string, Supervised>;
  stop(): Promise<void>;
}
