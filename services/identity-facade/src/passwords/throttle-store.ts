import type { Tx } from '@platform/kit/database';

/** Attempts against one credential of one person. */
export interface ThrottleKey {
  subject: string;
  method: string;
}

export interface ThrottleRow {
  failures: number;
  nextAt: Date;
}

const columns = 'failures, next_at';

/** Counts a failure before the attempt is made, unless it has to wait: attempts at once cannot slip through together. */
export const insertPasswordAttempt = (
  tx: Tx,
  { subject, method }: ThrottleKey,
  { now, limit }: { now: Date; limit: number },
): Promise<ThrottleRow | undefined> =>
  tx.row<ThrottleRow>(
    `INSERT INTO credential_throttle AS t (tenant_id, subject, method, failures, next_at) VALUES ($1, $2, $3, 1, $4)
     ON CONFLICT (tenant_id, subject, method) DO UPDATE SET failures = t.failures + 1
       WHERE t.next_at <= $4 AND t.failures < $5
     RETURNING ${columns}`,
    [tx.context.tenantId, subject, method, now, limit],
  );

export const updateNextAttempt = (
  tx: Tx,
  { subject, method }: ThrottleKey,
  nextAt: Date,
): Promise<number> =>
  tx.execute(
    'UPDATE credential_throttle SET next_at = $4 WHERE tenant_id = $1 AND subject = $2 AND method = $3',
    [tx.context.tenantId, subject, method, nextAt],
  );

/** No attempt before this time; a longer pause stays. */
export const upsertPause = (
  tx: Tx,
  { subject, method }: ThrottleKey,
  nextAt: Date,
): Promise<number> =>
  tx.execute(
    `INSERT INTO credential_throttle AS t (tenant_id, subject, method, failures, next_at) VALUES ($1, $2, $3, 0, $4)
     ON CONFLICT (tenant_id, subject, method) DO UPDATE SET next_at = greatest(t.next_at, $4)`,
    [tx.context.tenantId, subject, method, nextAt],
  );

/** Counts so many failures at least. */
export const upsertClosing = (
  tx: Tx,
  { subject, method }: ThrottleKey,
  { failures, nextAt }: ThrottleRow,
): Promise<number> =>
  tx.execute(
    `INSERT INTO credential_throttle AS t (tenant_id, subject, method, failures, next_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (tenant_id, subject, method) DO UPDATE SET failures = greatest(t.failures, $4)`,
    [tx.context.tenantId, subject, method, failures, nextAt],
  );

/** Takes back an attempt that was counted but never made. */
export const revertAttempt = (
  tx: Tx,
  { subject, method }: ThrottleKey,
  now: Date,
): Promise<number> =>
  tx.execute(
    `UPDATE credential_throttle SET failures = failures - 1, next_at = $4
     WHERE tenant_id = $1 AND subject = $2 AND method = $3 AND failures > 0`,
    [tx.context.tenantId, subject, method, now],
  );

export const findThrottle = (
  tx: Tx,
  { subject, method }: ThrottleKey,
): Promise<ThrottleRow | undefined> =>
  tx.row<ThrottleRow>(
    `SELECT ${columns} FROM credential_throttle WHERE tenant_id = $1 AND subject = $2 AND method = $3`,
    [tx.context.tenantId, subject, method],
  );

export const deleteThrottle = (tx: Tx, { subject, method }: ThrottleKey): Promise<number> =>
  tx.execute(
    'DELETE FROM credential_throttle WHERE tenant_id = $1 AND subject = $2 AND method = $3',
    [tx.context.tenantId, subject, method],
  );

export const deleteThrottlesOf = (tx: Tx, subject: string): Promise<number> =>
  tx.execute('DELETE FROM credential_throttle WHERE tenant_id = $1 AND subject = $2', [
    tx.context.tenantId,
    subject,
  ]);
