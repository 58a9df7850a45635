import { deleteOlder } from '../database/database.ts';
import type { Database, Tx } from '../database/database.ts';
import type { SingletonJob } from '../jobs/jobs.ts';
import { problem } from '../problem/problem.ts';

/** How much a tenant may do within a fixed window. */
export interface FixedWindow {
  /** Its name in the table `rate_windows` of the service. */
  bucket: string;
  /** 0: no limit. */
  limit: number;
  windowMs: number;
  /** What is limited, as the caller reads it: "tests". */
  what: string;
}

interface Taken {
  used: number | null;
  resetMs: number;
}

const spanOf = (ms: number): string =>
  ms % 60_000 === 0 ? `${ms / 60_000} min` : `${Math.round(ms / 1000)} s`;

/**
 * Takes one of the window, by the database's clock: one row for all pods, so the count is exact. It is given back when the
 * transaction rolls back. The service has the table `rate_windows` (`tenant_id`, `bucket`, `window_start`, `used`; the
 * first three are its primary key) and sweeps it with {@link fixedWindowSweep}.
 * @throws 429 `rate_limited` with `Retry-After`, the time to the window's end
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
 * Counts one in the current window and returns how many there are now, with the same table and clock as {@link takeOfWindow}.
 * Given back when the transaction rolls back.
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

/** Removes windows that ended a day ago, hourly. No window may be longer than a day. */
export const fixedWindowSweep = (db: Pick<Database, 'work'>): SingletonJob => ({
  name: 'rate windows',
  schedule: 3_600_000,
  work: () => deleteOlder(db, { table: 'rate_windows', column: 'window_start', life: '1 day' }),
});
