import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PropertyName } from '@platform/contracts';
import type { Child } from '@platform/dev/child';
import { freePorts } from '@platform/dev/ports';
import { startTestHub } from '@platform/testkit/fake-hub';
import { startTestAccess } from '@platform/testkit/fake-access';
import { startTestCluster, startTestNats } from '@platform/testkit/stores';
import { environmentName } from '@platform/kit/config';
import { startProcess } from '../process.ts';

/** One server under measurement. */
export interface ProxyProcess {
  name: string;
  port: number;
  pid: number;
}

/** The servers, each a process of its own, and a token that the gateway accepts. */
export interface GatewayStage {
  direct: ProxyProcess;
  bare: ProxyProcess;
  undici: ProxyProcess;
  gateway: ProxyProcess;
  token: string;
  stop(): Promise<void>;
}

/** The proxies have one CPU; the upstream, NATS and the load generator share the other. */
const proxyCpu = 0;
export const loadCpu = 1;

const built = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const scopes = [
  'tenant:users.read',
  'tenant:users.write',
  'tenant:orgs.read',
  'tenant:events.read',
];
const plenty = '100000000';

/** Starts everything: the servers behind the gateway are real, except for a hub without storage. */
export async function startGatewayStage(): Promise<GatewayStage> {
  const [nats, cluster] = await Promise.all([startTestNats(), startTestCluster()]);
  const [hub, access] = await Promise.all([startTestHub(cluster), startTestAccess(cluster)]);
  const [upstreamPort, barePort, undiciPort, gatewayPort, adminPort] = (await freePorts(5)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const tokenFiles = await Promise.all(
    ['hub', 'directory', 'outbound', 'fga'].map((audience) =>
      cluster.tokenFile('product-api', audience),
    ),
  );
  const target = `http://127.0.0.1:${upstreamPort}`;
  const children: Child[] = [];

  async function start(
    name: string,
    port: number,
    how: { script: string; env: Record<string, string>; cpu?: number; readyUrl?: string },
  ): Promise<ProxyProcess> {
    const child = await startProcess({
      name,
      cpu: proxyCpu,
      readyUrl: `http://127.0.0.1:${port}/`,
      ...how,
    });
    children.push(child);
    return { name, port, pid: child.pid };
  }

  const settings: Partial<Record<PropertyName, string>> = {
    'platform.hub.issuer': hub.platformIssuer,
    'platform.hub.platform-domain': hub.platformDomain,
    'platform.hub.in-cluster-jwks-uri': hub.jwksUri,
    'platform.nats.url': nats.url,
    'platform.nats.replicas': '1',
    'platform.rpc.token-directory': dirname(tokenFiles[0] as string),
    'platform.rpc.peers.hub': `127.0.0.1:${hub.rpcPort}`,
    'platform.rpc.peers.fga': `127.0.0.1:${access.rpcPort}`,
    'platform.rpc.service-identity.cluster.issuer': cluster.issuer,
    'platform.rpc.service-identity.cluster.jwks-uri': cluster.jwksUri,
    'platform.product-api.internal-auth.cluster.issuer': cluster.issuer,
    'platform.product-api.internal-auth.cluster.jwks-uri': cluster.jwksUri,
    'platform.gateway.http-port': String(gatewayPort),
    'platform.gateway.admin-port': String(adminPort),
    'platform.gateway.shutdown.delay': '0s',
    'platform.gateway.services.hub.url': hub.platformIssuer,
    'platform.gateway.services.directory.url': target,
    'platform.gateway.services.outbound.url': target,
    // Counted, but never spent.
    'platform.gateway.ratelimit.tenant-requests-per-minute': plenty,
    'platform.gateway.ratelimit.client-requests-per-minute': plenty,
    'platform.gateway.ratelimit.ip-requests-per-minute': plenty,
  };
  const environment = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [environmentName(name), value]),
  );

  const direct = await start('upstream, direct', upstreamPort, {
    script: built('./upstream.js'),
    env: { PORT: String(upstreamPort) },
    cpu: loadCpu,
  });
  const [bare, undici, gateway] = await Promise.all([
    start('http-proxy-middleware', barePort, {
      script: built('./bare-proxy.js'),
      env: { PORT: String(barePort), TARGET: target },
    }),
    start('undici', undiciPort, {
      script: built('./undici-proxy.js'),
      env: { PORT: String(undiciPort), TARGET: target },
    }),
    start('gateway', gatewayPort, {
      script: built('../../../gateway/dist/main.js'),
      env: environment,
      readyUrl: `http://127.0.0.1:${adminPort}/readyz`,
    }),
  ]);

  return {
    direct,
    bare,
    undici,
    gateway,
    token: await hub.token({ tenant: hub.tenant('acme'), scopes, lifeSeconds: 3_600 }),
    async stop() {
      await Promise.all(children.map((child) => child.stop()));
      await Promise.all([hub.stop(), access.stop()]);
      await Promise.all([nats.stop(), cluster.stop()]);
    },
  };
}
