import { lockShared } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import type { ActiveJob } from '@platform/kit/jobs';
import { complianceLocks } from '../advisory-locks.ts';
import { databaseNow } from '../database-clock.ts';
import { publishErasure } from './erasure-events.ts';
import { turnsOf } from './erasure-peers.ts';
import type { AskPeer, ErasureSubject } from './erasure-peers.ts';
import { changeRequest, lockedRequest } from './erasure-store.ts';
import type { ErasureRecord } from './erasure-store.ts';
import { insertTasks } from './task-store.ts';
import { isRevocable, whenBlocked } from './erasure-states.ts';
import type { HoldWindows } from './erasure-states.ts';
import { activeHolds, applyOpinion, expireHolds, withHolds } from './holds.ts';
import type { Opinion } from './holds.ts';
import { listVetoClients } from './veto-client-store.ts';
import { maxVetoClients } from './veto-clients.ts';
import { consultVetoClients } from './veto-consultation.ts';
import type { ConsultationOptions } from './veto-consultation.ts';

export interface GateOptions {
  ask: AskPeer;
  consultation: ConsultationOptions;
  windows: HoldWindows;
  /** Whether a copy of the person's data is being collected. Erasing waits for it. */
  isCollecting: (tx: Tx, subjectHash: string) => Promise<boolean>;
}

type DriveJob = Pick<ActiveJob<unknown>, 'transact' | 'read'>;

/** Dry-runs the erasure in every service, so that none erases while another cannot. */
const askServices = (ask: AskPeer, subject: ErasureSubject): Promise<Opinion[]> =>
  Promise.all(
    turnsOf('erase', subject.request)
      .flat()
      .map(async (peer) => {
        const { outcome, blockedReason } = await ask(peer, 'erase', subject, true);
        const source = { source: 'service', sourceId: peer } as const;
        const reason = (blockedReason || 'The service cannot erase data at the moment.').slice(
          0,
          1000,
        );
        return outcome === 'BLOCKED'
          ? { ...source, hold: { reasonCode: 'other' as const, reason, expiresAt: null } }
          : source;
      }),
  );

/** Returns the tenant's veto clients. The lock prevents registration and removal until the transaction ends. */
async function registeredVetoClients(tx: Tx): Promise<Set<string>> {
  await lockShared(tx, complianceLocks.vetoClients, tx.context.tenantId);
  const clients = await listVetoClients(tx, { limit: maxVetoClients });
  return new Set(clients.map(({ id }) => id));
}

/** Records that a locked request is blocked, and escalates it once it has been held for too long. */
export async function holdBack(
  tx: Tx,
  request: ErasureRecord,
  now: Date,
  windows: HoldWindows,
): Promise<void> {
  const { change, event } = whenBlocked(request, now, windows);
  const held = await changeRequest(tx, request, change);
  if (event === 'erasure.deferred')
    await publishErasure(tx, event, held, { reminder: held.reminders });
  else if (event) await publishErasure(tx, event, held);
}

async function beginErasing(tx: Tx, request: ErasureRecord, now: Date): Promise<void> {
  const erasing = await changeRequest(tx, request, {
    state: 'ERASING',
    erasureStartedAt: now,
    heldSince: null,
  });
  await insertTasks(tx, request.id, 'erase', [...turnsOf('erase', request).flat(), 'compliance']);
  await publishErasure(tx, 'erasure.started', erasing);
}

/**
 * Decides whether erasing may begin, after every service and veto client has answered. Reads holds
 * and clients again under the lock of the request: the answer of a client removed in the meantime
 * does not count, and a client registered in the meantime is asked in the next round. Returns false
 * if the request must wait.
 */
export async function passGate(
  job: DriveJob,
  { ask, consultation, windows, isCollecting }: GateOptions,
  subject: ErasureSubject,
): Promise<boolean> {
  const clients = await job.read((tx) => listVetoClients(tx, { limit: maxVetoClients }));
  const [vetoes, services] = await Promise.all([
    consultVetoClients(consultation, subject, clients),
    askServices(ask, subject),
  ]);
  return job.transact(async (tx) => {
    const registered = await registeredVetoClients(tx);
    const request = await lockedRequest(tx, subject.request.id);
    if (!isRevocable(request.state)) return true;
    const now = await databaseNow(tx);
    let held = await expireHolds(tx, await withHolds(tx, request), now);
    const counted = vetoes.filter(({ sourceId }) => registered.has(sourceId));
    for (const opinion of [...counted, ...services])
      held = await applyOpinion(tx, held, opinion, now);
    const isBlocked =
      activeHolds(held.holds).length > 0 || (await isCollecting(tx, request.subjectHash));
    if (isBlocked) await holdBack(tx, held.request, now, windows);
    else if (registered.size === counted.length) await beginErasing(tx, held.request, now);
    return !isBlocked;
  });
}
