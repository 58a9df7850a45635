import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { eventually } from '@platform/testkit/eventually';
import { runsLongTests } from '@platform/testkit/long-tests';
import { ownPlatform } from '@platform/testkit/platform';
import type { OwnPlatform } from '@platform/testkit/platform';
import { replicationBinaries, startPostgresPair } from './postgres-pair.ts';
import type { PostgresPair } from './postgres-pair.ts';
import { userLoad } from './user-load.ts';
import type { UserLoad } from './user-load.ts';

const failovers = Number(process.env['FAULT_FAILOVERS'] ?? (runsLongTests ? 3 : 1));
/** Writes go on within this time after the promotion. */
const resumeMs = 5_000;

const binaries = replicationBinaries();
if (!binaries)
  console.warn(
    'pg_basebackup is not installed: the tests of a failover of PostgreSQL are skipped (apt-get install postgresql)',
  );

describe.skipIf(!binaries)('PostgreSQL fails over under load', () => {
  let pair: PostgresPair;
  let platform: OwnPlatform;
  let load: UserLoad;

  beforeAll(async () => {
    pair = await startPostgresPair(binaries as string);
    platform = await ownPlatform({
      services: ['hub', 'fga', 'directory', 'outbound', 'gateway'],
      env: { ...process.env, DATABASE_URL: pair.url },
      settings: { 'platform.database.connection-timeout': '5s' },
    });
    load = userLoad(platform, 'failover', () => pair.url);
  });
  afterAll(async () => {
    await platform?.stop();
    await pair?.stop();
  });

  /** Promotes the standby, and returns the milliseconds from its begin until a write was acknowledged. */
  async function resumedMs(): Promise<number> {
    const startedAt = performance.now();
    const { acknowledgedAt } = load;
    const before = acknowledgedAt.length;
    await pair.promote();
    await eventually(() => acknowledgedAt.length > before, { what: 'a write after the promotion' });
    return (acknowledgedAt[before] as number) - startedAt;
  }

  /** Counts sessions of services; the former primary must have none. */
  const sessionsOf = (url: string): Promise<number> =>
    withClient(url, async (client) =>
      Number(
        (
          await client.query<{ n: string }>(
            `SELECT count(*) AS n FROM pg_stat_activity WHERE application_name ~ '-(app|worker)$'`,
          )
        ).rows[0]?.n,
      ),
    );

  test('writes go on after each promotion, and a former primary gets none', async () => {
    await load.begin('demo');
    const rounds: { resumedMs: number; how: string }[] = [];
    try {
      for (let round = 0; round < failovers; round++) {
        await load.untilMore(40);
        await pair.killPrimary();
        const ms = await resumedMs();
        if (round === 0) {
          const sessions = await pair.withFormerPrimary(async (url) => {
            await pair.cutConnections();
            await load.untilMore(20);
            return sessionsOf(url);
          });
          expect(sessions).toBe(0);
        }
        await load.untilMore(20);
        rounds.push({ resumedMs: Math.round(ms), how: await pair.rejoin() });
      }
      await load.untilMore(20);
    } finally {
      await load.end();
    }
    console.log(`acknowledged ${load.acknowledgedAt.length} writes; ${JSON.stringify(rounds)}`);
    expect(rounds.filter(({ resumedMs: ms }) => ms > resumeMs)).toEqual([]);
  }, 900_000);

  test('nothing acknowledged is lost or doubled', () => load.expectStored());

  test('the events of each user arrive once and in order', () => load.expectEvents());
});
