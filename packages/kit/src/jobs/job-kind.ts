import type { Actor } from '@platform/contracts';
import type { z } from 'zod';
import type { Tx } from '../database/database.ts';
import type { ActiveJob } from './active-job.ts';
import type { JobErrorRecord } from './job-errors.ts';

/** How jobs of a kind run. Times in milliseconds. */
export interface JobSettings {
  /** Number of jobs of the kind that one pod runs concurrently. Default 4. */
  concurrency: number;
  /** Number of jobs of the kind that one tenant can have running, over all pods. Default 1. */
  perTenant: number;
  /**
   * Number of attempts after which a job fails for good. Attempts that a shutdown ended do not
   * count. Default 5.
   */
  maxAttempts: number;
  /**
   * Whether a checkpoint resets the count of attempts: a long job may fail often, but not always at
   * the same point. Default false.
   */
  resetAttemptsOnCheckpoint: boolean;
  /** Pause before the second attempt, ± 20 %; doubles with each further one. Default 5 s. */
  backoffMs: number;
  /** Longest pause between attempts, ± 20 %. Default 15 min. */
  maxBackoffMs: number;
  /**
   * Time after which a job is taken from a worker that does not renew its lease. Renewed three
   * times in that span. Default 15 s.
   */
  leaseMs: number;
  /** How long an ended job is kept. Default 7 days. */
  retentionMs: number;
  /** 0 to 9, 0 first. Default 5. */
  priority: number;
}

/** A kind of job: its name, its payload, and how it runs. */
export interface JobKind<P = unknown> extends JobSettings {
  /**
   * Unique within the service, in snake case: `user_import`. Stored in rows, so it must not be
   * renamed.
   */
  name: string;
  payload: z.ZodType<P>;
}

const defaults: JobSettings = {
  concurrency: 4,
  perTenant: 1,
  maxAttempts: 5,
  resetAttemptsOnCheckpoint: false,
  backoffMs: 5_000,
  maxBackoffMs: 900_000,
  leaseMs: 15_000,
  retentionMs: 7 * 86_400_000,
  priority: 5,
};

/**
 * Declares a kind of job. The payload refers to things by id: it is stored unencrypted, so it must
 * not contain personal data.
 */
export const jobKind = <P>(
  kind: Pick<JobKind<P>, 'name' | 'payload'> & Partial<JobSettings>,
): JobKind<P> => ({ ...defaults, ...kind });

/** A job that ended without completing. */
export interface EndedJob<P> {
  id: string;
  tenantId: string;
  payload: P;
  createdBy: Actor;
  state: 'FAILED' | 'CANCELED';
  /** The error, if it failed. */
  error: JobErrorRecord | undefined;
}

/** Implements a kind of job. */
export interface JobHandler<P> {
  /** Does the work. Runs again from the start, with the last checkpoint, if the process dies. */
  run: (job: ActiveJob<P>) => Promise<void>;
  /**
   * Called in the transaction in which a job fails for good or is canceled. May be called for work
   * that has ended otherwise.
   */
  onEnded?: (tx: Tx, job: EndedJob<P>) => Promise<void>;
}

/** A kind with its handler, for a service's runner. */
export interface JobMount {
  kind: JobKind;
  handler: JobHandler<unknown>;
  /** Recurring jobs only: returns the time of the next run, seen from now. */
  next?: (now: Date) => Date;
}

/** Binds a handler to its kind. */
export const handleJob = <P>(kind: JobKind<P>, handler: JobHandler<P>): JobMount => ({
  kind: kind as JobKind,
  handler: handler as JobHandler<unknown>,
});
