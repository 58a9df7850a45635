import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '@platform/dev/postgres';
import { deliveryRows, measureDeliveries } from './events-deliveries.ts';
import { fairnessReport, measureFairness } from './events-fairness.ts';
import { startEventsStage, tenantsApart } from './events-stage.ts';
import type { ArrivalTimes } from './events-stage.ts';
import { measureResume } from './events-resume.ts';
import { newHistogram } from './histogram.ts';
import { describeMachine } from './machine.ts';
import { table, writeSection } from './report.ts';

type Stage = Awaited<ReturnType<typeof startEventsStage>>;

const steady = { perSecond: 25, seconds: 15 };
const facts = { oneTenant: 20_000, manyTenants: 40_000, tenants: 16 };
const patienceMillis = 60_000;

async function until(isMet: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const deadline = performance.now() + patienceMillis; !(await isMet()); await pause(20)) {
    if (performance.now() > deadline) throw new Error(`waited in vain: ${what}`);
  }
}

const millis = (micros: number): string => (micros / 1000).toFixed(1);

/** Time from the commit of each fact until it was seen. */
function lagOf(committed: ArrivalTimes, seen: ArrivalTimes): string[] {
  const lag = newHistogram();
  for (const [id, at] of committed) lag.add(((seen.get(id) ?? Infinity) - at) * 1000);
  return [millis(lag.at(50)), millis(lag.at(99))];
}

/** Facts a second, from the first that was seen to the last. */
function rateOf(committed: ArrivalTimes, seen: ArrivalTimes): number {
  const times = [...committed.keys()].map((id) => seen.get(id) as number).toSorted((a, b) => a - b);
  return ((times.length - 1) * 1000) / ((times.at(-1) as number) - (times[0] as number));
}

const hasAll = (committed: ArrivalTimes, seen: ArrivalTimes): boolean =>
  [...committed.keys()].every((id) => seen.has(id));

/** People made through the API at a steady rate: a fact is committed, at the latest, when the caller has the answer. */
async function runSteady({ directory, received, follow }: Stage): Promise<string[][]> {
  const reader = await follow();
  const committed: ArrivalTimes = new Map();
  const startedAt = performance.now();
  const calls: Promise<void>[] = [];
  for (let n = 0; n < steady.perSecond * steady.seconds; n++) {
    await pause(Math.max(0, startedAt + (n * 1000) / steady.perSecond - performance.now()));
    calls.push(
      directory
        .call('POST', '/api/v1/directory/users', {
          email: `steady${n}@example.com`,
          displayName: `Steady ${n}`,
        })
        .then(({ id }) => void committed.set(id, performance.now())),
    );
  }
  await Promise.all(calls);
  await until(
    () => hasAll(committed, reader.seen) && hasAll(committed, received),
    'every fact of the steady rate',
  );
  await reader.stop();
  const what = `${steady.perSecond} people/s through the API`;
  return [
    [`${what}, in the Events API`, '', ...lagOf(committed, reader.seen)],
    [`${what}, at the receiver`, '', ...lagOf(committed, received)],
  ];
}

async function runOneTenant({ tenantId, commitFacts, follow }: Stage): Promise<string[][]> {
  const reader = await follow();
  const startedAt = performance.now();
  const committed = await commitFacts(facts.oneTenant, [tenantId]);
  const perSecond = (facts.oneTenant * 1000) / (performance.now() - startedAt);
  await until(() => hasAll(committed, reader.seen), 'every fact in the Events API');
  await reader.stop();
  return [
    [`${facts.oneTenant} facts of one tenant at once, committed`, perSecond.toFixed(0), '', ''],
    [
      'the same, read from the Events API',
      rateOf(committed, reader.seen).toFixed(0),
      ...lagOf(committed, reader.seen),
    ],
  ];
}

/** With many tenants, the logs are counted: their heads contain the number of facts. */
async function runManyTenants({ postgresUrl, commitFacts }: Stage): Promise<string[]> {
  const tenants = tenantsApart(facts.tenants);
  return withClient(postgresUrl, async (client) => {
    const stored = async (): Promise<number> =>
      (
        await client.query(
          'SELECT coalesce(sum(last_seq), 0)::int AS n FROM outbound.event_heads WHERE tenant_id = ANY ($1)',
          [tenants],
        )
      ).rows[0].n;
    const committing = commitFacts(facts.manyTenants, tenants);
    let [first, atFirst, last] = [0, 0, 0];
    await until(async () => {
      const n = await stored();
      if (n > 0 && first === 0) [first, atFirst] = [performance.now(), n];
      last = performance.now();
      return n === facts.manyTenants;
    }, 'every fact in the logs');
    await committing;
    return [
      `${facts.manyTenants} facts of ${facts.tenants} tenants at once, in their logs`,
      (((facts.manyTenants - atFirst) * 1000) / (last - first)).toFixed(0),
      '',
      '',
    ];
  });
}

