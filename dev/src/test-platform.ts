import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import type { PropertyName } from '@platform/contracts';
import { environmentName } from '@platform/kit/config';
import type { ConfigShape, ConfigSources } from '@platform/kit/config';
import { createLog, silentLog } from '@platform/kit/log';
import { startService } from '@platform/kit/service';
import type { RunningService, ServiceDefinition } from '@platform/kit/service';
import type { Cluster } from './cluster.ts';
import type { Nats } from './nats.ts';
import { startTestHub } from './test-hub.ts';
import type { TestHub, TestTokenOptions } from './test-hub.ts';
import { startTestAccess, startTestDirectory, startTestOutbound } from './test-siblings.ts';
import type { TestAccess, TestDirectory, TestOutbound } from './test-siblings.ts';
import {
  createTestDatabase,
  isMissingRetryAfter,
  startTestCluster,
  startTestNats,
} from './testing.ts';
import type { TestDatabase } from './testing.ts';

/** An answer of the service under test. */
export interface TestAnswer {
  status: number;
  headers: Headers;
  // Tests look into bodies of every shape.
  body: any;
}

/** What one call sends besides its path. */
export interface TestCall {
  body?: unknown;
  rawBody?: string | Buffer;
  headers?: Record<string, string>;
}

/** Calls with one token. */
export type TestApi = Record<
  'get' | 'post' | 'put' | 'patch' | 'delete',
  (path: string, call?: TestCall) => Promise<TestAnswer>
>;

/** Stores, a cluster and a stub hub for services under test. */
export interface TestSurroundings {
  database: TestDatabase;
  nats: Nats;
  cluster: Cluster;
  hub: TestHub;
  /** Answers for the access service, of services that are not it. */
  access: TestAccess;
  /** Answers for the directory, of services that are not it. */
  directory: TestDirectory;
  /** Answers for the outbound service, of services that are not it. */
  outbound: TestOutbound;
  /** The sources of a service's configuration. */
  sources(
    name: string,
    account: string,
    properties?: Partial<Record<PropertyName, string>>,
  ): Promise<ConfigSources>;
  stop(): Promise<void>;
}

const peers = ['hub', 'directory', 'outbound', 'fga'] as const;

/** Starts what services stand on, for one test file. */
export async function testSurroundings(): Promise<TestSurroundings> {
  const [database, nats, cluster] = await Promise.all([
    createTestDatabase(),
    startTestNats(),
    startTestCluster(),
  ]);
  const [hub, access, directory, outbound] = await Promise.all([
    startTestHub(cluster),
    startTestAccess(cluster),
    startTestDirectory(cluster),
    startTestOutbound(cluster),
  ]);
  const encryptionKey = randomBytes(32).toString('base64');
  return {
    database,
    nats,
    cluster,
    hub,
    access,
    directory,
    outbound,
    async sources(name, account, properties = {}) {
      const files = await Promise.all(
        [...peers, 'product-api'].map((audience) => cluster.tokenFile(account, audience)),
      );
      const settings: Partial<Record<PropertyName, string>> = {
        'platform.hub.issuer': hub.platformIssuer,
        'platform.hub.platform-domain': hub.platformDomain,
        'platform.hub.in-cluster-jwks-uri': hub.jwksUri,
        'platform.database.url': database.url,
        'platform.database.migration-url': database.url,
        'platform.nats.url': nats.url,
        'platform.nats.replicas': '1',
        'platform.secrets.encryption.keys': JSON.stringify({ k1: encryptionKey }),
        'platform.secrets.encryption.active-key-id': 'k1',
        'platform.rpc.token-directory': dirname(files[0] as string),
        'platform.rpc.peers.hub': `127.0.0.1:${hub.rpcPort}`,
        'platform.rpc.peers.fga': `127.0.0.1:${access.rpcPort}`,
        'platform.rpc.peers.directory': `127.0.0.1:${directory.rpcPort}`,
        'platform.rpc.peers.outbound': `127.0.0.1:${outbound.rpcPort}`,
        'platform.rpc.service-identity.cluster.issuer': cluster.issuer,
        'platform.rpc.service-identity.cluster.jwks-uri': cluster.jwksUri,
        'platform.shutdown.delay': '0s',
        'platform.shutdown.drain': '2s',
        'platform.outbox.poll-interval': '250ms',
        ...Object.fromEntries(
          ['http', 'admin', 'grpc']
            .filter((kind) => kind !== 'grpc' || name !== 'gateway')
            .map((kind) => [`platform.${name}.${kind}-port`, '0']),
        ),
        ...properties,
      };
      return {
        environment: Object.fromEntries(
          Object.entries(settings).map(([property, value]) => [environmentName(property), value]),
        ),
      };
    },
    async stop() {
      await Promise.all([hub, access, directory, outbound].map((sibling) => sibling.stop()));
      await Promise.all([nats.stop(), cluster.stop()]);
      await database.drop();
    },
  };
}

