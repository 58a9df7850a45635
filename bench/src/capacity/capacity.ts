import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { withClient } from '@platform/dev/postgres';
import { describeMachine } from '../machine.ts';
import { table, writeSection } from '../report.ts';
import { costsOf, cpuOf, idleRates, threadOf } from './costs.ts';
import type { Costs } from './costs.ts';
import { storeCosts } from './plan-report.ts';
import { closedNetwork, kneeOf, limitOf } from './queueing.ts';
import { startCapacityStage } from './stage.ts';
import type { CapacityStage, Operation } from './stage.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 5);
const clientCounts = [1, 2, 4, 8, 16, 32];
const settlingMs = 3_000;
/** How far the model may be from what was measured. */
const mostError = 0.2;

interface Rate {
  clients: number;
  perSecond: number;
}

/** The model and the measurement of one operation. */
interface Comparison {
  costs: Costs;
  measured: Rate[];
  predicted: Rate[];
  /** Rate of the model at the measured knee, divided by the measured one, minus 1. */
  error: number;
}

async function measuredRates(operation: Operation): Promise<Rate[]> {
  const rates: Rate[] = [];
  for (const clients of clientCounts) {
    const { perSecond, errors } = await operation.load({ clients, seconds });
    if (errors > 0) throw new Error(`${operation.name}: ${errors} requests failed`);
    rates.push({ clients, perSecond });
    await pause(settlingMs);
  }
  return rates;
}

/** The rates that follow from the costs alone. */
function predictedRates(costs: Costs, cores: number, counts: readonly number[]): Rate[] {
  const cpuMs = cpuOf(costs);
  const waitMs = Math.max(0, costs.aloneMs - cpuMs);
  const limit = limitOf({ cpuMs, threadMs: threadOf(costs) }, cores);
  return counts.map((clients) => ({
    clients,
    perSecond: Math.min(limit, closedNetwork({ cpuMs, waitMs }, { cores, clients }).perSecond),
  }));
}

async function compare(
  stage: CapacityStage,
  client: Client,
  { operation, idle }: { operation: Operation; idle: Awaited<ReturnType<typeof idleRates>> },
): Promise<Comparison> {
  const costs = await costsOf({ platform: stage.platform, client, idle }, operation, seconds);
  const measured = await measuredRates(operation);
  const predicted = predictedRates(costs, availableParallelism(), clientCounts);
  const knee = kneeOf(measured);
  const model = predicted.find(({ clients }) => clients === knee.clients)!;
  return { costs, measured, predicted, error: model.perSecond / knee.perSecond - 1 };
}

const micros = (ms: number): string => Math.round(ms * 1_000).toLocaleString('en');

function costTable(all: readonly Comparison[]): string {
  const processes = [...new Set(all.flatMap(({ costs }) => Object.keys(costs.cpuMs)))];
  const row = (name: string, value: (costs: Costs) => string): string[] => [
    name,
    ...all.map(({ costs }) => value(costs)),
  ];
  return table(
    ['a request costs', ...all.map(({ costs }) => costs.name)],
    [
      ...processes.map((name) => row(`${name}, µs`, ({ cpuMs }) => micros(cpuMs[name] ?? 0))),
      row('all, µs', (costs) => micros(cpuOf(costs))),
      row('statements', ({ statements }) => statements.toFixed(1)),
      row('write-ahead log, bytes', ({ walBytes }) => Math.round(walBytes).toLocaleString('en')),
      row('response alone, µs', ({ aloneMs }) => micros(aloneMs)),
    ],
  );
}

function rateTable(all: readonly Comparison[]): string {
  return table(
    [
      'requests per second, measured / model',
      ...clientCounts.map((n) => `${n} clients`),
      'error at the knee',
    ],
    all.map(({ costs, measured, predicted, error }) => [
      costs.name,
      ...measured.map(
        ({ perSecond }, i) => `${perSecond.toFixed(0)} / ${predicted[i]!.perSecond.toFixed(0)}`,
      ),
      `${(error * 100).toFixed(0)} %`,
    ]),
  );
}

/** Measures the cost of each operation. Resolves to whether a queueing model of these costs predicts the knee of this machine. */
export async function capacity(): Promise<boolean> {
  const machine = describeMachine();
  const stage = await startCapacityStage();
  try {
    const all = await withClient(stage.platform.postgresUrl, async (client) => {
      await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
      await pause(10_000);
      const idle = await idleRates(stage.platform, client, 10);
      const compared: Comparison[] = [];
      for (const operation of stage.operations)
        compared.push(await compare(stage, client, { operation, idle }));
      return compared;
    });
    storeCosts(Object.fromEntries(all.map(({ costs: { name, ...costs } }) => [name, costs])));
    const holds = all.every(({ error }) => Math.abs(error) <= mostError);
    writeSection(
      'capacity',
      [
        '## capacity',
        '',
        `${machine}. The whole platform and its client on one machine. Costs at two clients, with the work behind the response (events, audit records), without what the platform uses at rest.`,
        '',
        costTable(all),
        '',
        `A closed network of ${availableParallelism()} cores and a wait, from these costs alone, against what was measured. The knee is the fewest clients that get nine tenths of the greatest rate.`,
        '',
        rateTable(all),
        '',
        `Allowed: ${mostError * 100} % at the knee. ${holds ? 'Holds.' : 'DOES NOT HOLD.'}`,
      ].join('\n'),
    );
    return holds;
  } finally {
    await stage.stop();
  }
}
