import { z } from 'zod';
import type { Tx } from '@platform/kit/database';
import { handleJob, jobKind } from '@platform/kit/jobs';
import type { ActiveJob, JobKind, JobMount, Jobs } from '@platform/kit/jobs';
import { databaseNow } from '../database-clock.ts';
import { completeErasure } from './erasure-completion.ts';
import type { CompletionOptions } from './erasure-completion.ts';
import { publishDeactivation, publishErasure } from './erasure-events.ts';
import { holdBack, passGate } from './erasure-gate.ts';
import type { GateOptions } from './erasure-gate.ts';
import type { ErasureSubject } from './erasure-peers.ts';
import { runPhase } from './erasure-phase.ts';
import type { ErasureRecord } from './erasure-record.ts';
import { changeRequest, lockedRequest } from './erasure-requests.ts';
import { deleteErasureIdentifiers } from './erasure-store.ts';
import { endStandingHolds } from './holds.ts';
import type { SubjectSeals } from './subject-seals.ts';

/** What a drive is about. */
export interface DrivePayload {
  requestId: string;
}

/** How drives are run. */
export type DriveKind = JobKind<DrivePayload>;

/**
 * A drive takes one request as far as it goes. One at a time in a tenant: two drives of a request would ask services for
 * opposite things at once.
 */
export const driveKind = (lockTtlMs: number): DriveKind =>
  jobKind({
    name: 'erasure_drive',
    payload: z.object({ requestId: z.string() }),
    // A drive mostly waits for others, its tenant's veto clients among them: tenants whose drives wait must not fill a pod.
    concurrency: 64,
    perTenant: 1,
    leaseMs: lockTtlMs,
    backoffMs: 1_000,
    maxBackoffMs: 900_000,
    maxAttempts: 10,
  });

/** Has a request driven on, in the transaction that changed it. */
export type Nudge = (tx: Tx, requestId: string) => Promise<void>;

/**
 * Enqueues a drive, and one that follows where a drive may have read the request already. The caller holds the request's
 * lock: a drive that waits for its turn sees what is committed here.
 */
export const nudges =
  (jobs: Pick<Jobs, 'enqueue'>, kind: DriveKind): Nudge =>
  async (tx, requestId) => {
    const { isNew } = await jobs.enqueue(tx, kind, { requestId }, { dedupeKey: requestId });
    if (!isNew) await jobs.enqueue(tx, kind, { requestId }, { dedupeKey: `${requestId} again` });
  };

/** What {@link erasureDrive} needs. */
export interface DriveOptions extends GateOptions, CompletionOptions {
  kind: DriveKind;
  seals: SubjectSeals;
  nudge: Nudge;
  graceMs: number;
  stalledAfterMs: number;
}

type DriveJob = ActiveJob<DrivePayload>;
/** Whether the drive goes on with the next state. */
type Step = (job: DriveJob, subject: ErasureSubject, options: DriveOptions) => Promise<boolean>;

/** Changes the request where it is still in the state that the step began with; otherwise the next round sees the new one. */
const advance = (
  job: DriveJob,
  { request }: ErasureSubject,
  work: (tx: Tx, locked: ErasureRecord) => Promise<void>,
): Promise<boolean> =>
  job.transact(async (tx) => {
    const locked = await lockedRequest(tx, request.id);
    if (locked.state === request.state) await work(tx, locked);
    return true;
  });

const begin: Step = (job, subject) =>
  advance(job, subject, async (tx, locked) => {
    await changeRequest(tx, locked, { state: 'DEACTIVATING' });
  });

/** A service keeps the account from being deactivated: somebody has to decide when that lasts. */
const noteBlocked: Step = async (job, subject, { windows }) => {
  await advance(job, subject, async (tx, locked) => {
    if (locked.heldSince) await holdBack(tx, locked, await databaseNow(tx), windows);
  });
  return false;
};

