import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { exampleEvent, partitionOf } from '@platform/contracts';
import type { PropertyName } from '@platform/contracts';
import { environmentName } from '@platform/kit/config';
import { database } from '@platform/kit/database';
import type { Database } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { silentLog } from '@platform/kit/telemetry';
import { accessToken } from '@platform/dev/access-token';
import { prepareServiceDatabase } from '@platform/dev/database-roles';
import { startPlatform } from '@platform/dev/platform';
import type { DevPlatform } from '@platform/dev/platform';
import { temporaryFolder } from '@platform/testkit/stores';
import { cpuMicros } from './cpu-time.ts';
import { keepAlive } from './keep-alive.ts';

/** When facts were seen, by the id of what they tell of. */
export type ArrivalTimes = Map<string, number>;

/** Properties of outbound. */
export type OutboundProperties = Partial<Record<PropertyName, string>>;

/** What `npm start` turns on, and no deployment. */
const asDeployed: OutboundProperties = { 'platform.rpc.reflection': 'false' };

/** The load is committed by this process, so the relay of the directory finds it by polling only. */
const polled: OutboundProperties = { 'platform.outbox.poll-interval': '1s' };

/** What keeps one receiver from being sent more than is good for it is not what is measured. */
export const unbounded: OutboundProperties = {
  'platform.webhooks.delivery.max-rate-per-endpoint': '100000',
  'platform.webhooks.delivery.max-in-flight-per-endpoint': '32',
  // Half of a tenant's slots go to second and further requests of an endpoint.
  'platform.webhooks.delivery.max-in-flight-per-tenant': '64',
};

