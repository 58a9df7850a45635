import type { Actor } from '@platform/contracts';
import type { z } from 'zod';
import type { Tx } from '../database/database.ts';
import type { ActiveJob } from './active-job.ts';
import type { JobErrorRecord } from './job-errors.ts';

/** How jobs of a kind are run. Times are milliseconds. */
export interface JobSettings {
  /** How many of the kind one pod runs at once. Default 4. */
  concurrency: number;
  /** How many of the kind a tenant has running at once, over all pods. Default 1. */
  perTenant: number;
  /** After so many attempts a job has failed. Attempts that a shutdown ended do not count. Default 5. */
  maxAttempts: number;
  /** A checkpoint starts the count of attempts again: a long job may fail often, but not in one place. Default false. */
  resetAttemptsOnCheckpoint: boolean;
  /** The pause before the second attempt, ± 20 %; it doubles with each further one. Default 5 s. */
  backoffMs: number;
  /** The longest pause between attempts, ± 20 %. Default 15 min. */
  maxBackoffMs: number;
  /** How long a job stays with a worker that is not heard of. Renewed three times in that span. Default 15 s. */
  leaseMs: number;
  /** How long an ended job is kept. Default 7 days. */
  retentionMs: number;
  /** 0 to 9, 0 first. Default 5. */
  priority: number;
}

/** A kind of job: its name, what its payload looks like, and how it is run. */
export interface JobKind<P = unknown> extends JobSettings {
  /** Unique within the service, in snake case: `user_import`. It is in the rows, so it is not renamed. */
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

/** Declares a kind of job. The payload names things by id: it is stored as it is, and personal data does not belong in it. */
export const jobKind = <P>(
  kind: Pick<JobKind<P>, 'name' | 'payload'> & Partial<JobSettings>,
): JobKind<P> => ({ ...defaults, ...kind });

/** A job that has ended without completing. */
export interface EndedJob<P> {
  id: string;
  tenantId: string;
  payload: P;
  createdBy: Actor;
  state: 'FAILED' | 'CANCELED';
  /** Why it failed. */
  error: JobErrorRecord | undefined;
}

/** The work behind a kind. */
export interface JobHandler<P> {
  /** Does the job. It runs again from the start, with the last checkpoint, when the process dies. */
  run: (job: ActiveJob<P>) => Promise<void>;
  /** Called in the transaction in which a job fails for good or is canceled. May be called for work that has ended otherwise. */
  onEnded?: (tx: Tx, job: EndedJob<P>) => Promise<void>;
}

/** A kind with its work; what a service gives to its runner. */
export interface JobMount {
  kind: JobKind;
  handler: JobHandler<unknown>;
  /** For recurring jobs: when the job runs next, seen from now. */
  next?: (now: Date) => Date;
}

/** Binds the work to its kind. */
export const handleJob = <P>(kind: JobKind<P>, handler: JobHandler<P>): JobMount => ({
  kind: kind as JobKind,
  handler: handler as JobHandler<unknown>,
});
