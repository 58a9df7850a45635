import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';

/** How much a tenant may do within a fixed window. */
export interface RateWindow {
  /** Its name in the table. */
  bucket: string;
  /** 0: no limit. */
  limit: number;
  windowMs: number;
  /** What is limited, as the caller reads it. */
  what: string;
}

/**
 * Takes one of the window by the database's clock: one row for all pods, so the count is exact.
 * @throws 429 `rate_limited` with the time to the window's end
 */
export async function takeOfWindow(
  tx: Tx,
  { bucket, limit, windowMs, what }: RateWindow,
): Promise<void> {
  if (limit === 0) return;
  const row = await tx.row<{ used: number | null; reset_ms: number }>(
    `WITH clock AS (SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now_ms), start AS (SELECT now_ms, floor(now_ms / $3::numeric) * $3::numeric AS ms FROM clock),
     taken AS (
       INSERT INTO rate_windows AS r (tenant_id, bucket, window_start, used) SELECT $1, $2, to_timestamp(ms / 1000), 1 FROM start
       ON CONFLICT (tenant_id, bucket, window_start) DO UPDATE SET used = r.used + 1 WHERE r.used < $4 RETURNING used)
     SELECT (SELECT used FROM taken) AS used, (ms + $3::numeric - now_ms)::float8 AS reset_ms FROM start`,
    [tx.context.tenantId, bucket, windowMs, limit],
  );
  if (typeof row?.used === 'number') return;
  const seconds = Math.max(1, Math.ceil((row?.reset_ms ?? windowMs) / 1000));
  throw problem('rate_limited', {
    detail: `At most ${limit} ${what} in ${Math.round(windowMs / 60_000)} minutes.`,
    headers: { 'Retry-After': String(seconds) },
  });
}
