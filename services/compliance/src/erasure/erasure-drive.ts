import type { Tx } from '@platform/kit/database';
import { handleJob } from '@platform/kit/jobs';
import type { ActiveJob, JobMount } from '@platform/kit/jobs';
import { databaseNow } from '../database-clock.ts';
import { driveCharge } from './drive-charge.ts';
import type { ChargeOptions } from './drive-charge.ts';
import { kindFor } from './drive-kinds.ts';
import type { DriveKinds, DrivePayload } from './drive-kinds.ts';
import { completeErasure } from './erasure-completion.ts';
import type { CompletionOptions } from './erasure-completion.ts';
import { publishDeactivation, publishErasure } from './erasure-events.ts';
import { holdBack, passGate } from './erasure-gate.ts';
import type { GateOptions } from './erasure-gate.ts';
import type { ErasureSubject } from './erasure-peers.ts';
import { runPhase } from './erasure-phase.ts';
import { changeRequest, deleteErasureIdentifiers, lockedRequest } from './erasure-store.ts';
import type { ErasureRecord } from './erasure-store.ts';
import { endStandingHolds } from './holds.ts';

export interface DriveOptions extends GateOptions, CompletionOptions, ChargeOptions {
  kinds: DriveKinds;
  graceMs: number;
  stalledAfterMs: number;
}

type DriveJob = ActiveJob<DrivePayload>;
/** Returns whether the drive continues with the next state. */
type Step = (job: DriveJob, subject: ErasureSubject, options: DriveOptions) => Promise<boolean>;

/** Changes the request if it is still in the state that the step began with; else the next round sees the new state. */
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

/** Records that a service blocks the deactivation; escalates a block that lasts. */
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

/** A request may be DEFERRED before its account is deactivated. */
const whileDeferred: Step = (job, subject, options) =>
  subject.request.deactivatedAt === null
    ? deactivate(job, subject, options)
    : whileHeld(job, subject, options);

/** Publishes once that the erasure takes too long. */
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

/** Drives a request as far as possible. Returns whether another drive must continue. */
async function driveOn(
  job: DriveJob,
  charge: ReturnType<typeof driveCharge>,
  options: DriveOptions,
  kind: keyof DriveKinds,
): Promise<boolean | undefined> {
  const startedAt = Date.now();
  while (!job.signal.aborted) {
    const subject = await charge.take(job);
    if (!subject) return undefined;
    // Yields to the tenant's other requests.
    const isOver = Date.now() - startedAt > options.kinds[kind].leaseMs;
    const step = steps[subject.request.state];
    if (step && (isOver || kindFor(subject.request) !== kind)) return true;
    if (!step || !(await step(job, subject, options))) return false;
  }
  return true;
}

/** The jobs that drive requests. Each step ends in a commit, and a later drive can start at any step. */
export function erasureDrives(options: DriveOptions): JobMount[] {
  const charge = driveCharge(options);
  const mount = (kind: keyof DriveKinds): JobMount =>
    handleJob(options.kinds[kind], {
      async run(job) {
        let isUnfinished: boolean | undefined;
        try {
          isUnfinished = await driveOn(job, charge, options, kind);
        } catch (error) {
          await charge.release(job, { hasEnded: false });
          throw error;
        }
        if (isUnfinished !== undefined) await charge.release(job, { hasEnded: true, isUnfinished });
      },
    });
  return [mount('account'), mount('erasure')];
}
