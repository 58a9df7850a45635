import { massLeaving } from './leaving-guard.ts';
import type { LeavingByKind } from './leaving-guard.ts';
import {
  countLeaving,
  countLeavingGroups,
  countLeavingMembers,
  markUnseenGroups,
  markUnseenUsers,
} from './sync-directory-store.ts';
import { listPages } from './sync-page-store.ts';
import type { SyncCheckpoint, SyncContext } from './sync-run-context.ts';

const rowsPerStep = 1_000;

/** Whether the run lists all groups, so that one it did not see is gone. */
const listsGroups = ({ run, directory }: SyncContext): boolean =>
  run.isFull && directory.sync?.groups === true;

/** Marks everything that a complete listing did not contain. */
async function markUnseen(context: SyncContext): Promise<void> {
  const { job, run, directory } = context;
  const untilNone = async (mark: typeof markUnseenUsers): Promise<void> => {
    while (
      (await job.transact((tx) => mark(tx, directory.id, run.id, rowsPerStep))) >= rowsPerStep
    );
  };
  if (run.isFull && directory.sync?.deactivateMissing === true) await untilNone(markUnseenUsers);
  if (listsGroups(context)) await untilNone(markUnseenGroups);
}

/** Members that staged groups have lost. */
async function leavingMembers({ job, run, directory }: SyncContext): Promise<number> {
  let leaving = 0;
  for (let after = -1; ;) {
    const [page] = await job.read((tx) =>
      listPages(tx, directory.id, 'groups', { after, limit: 1 }),
    );
    if (!page) return leaving;
    const groupIds = page.content.map(({ externalId }) => externalId);
    const pairs = page.content.flatMap(({ externalId, members }) =>
      members.map((member) => [externalId, member] as const),
    );
    leaving += await job.read((tx) =>
      countLeavingMembers(tx, directory.id, run.id, { groupIds, pairs }),
    );
    after = page.number;
  }
}

async function foundBy(context: SyncContext, at: SyncCheckpoint): Promise<LeavingByKind> {
  const { job, run, directory } = context;
  const users = await job.read((tx) => countLeaving(tx, directory.id, run.id));
  const groups = await job.read((tx) => countLeavingGroups(tx, directory.id, run.id));
  return {
    users: {
      present: users.active,
      leaving: users.leaving,
      isSourceEmpty: run.isFull && at.progress.counts.seen === 0,
    },
    groups: {
      present: groups.groups,
      leaving: groups.leavingGroups,
      isSourceEmpty: listsGroups(context) && at.listedGroups === 0,
    },
    memberships: {
      present: groups.memberships,
      leaving: groups.leavingMembers + (await leavingMembers(context)),
      isSourceEmpty: listsGroups(context) && at.listedMembers === 0,
    },
  };
}

/** Why a run that has read its source must not write; undefined if it may. */
export async function reasonToHalt(context: SyncContext, at: SyncCheckpoint) {
  await markUnseen(context);
  return context.run.isForced ? undefined : massLeaving(await foundBy(context, at), context.limits);
}
