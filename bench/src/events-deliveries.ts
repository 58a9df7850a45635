import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '@platform/dev/postgres';
import { startEventsStage, unbounded } from './events-stage.ts';
import type { BenchClient } from './events-stage.ts';

const load = { endpoints: 500, warmUp: 10, events: 100, oneReceiver: 10_000, perTransaction: 50 };
const patienceMillis = 120_000;

type Stage = Awaited<ReturnType<typeof startEventsStage>>;

/** Deliveries a second, and per delivery: statements of outbound, and processor time in microseconds. */
interface DeliveryRate {
  perSecond: number;
  statements: number;
  outbound: number;
  postgres: number;
}

/** Endpoints of these tenants in turn. */
async function addEndpoints(clients: readonly BenchClient[], count: number, url: string) {
  const ends: (() => Promise<unknown>)[] = [];
  for (let n = 0; n < count; n++) {
    const client = clients[n % clients.length] as BenchClient;
    const body = { url: `${url}/${n}`, eventTypes: ['user.created'] };
    const { id } = await client.call('POST', '/api/v1/webhook-endpoints', body);
    ends.push(() => client.call('DELETE', `/api/v1/webhook-endpoints/${id}`));
  }
  return async () => {
    for (const end of ends) await end();
  };
}

/** Resolves when nothing waits for an attempt, and all that arrived is recorded. */
async function untilSettled({ postgresUrl, arrivals }: Stage, expected: number): Promise<void> {
  const deadline = performance.now() + patienceMillis;
  const check = () => {
    if (performance.now() > deadline)
      throw new Error(`${arrivals.length} of ${expected} deliveries arrived`);
    return pause(20);
  };
  while (arrivals.length < expected) await check();
  const open = `SELECT FROM outbound.webhook_deliveries WHERE status IN ('pending', 'in_flight') LIMIT 1`;
  await withClient(postgresUrl, async (client) => {
    while ((await client.query(open)).rowCount !== 0) await check();
  });
}

/** Counts the statements of outbound so far. */
const statementCount = ({ postgresUrl }: Stage): Promise<number> =>
  withClient(postgresUrl, async (client) => {
    const { rows } = await client.query<{ n: string }>(
      `SELECT coalesce(sum(calls), 0) AS n FROM pg_stat_statements JOIN pg_roles r ON r.oid = userid
       WHERE toplevel AND rolname LIKE 'outbound%'`,
    );
    return Number(rows[0]?.n);
  });

/** Commits events as fast as possible, until each has been delivered to every endpoint of its tenant. */
async function deliver(
  stage: Stage,
  { events, tenants, endpoints }: { events: number; tenants: string[]; endpoints: number },
): Promise<DeliveryRate> {
  const { arrivals, commitFacts, cpu } = stage;
  arrivals.length = 0;
  const count = (events * endpoints) / tenants.length;
  const statementsBefore = await statementCount(stage);
  const before = cpu();
  await commitFacts(events, tenants, load.perTransaction);
  await untilSettled(stage, count);
  const [outbound = 0, postgres = 0] = cpu().map((time, i) => (time - (before[i] ?? 0)) / count);
  const seconds = ((arrivals.at(-1) as number) - (arrivals[0] as number)) / 1000;
  const statements = ((await statementCount(stage)) - statementsBefore) / count;
  return { perSecond: (arrivals.length - 1) / seconds, statements, outbound, postgres };
}

async function measure(stage: Stage, clients: BenchClient[], endpoints: number, events: number) {
  const remove = await addEndpoints(clients, endpoints, stage.receiverUrl);
  const tenants = clients.map(({ tenantId }) => tenantId);
  for (let n = 0; n < load.warmUp; n++)
    await deliver(stage, { events: tenants.length, tenants, endpoints });
  const rate = await deliver(stage, { events, tenants, endpoints });
  await remove();
  return rate;
}

/** Deliveries to one receiver, and to many. */
export async function measureDeliveries(): Promise<[string, DeliveryRate][]> {
  const { endpoints, events, oneReceiver } = load;
  const stage = await startEventsStage({
    limits: { ...unbounded, 'platform.webhooks.max-endpoints-per-tenant': String(endpoints) },
    postgresSettings: ['shared_preload_libraries=pg_stat_statements'],
  });
  try {
    await withClient(stage.postgresUrl, (client) =>
      client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements'),
    );
    const { outbound, otherOutbound } = stage;
    const both = [outbound, otherOutbound];
    return [
      ['one receiver', await measure(stage, [outbound], 1, oneReceiver)],
      [`${endpoints} endpoints of two tenants`, await measure(stage, both, endpoints, events)],
    ];
  } finally {
    await stage.stop();
  }
}

/** The rows of the table. */
export const deliveryRows = (rates: readonly [string, DeliveryRate][]): string[][] =>
  rates.map(([what, { perSecond, statements, outbound, postgres }]) => [
    what,
    perSecond.toFixed(0),
    statements.toFixed(2),
    outbound.toFixed(0),
    postgres.toFixed(0),
  ]);
