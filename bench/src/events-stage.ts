import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { exampleEvent, partitionOf } from '@platform/contracts';
import type { PropertyName } from '@platform/contracts';
import { environmentName } from '@platform/kit/config';
import { database } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { silentLog } from '@platform/kit/log';
import { accessToken } from '@platform/dev/access-token';
import { prepareServiceDatabase } from '@platform/dev/database-roles';
import { startPlatform } from '@platform/dev/platform';
import { temporaryFolder } from '@platform/testkit/stores';
import { keepAlive } from './keep-alive.ts';

/** When facts were seen, by the id of what they tell of. */
export type Seen = Map<string, number>;

/** Properties of outbound. */
export type Limits = Partial<Record<PropertyName, string>>;

/** What keeps one receiver from being sent more than is good for it is not what is measured. */
const unbounded: Limits = {
  'platform.webhooks.delivery.max-rate-per-endpoint': '100000',
  'platform.webhooks.delivery.max-in-flight-per-endpoint': '32',
  // Half of a tenant's slots go to second and further requests of an endpoint.
  'platform.webhooks.delivery.max-in-flight-per-tenant': '64',
};

/** A receiver of webhooks that answers at once; told of the subject of each delivery. */
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

/** The directory, outbound, PostgreSQL (data synced) and NATS as processes of their own, a receiver and a reader here. */
export async function startEventsStage(limits: Limits = unbounded) {
  const folder = temporaryFolder('bench-events-');
  const environment = Object.fromEntries(
    Object.entries(limits).map(([name, value]) => [environmentName(name), value]),
  );
  const platform = await startPlatform({
    dataDir: join(folder.path, 'data'),
    portOffset: 'any',
    services: ['hub', 'fga', 'directory', 'outbound'],
    settings: (name) => (name === 'outbound' ? environment : {}),
  });
  const clientOf = async (name: 'directory' | 'outbound', slug: string) => {
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
      async call(method: string, path: string, body?: unknown) {
        const answer = await http.call(method, path, body);
        if (answer.status !== 200)
          throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body}`);
        return JSON.parse(answer.body);
      },
    };
  };
  const [directory, outbound, otherOutbound] = await Promise.all([
    clientOf('directory', 'demo'),
    clientOf('outbound', 'demo'),
    clientOf('outbound', 'acme'),
  ]);
  const { url } = await prepareServiceDatabase(platform.postgresUrl, 'directory');
  const db = database({
    url,
    service: 'directory',
    schema: 'directory',
    maxConnections: 4,
    statementTimeoutMs: 15_000,
    log: silentLog,
  });
  const received: Seen = new Map();
  const receiver = await startReceiver((id) => received.set(id, performance.now()));
  const example = exampleEvent('user.created').data;

  return {
    tenantId: outbound.tenantId,
    postgresUrl: platform.postgresUrl,
    /** Process id of outbound, which is started again at once when it ends. */
    outboundPid: () => platform.processes.get('outbound')?.pid,
    directory,
    outbound,
    /** The same of a second tenant. */
    otherOutbound,
    received,
    receiverUrl: receiver.url,

    /** Commits facts as the directory does, so many a transaction; answers when each was committed. */
    async commitFacts(
      count: number,
      tenants: readonly string[],
      perTransaction = 10,
    ): Promise<Seen> {
      const committed: Seen = new Map();
      let left = count;
      const work = async (): Promise<void> => {
        while (left > 0) {
          const ids = Array.from({ length: Math.min(perTransaction, left) }, () => newId('user'));
          left -= ids.length;
          const tenantId = tenants[Math.floor(left / perTransaction) % tenants.length] as string;
          await db.transact({ tenantId, actor: { type: 'client', id: 'bench' } }, async (tx) => {
            for (const id of ids)
              await tx.publish({
                type: 'user.created',
                subject: { type: 'user', id },
                data: example,
              });
          });
          const now = performance.now();
          for (const id of ids) committed.set(id, now);
        }
      };
      await Promise.all([work(), work(), work(), work()]);
      return committed;
    },

    /** Reads the Events API from now on, waiting for more, until told to stop. */
    async follow() {
      const seen: Seen = new Map();
      let cursor = (
        await outbound.call('GET', '/api/v1/events?type=user.created&start=latest&limit=200')
      ).nextCursor as string;
      let isOver = false;
      const reading = (async () => {
        while (!isOver) {
          const page = await outbound.call(
            'GET',
            `/api/v1/events?type=user.created&limit=200&wait=1&cursor=${cursor}`,
          );
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
    },

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