/** One service in process, called as the gateway calls it. */
export interface TestPlatform extends TestSurroundings {
  service: RunningService;
  baseUrl: string;
  /** Calls with a token for these options, beside the gateway's own. */
  as(options: TestTokenOptions): Promise<TestApi>;
  /** Calls with exactly these headers. */
  call(method: string, path: string, call?: TestCall): Promise<TestAnswer>;
  /** One more pod of the service, on the same stores. */
  startPod(holder: string): Promise<RunningService>;
  /** The service anew, with further properties; calls go there from now on. */
  restart(properties: TestProperties): Promise<RunningService>;
  gatewayToken(): Promise<string>;
}

async function send(
  baseUrl: string,
  method: string,
  path: string,
  { body, rawBody, headers = {} }: TestCall = {},
): Promise<TestAnswer> {
  const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const answer = await fetch(baseUrl + path, {
    method: method.toUpperCase(),
    redirect: 'manual',
    headers: { ...(sent === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(sent === undefined ? {} : { body: sent as never }),
  });
  const text = await answer.text();
  if (isMissingRetryAfter(answer.status, answer.headers.get('retry-after')))
    throw new Error(`a ${answer.status} without Retry-After: ${method} ${path}`);
  return {
    status: answer.status,
    headers: answer.headers,
    body:
      (answer.headers.get('content-type') ?? '').includes('json') && text ? JSON.parse(text) : text,
  };
}

/** What a test sets of the configuration. */
export type TestProperties = Partial<Record<PropertyName, string>>;

/** Starts a service for one test file: `const platform = await testPlatform(directory)`. */
export async function testPlatform<S extends ConfigShape>(
  definition: ServiceDefinition<S>,
  properties: TestProperties | ((around: TestSurroundings) => TestProperties) = {},
): Promise<TestPlatform> {
  const around = await testSurroundings();
  const own = typeof properties === 'function' ? properties(around) : properties;
  const podWith = async (holder: string, more: TestProperties = {}): Promise<RunningService> =>
    startService(
      definition,
      await around.sources(definition.name, definition.name, { ...own, ...more }),
      {
        holder,
        log: process.env.TEST_LOG ? createLog(definition.name, process.env.TEST_LOG) : silentLog,
      },
    );
  let service = await podWith('first');
  const baseUrl = (): string => `http://127.0.0.1:${service.httpPort}`;
  const gatewayToken = (): Promise<string> => around.cluster.mint('product-api', definition.name);
  return {
    ...around,
    gatewayToken,
    get service() {
      return service;
    },
    get baseUrl() {
      return baseUrl();
    },
    startPod: (holder) => podWith(holder),
    async restart(more) {
      await service.close();
      return (service = await podWith('first', more));
    },
    call: (method, path, call) => send(baseUrl(), method, path, call),
    async as(options) {
      const token = await around.hub.token(options);
      const gateway = await gatewayToken();
      const fixed = {
        authorization: `Bearer ${token}`,
        'x-platform-service-authorization': `Bearer ${gateway}`,
        'x-platform-client-ip': '203.0.113.7',
      };
      return Object.fromEntries(
        (['get', 'post', 'put', 'patch', 'delete'] as const).map((method) => [
          method,
          (path: string, call: TestCall = {}) =>
            send(baseUrl(), method, path, { ...call, headers: { ...fixed, ...call.headers } }),
        ]),
      ) as TestApi;
    },
    async stop() {
      await service.close();
      await around.stop();
    },
  };
}
