import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { table, writeSection } from '../report.ts';
import { planOf, ratesOf } from './plan.ts';
import type { RequestCosts, Workload } from './plan.ts';

/** The costs that `capacity` measured last. */
const file = fileURLToPath(new URL('../../COSTS.json', import.meta.url));

/** Stores measured costs for `plan`. */
export function storeCosts(costs: Record<string, RequestCosts>): void {
  const digits = (_key: string, value: unknown): unknown =>
    typeof value === 'number' ? Number(value.toPrecision(3)) : value;
  writeFileSync(file, `${JSON.stringify(costs, digits, 2)}\n`);
}

/** A fifth of all users signs in each day. */
const daily = 0.2;
const tokensPerSignIn = 10;

const workloads: Workload[] = [
  {
    name: '1,000 tenants, 1 M users',
    tenants: 1_000,
    users: 1_000_000,
    rates: ratesOf(1_000_000, { daily, tokensPerSignIn, checksPerSecond: 1_000 }),
  },
  {
    name: '100,000 tenants, 100 M users, 1 M checks per second',
    tenants: 100_000,
    users: 100_000_000,
    rates: ratesOf(100_000_000, { daily, tokensPerSignIn, checksPerSecond: 1_000_000 }),
  },
];

const number = (value: number): string =>
  value.toLocaleString('en', { maximumSignificantDigits: 3 });

function sectionOf(workload: Workload, costs: Record<string, RequestCosts>): string {
  const { shares, statementsPerSecond, walMegabytesPerSecond } = planOf(workload, costs);
  return [
    `### ${workload.name}`,
    '',
    table(
      ['at the peak', 'per second'],
      Object.entries(workload.rates).map(([name, rate]) => [name, number(rate)]),
    ),
    '',
    table(
      ['', 'busy cores', 'pods'],
      shares.map(({ process, cores, pods }) => [
        process,
        number(cores),
        pods === undefined ? '–' : number(pods),
      ]),
    ),
    '',
    `PostgreSQL: ${number(statementsPerSecond)} statements and ${number(walMegabytesPerSecond)} MB of write-ahead log per second.`,
  ].join('\n');
}

/** Writes the deployment for two workloads, from the costs that were measured last. */
export async function plan(): Promise<boolean> {
  const costs = JSON.parse(readFileSync(file, 'utf8')) as Record<string, RequestCosts>;
  writeSection(
    'plan',
    [
      '## plan',
      '',
      `From the costs in COSTS.json. ${daily * 100} % of the users sign in each day, half of them within two hours, and each sign-in is followed by ${tokensPerSignIn} tokens.`,
      '',
      workloads.map((workload) => sectionOf(workload, costs)).join('\n\n'),
    ].join('\n'),
  );
  return true;
}
