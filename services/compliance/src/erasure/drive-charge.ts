import type { ActiveJob, Jobs } from '@platform/kit/jobs';
import { LostJobError } from '@platform/kit/jobs';
import { lockedRequest, releaseDriver, setDriver } from './erasure-store.ts';
import type { DrivePayload, Nudge } from './drive-kinds.ts';
import type { ErasureSubject } from './erasure-peers.ts';
import type { SubjectSeals } from './subject-seals.ts';

type DriveJob = ActiveJob<DrivePayload>;

export interface ChargeOptions {
  jobs: Pick<Jobs, 'isOpen'>;
  seals: SubjectSeals;
  nudge: Nudge;
}

/**
 * One drive of a request at a time: two would ask services for opposite things at once. A job that finds another one in charge
 * leaves the request to that one, which looks again before it ends.
 */
export function driveCharge({ jobs, seals, nudge }: ChargeOptions) {
  return {
    /** Puts a job in charge, and reads the request behind its lock; undefined where another job is in charge. */
    take: (job: DriveJob): Promise<ErasureSubject | undefined> =>
      job.transact(async (tx) => {
        const request = await lockedRequest(tx, job.payload.requestId);
        const { driver } = request;
        if (driver !== null && driver !== job.id && (await jobs.isOpen(tx, driver)))
          return undefined;
        await setDriver(tx, request.id, job.id);
        const identifiers = seals.open(job.tenantId, request);
        return { tenantId: job.tenantId, request, identifiers };
      }),

    /** Ends the charge. What was noted meanwhile, and what is left of the drive, is for the next one. */
    release: (
      job: DriveJob,
      { hasEnded, isUnfinished = false }: { hasEnded: boolean; isUnfinished?: boolean },
    ): Promise<void> =>
      job
        .transact(async (tx) => {
          const { id } = await lockedRequest(tx, job.payload.requestId);
          const released = await releaseDriver(tx, id, { driver: job.id, hasEnded });
          if (released?.isNudged || isUnfinished) await nudge(tx, id);
        })
        .catch((error: unknown) => {
          // Another worker has the job, and with it the charge.
          if (!(error instanceof LostJobError)) throw error;
        }),
  };
}
