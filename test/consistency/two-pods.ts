import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Child } from '@platform/dev/child';
import { startNodeProcess } from '@platform/dev/node-process';
import { freePorts } from '@platform/dev/ports';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { testSurroundings } from '@platform/testkit/service';
import { withClient } from '@platform/dev/postgres';
import { tcpProxy } from './tcp-proxy.ts';

/** One process of the access service. `call` returns the body of a 200, and throws for any other status. */
export interface Pod {
  name: string;
  call(tenant: TestTenant, path: string, body: object): Promise<any>;
}

/** Two processes of the access service on one database, each with a way of its own to the bus. */
export interface TwoPods {
  pods: readonly [Pod, Pod];
  tenant(slug: string): TestTenant;
  cutBus(): Promise<void>;
  mendBus(): Promise<void>;
  /** Holds every read of a store's row back while `work` runs. */
  withStoresLocked<T>(work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

const main = join(fileURLToPath(new URL('../..', import.meta.url)), 'services/fga/dist/main.js');

/** Starts them; `npm run build` must have run. */
export async function twoPods(): Promise<TwoPods> {
  const around = await testSurroundings();
  const gateway = await around.cluster.mint('product-api', 'fga');
  const tokens = new Map<string, Promise<string>>();
  const tokenOf = (tenant: TestTenant): Promise<string> => {
    const known = tokens.get(tenant.id) ?? around.hub.token({ tenant });
    tokens.set(tenant.id, known);
    return known;
  };
  const throughPort = (port: number): string =>
    Object.assign(new URL(around.nats.url), { port: String(port) }).href;
  const children: Child[] = [];
  const proxies = await Promise.all([tcpProxy(around.nats.port), tcpProxy(around.nats.port)]);

  async function start(name: string, natsPort: number): Promise<Pod> {
    const [http, admin, grpc] = (await freePorts(3)) as [number, number, number];
    const { environment } = await around.sources('fga', 'fga', {
      'platform.nats.url': throughPort(natsPort),
      'platform.fga.check.cache.ttl-seconds': '60',
      'platform.fga.http-port': String(http),
      'platform.fga.admin-port': String(admin),
      'platform.fga.grpc-port': String(grpc),
    });
    children.push(
      await startNodeProcess({
        name,
        script: main,
        env: { ...environment, PATH: process.env['PATH'] },
        readyUrl: `http://127.0.0.1:${admin}/readyz`,
      }),
    );
    return {
      name,
      async call(tenant, path, body) {
        const answer = await fetch(`http://127.0.0.1:${http}/api/v1/fga/${path}`, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: {
            authorization: `Bearer ${await tokenOf(tenant)}`,
            'x-platform-service-authorization': `Bearer ${gateway}`,
            'x-platform-client-ip': '203.0.113.7',
            'content-type': 'application/json',
          },
        });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${name} ${path}: ${answer.status} ${text}`);
        return JSON.parse(text);
      },
    };
  }

  // The first one makes the schema.
  const first = await start('first', proxies[0].port);
  const second = await start('second', proxies[1].port);
  return {
    pods: [first, second],
    tenant: (slug) => around.hub.tenant(slug),
    cutBus: async () => void (await Promise.all(proxies.map((proxy) => proxy.cut()))),
    mendBus: async () => void (await Promise.all(proxies.map((proxy) => proxy.mend()))),
    withStoresLocked: (work) =>
      withClient(around.database.url, async (client) => {
        await client.query('BEGIN');
        await client.query('LOCK TABLE access.fga_stores IN ACCESS EXCLUSIVE MODE');
        try {
          return await work();
        } finally {
          await client.query('ROLLBACK');
        }
      }),
    async stop() {
      await Promise.all(children.map((child) => child.stop()));
      await Promise.all(proxies.map((proxy) => proxy.cut()));
      await around.stop();
    },
  };
}
