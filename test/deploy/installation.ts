import type { PortedService } from '@platform/dev/platform-ports';
import { serviceConfig } from '@platform/kit/service';
import type { ConfigSources } from '@platform/kit/config';
import { gatewayConfig } from '../../gateway/src/config.ts';
import { compliance } from '../../services/compliance/src/service.ts';
import { directory } from '../../services/directory/src/service.ts';
import { fga } from '../../services/fga/src/service.ts';
import { hub } from '../../services/hub/src/service.ts';
import { identityFacade } from '../../services/identity-facade/src/service.ts';
import { outbound } from '../../services/outbound/src/service.ts';
import type { SecretOf } from './pod.ts';

export { deploymentOf, installation, workloadOf } from './example.ts';

/** Stands for what a platform team puts into Secrets. */
export const someSecret: SecretOf = (secret, key) => {
  if (key === 'keys') return JSON.stringify({ k1: Buffer.alloc(32, 7).toString('base64') });
  if (key === 'active-key-id') return 'k1';
  if (key === 'hash-key') return Buffer.alloc(32, 8).toString('base64');
  return key.endsWith('url')
    ? `postgres://${secret}:password@postgres/platform`
    : `${secret} ${key}`.padEnd(40, '.');
};

/** The same without what may be missing. */
export const neededSecret: SecretOf = (secret, key, isOptional) =>
  isOptional ? undefined : someSecret(secret, key, false);

/** What every process reads that is looked at here. */
export interface Settings {
  ports: Partial<Record<'http' | 'admin' | 'rpc', number>>;
  shutdown: number;
  tokenDirectory: string;
  /** Who may call by gRPC at all. */
  allowedSub: string;
  jwksUri: string;
  /** `host:port` by context. */
  peers: Partial<Record<PortedService, string>>;
}

const ofService = ({ common, ports, addresses }: ReturnType<typeof serviceConfig>): Settings => ({
  ports,
  shutdown: common.shutdownDelay + common.shutdownDrain,
  tokenDirectory: common.tokenDirectory,
  allowedSub: common.clusterAllowedSub,
  jwksUri: common.jwksUri,
  peers: addresses,
});

/** Each process's own reader of its configuration. Throws what the process says when it does not start. */
export const read = {
  gateway: (sources) => gatewayConfig(sources),
  hub: (sources) => serviceConfig(hub, sources),
  directory: (sources) => serviceConfig(directory, sources),
  fga: (sources) => serviceConfig(fga, sources),
  outbound: (sources) => serviceConfig(outbound, sources),
  'identity-facade': (sources) => serviceConfig(identityFacade, sources),
  compliance: (sources) => serviceConfig(compliance, sources),
} satisfies Record<PortedService, (sources: ConfigSources) => unknown>;

/** What a process reads, whichever it is. */
export function settingsOf(name: PortedService, sources: ConfigSources): Settings {
  if (name !== 'gateway') return ofService(read[name](sources) as ReturnType<typeof serviceConfig>);
  const config = read.gateway(sources);
  return {
    ports: { http: config.httpPort, admin: config.adminPort },
    shutdown: config.shutdownDelay + config.shutdownDrain,
    tokenDirectory: config.tokenDirectory,
    allowedSub: config.clusterAllowedSub,
    jwksUri: config.jwksUri,
    peers: { hub: config.hubPeer, fga: config.fgaPeer, directory: config.directoryPeer },
  };
}
