import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { properties, services } from '@platform/contracts';
import type { PropertyName } from '@platform/contracts';
import { startPlatform } from '@platform/dev/platform';
import type { DevPlatform } from '@platform/dev/platform';
import { SERVICES, portsAt } from '@platform/dev/platform-ports';
import type { PortedService } from '@platform/dev/platform-ports';
import { environmentName } from '@platform/kit/config';
import { freeOffset } from './free-offset.ts';
import { deploymentOf, installation, someSecret, workloadOf } from './installation.ts';
import { sourcesOf } from './pod.ts';

/** Settings that are this machine's: stores, token files, the cluster's key set, ports, the time an end takes. */
const ofThisMachine =
  /^platform\.(database\.|nats\.|secrets\.|rpc\.token-directory$|applications\.hub\.service-identity-token-path$|shutdown\.|gateway\.shutdown\.)|\.cluster\.jwks-uri$|\.(http|admin|grpc)-port$/;

const names = Object.keys(properties) as PropertyName[];
const hosts = SERVICES.map(workloadOf);
const inCluster = new RegExp(`\\b(${hosts.join('|')}):(\\d{4})\\b`, 'g');

/** The Services' names lead to this machine, in every resolver that a process has. */
const resolver = `data:text/javascript,${encodeURIComponent(`
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
const here = new Set(${JSON.stringify(hosts)});
const known = (name) => (here.has(name) ? '127.0.0.1' : name);
const { lookup } = dns;
const { lookup: promised } = dns.promises;
dns.lookup = (name, ...rest) => lookup(known(name), ...rest);
dns.promises.lookup = (name, ...rest) => promised(known(name), ...rest);
syncBuiltinESMExports();
`)}`;

const leaves = (node: unknown, path = ''): [string, unknown][] =>
  path in properties || typeof node !== 'object' || node === null
    ? [[path, node]]
    : Object.entries(node).flatMap(([key, value]) => leaves(value, path ? `${path}.${key}` : key));

/** Where a Service's port is on this machine. The edge has the usual port of the hub, which listens beside it. */
const portHere = (host: string, port: number, offset: number): number =>
  host === workloadOf('hub') && port === services.hub.ports.http
    ? portsAt(offset).hub.http
    : port + offset;

/**
 * The variables of a process: the installation's, with every Service's port moved, and without those that depend on this machine.
 */
function variablesOf(
  name: PortedService,
  portOffset: number,
  folder: string,
): Record<string, string | undefined> {
  const { yaml, environment } = sourcesOf(deploymentOf(name), installation, someSecret);
  const told = Object.fromEntries(leaves(parse(yaml?.text ?? '')));
  const file = join(folder, `${name}.yaml`);
  writeFileSync(file, yaml?.text ?? '');
  const variables: Record<string, string | undefined> = {
    PLATFORM_CONFIG: file,
    NODE_OPTIONS: `--import=${resolver}`,
  };
  for (const property of names.filter((one) => !ofThisMachine.test(one))) {
    const variable = environmentName(property);
    const value = environment[variable] ?? told[property] ?? properties[property].default;
    const moved = String(value).replaceAll(
      inCluster,
      (_all, host: string, port: string) => `${host}:${portHere(host, Number(port), portOffset)}`,
    );
    // Undefined takes out what the local platform would say.
    variables[variable] = moved === String(value) ? environment[variable] : moved;
  }
  return variables;
}

/**
 * All processes as the example's manifests configure them, under the Services' names, on this machine's stores and
 * with its cluster's tokens. `npm run build` must have run.
 */
export async function startInstallation(
  folder: string,
  changed: Partial<Record<PropertyName, string>> = {},
): Promise<DevPlatform> {
  const portOffset = await freeOffset();
  mkdirSync(folder, { recursive: true });
  const more = Object.fromEntries(
    Object.entries(changed).map(([property, value]) => [environmentName(property), value]),
  );
  return startPlatform({
    dataDir: join(folder, 'data'),
    portOffset,
    durable: false,
    makeTenants: async () => [],
    settings: (name) =>
      ({ ...variablesOf(name, portOffset, folder), ...more }) as Record<string, string>,
  });
}
