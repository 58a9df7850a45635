import type { ActiveJob } from '@platform/kit/jobs';
import { asProblem } from '@platform/kit/problem';
import { databaseNow } from '../database-clock.ts';
import { itemOf, turnsOf } from './erasure-peers.ts';
import type { AskPeer, ErasurePeer, ErasureSubject } from './erasure-peers.ts';
import { lockedRequest } from './erasure-store.ts';
import { insertTasks, isTaskDone, listTasks, updateTask } from './task-store.ts';
import type { ErasurePhase, TaskRecord } from './task-store.ts';
import { isRevocable } from './erasure-states.ts';
import { applyOpinion, isOverridden, withHolds } from './holds.ts';

type DriveJob = Pick<ActiveJob<unknown>, 'transact' | 'read' | 'signal'>;
type Attempt = Pick<TaskRecord, 'outcome' | 'lastError' | 'items'>;

/** Some services did not answer; the phase is retried later. */
class PeersAway extends Error {
  constructor(peers: readonly string[]) {
    super(`no receipt from ${peers.join(', ')}`);
    this.name = 'PeersAway';
  }
}

async function attempt(
  ask: AskPeer,
  peer: ErasurePeer,
  phase: ErasurePhase,
  subject: ErasureSubject,
): Promise<Attempt> {
  try {
    const { outcome, items, blockedReason } = await ask(peer, phase, subject);
    if (outcome === 'BLOCKED')
      return { outcome: 'BLOCKED', lastError: blockedReason ?? '', items: [] };
    return {
      outcome: outcome === 'DONE' ? 'DONE' : 'NOTHING_FOUND',
      lastError: null,
      items: (items ?? []).map(itemOf),
    };
  } catch (error) {
    return { outcome: 'FAILED', lastError: asProblem(error).code, items: [] };
  }
}

/**
 * Stores the result of an attempt. A blocked service puts a hold on the request as long as it can
 * be held. Returns whether the service blocks the phase; one whose hold was lifted does not.
 */
const keep = (
  job: DriveJob,
  phase: ErasurePhase,
  { request }: ErasureSubject,
  peer: ErasurePeer,
  result: Attempt,
): Promise<boolean> =>
  job.transact(async (tx) => {
    const locked = await lockedRequest(tx, request.id);
    await updateTask(tx, request.id, { phase, peer, ...result });
    const isBlocked = result.outcome === 'BLOCKED';
    if (!isRevocable(locked.state) || result.outcome === 'FAILED') return isBlocked;
    const reason = result.lastError || 'The service cannot complete its part at the moment.';
    const hold = isBlocked
      ? { reasonCode: 'other' as const, reason: reason.slice(0, 1000), expiresAt: null }
      : undefined;
    const held = await withHolds(tx, locked);
    const opinion = { source: 'service', sourceId: peer, hold } as const;
    await applyOpinion(tx, held, opinion, await databaseNow(tx));
    return isBlocked && !isOverridden(held, opinion);
  });

/**
 * Lets every service do its part, turn by turn; skips services with a receipt. Returns false if a
 * service is blocked.
 * @throws PeersAway if some did not answer
 */
export async function runPhase(
  job: DriveJob,
  ask: AskPeer,
  phase: ErasurePhase,
  subject: ErasureSubject,
): Promise<boolean> {
  const { id } = subject.request;
  const turns = turnsOf(phase, subject.request);
  await job.transact((tx) => insertTasks(tx, id, phase, turns.flat()));
  const tasks = await job.read((tx) => listTasks(tx, id));
  const isDone = (peer: string): boolean =>
    tasks.some((task) => task.phase === phase && task.peer === peer && isTaskDone(task));
  for (const turn of turns) {
    const results = await Promise.all(
      turn
        .filter((peer) => !isDone(peer))
        .map(async (peer) => {
          const result = await attempt(ask, peer, phase, subject);
          const isInTheWay = await keep(job, phase, subject, peer, result);
          return { peer, isInTheWay, ...result };
        }),
    );
    const away = results.filter(({ outcome }) => outcome === 'FAILED');
    if (away.length > 0) throw new PeersAway(away.map(({ peer }) => peer));
    if (results.some(({ isInTheWay }) => isInTheWay)) return false;
    if (job.signal.aborted) return false;
  }
  return true;
}
