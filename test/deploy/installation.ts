import { contextNames } from '@platform/contracts';
import type { ContextName } from '@platform/contracts';
import type { PortedService } from '@platform/dev/platform-ports';
import { serviceConfig } from '@platform/kit/service';
import type { ConfigSources } from '@platform/kit/config';
import { gatewayConfig } from '../../gateway/src/config.ts';
import { compliance } from '../../services/compliance/src/service.ts';
import { fga } from '../../services/fga/src/service.ts';
import { hub } from '../../services/hub/src/service.ts';
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
  /** The service accounts that may call by gRPC. */
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

/** Readers of the settings that tests check. */
export const read = {
  gateway: (sources: ConfigSources) => gatewayConfig(sources),
  hub: (sources: ConfigSources) => serviceConfig(hub, sources),
  fga: (sources: ConfigSources) => serviceConfig(fga, sources),
  compliance: (sources: ConfigSources) => serviceConfig(compliance, sources),
};

type Definition = Parameters<typeof serviceConfig>[0];

/** The definition of a service's process, from the export of `service.ts` with its name. */
async function definitionOf(name: ContextName): Promise<Definition> {
  const exported = Object.values(
    (await import(`../../services/${name}/src/service.ts`)) as Record<string, Definition>,
  );
  const definition = exported.find((one) => typeof one === 'object' && one.name === name);
  if (!definition) throw new Error(`services/${name}/src/service.ts does not export the service`);
  return definition;
}

const definitions = Object.fromEntries(
  await Promise.all(contextNames.map(async (name) => [name, await definitionOf(name)] as const)),
) as Record<ContextName, Definition>;

/** Reads the configuration of any process. Throws what the process reports when it does not start. */
export const configOf = (name: PortedService, sources: ConfigSources) =>
  name === 'gateway' ? gatewayConfig(sources) : serviceConfig(definitions[name], sources);

/** The settings of any process. */
export function installedSettings(name: PortedService, sources: ConfigSources): Settings {
  if (name !== 'gateway') return ofService(serviceConfig(definitions[name], sources));
  const config = gatewayConfig(sources);
  return {
    ports: { http: config.httpPort, admin: config.adminPort },
    shutdown: config.shutdownDelay + config.shutdownDrain,
    tokenDirectory: config.tokenDirectory,
    allowedSub: config.clusterAllowedSub,
    jwksUri: config.jwksUri,
    peers: { hub: config.hubPeer, fga: config.fgaPeer, directory: config.directoryPeer },
  };
}