/** A receiver of webhooks that answers immediately, and reports the subject of each delivery. */
async function startReceiver(see: (subjectId: string) => void) {
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        res.writeHead(204).end();
        see(JSON.parse(Buffer.concat(chunks).toString()).subject.id);
      });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/hook`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A service with the token of a tenant's demo client. */
export interface BenchClient {
  tenantId: string;
  close(): void;
  call(method: string, path: string, body?: unknown): Promise<any>;
}

async function clientOf(
  platform: DevPlatform,
  name: 'directory' | 'outbound',
  slug: string,
): Promise<BenchClient> {
  const tenant = platform.ready.tenants.find((t) => t.slug === slug);
  if (!tenant) throw new Error(`there is no tenant ${slug}`);
  const token = await accessToken(platform.ready.hub, tenant);
  const gatewayToken = await platform.cluster.mint('product-api', name);
  const headers = {
    authorization: `Bearer ${token}`,
    'x-platform-service-authorization': `Bearer ${gatewayToken}`,
    'x-platform-client-ip': '203.0.113.7',
  };
  const http = keepAlive(`http://127.0.0.1:${platform.ports[name].http}`, () => headers);
  return {
    tenantId: tenant.tenantId,
    close: http.close,
    async call(method, path, body) {
      const answer = await http.call(method, path, body);
      if (answer.status !== 200)
        throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body}`);
      return JSON.parse(answer.body);
    },
  };
}

async function directoryDatabase({ postgresUrl }: DevPlatform): Promise<Database> {
  const { url } = await prepareServiceDatabase(postgresUrl, 'directory');
  return database({
    url,
    service: 'directory',
    schema: 'directory',
    maxConnections: 4,
    statementTimeoutMs: 15_000,
    log: silentLog,
  });
}

/** Commits events of these users in one transaction. */
const commitUsers = (db: Database, tenantId: string, ids: readonly string[]): Promise<void> =>
  db.transact({ tenantId, actor: { type: 'client', id: 'bench' } }, async (tx) => {
    const { data } = exampleEvent('user.created');
    for (const id of ids)
      await tx.publish({ type: 'user.created', subject: { type: 'user', id }, data });
  });

/** Commits events like the directory, a fixed number per transaction. Returns the commit time of each. */
async function commitEvents(
  db: Database,
  count: number,
  tenants: readonly string[],
  perTransaction: number,
): Promise<ArrivalTimes> {
  const committed: ArrivalTimes = new Map();
  let left = count;
  const work = async (): Promise<void> => {
    while (left > 0) {
      const ids = Array.from({ length: Math.min(perTransaction, left) }, () => newId('user'));
      left -= ids.length;
      const tenantId = tenants[Math.floor(left / perTransaction) % tenants.length] as string;
      await commitUsers(db, tenantId, ids);
      const now = performance.now();
      for (const id of ids) committed.set(id, now);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  return committed;
}

/** Follows the Events API by long polling, until it is stopped. */
async function followEvents({ call }: BenchClient) {
  const seen: ArrivalTimes = new Map();
  const query = '/api/v1/events?type=user.created&limit=200';
  let cursor = (await call('GET', `${query}&start=latest`)).nextCursor as string;
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      const page = await call('GET', `${query}&wait=1&cursor=${cursor}`);
      const now = performance.now();
      for (const event of page.data) seen.set(event.subject.id, now);
      cursor = page.nextCursor;
    }
  })();
  return {
    seen,
    async stop() {
      isOver = true;
      await reading;
    },
  };
}

const environmentOf = (properties: OutboundProperties): Record<string, string> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [environmentName(name), value]),
  );

interface EventsStageOptions {
  /** Properties of outbound. */
  limits?: OutboundProperties;
  /** More settings of PostgreSQL. */
  postgresSettings?: readonly string[];
}

function startEventsPlatform(
  dataDir: string,
  { limits = unbounded, postgresSettings = [] }: EventsStageOptions,
): Promise<DevPlatform> {
  const environments: Partial<Record<string, Record<string, string>>> = {
    outbound: {
      ...environmentOf({ ...asDeployed, ...limits }),
      NODE_OPTIONS: process.env['BENCH_NODE_OPTIONS'] ?? '',
    },
    directory: environmentOf(polled),
  };
  return startPlatform({
    dataDir,
    portOffset: 'any',
    postgresSettings,
    services: ['hub', 'fga', 'directory', 'outbound'],
    settings: (name) => environments[name] ?? {},
  });
}

/** The directory, outbound, PostgreSQL (data synced) and NATS as processes of their own, a receiver and a reader here. */
export async function startEventsStage(options: EventsStageOptions = {}) {
  const folder = temporaryFolder('bench-events-');
  const platform = await startEventsPlatform(join(folder.path, 'data'), options);
  const [directory, outbound, otherOutbound] = await Promise.all([
    clientOf(platform, 'directory', 'demo'),
    clientOf(platform, 'outbound', 'demo'),
    clientOf(platform, 'outbound', 'acme'),
  ]);
  const db = await directoryDatabase(platform);
  const received: ArrivalTimes = new Map();
  const arrivals: number[] = [];
  const receiver = await startReceiver((id) => {
    const now = performance.now();
    received.set(id, now);
    arrivals.push(now);
  });

  return {
    tenantId: outbound.tenantId,
    postgresUrl: platform.postgresUrl,
    /** Process id of outbound, which is restarted immediately when it exits. */
    outboundPid: () => platform.processes.get('outbound')?.pid,
    /** Processor time so far of outbound and PostgreSQL, in microseconds. */
    cpu: () =>
      ['outbound', 'postgres'].map((name) => cpuMicros(platform.processes.get(name)?.pid ?? 0)),
    directory,
    outbound,
    /** The same of a second tenant. */
    otherOutbound,
    received,
    /** When each request arrived, in order. */
    arrivals,
    receiverUrl: receiver.url,

    /** Commits events like the directory, a fixed number per transaction. Returns the commit time of each. */
    commitFacts: (
      count: number,
      tenants: readonly string[],
      perTransaction = 10,
    ): Promise<ArrivalTimes> => commitEvents(db, count, tenants, perTransaction),

    /** Follows the Events API by long polling, until it is stopped. */
    follow: () => followEvents(outbound),

    async stop() {
      for (const client of [directory, outbound, otherOutbound]) client.close();
      await db.close();
      await platform.stop();
      await receiver.stop();
      folder.remove();
    },
  };
}

/** So many tenants, each of another partition of the bus. */
export function tenantsApart(count: number): string[] {
  const byPartition = new Map<string, string>();
  while (byPartition.size < count) {
    const id = newId('tenant');
    byPartition.set(partitionOf(id), id);
  }
  return [...byPartition.values()];
}
