import type { RowOf, Tx } from '@platform/kit/database';
import { identityFacade } from '../generated/tables.ts';

const throttles = identityFacade.table('credentialThrottle');
const counts = throttles.pick('failures', 'nextAt');
const failed = throttles.only((of) => of('failures', '>', 0));

/** Attempts against one credential of one user. */
export type ThrottleKey = Pick<RowOf<typeof throttles>, 'subject' | 'method'>;

type ThrottleRow = RowOf<typeof counts>;

/** Counts a failure before the attempt is made, unless it is delayed, so that concurrent attempts cannot bypass the limit. */
export const insertPasswordAttempt = (
  tx: Tx,
  { subject, method }: ThrottleKey,
  { now, limit }: { now: Date; limit: number },
): Promise<ThrottleRow | undefined> =>
  tx.row<ThrottleRow>(
    `INSERT INTO credential_throttle AS t (tenant_id, subject, method, failures, next_at) VALUES ($1, $2, $3, 1, $4)
     ON CONFLICT (tenant_id, subject, method) DO UPDATE SET failures = t.failures + 1
       WHERE t.next_at <= $4 AND t.failures < $5
     RETURNING failures, next_at`,
    [tx.context.tenantId, subject, method, now, limit],
  );

export const updateNextAttempt = (
  tx: Tx,
  { subject, method }: ThrottleKey,
  nextAt: Date,
): Promise<number> => throttles.update(tx, { subject, method }, { nextAt });

/** Blocks attempts before this time; a longer delay stays. */
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

/** Raises the number of failures to at least this many. */
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

/** Reverts an attempt that was counted but not made. */
export const revertAttempt = (
  tx: Tx,
  { subject, method }: ThrottleKey,
  now: Date,
): Promise<number> =>
  failed.update(tx, { subject, method }, (of) => ({
    failures: of('failures', '-', 1),
    nextAt: now,
  }));

export const findThrottle = (
  tx: Tx,
  { subject, method }: ThrottleKey,
): Promise<ThrottleRow | undefined> => counts.find(tx, { subject, method });

export const deleteThrottle = (tx: Tx, { subject, method }: ThrottleKey): Promise<number> =>
  throttles.delete(tx, { subject, method });

export const deleteThrottlesOf = (tx: Tx, subject: string): Promise<number> =>
  throttles.delete(tx, { subject });
