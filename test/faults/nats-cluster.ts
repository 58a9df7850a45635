import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startChild } from '@platform/dev/child';
import type { Child } from '@platform/dev/child';
import { findNats } from '@platform/dev/nats-binary';
import { LOOPBACK, accepts, freePorts } from '@platform/dev/ports';
import { temporaryFolder } from '@platform/dev/temporary-folder';
import { eventually } from '@platform/testkit/eventually';
import { natsClusterState } from './nats-cluster-state.ts';
import { routeProxy } from './route-proxy.ts';

const names = ['a', 'b', 'c'] as const;
export type NodeName = (typeof names)[number];

/** A NATS server of the cluster. */
interface Node {
  name: NodeName;
  clientPort: number;
  routePort: number;
  storeDir: string;
  child: Child;
}

const urlOf = ({ clientPort }: Pick<Node, 'clientPort'>): string =>
  `nats://${LOOPBACK}:${clientPort}`;

const configOf = (
  { name, clientPort, routePort, storeDir }: Omit<Node, 'child'>,
  routes: readonly number[],
): string => `
server_name: ${name}
listen: "${LOOPBACK}:${clientPort}"
jetstream { store_dir: "${storeDir}", domain: test }
cluster {
  name: test
  listen: "${LOOPBACK}:${routePort}"
  # Servers use only these routes, all of which lead through a proxy.
  no_advertise: true
  pool_size: -1
  routes: [${routes.map((port) => `"nats://${LOOPBACK}:${port}"`).join(', ')}]
}
`;

/** A proxy for the routes from each server to each other one. */
const routesBetween = (routePorts: Readonly<Record<NodeName, number>>) =>
  Promise.all(
    names.flatMap((from) =>
      names
        .filter((to) => to !== from)
        .map(async (to) => ({ from, to, proxy: await routeProxy(routePorts[to]) })),
    ),
  );

/**
 * Three NATS servers with JetStream on loopback. Each route between two of them goes through a
 * proxy, so that a server can be cut off from the others while clients still reach it.
 */
export async function startNatsCluster() {
  const binary = await findNats();
  const folder = temporaryFolder('platform-test-nats-cluster-');
  const ports = await freePorts(2 * names.length);
  const portsFrom = (first: number) =>
    Object.fromEntries(names.map((name, i) => [name, ports[first + i]])) as Record<
      NodeName,
      number
    >;
  const [clientPorts, routePorts] = [portsFrom(0), portsFrom(names.length)];
  const proxies = await routesBetween(routePorts);
  const nodes = new Map<NodeName, Node>();

  async function start(name: NodeName): Promise<void> {
    const node = {
      name,
      clientPort: clientPorts[name],
      routePort: routePorts[name],
      storeDir: join(folder.path, name),
    };
    const routes = proxies.filter(({ from }) => from === name).map(({ proxy }) => proxy.port);
    const file = join(folder.path, `${name}.conf`);
    writeFileSync(file, configOf(node, routes));
    const child = await startChild(binary, ['-c', file], { graceMs: 10_000 });
    nodes.set(name, { ...node, child });
    await eventually(() => accepts(node.clientPort), { what: `the start of ${name}` }).catch(
      (error: unknown) => {
        throw new Error(`${String(error)}\n${child.tail()}`, { cause: error });
      },
    );
  }

  const nodeOf = (name: NodeName): Node => nodes.get(name) as Node;

  await Promise.all(names.map(start));

  return {
    /** The URLs of all servers, as services get them. */
    url: names.map((name) => urlOf(nodeOf(name))).join(','),
    urlOf: (name: NodeName) => urlOf(nodeOf(name)),
    names,
    ...natsClusterState(names, (name) => urlOf(nodeOf(name))),
    /** Kills a server without notice. */
    async kill(name: NodeName): Promise<void> {
      nodeOf(name).child.kill('SIGKILL');
      await nodeOf(name).child.exited;
    },
    start,
    loseDisk: (name: NodeName) => rmSync(nodeOf(name).storeDir, { recursive: true, force: true }),
    freeze: (name: NodeName) => nodeOf(name).child.kill('SIGSTOP'),
    thaw: (name: NodeName) => nodeOf(name).child.kill('SIGCONT'),
    /** Cuts a server off from the others, until the returned function is called. */
    isolate(name: NodeName): () => void {
      const routes = proxies.filter(({ from, to }) => from === name || to === name);
      for (const { proxy } of routes) proxy.cut();
      return () => {
        for (const { proxy } of routes) proxy.mend();
      };
    },
    async stop(): Promise<void> {
      for (const { child } of nodes.values()) child.kill('SIGCONT');
      await Promise.all([...nodes.values()].map(({ child }) => child.stop()));
      await Promise.all(proxies.map(({ proxy }) => proxy.stop()));
      folder.remove();
    },
  };
}

export type NatsCluster = Awaited<ReturnType<typeof startNatsCluster>>;
