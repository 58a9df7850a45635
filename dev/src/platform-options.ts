import type { PlatformPorts, PortedService } from './platform-ports.ts';
import type { Cluster } from './cluster.ts';
import type { DemoTenant, demoTenants } from './demo-tenants.ts';
import type { Secrets } from './secrets.ts';
import type { Supervised } from './supervisor.ts';

/** How a platform is started. */
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
