import { withClient } from '@platform/dev/postgres';
import type { DevPlatform } from '@platform/dev/platform';
import { temporaryFolder } from '@platform/testkit/stores';
import { describeMachine } from './machine.ts';
import { table, writeSection } from './report.ts';
import {
  createTenants,
  diskOf,
  eventLag,
  idleOf,
  memoryOf,
  settle,
  startTimed,
  tokensOf,
} from './tenants-stage.ts';

const claimedGrowth = 1.1;
const full = 50_000;
const calls = { tokens: 400, created: 100, events: 100 };

/** A figure at both sizes; disk may grow with the number of tenants. */
interface Row {
  what: string;
  few: number;
  mayGrow: boolean;
}

type Figures = Map<string, number>;

/** Measures a platform in its current state. `name` makes the tenants and users of this round distinct. */
async function measure(
  platform: DevPlatform,
  { name, startSeconds, idleSeconds }: { name: string; startSeconds: number; idleSeconds: number },
): Promise<Figures> {
  return withClient(platform.postgresUrl, async (client) => {
    const figures: Figures = new Map([['start, s', startSeconds]]);
    for (const [process, percent] of Object.entries(await idleOf(platform, idleSeconds)))
      figures.set(`idle ${process}, % of a core`, percent);
    const { tenants } = platform.ready;
    await tokensOf(platform, tenants, calls.tokens / 4);
    const token = await tokensOf(platform, tenants, calls.tokens);
    figures.set('token, p50 ms', token.p50).set('token, CPU ms', token.cpuMs);
    const slugs = Array.from({ length: calls.created }, (_, n) => `${name}-${n}`);
    const { timed: created } = await createTenants(platform, slugs);
    figures.set('create a tenant, p50 ms', created.p50);
    figures.set('create a tenant, CPU ms', created.cpuMs);
    await settle(platform, client);
    const [tenant] = tenants;
    if (!tenant) throw new Error('the platform has no tenant');
    const lag = await eventLag(platform, client, { tenant, count: calls.events, prefix: name });
    figures.set('event lag, p50 ms', lag.p50).set('event lag, p99 ms', lag.p99);
    figures.set('user and event, CPU ms', lag.cpuMs);
    for (const [process, mebibytes] of Object.entries(memoryOf(platform)))
      figures.set(`memory ${process}, MiB`, mebibytes);
    figures.set('disk, MiB', await diskOf(client));
    return figures;
  });
}

/** Starts the platform on existing data and measures it. */
async function measureStarted(
  folder: string,
  name: string,
  idleSeconds: number,
): Promise<{ platform: DevPlatform; figures: Figures }> {
  const { platform, s } = await startTimed(folder);
  try {
    return { platform, figures: await measure(platform, { name, startSeconds: s, idleSeconds }) };
  } catch (error) {
    await platform.stop();
    throw error;
  }
}

/** Creates the tenants, and returns a sentence about it. */
async function grow(platform: DevPlatform, count: number): Promise<string> {
  const slugs = Array.from({ length: count }, (_, n) => `many-${n}`);
  const { timed: created } = await createTenants(platform, slugs);
  const after = await withClient(platform.postgresUrl, (client) => settle(platform, client));
  return (
    `${count} tenants were created in ${(count / created.perSecond).toFixed(0)} s, ${created.perSecond.toFixed(0)} a second, at ${created.cpuMs.toFixed(1)} ms of processor time each; ` +
    `what follows from it (roles, events, audit records and their checkpoints) took ${(after / count).toFixed(1)} ms more each.`
  );
}

/** Small figures differ by as much as the counter of processor time does. */
const noise: Record<string, number> = { '% of a core': 0.3, MiB: 20, ms: 0.5, s: 0.5 };
const unitOf = (what: string): string =>
  what.slice(what.lastIndexOf(', ') + 2).replace(/^(p\d+|CPU) /, '');

const rowsOf = (few: Figures): Row[] =>
  [...few].map(([what, value]) => ({ what, few: value, mayGrow: what.startsWith('disk') }));

function isWithin({ what, few, mayGrow }: Row, many: number): boolean {
  return mayGrow || many <= few * claimedGrowth || many - few <= (noise[unitOf(what)] ?? 0);
}

/** Options on the command line. */
export interface TenantsOptions {
  tenants?: string | undefined;
}

/** Compares a platform of two tenants with one of many: `npm run bench -- tenants --tenants 50000`. */
export async function benchTenants({ tenants }: TenantsOptions): Promise<boolean> {
  const count = Number(tenants ?? full);
  const idleSeconds = count >= full ? 60 : 15;
  const machine = describeMachine();
  const folder = temporaryFolder('bench-tenants-');
  let running: DevPlatform | undefined;
  try {
    running = (await startTimed(folder.path)).platform;
    await running.stop();
    const small = await measureStarted(folder.path, 'few', idleSeconds);
    running = small.platform;
    const grown = await grow(running, count);
    console.error(grown);
    await running.stop();
    const large = await measureStarted(folder.path, 'more', idleSeconds);
    running = large.platform;
    const rows = rowsOf(small.figures).map((row) => {
      const many = large.figures.get(row.what) ?? NaN;
      return { cells: [row.what, row.few, many, many / row.few], holds: isWithin(row, many), row };
    });
    const broken = rows.filter(({ holds }) => !holds).map(({ row }) => row.what);
    const section = [
      '## tenants',
      '',
      `${machine}. The whole platform on one machine, started on existing data, with 2 tenants and ${calls.created} more, and with ${count} more. Event lag is from the response to a user's creation until the event is in the tenant's log.`,
      '',
      table(
        ['', 'few tenants', `${count} tenants`, 'growth'],
        rows.map(({ cells }) =>
          cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(2) : cell)),
        ),
      ),
      '',
      grown,
      '',
      `Claimed: at most ${claimedGrowth} in every row but disk, except for differences as small as the measurement's own${broken.length === 0 ? '' : `, which does NOT hold for: ${broken.join('; ')}`}.`,
    ].join('\n');
    if (count >= full) writeSection('tenants', section);
    else console.log(section);
    return broken.length === 0;
  } finally {
    await running?.stop();
    folder.remove();
  }
}
