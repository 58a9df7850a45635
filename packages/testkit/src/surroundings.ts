import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import type { Cluster } from '@platform/dev/cluster';
import type { ConfigSources } from '@platform/kit/config';
import { toEnvironment } from './environment.ts';
import type { TestProperties } from './environment.ts';
import { startTestHub } from './fake-hub.ts';
import type { TestHub } from './fake-hub.ts';
import { startTestAccess } from './fake-access.ts';
import { startTestCompliance } from './fake-compliance.ts';
import { startTestDirectory } from './fake-directory.ts';
import { startTestIdentity } from './fake-identity.ts';
import type { TestIdentity } from './fake-identity.ts';
import { startTestOutbound } from './fake-outbound.ts';
import type { TestAccess } from './fake-access.ts';
import type { TestCompliance } from './fake-compliance.ts';
import type { TestDirectory } from './fake-directory.ts';
import type { TestOutbound } from './fake-outbound.ts';
import { patience } from './patience.ts';
import { createTestDatabase, startTestCluster, startTestNats, testNatsAccount } from './stores.ts';
import type { MigratedSchema, TestDatabase, TestNats } from './stores.ts';

export type { TestProperties } from './environment.ts';

/** Stores, a cluster and fake siblings for services under test. */
export interface TestSurroundings {
  database: TestDatabase;
  nats: TestNats;
  cluster: Cluster;
  hub: TestHub;
  /** Fake access service, unless that is under test. */
  access: TestAccess;
  /** Fake directory, unless that is under test. */
  directory: TestDirectory;
  /** Fake outbound service, unless that is under test. */
  outbound: TestOutbound;
  /** Fake compliance service, unless that is under test. */
  compliance: TestCompliance;
  /** Fake identity service, unless that is under test. */
  identityFacade: TestIdentity;
  /** Returns the sources of a service's configuration. */
  sources(name: string, account: string, properties?: TestProperties): Promise<ConfigSources>;
  stop(): Promise<void>;
}

const peers = ['hub', 'directory', 'outbound', 'fga', 'compliance', 'identity-facade'] as const;

/** Starts the dependencies of services, for one test file. */
export async function testSurroundings({
  service,
  ownNats = false,
}: {
  /** The service under test, whose schema the database has; default: an empty database. */
  service?: MigratedSchema;
  /** A separate NATS server that the test may stop or kill, instead of an account of the run's. */
  ownNats?: boolean;
} = {}): Promise<TestSurroundings> {
  const [database, nats, cluster] = await Promise.all([
    createTestDatabase(service),
    ownNats ? startTestNats() : testNatsAccount(),
    startTestCluster(),
  ]);
  const [hub, access, directory, outbound, compliance, identityFacade] = await Promise.all([
    startTestHub(cluster),
    startTestAccess(cluster),
    startTestDirectory(cluster),
    startTestOutbound(cluster),
    startTestCompliance(cluster),
    startTestIdentity(cluster),
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
    compliance,
    identityFacade,
    async sources(name, account, properties = {}) {
      const files = await Promise.all(
        [...peers, 'product-api'].map((audience) => cluster.tokenFile(account, audience)),
      );
      const settings: TestProperties = {
        ...patience,
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
        'platform.rpc.peers.compliance': `127.0.0.1:${compliance.rpcPort}`,
        'platform.rpc.peers.identity-facade': `127.0.0.1:${identityFacade.rpcPort}`,
        'platform.rpc.service-identity.cluster.issuer': cluster.issuer,
        'platform.rpc.service-identity.cluster.jwks-uri': cluster.jwksUri,
        // The port to listen on: the identity service runs in its own process.
        'platform.idp-facade.identity-service-base-url': 'http://localhost:0',
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
      return { environment: toEnvironment(settings) };
    },
    async stop() {
      await Promise.all(
        [hub, access, directory, outbound, compliance, identityFacade].map((sibling) =>
          sibling.stop(),
        ),
      );
      await Promise.all([nats.stop(), cluster.stop()]);
      await database.drop();
    },
  };
}
