import type { Actor } from '@platform/contracts';
import type { Database, Tx, TxContext } from '../database/database.ts';
import { lockHeldJob, writeCheckpoint } from './held-job.ts';
import type { HeldJob } from './held-job.ts';
import { LostJobError } from './job-errors.ts';

/** A running job. */
export interface ActiveJob<P> {
  readonly id: string;
  readonly tenantId: string;
  readonly payload: P;
  /** The actor who enqueued it. */
  readonly createdBy: Actor;
  /** Number of this attempt, starting at 1. */
  readonly attempt: number;
  /** The value of the last checkpoint; undefined before the first. */
  readonly resumeFrom: unknown;
  /**
   * Aborts when the job is canceled, another worker has taken it, or the process shuts down. Return
   * or throw soon after.
   */
  readonly signal: AbortSignal;
  /** For reads and writes of the job's tenant; the actor is the service. */
  readonly context: TxContext;
  /**
   * Runs one transaction of the job's tenant. It commits only while this worker holds the job.
   * @param actor the actor of its events and audit records. Default: the service.
   * @throws LostJobError, and writes nothing, if another worker holds the job or it is gone.
   */
  transact<T>(work: (tx: Tx) => Promise<T>, actor?: Actor): Promise<T>;
  /** Runs one read-only transaction of the job's tenant. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Saves the job's progress in the transaction of the effect: a later attempt finds it in
   * `resumeFrom`. Do not call it within a savepoint, whose rollback would release the job.
   * @param progress shown to operators; unchanged if omitted
   */
  checkpoint(tx: Tx, value: unknown, progress?: unknown): Promise<void>;
}

/** Options of {@link activeJob}. */
export interface ActiveJobOptions<P> extends Pick<
  ActiveJob<P>,
  'id' | 'tenantId' | 'payload' | 'createdBy' | 'attempt' | 'resumeFrom' | 'signal'
> {
  db: Pick<Database, 'transact' | 'read'>;
  held: HeldJob;
  context: TxContext;
  resetAttempts: boolean;
}

/** Builds a job as its handler sees it. */
export function activeJob<P>({
  db,
  held,
  resetAttempts,
  ...job
}: ActiveJobOptions<P>): ActiveJob<P> {
  // Transactions whose checkpoint has locked the job's row: no worker can take the job before they
  // commit.
  const confirmed = new WeakSet<Tx>();
  const orLost = (isHeld: boolean): void => {
    if (!isHeld) throw new LostJobError(held.id);
  };
  return {
    ...job,
    // Last, so that the row is locked only for the moment of the commit.
    transact: (work, actor = job.context.actor) =>
      db.transact({ ...job.context, actor }, async (tx) => {
        const result = await work(tx);
        if (!confirmed.has(tx)) orLost(await lockHeldJob(tx, held));
        return result;
      }),
    read: (work) => db.read(job.context, work),
    async checkpoint(tx, checkpoint, progress) {
      orLost(await writeCheckpoint(tx, held, { checkpoint, progress, resetAttempts }));
      confirmed.add(tx);
    },
  };
}
