import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PropertyName } from '@platform/contracts';
import { environmentName } from '@platform/kit/config';
import type { Child } from '@platform/dev/child';
import { prepareServiceDatabase } from '@platform/dev/database-roles';
import { freePorts } from '@platform/dev/ports';
import { startPostgres, withClient } from '@platform/dev/postgres';
import { startTestHub } from '@platform/testkit/fake-hub';
import { startTestCluster, startTestNats, temporaryFolder } from '@platform/testkit/stores';
import { startProcess } from '../process.ts';
import { engineAnswerer } from './engine.ts';
import { openfgaDialect } from './openfga-dialect.ts';
import { serviceTarget } from './service.ts';
import type { ServiceTarget } from './service.ts';
import { target } from './target.ts';
import type { MeasuredTarget } from './target.ts';

const script = fileURLToPath(new URL('../../../services/fga/dist/main.js', import.meta.url));
/** The longest life of a service's token that the service accepts. */
const lifeSeconds = 3_600;

/** A database on the server in `DATABASE_URL`, or on a separate one with synced data. */
async function startDatabase() {
  const folder = temporaryFolder('bench-fga-');
  const server = await startPostgres({ dataDir: join(folder.path, 'postgres'), durable: true });
  const name = `bench_fga_${randomBytes(4).toString('hex')}`;
  await withClient(server.url, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE template0`),
  );
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return {
    serverUrl: server.url,
    url: url.href,
    async stop() {
      await withClient(server.url, (client) =>
        client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
      );
      await server.stop();
      folder.remove();
    },
  };
}

/** Two processes of the service on one database, one without a cache; behind them no gateway and a hub that keeps nothing. */
export async function startFgaStage() {
  const [database, nats, cluster] = await Promise.all([
    startDatabase(),
    startTestNats(),
    startTestCluster(),
  ]);
  const hub = await startTestHub(cluster);
  const { url, migrationUrl } = await prepareServiceDatabase(database.url, 'access');
  const tokenFiles = await Promise.all(
    ['hub', 'directory', 'outbound', 'hub-applications-facade'].map((audience) =>
      cluster.tokenFile('fga', audience),
    ),
  );
  const gatewayToken = await cluster.mint('product-api', 'fga', lifeSeconds);
  const encryptionKey = randomBytes(32).toString('base64');
  const children: Child[] = [];

  async function start(properties: Partial<Record<PropertyName, string>>): Promise<number> {
    const [http, admin, grpc] = (await freePorts(3)) as [number, number, number];
    const settings: Partial<Record<PropertyName, string>> = {
      'platform.hub.issuer': hub.platformIssuer,
      'platform.hub.platform-domain': hub.platformDomain,
      'platform.hub.in-cluster-jwks-uri': hub.jwksUri,
      'platform.database.url': url,
      'platform.database.migration-url': migrationUrl,
      'platform.nats.url': nats.url,
      'platform.nats.replicas': '1',
      'platform.secrets.encryption.keys': JSON.stringify({ k1: encryptionKey }),
      'platform.secrets.encryption.active-key-id': 'k1',
      'platform.rpc.token-directory': dirname(tokenFiles[0] as string),
      'platform.rpc.peers.hub': `127.0.0.1:${hub.rpcPort}`,
      'platform.rpc.peers.directory': `127.0.0.1:${hub.rpcPort}`,
      'platform.rpc.service-identity.cluster.issuer': cluster.issuer,
      'platform.rpc.service-identity.cluster.jwks-uri': cluster.jwksUri,
      'platform.fga.http-port': String(http),
      'platform.fga.admin-port': String(admin),
      'platform.fga.grpc-port': String(grpc),
      'platform.fga.limits.max-tuples-per-tenant': '100000000',
      'platform.shutdown.delay': '0s',
      ...properties,
    };
    const env = Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [environmentName(name), value]),
    );
    children.push(
      await startProcess({
        name: 'fga',
        script,
        env,
        readyUrl: `http://127.0.0.1:${admin}/readyz`,
      }),
    );
    return http;
  }
  const ports = {
    uncached: await start({ 'platform.fga.check.cache.ttl-seconds': '0' }),
    cached: await start({}),
  };

  const headersOf = async (slug: string): Promise<Record<string, string>> => ({
    authorization: `Bearer ${await hub.token({ tenant: hub.tenant(slug), lifeSeconds })}`,
    'x-platform-service-authorization': `Bearer ${gatewayToken}`,
    'x-platform-client-ip': '203.0.113.7',
  });

  return {
    serverUrl: database.serverUrl,
    /** Calls that name one tenant, of the process with or without a cache. */
    async tenant(slug: string, process: keyof typeof ports): Promise<ServiceTarget> {
      const headers = await headersOf(slug);
      return serviceTarget({ name: `${slug}, ${process}`, port: ports[process], headers });
    },
    /** The same without a cache, as clients of OpenFGA ask. */
    async openfga(slug: string): Promise<MeasuredTarget> {
      const store = hub.tenant(slug).id.slice('tnt_'.length).toUpperCase();
      return target({
        name: `${slug}, OpenFGA API`,
        port: ports.uncached,
        headers: await headersOf(slug),
        dialect: openfgaDialect({ base: '/openfga', store }),
      });
    },
    /** The engine by itself, without a cache. */
    engine: (slug: string) => engineAnswerer({ url, tenantId: hub.tenant(slug).id }),
    /** Does the work of a quiet hour of autovacuum. Returns the size of a tuple on disk, in bytes, with its indexes. */
    vacuum: () =>
      withClient(database.url, async (client): Promise<number> => {
        await client.query('VACUUM (ANALYZE)');
        await client.query('CHECKPOINT');
        const { rows } =
          await client.query(`SELECT (sum(pg_total_relation_size(inhrelid)) / (SELECT count(*) FROM access.relation_tuples))::float8 AS bytes
        FROM pg_inherits WHERE inhparent = 'access.relation_tuples'::regclass`);
        return rows[0].bytes;
      }),
    async stop() {
      await Promise.all(children.map((child) => child.stop()));
      await hub.stop();
      await Promise.all([nats.stop(), cluster.stop()]);
      await database.stop();
    },
  };
}
export type FgaStage = Awaited<ReturnType<typeof startFgaStage>>;
