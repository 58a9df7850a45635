import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { DevPlatform } from '@platform/dev/platform';
import { cpuMicros } from '../cpu-time.ts';
import type { Operation } from './stage.ts';
import { storeTotals } from './stage.ts';

/** The cost of one request. */
export interface Costs {
  name: string;
  /** Processor time by process, in milliseconds; `load` is the client. */
  cpuMs: Record<string, number>;
  statements: number;
  walBytes: number;
  /** Response time of a single client, in milliseconds. */
  aloneMs: number;
}

/** Counters of everything that a request uses, at one moment. */
interface Totals {
  at: number;
  cpuMs: Record<string, number>;
  statements: number;
  walBytes: number;
}

/** Work behind the response, such as events and audit records, ends within this. */
const settlingMs = 3_000;
/** Half of the cores of a small machine: enough for the batches of a real load, far from the knee. */
const clients = 2;

const loadMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** Sum over processes, in milliseconds. */
export const cpuOf = ({ cpuMs }: Pick<Costs, 'cpuMs'>): number =>
  Object.values(cpuMs).reduce((sum, ms) => sum + ms, 0);

/** The processor time of the busiest Node.js process; PostgreSQL and NATS use more than one thread. */
export const threadOf = ({ cpuMs }: Pick<Costs, 'cpuMs'>): number =>
  Math.max(
    ...Object.entries(cpuMs).flatMap(([name, ms]) =>
      name === 'postgres' || name === 'nats' ? [] : [ms],
    ),
  );

async function totals(platform: DevPlatform, client: Client): Promise<Totals> {
  const cpuMs = Object.fromEntries(
    [...platform.processes].flatMap(([name, { pid }]) =>
      pid === undefined ? [] : [[name, cpuMicros(pid) / 1_000]],
    ),
  );
  return {
    at: performance.now(),
    cpuMs: { ...cpuMs, load: loadMs() },
    ...(await storeTotals(client)),
  };
}

/** The difference of counters, each a millisecond. */
function ratesBetween(from: Totals, to: Totals): Omit<Totals, 'at'> {
  const ms = to.at - from.at;
  return {
    cpuMs: Object.fromEntries(
      Object.entries(to.cpuMs).map(([name, total]) => [
        name,
        (total - (from.cpuMs[name] ?? 0)) / ms,
      ]),
    ),
    statements: (to.statements - from.statements) / ms,
    walBytes: (to.walBytes - from.walBytes) / ms,
  };
}

/** The use of an idle platform per millisecond. */
export async function idleRates(
  platform: DevPlatform,
  client: Client,
  seconds: number,
): Promise<Omit<Totals, 'at'>> {
  const before = await totals(platform, client);
  await pause(seconds * 1_000);
  return ratesBetween(before, await totals(platform, client));
}

/** Sends requests, waits for the work that they leave behind, and subtracts what the platform uses at rest. */
export async function costsOf(
  { platform, client, idle }: { platform: DevPlatform; client: Client; idle: Omit<Totals, 'at'> },
  operation: Operation,
  seconds: number,
): Promise<Costs> {
  await operation.load({ clients, seconds });
  await pause(settlingMs);
  const alone = await operation.load({ clients: 1, seconds });
  await pause(settlingMs);
  const before = await totals(platform, client);
  const { requests, errors } = await operation.load({ clients, seconds });
  await pause(settlingMs);
  const after = await totals(platform, client);
  if (errors > 0) throw new Error(`${operation.name}: ${errors} requests failed`);
  const used = ratesBetween(before, after);
  const each = (rate: number, atRest: number): number =>
    Math.max(0, ((rate - atRest) * (after.at - before.at)) / requests);
  return {
    name: operation.name,
    cpuMs: Object.fromEntries(
      Object.entries(used.cpuMs).map(([name, rate]) => [name, each(rate, idle.cpuMs[name] ?? 0)]),
    ),
    statements: each(used.statements, idle.statements),
    walBytes: each(used.walBytes, idle.walBytes),
    aloneMs: (alone.seconds * 1_000) / alone.requests,
  };
}
