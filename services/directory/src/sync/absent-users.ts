import type { Tx } from '@platform/kit/database';
import { deactivateDirectoryUser, lockDirectoryUser } from '../provisioned/provisioned.ts';
import { isMassLeaving } from './leaving-guard.ts';
import { removeGroup } from './page-application.ts';
import {
  countLeaving,
  listLeavingUsers,
  listUnseenGroups,
  markUnseenUsers,
  unmarkLeavingUser,
} from './sync-directory-store.ts';
import { counted } from './sync-progress.ts';
import type { SyncProgress } from './sync-progress.ts';
import type { SyncCheckpoint, SyncContext } from './sync-run-context.ts';
import { updateRun } from './sync-run-store.ts';

const leavingPerTransaction = 50;
const rowsPerStep = 1_000;

async function deactivate(context: SyncContext, id: string, tx: Tx): Promise<boolean> {
  const { directory, provisioningOf } = context;
  const provisioning = await provisioningOf(tx, directory);
  const user = await lockDirectoryUser(tx, directory.id, id);
  if (!user?.active) return false;
  const left = await deactivateDirectoryUser(tx, provisioning, user);
  if (left.active) await unmarkLeavingUser(tx, directory.id, id);
  return !left.active;
}

/** Lets those leave who are marked, each time some in one transaction. */
async function letLeave(context: SyncContext, at: SyncCheckpoint): Promise<SyncProgress> {
  const { job, run, directory } = context;
  for (let { progress } = at; ;) {
    job.signal.throwIfAborted();
    const ids = await job.read((tx) =>
      listLeavingUsers(tx, directory.id, run.id, leavingPerTransaction),
    );
    if (ids.length === 0) return progress;
    progress = await job.transact(async (tx) => {
      let left = progress;
      for (const id of ids)
        if (await deactivate(context, id, tx)) left = counted(left, 'deactivated');
      await updateRun(tx, { ...run, ...left });
      await job.checkpoint(tx, { ...at, progress: left }, left.counts);
      return left;
    });
  }
}

async function removeUnseenGroups({
  job,
  run,
  directory,
  provisioningOf,
}: SyncContext): Promise<void> {
  for (;;) {
    const removed = await job.transact(async (tx) => {
      const ids = await listUnseenGroups(tx, directory.id, run.id, leavingPerTransaction);
      const provisioning = await provisioningOf(tx, directory);
      for (const id of ids) await removeGroup(tx, provisioning, id);
      return ids.length;
    });
    if (removed < leavingPerTransaction) return;
  }
}

/** Lets those go whom the source no longer names; `halted` where they are too many to be right. */
export async function endAbsent(
  context: SyncContext,
  at: SyncCheckpoint,
): Promise<SyncProgress | 'halted'> {
  const { job, run, directory, limits } = context;
  const isSweeping = run.isFull && directory.sync?.deactivateMissing === true;
  if (isSweeping)
    while (
      (await job.transact((tx) => markUnseenUsers(tx, directory.id, run.id, rowsPerStep))) >=
      rowsPerStep
    );
  const counts = await job.read((tx) => countLeaving(tx, directory.id, run.id));
  const isResumed = at.progress.counts.deactivated > 0;
  const found = { ...counts, isSourceEmpty: run.isFull && at.progress.counts.seen === 0 };
  if (!run.isForced && !isResumed && isMassLeaving(found, limits)) return 'halted';
  const progress = await letLeave(context, at);
  if (run.isFull && directory.sync?.groups) await removeUnseenGroups(context);
  return progress;
}
