import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '@platform/testkit/eventually';
import { testNatsAccount } from '@platform/testkit/stores';
import { testCollector } from '@platform/testkit/trace-collector';
import type { CollectedSpan, TestCollector } from '@platform/testkit/trace-collector';
import { noAccessLines } from '../src/telemetry/access-lines.ts';
import { createBus } from '../src/bus/bus.ts';
import type { Bus } from '../src/bus/bus.ts';
import { publishTestEvent, testStore } from '../src/bus/test-store.ts';
import { listenRpc, rpcPeer, serveSomeRpc } from '../src/grpc/grpc.ts';
import type { RpcPeer, RpcServer } from '../src/grpc/grpc.ts';
import { listen, sendJson, serviceHttp } from '../src/http/http.ts';
import type { HttpServer, ServiceHttpOptions } from '../src/http/http.ts';
import { newId } from '../src/ids/ids.ts';
import { silentLog } from '../src/telemetry/log.ts';
import { createMetrics } from '../src/telemetry/metrics.ts';
import { currentScope, noteAccess } from '../src/telemetry/request-scope.ts';
import { startTracing } from '../src/telemetry/telemetry.ts';
import type { Tracing } from '../src/telemetry/telemetry.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const tenantId = newId('tenant');

let collector: TestCollector;
let tracing: Tracing;
let nats: Awaited<ReturnType<typeof testNatsAccount>>;
let store: Awaited<ReturnType<typeof testStore>>;
let bus: Bus;
let sibling: RpcServer;
let peer: RpcPeer;
let http: HttpServer;
const consumed: string[] = [];
const requestIds: (string | undefined)[] = [];

/** A request whose handler calls a sibling, which publishes an event that a consumer receives. */
beforeAll(async () => {
  [collector, nats, store] = await Promise.all([testCollector(), testNatsAccount(), testStore()]);
  tracing = (await startTracing({
    endpoint: collector.endpoint,
    sampleRatio: 1,
    service: 'shop',
    version: '1',
  })) as Tracing;
  const metrics = createMetrics('shop');
  bus = createBus({
    service: 'shop',
    url: nats.url,
    replicas: 1,
    db: store.db,
    log: silentLog,
    metrics,
    tracing,
    outbox: { pollIntervalMs: 100, batchSize: 100, retentionMs: 3_600_000 },
  });
  bus.consume('shipping', ['user.deleted'], async ({ event }) => void consumed.push(event.id));
  sibling = await listenRpc({
    port: 0,
    log: silentLog,
    verifyCaller: async () => ({ serviceAccount: 'shop' }) as never,
    observation: { metrics, access: noAccessLines, tracing },
    mounts: [
      serveSomeRpc(
        'platform.hub.v1.Clients',
        {
          GetClient: async () => {
            requestIds.push(currentScope()?.requestId);
            await publishTestEvent(store.db, tenantId);
            return { found: true, allowedScopes: [] } as never;
          },
        },
        { GetClient: ['*'] },
      ),
    ],
  });
  peer = rpcPeer({ address: `127.0.0.1:${sibling.port}`, token: async () => 'token' });
  http = await listen(
    0,
    serviceHttp({
      mounts: [],
      metrics,
      log: silentLog,
      access: noAccessLines,
      tracing,
      surfaces: [
        {
          owns: () => true,
          async handle(_req: IncomingMessage, res: ServerResponse) {
            noteAccess({ operationId: 'shopOrder' });
            // Passes no trace context explicitly.
            await peer.service('platform.hub.v1.Clients').GetClient({});
            sendJson(res, 200, '{}');
          },
        },
      ],
    } as unknown as ServiceHttpOptions),
  );
});
afterAll(async () => {
  await http.close(0);
  peer.close();
  await sibling.close(0);
  await bus.close();
  await Promise.all([tracing.close(), store.stop(), nats.stop()]);
  await collector.stop();
});

test('one trace connects a request, a call, a transaction and the consumed event', async () => {
  const answer = await fetch(`http://127.0.0.1:${http.port}/orders`, {
    headers: {
      traceparent: `00-${traceId}-00f067aa0ba902b7-00`,
      'x-request-id': 'req_of_the_shop',
    },
  });
  expect(answer.status).toBe(200);
  await eventually(() => consumed.length === 1);
  expect(requestIds).toEqual(['req_of_the_shop']);

  const spans = () => collector.spans.filter((span) => span.traceId === traceId);
  const named = (name: string, kind: number): CollectedSpan | undefined =>
    spans().find((span) => span.name === name && span.kind === kind);
  await eventually(() => named('consume user.deleted', 5) !== undefined);
  await eventually(() => named('shopOrder', 2) !== undefined);
  const method = 'platform.hub.v1.Clients/GetClient';
  const chain = [
    named('shopOrder', 2),
    named(method, 3),
    named(method, 2),
    named('shop write', 3),
    named('consume user.deleted', 5),
  ];
  expect(chain.map((span) => span?.parentSpanId)).toEqual([
    '00f067aa0ba902b7',
    ...chain.slice(0, -1).map((span) => span?.spanId),
  ]);
});

test('work woken by a commit is not part of the trace', () => {
  const inTrace = collector.spans.filter((span) => span.traceId === traceId);
  // The relay reads and marks outbox rows in transactions of its own, which are not traced.
  expect(inTrace.filter(({ name }) => name === 'shop write')).toHaveLength(1);
});
