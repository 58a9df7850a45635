import { createHmac, randomBytes } from 'node:crypto';
import type { Tx } from '@platform/kit/database';
import { tenantBatches } from '@platform/kit/bus';
import type { Platform, Worker } from '@platform/kit/service';
import {
  addActiveUsers,
  addRollups,
  advanceAnalytics,
  deleteActiveUser,
  findAnalytics,
  listAnalyticsKeys,
  markSeen,
} from './analytics-store.ts';
import { dayOf, dayOfId, loginEventOf } from './login-event.ts';
import type { LoginEvent } from './login-event.ts';
import { rolledUp, withinKeys } from './rollup.ts';
import type { RollupRow } from './rollup.ts';

/** Keys per day and dimension; further ones count as `other`. */
const maxKeys = 500;

const hashOf = (key: Buffer, userId: string): string =>
  createHmac('sha256', key).update(userId).digest('hex');

const placeOf = (day: number, dimension: string, key: string): string =>
  `${day} ${dimension} ${key}`;

function groupSizes(groups: readonly string[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  return sizes;
}

async function withRoom(tx: Tx, rows: readonly RollupRow[]): Promise<RollupRow[]> {
  const present = await listAnalyticsKeys(tx, [...new Set(rows.map(({ day }) => day))]);
  const known = new Set(present.map((row) => placeOf(row.day.getTime(), row.dimension, row.key)));
  const used = groupSizes(present.map((row) => `${row.day.getTime()} ${row.dimension}`));
  return withinKeys(
    rows,
    ({ day, dimension, key }) => known.has(placeOf(day, dimension, key)),
    ({ day, dimension }) => maxKeys - (used.get(`${day} ${dimension}`) ?? 0),
  );
}

/** Counts events of a tenant, each once: event ids, sums and users are written in one transaction. */
async function countLogins(tx: Tx, delivered: readonly LoginEvent[]): Promise<void> {
  // A batch may contain an event twice.
  const events = [...new Map(delivered.map((event) => [event.id, event])).values()];
  const newest = Math.max(...events.map(({ occurredAt }) => occurredAt));
  const key = await advanceAnalytics(tx, newest, randomBytes(32));
  if (!key) return;
  const unseen = await markSeen(
    tx,
    events.map(({ id }) => ({ id, day: dayOfId(id) })),
  );
  const counted = events.filter(({ id }) => unseen.has(id));
  if (counted.length === 0) return;
  await addRollups(tx, await withRoom(tx, rolledUp(counted)));
  const users = counted.flatMap(({ isSuccess, userId, occurredAt }) =>
    isSuccess && userId ? [{ day: dayOf(occurredAt), hash: hashOf(key, userId) }] : [],
  );
  if (users.length > 0) await addActiveUsers(tx, users);
}

/** Removes the user from the active users; the sums stay. */
export async function forgetUser(tx: Tx, userId: string): Promise<void> {
  const analytics = await findAnalytics(tx);
  if (analytics) await deleteActiveUser(tx, hashOf(analytics.key, userId));
}

const actor = { type: 'system', id: 'identity-facade' } as const;

/** Counts sign-ins from the bus, in batches of one tenant. */
export const analyticsWorker = (
  platform: Pick<Platform, 'bus' | 'log'>,
  { clock, waitMs }: { clock: () => number; waitMs?: number | undefined },
): Worker =>
  tenantBatches(platform, {
    name: 'login-analytics',
    types: ['user.signed_in', 'user.sign_in_failed'],
    maxWaitMs: waitMs,
    apply: (tenantId, events, db) =>
      db.transact({ tenantId, actor }, (tx) =>
        countLogins(
          tx,
          events.map((event) => loginEventOf(event, clock())),
        ),
      ),
  });
