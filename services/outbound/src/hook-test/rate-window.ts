import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';

/** How much a tenant may do within a fixed window. */
export interface RateWindow {
  bucket: string;
  limit: number;
  windowMs: number;
}

interface WindowRow {
  used: number | null;
  reset_ms: number;
}

/**
 * Takes one of the window by the database's clock: one row for all pods, so the count is exact.
 * @throws 429 `rate_limited` with the time to the window's end
 */
export async function takeOfWindow(tx: Tx, { bucket, limit, windowMs }: RateWindow): Promise<void> {
  if (limit === 0) return;
  const row = await tx.row<WindowRow>(
    `WITH at AS (SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now_ms), w AS (SELECT now_ms, floor(now_ms / $3::numeric) * $3::numeric AS start_ms FROM at),
     taken AS (
       INSERT INTO rate_windows AS r (tenant_id, bucket, window_start, used) SELECT $1, $2, to_timestamp(start_ms / 1000), 1 FROM w
       ON CONFLICT (tenant_id, bucket, window_start) DO UPDATE SET used = r.used + 1 WHERE r.used < $4 RETURNING used)
     SELECT (SELECT used FROM taken) AS used, (start_ms + $3::numeric - now_ms)::float8 AS reset_ms FROM w`,
    [tx.context.tenantId, bucket, windowMs, limit],
  );
  if (row?.used !== null && row?.used !== undefined) return;
  const seconds = Math.max(1, Math.ceil((row?.reset_ms ?? windowMs) / 1000));
  throw problem('rate_limited', {
    detail: `at most ${limit} tests in ${Math.round(windowMs / 1000)} s`,
    headers: {
      'RateLimit-Policy': `"${bucket}";q=${limit};w=${Math.round(windowMs / 1000)}`,
      RateLimit: `"${bucket}";r=0;t=${seconds}`,
      'RateLimit-Limit': String(limit),
      'RateLimit-Remaining': '0',
      'RateLimit-Reset': String(seconds),
      'Retry-After': String(seconds),
    },
  });
}
