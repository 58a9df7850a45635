import { deleteOlder } from '../database/database.ts';
import type { Database, Tx } from '../database/database.ts';
import type { SingletonJob } from '../jobs/jobs.ts';
import { problem } from '../problem/problem.ts';

/** A tenant's limit within a fixed window. */
export interface FixedWindow {
  /** Name in the service's table `rate_windows`. */
  bucket: string;
  /** 0: no limit. */
  limit: number;
  windowMs: number;
  /** Plural noun of the limited action, for the caller: "tests". */
  what: string;
}

interface Taken {
  used: number | null;
  resetMs: number;
}

const spanOf = (ms: number): string =>
  ms % 60_000 === 0 ? `${ms / 60_000} min` : `${Math.round(ms / 1000)} s`;

/**
 * Takes one from the window, by the database's clock. One row counts for all pods, so the count is
 * exact. A rollback returns it. Requires the table `rate_windows` (`tenant_id`, `bucket`,
 * `window_start`, `used`; the first three are its primary key), which {@link fixedWindowSweep}
 * cleans up.
 * @throws 429 `rate_limited` with `Retry-After`, the time until the window ends
 */
export async function takeOfWindow(
  tx: Tx,
  { bucket, limit, windowMs, what }: FixedWindow,
): Promise<void> {
  if (limit === 0) return;
  const row = await tx.row<Taken>(
    `WITH clock AS (SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now_ms), start AS (SELECT now_ms, floor(now_ms / $3::numeric) * $3::numeric AS ms FROM clock),
     taken AS (
       INSERT INTO rate_windows AS r (tenant_id, bucket, window_start, used) SELECT $1, $2, to_timestamp(ms / 1000), 1 FROM start
       ON CONFLICT (tenant_id, bucket, window_start) DO UPDATE SET used = r.used + 1 WHERE r.used < $4 RETURNING used)
     SELECT (SELECT used FROM taken) AS used, (ms + $3::numeric - now_ms)::float8 AS reset_ms FROM start`,
    [tx.context.tenantId, bucket, windowMs, limit],
  );
  if (typeof row?.used === 'number') return;
  const seconds = Math.max(1, Math.ceil((row?.resetMs ?? windowMs) / 1000));
  const policy = bucket.replace(/[^a-z0-9-]+/gi, '-');
  throw problem('rate_limited', {
    detail: `At most ${limit} ${what} are allowed in ${spanOf(windowMs)}`,
    headers: {
      'RateLimit-Policy': `"${policy}";q=${limit};w=${Math.round(windowMs / 1000)}`,
      RateLimit: `"${policy}";r=0;t=${seconds}`,
      'RateLimit-Limit': String(limit),
      'RateLimit-Remaining': '0',
      'RateLimit-Reset': String(seconds),
      'Retry-After': String(seconds),
    },
  });
}

/**
 * Increments the current window and returns its count, using the table and clock of
 * {@link takeOfWindow}. A rollback undoes it.
 */
export async function countInWindow(
  tx: Tx,
  { bucket, windowMs }: Pick<FixedWindow, 'bucket' | 'windowMs'>,
): Promise<number> {
  const row = await tx.row<{ used: number }>(
    `INSERT INTO rate_windows AS r (tenant_id, bucket, window_start, used)
     SELECT $1, $2, to_timestamp(floor(extract(epoch FROM clock_timestamp()) * 1000 / $3::numeric) * $3::numeric / 1000), 1
     ON CONFLICT (tenant_id, bucket, window_start) DO UPDATE SET used = r.used + 1 RETURNING used`,
    [tx.context.tenantId, bucket, windowMs],
  );
  return Number(row?.used ?? 0);
}

/**
 * Returns the sum of the current and the previous window for each of these buckets, in their order:
 * it covers at least the last `windowMs`. Uses the table and clock of {@link countInWindow}.
 */
export async function recentCounts(
  tx: Tx,
  { buckets, windowMs }: { buckets: readonly string[]; windowMs: number },
): Promise<number[]> {
  const rows = await tx.rows<{ bucket: string; used: number }>(
    `SELECT bucket, sum(used)::int AS used FROM rate_windows
     WHERE tenant_id = $1 AND bucket = ANY ($2)
       AND window_start >= to_timestamp((floor(extract(epoch FROM clock_timestamp()) * 1000 / $3::numeric) - 1) * $3::numeric / 1000)
     GROUP BY bucket`,
    [tx.context.tenantId, [...buckets], windowMs],
  );
  const used = new Map(rows.map((row) => [row.bucket, row.used]));
  return buckets.map((bucket) => used.get(bucket) ?? 0);
}

/**
 * Deletes windows that ended more than a day ago, every hour. No window may be longer than a day.
 */
export const fixedWindowSweep = (db: Pick<Database, 'work'>): SingletonJob => ({
  name: 'rate windows',
  schedule: 3_600_000,
  work: () => deleteOlder(db, { table: 'rate_windows', column: 'window_start', life: '1 day' }),
});
