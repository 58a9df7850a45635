import type { Actor } from '@platform/contracts';
import type { Database, Tx, TxContext } from '../database/database.ts';
import { holdJob, writeCheckpoint } from './held-job.ts';
import type { HeldJob } from './held-job.ts';
import { LostJobError } from './job-errors.ts';

/** A job while it runs. */
export interface ActiveJob<P> {
  readonly id: string;
  readonly tenantId: string;
  readonly payload: P;
  /** Who asked for it. */
  readonly createdBy: Actor;
  /** Which attempt this is, from 1. */
  readonly attempt: number;
  /** What the last checkpoint kept; undefined before the first. */
  readonly resumeFrom: unknown;
  /** Aborts when the job is canceled, was taken by another worker, or the process shuts down. Return or throw soon after. */
  readonly signal: AbortSignal;
  /** For reads and writes of the job's tenant; the actor is the service. */
  readonly context: TxContext;
  /**
   * One transaction of the job's tenant. It commits only while this worker holds the job.
   * @throws LostJobError, and nothing is written, when another worker holds the job by now or it is gone.
   */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** One read-only transaction of the job's tenant. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Keeps how far the job has come, in the transaction of the effect: a later attempt finds it in `resumeFrom`. Not within a
   * savepoint, whose rollback would let go of the job.
   * @param progress what operators see; unchanged without it
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

/** A job as its handler sees it. */
export function activeJob<P>({
  db,
  held,
  resetAttempts,
  ...job
}: ActiveJobOptions<P>): ActiveJob<P> {
  // Their checkpoint has locked the row of the job: nobody takes it from them before they commit.
  const confirmed = new WeakSet<Tx>();
  const orLost = (isHeld: boolean): void => {
    if (!isHeld) throw new LostJobError(held.id);
  };
  return {
    ...job,
    // Last, so that its row is locked for the moment of the commit only.
    transact: (work) =>
      db.transact(job.context, async (tx) => {
        const result = await work(tx);
        if (!confirmed.has(tx)) orLost(await holdJob(tx, held));
        return result;
      }),
    read: (work) => db.read(job.context, work),
    async checkpoint(tx, checkpoint, progress) {
      orLost(await writeCheckpoint(tx, held, { checkpoint, progress, resetAttempts }));
      confirmed.add(tx);
    },
  };
}
