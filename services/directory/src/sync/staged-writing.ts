import type { Tx } from '@platform/kit/database';
import type { Provisioning } from '../provisioning/directories/provisioned.ts';
import {
  deactivateDirectoryUser,
  lockDirectoryGroup,
  lockDirectoryUser,
  retireDirectoryGroup,
} from '../provisioning/directories/provisioned.ts';
import { applyGroups, applyUsers } from './page-application.ts';
import { listLeavingGroups, listLeavingUsers, unmarkLeavingUser } from './sync-directory-store.ts';
import { deletePage, listPages } from './sync-page-store.ts';
import { counted } from './sync-progress.ts';
import type { SyncProgress } from './sync-progress.ts';
import type { SyncCheckpoint, SyncContext } from './sync-run-context.ts';
import { updateRun } from './sync-run-store.ts';

const leavingPerTransaction = 50;
/**
 * Pages of users that are loaded together, so that compliance is asked about their newcomers once.
 */
const pagesAtOnce = 10;

/** Writes in one transaction, with the checkpoint that follows. */
function step(
  { job, run }: SyncContext,
  at: SyncCheckpoint,
  work: (tx: Tx, before: SyncProgress) => Promise<SyncProgress>,
): Promise<SyncCheckpoint> {
  return job.transact(async (tx) => {
    const progress = await work(tx, at.progress);
    const after = { ...at, progress };
    await updateRun(tx, { ...run, ...progress });
    await job.checkpoint(tx, after, progress.counts);
    return after;
  });
}

async function writeUsers(context: SyncContext, before: SyncCheckpoint): Promise<SyncCheckpoint> {
  const { job, directory, provisioningOf, erasedAmong } = context;
  for (let at = before; ;) {
    job.signal.throwIfAborted();
    const pages = await job.read((tx) =>
      listPages(tx, directory.id, 'users', { after: -1, limit: pagesAtOnce }),
    );
    if (pages.length === 0) return at;
    const users = pages.flatMap(({ content }) => content);
    const isErased = await erasedAmong(job, directory, users);
    for (const { number, content } of pages)
      at = await step(context, at, async (tx, progress) => {
        const provisioning = { ...(await provisioningOf(tx, directory)), isErased };
        await deletePage(tx, directory.id, 'users', number);
        return applyUsers(tx, provisioning, content, progress);
      });
  }
}

async function deactivate(tx: Tx, provisioning: Provisioning, id: string): Promise<boolean> {
  const { directory } = provisioning;
  const user = await lockDirectoryUser(tx, directory.id, id);
  if (!user?.active) return false;
  const left = await deactivateDirectoryUser(tx, provisioning, user);
  if (left.active) await unmarkLeavingUser(tx, directory.id, id);
  return !left.active;
}

async function letUsersLeave(
  context: SyncContext,
  before: SyncCheckpoint,
): Promise<SyncCheckpoint> {
  const { job, run, directory, provisioningOf } = context;
  for (let at = before; ;) {
    job.signal.throwIfAborted();
    const ids = await job.read((tx) =>
      listLeavingUsers(tx, directory.id, run.id, leavingPerTransaction),
    );
    if (ids.length === 0) return at;
    at = await step(context, at, async (tx, progress) => {
      const provisioning = await provisioningOf(tx, directory);
      let left = progress;
      for (const id of ids)
        if (await deactivate(tx, provisioning, id)) left = counted(left, 'deactivated');
      return left;
    });
  }
}

async function letGroupsLeave(context: SyncContext): Promise<void> {
  const { job, run, directory, provisioningOf } = context;
  for (let isMore = true; isMore;) {
    job.signal.throwIfAborted();
    isMore = await job.transact(async (tx) => {
      const ids = await listLeavingGroups(tx, directory.id, run.id, leavingPerTransaction);
      const provisioning = await provisioningOf(tx, directory);
      for (const id of ids) {
        const group = await lockDirectoryGroup(tx, directory.id, id);
        if (group) await retireDirectoryGroup(tx, provisioning, group);
      }
      return ids.length === leavingPerTransaction;
    });
  }
}

async function writeGroups(context: SyncContext, before: SyncCheckpoint): Promise<SyncCheckpoint> {
  const { job, directory, provisioningOf } = context;
  for (let at = before; ;) {
    job.signal.throwIfAborted();
    const [page] = await job.read((tx) =>
      listPages(tx, directory.id, 'groups', { after: -1, limit: 1 }),
    );
    if (!page) return at;
    at = await step(context, at, async (tx, progress) => {
      const provisioning = await provisioningOf(tx, directory);
      await deletePage(tx, directory.id, 'groups', page.number);
      return applyGroups(tx, provisioning, page.content, progress);
    });
  }
}

/**
 * Writes the staged changes of a run. Users come first, because groups refer to them; removed
 * groups leave before others may take their names. A page is deleted in the transaction that writes
 * it, so an interrupted run continues with the rest.
 */
export async function writeStaged(context: SyncContext, at: SyncCheckpoint): Promise<SyncProgress> {
  const withUsers = await letUsersLeave(context, await writeUsers(context, at));
  await letGroupsLeave(context);
  return (await writeGroups(context, withUsers)).progress;
}
