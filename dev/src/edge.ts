import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { LOOPBACK } from './ports.ts';

/** The process that answers a path: as the ingress of `deploy/k8s` sends it on the hosts of tenants. */
type EdgeTarget = 'gateway' | 'hub' | 'nobody';

const prefixes: readonly (readonly [string, EdgeTarget])[] = [
  ['/api/v1', 'gateway'],
  ['/scim', 'gateway'],
  ['/ssf', 'gateway'],
  ['/openfga', 'gateway'],
  ['/internal', 'nobody'],
  ['/admin', 'nobody'],
];
const exact: Readonly<Record<string, EdgeTarget>> = {
  '/.well-known/ssf-configuration': 'gateway',
  // The metadata of the tenant's own APIs, below this path, comes from the hub.
  '/.well-known/oauth-protected-resource': 'gateway',
  '/.well-known/oauth-protected-resource/api/v1': 'gateway',
  '/openapi.json': 'gateway',
  '/openapi.yaml': 'gateway',
};

/** Finds who answers the path of a request. */
export function edgeTarget(url: string): EdgeTarget {
  const [path = ''] = url.split('?', 1);
  const found = prefixes.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`));
  return found?.[1] ?? exact[path] ?? 'hub';
}

export interface EdgeOptions {
  port: number;
  host: string;
  /** Ports of the processes behind it, on this machine. */
  gateway: number;
  hub: number;
}

/** The headers of a request as they came, with the address of the client added. */
const forwardedHeaders = ({ rawHeaders, socket }: IncomingMessage): string[] => [
  ...rawHeaders,
  'X-Forwarded-For',
  socket.remoteAddress ?? '',
];

/** Serves the hosts of tenants on one port, like the ingress in a cluster: the API and the hub are one origin for browsers. */
export async function startEdge({
  port,
  host,
  ...ports
}: EdgeOptions): Promise<{ stop(): Promise<void> }> {
  const agent = new Agent({ keepAlive: true });

  function forward(req: IncomingMessage, res: ServerResponse, target: number): void {
    const { method, url: path } = req;
    const upstream = request(
      { host: LOOPBACK, port: target, method, path, agent, headers: forwardedHeaders(req) },
      (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        pipeline(answer, res, () => undefined);
      },
    );
    upstream.once('error', () => {
      if (res.headersSent) return res.destroy();
      res.writeHead(502, { 'content-type': 'text/plain' }).end('The service is not running.\n');
    });
    // The client has disconnected, so the process behind the edge can stop working on its request.
    res.once('close', () => upstream.destroy());
    pipeline(req, upstream, () => undefined);
  }

  const server = createServer((req, res) => {
    const target = edgeTarget(req.url ?? '/');
    if (target === 'nobody') return void res.writeHead(404).end();
    forward(req, res, ports[target]);
  });
  // Responses and uploads take as long as the services behind it allow.
  server.requestTimeout = 0;
  server.listen(port, host);
  await once(server, 'listening');
  return {
    async stop() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
