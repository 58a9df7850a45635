import type { Bus } from '../bus/bus.ts';
import type { Tx } from '../database/database.ts';
import { newId } from '../ids/ids.ts';
import type { JobKind } from './job-kind.ts';
import { findOpenJob, hasUntriedJob, insertJob, isOpenJob, requestCancel } from './job-store.ts';

/** How to enqueue a job, in addition to the settings of its kind. */
export interface EnqueueOptions {
  /** Earliest time to run. */
  runAt?: Date;
  /** 0 to 9, 0 first. */
  priority?: number;
  /** While an open job of the kind has this key in the tenant, no other is created. */
  dedupeKey?: string;
  /** The user that the job is about: erasing the user deletes the job, unless it is running. */
  subjectId?: string;
}

/** Result of {@link Jobs.enqueue}. */
export interface Enqueued {
  id: string;
  /** False if an open job with the same dedupe key already exists. */
  isNew: boolean;
}

/** Enqueues and cancels background work, for the rules of a service. */
export interface Jobs {
  /**
   * Enqueues a job in the caller's transaction: it exists, and workers are notified, when that
   * commits.
   */
  enqueue<P>(tx: Tx, kind: JobKind<P>, payload: P, options?: EnqueueOptions): Promise<Enqueued>;
  /**
   * Cancels an open job in the caller's transaction: a pending one immediately, a running one as
   * soon as its handler reacts to its signal. Returns false if there is no such open job. Does not
   * call `onEnded` of the kind for a pending job, since the caller knows.
   */
  cancel(tx: Tx, id: string): Promise<boolean>;
  /** Cancels the open job of the kind with this dedupe key; see {@link Jobs.cancel}. */
  cancelByKey(tx: Tx, kind: Pick<JobKind, 'name'>, dedupeKey: string): Promise<boolean>;
  /** Whether a job is pending or running. False if it has ended or does not exist. */
  isOpen(tx: Tx, id: string): Promise<boolean>;
  /**
   * Whether an open job of the kind, about this subject if one is given, is waiting for its first
   * attempt, or is running it.
   */
  isUntried(tx: Tx, kind: Pick<JobKind, 'name'>, subjectId?: string): Promise<boolean>;
}

/** Name of the hint about jobs among the pods of a service. */
export const jobHint = 'jobs';

/** Creates the queue that enqueues and cancels jobs. */
export function createJobs({
  bus,
  wake,
}: {
  bus: Pick<Bus, 'hint'>;
  /** Wakes the runner of this pod. */
  wake: (what: 'enqueued' | 'canceled') => void;
}): Jobs {
  const announce = (tx: Tx, what: 'enqueued' | 'canceled'): void =>
    tx.afterCommit(() => {
      wake(what);
      bus.hint(jobHint, { what });
    });

  async function cancel(tx: Tx, id: string): Promise<boolean> {
    const job = await requestCancel(tx, id);
    if (job?.state === 'RUNNING') announce(tx, 'canceled');
    return job !== undefined;
  }

  return {
    async enqueue(tx, kind, payload, options = {}) {
      const job = {
        id: newId('job'),
        kind: kind.name,
        payload: kind.payload.parse(payload),
        priority: options.priority ?? kind.priority,
        dedupeKey: options.dedupeKey,
        subjectId: options.subjectId,
        runAt: options.runAt,
        maxAttempts: kind.maxAttempts,
        retentionMs: kind.retentionMs,
      };
      for (;;) {
        if (await insertJob(tx, job)) {
          announce(tx, 'enqueued');
          return { id: job.id, isNew: true };
        }
        // The job with the key may have ended in between.
        const open = await findOpenJob(tx, kind.name, options.dedupeKey ?? '');
        if (open) return { id: open, isNew: false };
      }
    },
    cancel,
    async cancelByKey(tx, kind, dedupeKey) {
      const id = await findOpenJob(tx, kind.name, dedupeKey);
      return id !== undefined && cancel(tx, id);
    },
    isOpen: (tx, id) => isOpenJob(tx, id),
    isUntried: (tx, kind, subjectId) => hasUntriedJob(tx, kind.name, subjectId),
  };
}
