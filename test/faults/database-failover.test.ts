import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { eventually } from '@platform/testkit/eventually';
import { runsLongTests } from '@platform/testkit/long-tests';
import { ownPlatform } from '@platform/testkit/platform';
import type { Answer, OwnPlatform } from '@platform/testkit/platform';
import { replicationBinaries, startPostgresPair } from './postgres-pair.ts';
import type { PostgresPair } from './postgres-pair.ts';

const failovers = Number(process.env['FAULT_FAILOVERS'] ?? (runsLongTests ? 3 : 1));
const writers = 4;
/** Writes go on within this time after the promotion. */
const resumeMs = 5_000;

const binaries = replicationBinaries();
if (!binaries)
  console.warn(
    'pg_basebackup is not installed: the tests of a failover of PostgreSQL are skipped (apt-get install postgresql)',
  );

/** A user whose creation was acknowledged, and the names that were acknowledged after it, in order. */
interface Acknowledged {
  email: string;
  id: string;
  names: string[];
}

describe.skipIf(!binaries)('PostgreSQL fails over under load', () => {
  let pair: PostgresPair;
  let platform: OwnPlatform;
  let token: string;
  const users: Acknowledged[] = [];
  const acknowledgedAt: number[] = [];

  beforeAll(async () => {
    pair = await startPostgresPair(binaries as string);
    platform = await ownPlatform({
      services: ['hub', 'fga', 'directory', 'outbound', 'gateway'],
      env: { ...process.env, DATABASE_URL: pair.url },
      settings: { 'platform.database.connection-timeout': '5s' },
    });
    token = await platform.token('demo');
  });
  afterAll(async () => {
    await platform?.stop();
    await pair?.stop();
  });

  /** Sends a write until it is acknowledged, always with the same idempotency key. */
  async function written(key: string, method: string, path: string, body: object): Promise<Answer> {
    for (const end = Date.now() + 120_000; Date.now() < end;) {
      const answer = await platform
        .call(method, path, { token, body, headers: { 'idempotency-key': key } })
        .catch(() => undefined);
      if (answer?.status === 200) {
        acknowledgedAt.push(performance.now());
        return answer;
      }
      const mayRepeat =
        !answer || answer.status >= 500 || answer.body.code === 'idempotency_key_in_use';
      if (!mayRepeat) throw new Error(`${key}: ${JSON.stringify(answer.body)}`);
      await pause(50);
    }
    throw new Error(`${key} was never acknowledged`);
  }

  async function write(writer: number, done: AbortSignal): Promise<void> {
    for (let n = 0; !done.aborted; n++) {
      const name = `failover-${writer}-${n}`;
      const email = `${name}@example.com`;
      const { body } = await written(name, 'post', '/api/v1/directory/users', { email });
      const user: Acknowledged = { email, id: body.id as string, names: [] };
      users.push(user);
      for (const displayName of [`${name} one`, `${name} two`]) {
        const path = `/api/v1/directory/users/${user.id}`;
        await written(displayName.replaceAll(' ', '-'), 'patch', path, { displayName });
        user.names.push(displayName);
      }
    }
  }

  const untilMore = (count: number): Promise<unknown> => {
    const goal = acknowledgedAt.length + count;
    return eventually(() => acknowledgedAt.length >= goal, { what: 'more writes' });
  };

  /** Promotes the standby, and returns the milliseconds from its begin until a write was acknowledged. */
  async function resumedMs(): Promise<number> {
    const startedAt = performance.now();
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
    const done = new AbortController();
    const writing = Promise.all(Array.from({ length: writers }, (_, n) => write(n, done.signal)));
    // Awaited at the end, also when a step before it fails.
    writing.catch(() => undefined);
    const rounds: { resumedMs: number; how: string }[] = [];
    try {
      for (let round = 0; round < failovers; round++) {
        await untilMore(40);
        await pair.killPrimary();
        const ms = await resumedMs();
        if (round === 0) {
          const sessions = await pair.withFormerPrimary(async (url) => {
            await pair.cutConnections();
            await untilMore(20);
            return sessionsOf(url);
          });
          expect(sessions).toBe(0);
        }
        await untilMore(20);
        rounds.push({ resumedMs: Math.round(ms), how: await pair.rejoin() });
      }
      await untilMore(20);
    } finally {
      done.abort();
      await writing;
    }
    console.log(`acknowledged ${acknowledgedAt.length} writes; ${JSON.stringify(rounds)}`);
    expect(rounds.filter(({ resumedMs: ms }) => ms > resumeMs)).toEqual([]);
  }, 900_000);

  test('nothing acknowledged is lost or doubled', async () => {
    const stored = await withClient(
      pair.url,
      async (client) =>
        (
          await client.query<{ id: string; display_name: string | null; email: string }>(
            `SELECT id, email, display_name FROM directory.users WHERE email LIKE 'failover-%'`,
          )
        ).rows,
    );
    expect(stored).toHaveLength(users.length);
    const names = new Map(stored.map((row) => [row.id, row.display_name]));
    const wrong = users.filter(({ id, names: given }) => names.get(id) !== given.at(-1));
    expect(wrong).toEqual([]);
  });

  test('the events of each user arrive once and in order', async () => {
    const eventsOf = async (): Promise<Map<string, string[]>> => {
      const rows = await withClient(
        pair.url,
        async (client) =>
          (
            await client.query<{ subject_id: string; type: string }>(
              `SELECT subject_id, type FROM outbound.events WHERE type IN ('user.created', 'user.updated') ORDER BY tenant_id, seq`,
            )
          ).rows,
      );
      const found = new Map<string, string[]>();
      for (const { subject_id: id, type } of rows) found.set(id, [...(found.get(id) ?? []), type]);
      return found;
    };
    const expected = ({ names }: Acknowledged): string[] => [
      'user.created',
      ...names.map(() => 'user.updated'),
    ];
    await eventually(
      async () => {
        const found = await eventsOf();
        return users.every((user) => (found.get(user.id)?.length ?? 0) >= expected(user).length);
      },
      { what: 'every event' },
    );
    const found = await eventsOf();
    const wrong = users.filter(
      (user) => JSON.stringify(found.get(user.id)) !== JSON.stringify(expected(user)),
    );
    expect(wrong).toEqual([]);
  });
});
