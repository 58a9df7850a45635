import type { Tx } from '@platform/kit/database';
import type { ErasureRecord } from './erasure-record.ts';

/** A request, as far as it is decided how it is driven on. */
export interface NudgedRequest extends Pick<ErasureRecord, 'state' | 'deactivatedAt'> {
  /** The job that drives it now. */
  driver: string | null;
  /** How many drives have ended. */
  drives: number;
}

/** Notes that a locked request has to be looked at again. */
export const nudgeRequest = (tx: Tx, id: string): Promise<NudgedRequest | undefined> =>
  tx.row(
    `UPDATE erasure_requests SET is_nudged = true WHERE tenant_id = $1 AND id = $2
     RETURNING state, deactivated_at, driver, drives`,
    [tx.context.tenantId, id],
  );

export const findDriver = async (tx: Tx, id: string): Promise<string | null> =>
  (await tx.row<{ driver: string | null }>(
    'SELECT driver FROM erasure_requests WHERE tenant_id = $1 AND id = $2',
    [tx.context.tenantId, id],
  ))!.driver;

/** Puts a job in charge of a locked request, which sees everything that was committed before. */
export const setDriver = (tx: Tx, id: string, jobId: string): Promise<number> =>
  tx.execute(
    'UPDATE erasure_requests SET driver = $3, is_nudged = false WHERE tenant_id = $1 AND id = $2',
    [tx.context.tenantId, id, jobId],
  );

/** Ends the charge of a job; undefined where another one is in charge. A drive that failed comes again under its own key. */
export const releaseDriver = (
  tx: Tx,
  id: string,
  { jobId, hasEnded }: { jobId: string; hasEnded: boolean },
): Promise<{ isNudged: boolean } | undefined> =>
  tx.row(
    `UPDATE erasure_requests SET driver = NULL, drives = drives + $4 WHERE tenant_id = $1 AND id = $2 AND driver = $3
     RETURNING is_nudged`,
    [tx.context.tenantId, id, jobId, hasEnded ? 1 : 0],
  );
