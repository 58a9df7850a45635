import { sql } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { identityFacade } from '../generated/tables.ts';
import type { Dimension, RollupRow } from './rollup.ts';

const analytics = identityFacade
  .table('loginAnalytics')
  .pick('asOf')
  .compute((of) => ({ key: of.ref('userKey') }));
const rollups = identityFacade.table('loginRollupDaily').narrow<{ dimension: Dimension }>();
const rollupKeys = rollups.pick('day', 'dimension', 'key');
const totals = rollups.only({ dimension: 'total' });
const activeUsers = identityFacade
  .table('loginActiveUsers')
  .pick()
  .compute((of) => ({ users: of.fn.count<number>('userHash').distinct() }));

const isoOf = (ms: number): string => new Date(ms).toISOString();

/** Marks events as counted and returns those that were not counted before. */
export const markSeen = async (
  tx: Tx,
  events: readonly { id: string; day: number }[],
): Promise<Set<string>> => {
  const rows = await tx.rows<{ id: string }>(
    `INSERT INTO login_events_seen (tenant_id, day, event_id) SELECT $1, * FROM unnest($2::timestamptz[], $3::text[])
     ON CONFLICT DO NOTHING RETURNING event_id AS id`,
    [tx.context.tenantId, events.map(({ day }) => isoOf(day)), events.map(({ id }) => id)],
  );
  return new Set(rows.map(({ id }) => id));
};

/** Advances the time of the newest event and returns the key of the tenant's digests; undefined if the tenant was deleted. */
export const advanceAnalytics = async (
  tx: Tx,
  newest: number,
  freshKey: Buffer,
): Promise<Buffer | undefined> =>
  (
    await tx.row<{ key: Buffer }>(
      `INSERT INTO login_analytics AS a (tenant_id, user_key, as_of)
       SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT FROM purged_tenant WHERE tenant_id = $1)
       ON CONFLICT (tenant_id) DO UPDATE SET as_of = greatest(a.as_of, excluded.as_of) RETURNING user_key AS key`,
      [tx.context.tenantId, freshKey, isoOf(newest)],
    )
  )?.key;

/** The key of the tenant's digests, and the time of the newest event. */
export const findAnalytics = (tx: Tx): Promise<RowOf<typeof analytics> | undefined> =>
  analytics.find(tx, {});

/** The keys that are already counted on these days. */
export const listAnalyticsKeys = (
  tx: Tx,
  days: readonly number[],
): Promise<RowOf<typeof rollupKeys>[]> =>
  tx.rows(rollupKeys.select(tx).where('day', '=', sql<Date>`any(${days.map(isoOf)})`));

export const addRollups = (tx: Tx, rows: readonly RollupRow[]): Promise<number> =>
  tx.execute(
    `INSERT INTO login_rollup_daily AS r (tenant_id, day, dimension, key, succeeded, failed, blocked, sign_ups, mfa_completed)
     SELECT $1, * FROM unnest($2::timestamptz[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[])
     ON CONFLICT (tenant_id, day, dimension, key) DO UPDATE SET succeeded = r.succeeded + excluded.succeeded, failed = r.failed + excluded.failed,
       blocked = r.blocked + excluded.blocked, sign_ups = r.sign_ups + excluded.sign_ups, mfa_completed = r.mfa_completed + excluded.mfa_completed`,
    [
      tx.context.tenantId,
      rows.map(({ day }) => isoOf(day)),
      rows.map(({ dimension }) => dimension),
      rows.map(({ key }) => key),
      rows.map(({ succeeded }) => succeeded),
      rows.map(({ failed }) => failed),
      rows.map(({ blocked }) => blocked),
      rows.map(({ signUps }) => signUps),
      rows.map(({ mfaCompleted }) => mfaCompleted),
    ],
  );

/** Adds users to their days and counts those who are new there. The totals of the days must exist. */
export const addActiveUsers = (
  tx: Tx,
  users: readonly { day: number; hash: string }[],
): Promise<number> =>
  tx.execute(
    `WITH added AS (
       INSERT INTO login_active_users (tenant_id, day, user_hash)
       SELECT $1, day, decode(hash, 'hex') FROM unnest($2::timestamptz[], $3::text[]) AS u (day, hash) ON CONFLICT DO NOTHING RETURNING day)
     UPDATE login_rollup_daily r SET unique_users = r.unique_users + a.users
     FROM (SELECT day, count(*) AS users FROM added GROUP BY day) AS a
     WHERE r.tenant_id = $1 AND r.day = a.day AND r.dimension = 'total' AND r.key = ''`,
    [tx.context.tenantId, users.map(({ day }) => isoOf(day)), users.map(({ hash }) => hash)],
  );

/** Removes a user from all days. */
export const deleteActiveUser = (tx: Tx, hash: string): Promise<number> =>
  tx.execute(
    `WITH gone AS (
       DELETE FROM login_active_users WHERE tenant_id = $1 AND user_hash = decode($2, 'hex') RETURNING day)
     UPDATE login_rollup_daily r SET unique_users = greatest(0, r.unique_users - 1) FROM gone
     WHERE r.tenant_id = $1 AND r.day = gone.day AND r.dimension = 'total' AND r.key = ''`,
    [tx.context.tenantId, hash],
  );

export const listDays = (
  tx: Tx,
  from: Date,
  to: Date,
): Promise<RollupSums<{ day: Date; uniqueUsers: number }>[]> =>
  tx.rows(
    totals
      .omit('dimension', 'key')
      .select(tx)
      .where((of) => of.between('day', from, to))
      .orderBy('day'),
  );

/** Sums of a range of days, with what they count. */
export type RollupSums<T> = T & Omit<RollupRow, 'day' | 'dimension' | 'key'>;

/** Sums by key, the largest first. */
export const sumKeys = (
  tx: Tx,
  from: Date,
  to: Date,
): Promise<{ dimension: Dimension; key: string; succeeded: number; failed: number }[]> =>
  tx.rows<{ dimension: Dimension; key: string; succeeded: number; failed: number }>(
    `SELECT dimension, key, sum(succeeded)::bigint AS succeeded, sum(failed)::bigint AS failed
     FROM login_rollup_daily WHERE tenant_id = $1 AND dimension <> 'total' AND day BETWEEN $2 AND $3
     GROUP BY dimension, key ORDER BY dimension, sum(succeeded) + sum(failed) DESC, key`,
    [tx.context.tenantId, from, to],
  );

export const countUsers = async (tx: Tx, from: Date, to: Date): Promise<number> =>
  (await tx.row(activeUsers.select(tx).where((of) => of.between('day', from, to))))?.users ?? 0;