const deactivate: Step = async (job, subject, options) => {
  const { ask, graceMs } = options;
  if (!(await runPhase(job, ask, 'deactivate', subject))) return noteBlocked(job, subject, options);
  return advance(job, subject, async (tx, locked) => {
    const now = await databaseNow(tx);
    const deactivated = await changeRequest(tx, locked, {
      state: 'DEACTIVATED',
      deactivatedAt: now,
      graceEndsAt: new Date(now.getTime() + graceMs),
    });
    if (deactivated.userId === null) return;
    const externalIds = subject.identifiers.filter(({ type }) => type === 'external_id');
    await publishDeactivation(
      tx,
      deactivated,
      deactivated.userId,
      externalIds.map(({ value }) => value),
    );
  });
};

const afterGrace: Step = async (job, subject, options) => {
  const now = await job.read(databaseNow);
  const { graceEndsAt } = subject.request;
  return graceEndsAt !== null && graceEndsAt <= now ? passGate(job, options, subject) : false;
};

const whileHeld: Step = (job, subject, options) => passGate(job, options, subject);

/** A request may be DEFERRED before the account could be deactivated. */
const whileDeferred: Step = (job, subject, options) =>
  subject.request.deactivatedAt === null
    ? deactivate(job, subject, options)
    : whileHeld(job, subject, options);

/** Says once that erasing takes too long. */
const noteStall: Step = (job, subject, { stalledAfterMs }) =>
  advance(job, subject, async (tx, locked) => {
    const started = locked.erasureStartedAt?.getTime() ?? 0;
    const elapsedMs = (await databaseNow(tx)).getTime() - started;
    if (locked.isStalled || elapsedMs < stalledAfterMs) return;
    const stalled = await changeRequest(tx, locked, { isStalled: true });
    await publishErasure(tx, 'erasure.stalled', stalled, { reason: 'peer_unavailable' });
  });

const erase: Step = async (job, subject, options) => {
  await noteStall(job, subject, options);
  if (!(await runPhase(job, options.ask, 'erase', subject))) return false;
  await completeErasure(job, subject, options);
  return false;
};

const reactivate: Step = async (job, subject, { ask }) => {
  if (!(await runPhase(job, ask, 'reactivate', subject))) return false;
  return advance(job, subject, async (tx, locked) => {
    const now = await databaseNow(tx);
    const released = await endStandingHolds(tx, locked, now);
    await deleteErasureIdentifiers(tx, locked.id);
    const cancelled = await changeRequest(tx, released, {
      state: 'CANCELLED',
      cancelledAt: now,
      identifiersSealed: null,
    });
    await publishErasure(tx, 'erasure.cancelled', cancelled);
  });
};

const steps: Partial<Record<ErasureRecord['state'], Step>> = {
  RECEIVED: begin,
  DEACTIVATING: deactivate,
  DEACTIVATED: afterGrace,
  HELD: whileHeld,
  DEFERRED: whileDeferred,
  ERASING: erase,
  CANCELLING: reactivate,
};

/** Reads the request, waiting for whoever is changing it. */
const subjectOf = (job: DriveJob, seals: SubjectSeals): Promise<ErasureSubject> =>
  job.transact(async (tx) => {
    const request = await lockedRequest(tx, job.payload.requestId);
    const identifiers = seals.open(job.tenantId, request);
    return { tenantId: job.tenantId, request, identifiers };
  });

/** The job that drives requests. Each step ends in a commit, and any of them may be the first of a later drive. */
export const erasureDrive = (options: DriveOptions): JobMount =>
  handleJob(options.kind, {
    async run(job) {
      const startedAt = Date.now();
      while (!job.signal.aborted) {
        const subject = await subjectOf(job, options.seals);
        const step = steps[subject.request.state];
        if (!step || !(await step(job, subject, options))) return;
        // The rest waits for its turn behind the tenant's other requests.
        if (Date.now() - startedAt > options.kind.leaseMs)
          return job.transact((tx) => options.nudge(tx, subject.request.id));
      }
    },
  });