/** Healthy endpoints beside others that hang, as a section of its own: `npm run bench -- events-fairness` runs it alone. */
export async function eventsFairness(): Promise<boolean> {
  const machine = describeMachine();
  const fairness = await measureFairness();
  const { rows, verdict } = fairnessReport(fairness);
  writeSection(
    'events-fairness',
    [
      '## events-fairness',
      '',
      `${machine}. The stage of \`events\`. Two tenants with 150 endpoints each, and 96 slots each of the pod's 256; every 4 s one event goes to all endpoints of one tenant. ` +
        'Endpoints begin to hang, with a time-out of 30 s, when they have earned their full concurrency; the measurement begins with that.',
      '',
      table(['healthy endpoints', 'deliveries', 'lag p50 ms', 'lag p99 ms'], rows),
      '',
      verdict,
    ].join('\n'),
  );
  return fairness.holds;
}

/** Deliveries per second and their processor time, as a section of its own: `npm run bench -- events-deliveries` runs it alone. */
export async function eventsDeliveries(): Promise<boolean> {
  const machine = describeMachine();
  const rates = await measureDeliveries();
  const rows = deliveryRows(rates);
  for (const row of rows) console.error(row.join(' | '));
  writeSection(
    'events-deliveries',
    [
      '## events-deliveries',
      '',
      `${machine}. The stage of \`events\`; the receiver answers immediately. 10,000 events for one endpoint, then 50 events of each of two tenants with 250 endpoints. ` +
        'Processor time is that of outbound and PostgreSQL from the first commit of an event until all deliveries are recorded, and includes that of storing the events.',
      '',
      table(
        ['', 'deliveries/s', 'statements per delivery', 'outbound, µs CPU', 'PostgreSQL, µs CPU'],
        rows,
      ),
    ].join('\n'),
  );
  return true;
}

/** Measures how long ingestion pauses when outbound's only process exits: `npm run bench -- events-resume`. */
export async function eventsResume(): Promise<boolean> {
  const machine = describeMachine();
  const { rows, holds, rounds, claimedMs } = await measureResume();
  writeSection(
    'events-resume',
    [
      '## events-resume',
      '',
      `${machine}. The stage of \`events\`, and an event every 50 ms, of 16 tenants in turn. The only process of outbound gets a signal ${rounds} times and is started again as soon as it has ended. All in milliseconds.`,
      '',
      table(
        ['signal', 'nothing stored for, p50', 'longest', 'all stored after, p50', 'longest'],
        rows,
      ),
      '',
      `Claimed: at most ${claimedMs} ms without an event stored${holds ? '' : ', which does NOT hold'}.`,
    ].join('\n'),
  );
  return holds;
}

/** Measures the throughput and delay of facts from their commit to the Events API and to a receiver. */
export async function events(): Promise<boolean> {
  const machine = describeMachine();
  const stage = await startEventsStage();
  try {
    const endpoint = await stage.outbound.call('POST', '/api/v1/webhook-endpoints', {
      url: stage.receiverUrl,
      eventTypes: ['user.created'],
    });
    const rows = await runSteady(stage);
    for (const row of rows) console.error(row.join(' | '));
    await stage.outbound.call('DELETE', `/api/v1/webhook-endpoints/${endpoint.id}`);
    rows.push(...(await runOneTenant(stage)));
    for (const row of rows.slice(-2)) console.error(row.join(' | '));
    rows.push(await runManyTenants(stage));
    console.error(rows.at(-1)?.join(' | '));
    writeSection(
      'events',
      [
        '## events',
        '',
        `${machine}. One process each of directory (whose relay publishes), outbound, NATS and PostgreSQL (data synced); load, reader and receiver in one more, on the same machine. ` +
          "The receiver's endpoint may be sent any number a second, 32 at a time; all else as it is by default.",
        '',
        table(['', 'facts/s', 'lag p50 ms', 'lag p99 ms'], rows),
        '',
        'Lag is from commit to being seen. "At once" writes straight into the outbox, as fast as four connections commit: there the lag is the queue\'s.',
      ].join('\n'),
    );
  } finally {
    await stage.stop();
  }
  await eventsDeliveries();
  return eventsFairness();
}
