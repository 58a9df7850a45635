import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { dirname } from 'node:path';
import type { PropertyName } from '@platform/contracts';
import type { Cluster } from '@platform/dev/cluster';

import { startTestHub } from '@platform/testkit/fake-hub';
import type { TestHub, TestTenant } from '@platform/testkit/fake-hub';
import { startTestAccess } from '@platform/testkit/fake-access';
import type { TestAccess } from '@platform/testkit/fake-access';
import { sendRaw } from '@platform/testkit/http';
import type { HttpAnswer, HttpCall } from '@platform/testkit/http';
import { patience } from '@platform/testkit/patience';
import { startTestCluster, testNatsAccount } from '@platform/testkit/stores';
import type { TestNats } from '@platform/testkit/stores';
import { environmentName } from '@platform/kit/config';
import type { ConfigSources } from '@platform/kit/config';
import { silentLog } from '@platform/kit/telemetry';
import { eventually } from '@platform/testkit/eventually';
import { startGateway } from '../src/gateway.ts';
import type { RunningGateway } from '../src/gateway.ts';
import type { GatewayOptions } from '../src/gateway-resources.ts';

export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  rawHeaders: string[];
  body: Buffer;
  isAborted: boolean;
}

/** A service behind the gateway that keeps its requests and sends configured responses. */
export interface StubService {
  port: number;
  seen: SeenRequest[];
  answer: (req: IncomingMessage, res: ServerResponse, seen: SeenRequest) => void;
  /** Answers before the body is read; returns false if it does not. */
  answerAtHead: ((req: IncomingMessage, res: ServerResponse) => boolean) | undefined;
  server: Server;
  last(): SeenRequest;
  stop(): Promise<void>;
}

const answerOk: StubService['answer'] = (_req, res) =>
  void res
    .writeHead(200, { 'content-type': 'application/json' })
    .end('{"data":[],"nextCursor":null,"hasMore":false}');

