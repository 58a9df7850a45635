import type { ErasureHold, ErasureRequest, ErasureRequestSummary } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { ErasureRecord } from './erasure-store.ts';
import { listHolds } from './hold-store.ts';
import type { HoldRecord } from './hold-store.ts';
import { listTasks } from './task-store.ts';
import type { TaskRecord } from './task-store.ts';
import { isEnded } from './erasure-states.ts';
import type { NextSweep } from './erasure-sweep-times.ts';

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null;

const nextSweepOf = (r: ErasureRecord, nextSweep: NextSweep): Date | null => {
  if (isEnded(r.state)) return null;
  const now = new Date();
  const waitsForGrace = r.state === 'DEACTIVATED' && r.graceEndsAt !== null && r.graceEndsAt > now;
  return nextSweep(waitsForGrace ? (r.graceEndsAt as Date) : now);
};

/** Returns a request as in lists. */
export const erasureSummary = (r: ErasureRecord, nextSweep: NextSweep): ErasureRequestSummary => ({
  id: r.id,
  state: r.state,
  subject: { type: r.subjectType, userId: r.userId },
  reason: r.reason,
  requestedBy: r.requestedBy,
  regulation: r.regulation,
  identityVerification: r.identityVerification,
  externalReference: r.externalReference,
  note: r.note,
  receivedAt: r.receivedAt.toISOString(),
  dueAt: r.dueAt.toISOString(),
  deactivatedAt: timeOf(r.deactivatedAt),
  graceEndsAt: timeOf(r.graceEndsAt),
  erasureStartedAt: timeOf(r.erasureStartedAt),
  completedAt: timeOf(r.completedAt),
  cancelledAt: timeOf(r.cancelledAt),
  heldSince: timeOf(r.heldSince),
  deferredAt: timeOf(r.deferredAt),
  stalled: r.isStalled,
  nextSweepAt: timeOf(nextSweepOf(r, nextSweep)),
  certificateAvailable: r.certificateJws !== null,
  createdAt: r.createdAt.toISOString(),
  updatedAt: r.updatedAt.toISOString(),
});

export const holdResource = (h: HoldRecord): ErasureHold => ({
  id: h.id,
  state: h.state,
  source: h.source,
  reasonCode: h.reasonCode,
  reason: h.reason,
  externalReference: h.externalReference,
  vetoClientId: h.source === 'veto' ? h.sourceId : null,
  service: h.source === 'service' ? h.sourceId : null,
  raisedBy: h.raisedBy,
  raisedAt: h.raisedAt.toISOString(),
  expiresAt: timeOf(h.expiresAt),
  liftedBy: h.liftedBy,
  liftedAt: timeOf(h.liftedAt),
});

const taskResource = (task: TaskRecord) => ({
  ...task,
  completedAt: timeOf(task.completedAt),
});

/** Returns a request with its holds and the work of each service. */
export async function erasureResource(
  tx: Tx,
  request: ErasureRecord,
  nextSweep: NextSweep,
): Promise<ErasureRequest> {
  const holds = await listHolds(tx, request.id);
  const tasks = await listTasks(tx, request.id);
  return {
    ...erasureSummary(request, nextSweep),
    holds: holds.map(holdResource),
    peers: tasks.map(taskResource),
  };
}
