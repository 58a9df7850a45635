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
 * Allows one drive per request: two could send services opposite instructions. A job that finds
 * another one in charge leaves the request to it; that job checks for changes before it ends.
 */
export function driveCharge({ jobs, seals, nudge }: ChargeOptions) {
  return {
    /** Puts a job in charge and reads the request under its lock; undefined if another job is in charge. */
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

    /** Ends the charge. Enqueues a further drive for changes in the meantime and for remaining work. */
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
          // Another worker has taken over the job, and with it the charge.
          if (!(error instanceof LostJobError)) throw error;
        }),
  };
}