export async function stubService(port = 0): Promise<StubService> {
  const server = createServer((req, res) => {
    const seen: SeenRequest = {
      method: req.method ?? '',
      url: req.url ?? '',
      headers: req.headers,
      rawHeaders: req.rawHeaders,
      body: Buffer.alloc(0),
      isAborted: false,
    };
    stub.seen.push(seen);
    res.once('close', () => {
      if (!res.writableFinished) seen.isAborted = true;
    });
    if (stub.answerAtHead?.(req, res)) return;
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.once('end', () => {
      seen.body = Buffer.concat(chunks);
      stub.answer(req, res, seen);
    });
    req.once('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stub: StubService = {
    port: (server.address() as AddressInfo).port,
    seen: [],
    answer: answerOk,
    answerAtHead: undefined,
    server,
    last: () => stub.seen.at(-1)!,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return stub;
}

export type GatewayAnswer = HttpAnswer;
export interface GatewayCall extends Omit<HttpCall, 'form' | 'basic'> {
  token?: string | null;
  port?: number;
}

/** Sends raw bytes. Resolves to the data received until the connection ends or `until` matches. */
export const raw = (
  port: number,
  bytes: string,
  until: RegExp = /\r\n\r\n[^]*(?:\}|0\r\n\r\n)$/,
): Promise<string> =>
  new Promise((resolve, reject) => {
    let got = '';
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    const end = (): void => {
      socket.destroy();
      resolve(got);
    };
    socket.setTimeout(60_000, () => {
      reject(new Error(`nothing follows ${JSON.stringify(got)}`));
      socket.destroy();
    });
    socket.on('data', (chunk) => {
      got += chunk.toString('latin1');
      if (until.test(got)) end();
    });
    socket.once('close', end);
    socket.once('error', (error) => (got ? resolve(got) : reject(error)));
  });

/** The environment of gateways in a test file. */
export interface Stage {
  nats: TestNats;
  cluster: Cluster;
  hub: TestHub;
  access: TestAccess;
  directory: StubService;
  outbound: StubService;
  sources(properties?: Partial<Record<PropertyName, string>>): Promise<ConfigSources>;
  start(
    properties?: Partial<Record<PropertyName, string>>,
    options?: GatewayOptions,
  ): Promise<StagedGateway>;
  stop(): Promise<void>;
}

/** A running gateway, and calls through it. */
export interface StagedGateway extends RunningGateway {
  /** Calls with a token of the tenant that has every scope, unless `call` specifies another. */
  call(path: string, call?: GatewayCall & { tenant?: TestTenant }): Promise<GatewayAnswer>;
  metrics(): Promise<string>;
}

export async function stage(): Promise<Stage> {
  const [nats, cluster, directory, outbound] = await Promise.all([
    testNatsAccount(),
    startTestCluster(),
    stubService(),
    stubService(),
  ]);
  const [hub, access] = await Promise.all([startTestHub(cluster), startTestAccess(cluster)]);
  const running = new Set<RunningGateway>();
  const files = await Promise.all(
    ['hub', 'directory', 'outbound', 'fga'].map((audience) =>
      cluster.tokenFile('product-api', audience),
    ),
  );

  const sources: Stage['sources'] = async (properties = {}) => {
    const settings: Partial<Record<PropertyName, string>> = {
      ...patience,
      'platform.hub.issuer': hub.platformIssuer,
      'platform.hub.platform-domain': hub.platformDomain,
      'platform.hub.in-cluster-jwks-uri': hub.jwksUri,
      'platform.nats.url': nats.url,
      'platform.nats.replicas': '1',
      'platform.rpc.token-directory': dirname(files[0] as string),
      'platform.rpc.peers.hub': `127.0.0.1:${hub.rpcPort}`,
      'platform.rpc.peers.fga': `127.0.0.1:${access.rpcPort}`,
      'platform.rpc.service-identity.cluster.issuer': cluster.issuer,
      'platform.rpc.service-identity.cluster.jwks-uri': cluster.jwksUri,
      'platform.product-api.internal-auth.cluster.issuer': cluster.issuer,
      'platform.product-api.internal-auth.cluster.jwks-uri': cluster.jwksUri,
      'platform.gateway.http-port': '0',
      'platform.gateway.admin-port': '0',
      'platform.gateway.services.hub.url': hub.platformIssuer,
      'platform.gateway.services.directory.url': `http://127.0.0.1:${directory.port}`,
      'platform.gateway.services.outbound.url': `http://127.0.0.1:${outbound.port}`,
      'platform.gateway.shutdown.delay': '0s',
      'platform.gateway.shutdown.drain': '1s',
      'platform.log.level': 'silent',
      ...properties,
    };
    return {
      environment: Object.fromEntries(
        Object.entries(settings).map(([name, value]) => [environmentName(name), value]),
      ),
    };
  };

  return {
    nats,
    cluster,
    hub,
    access,
    directory,
    outbound,
    sources,
    async start(properties, options = {}) {
      const gateway = await startGateway(await sources(properties), { log: silentLog, ...options });
      running.add(gateway);
      await ready(gateway.adminPort);
      return {
        ...gateway,
        close: async () => {
          running.delete(gateway);
          await gateway.close();
        },
        async call(path, { tenant = hub.tenant('acme'), token, headers = {}, ...call } = {}) {
          const bearer = token === undefined ? await hub.token({ tenant }) : token;
          return sendRaw(call.port ?? gateway.httpPort, path, {
            ...call,
            headers: {
              ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
              ...headers,
            },
          });
        },
        metrics: async () => (await sendRaw(gateway.adminPort, '/metrics')).text,
      };
    },
    async stop() {
      await Promise.all([...running].map((gateway) => gateway.close()));
      await Promise.all([hub.stop(), access.stop()]);
      await Promise.all([directory.stop(), outbound.stop(), nats.stop(), cluster.stop()]);
    },
  };
}

const ready = (adminPort: number): Promise<unknown> =>
  eventually(async () => (await sendRaw(adminPort, '/readyz')).status === 200, {
    what: 'the gateway’s readiness',
  });

export const pause = (millis: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, millis));
