import type { Tx } from '@platform/kit/database';
import type { RemotePage, RemoteUser } from './sources/remote-records.ts';
import {
  listKnownUsers,
  markLeavingGroups,
  markLeavingUsers,
  markSeenGroups,
  markSeenUsers,
} from './sync-directory-store.ts';
import { insertPage, unstageGroups } from './sync-page-store.ts';
import type { StagedGroup } from './sync-page-store.ts';
import { counted, syncFailure } from './sync-progress.ts';
import type { SyncProgress } from './sync-progress.ts';
import type { SyncCheckpoint } from './sync-run-context.ts';
import { isUnchanged, leavesWith } from './user-comparison.ts';

/** Users and groups that one transaction writes. */
const usersPerTransaction = 50;
const groupsPerTransaction = 20;

const chunked = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );

/** The run, and the digest of its directory's mapping. */
interface Staging {
  directoryId: string;
  runId: string;
  mapping: string;
}

/** Marks users as seen or leaving, and returns those to write. */
async function compareUsers(
  tx: Tx,
  { directoryId, runId, mapping }: Staging,
  { users, removedUsers }: Pick<RemotePage, 'users' | 'removedUsers'>,
  before: SyncProgress,
): Promise<{ changed: RemoteUser[]; progress: SyncProgress }> {
  const ids = users.map(({ externalId }) => externalId);
  const known = new Map((await listKnownUsers(tx, directoryId, ids)).map((u) => [u.externalId, u]));
  const leaving = [...removedUsers];
  const changed: RemoteUser[] = [];
  let progress = counted(before, 'seen', users.length);
  for (const user of users) {
    const present = known.get(user.externalId);
    if (leavesWith(present, user)) leaving.push(user.externalId);
    else if (isUnchanged(present, user, mapping)) progress = counted(progress, 'unchanged');
    else changed.push(user);
  }
  await markSeenUsers(tx, directoryId, ids, runId);
  if (leaving.length > 0) await markLeavingUsers(tx, directoryId, leaving, runId);
  return { changed, progress };
}

function stagedGroups({ groups, members }: RemotePage): StagedGroup[] {
  const named = new Map(groups.map((group) => [group.externalId, group]));
  const all = new Map(members.map((of) => [of.groupExternalId, of.all]));
  return [...new Set([...named.keys(), ...all.keys()])].map((externalId) => ({
    externalId,
    displayName: named.get(externalId)?.displayName ?? null,
    version: named.get(externalId)?.version ?? null,
    members: all.get(externalId) ?? [],
  }));
}

/**
 * Marks groups as seen or leaving. Does not write a group that changed in an earlier page than it
 * was removed in.
 */
async function markGroups(
  tx: Tx,
  { directoryId, runId }: Staging,
  { removedGroups, groupFaults }: Pick<RemotePage, 'removedGroups' | 'groupFaults'>,
  groups: readonly StagedGroup[],
): Promise<void> {
  const faulty = groupFaults.map(({ externalId }) => externalId);
  const seen = [...groups.map(({ externalId }) => externalId), ...faulty];
  if (seen.length > 0) await markSeenGroups(tx, directoryId, seen, runId);
  if (removedGroups.length === 0) return;
  await unstageGroups(tx, directoryId, removedGroups);
  await markLeavingGroups(tx, directoryId, removedGroups, runId);
}

/**
 * Stages the changes of a page until the whole source is read. Changes nothing that callers see.
 */
export async function stagePage(
  tx: Tx,
  staging: Staging,
  page: RemotePage,
  before: SyncCheckpoint,
): Promise<SyncCheckpoint> {
  const { directoryId } = staging;
  const compared = await compareUsers(tx, staging, page, before.progress);
  const groups = stagedGroups(page);
  await markGroups(tx, staging, page, groups);
  let { staged } = before;
  for (const content of chunked(compared.changed, usersPerTransaction))
    await insertPage(tx, directoryId, 'users', { number: staged++, content });
  for (const content of chunked(groups, groupsPerTransaction))
    await insertPage(tx, directoryId, 'groups', { number: staged++, content });
  return {
    ...before,
    next: page.next,
    position: page.position === undefined ? before.position : page.position,
    progress: page.groupFaults.reduce(syncFailure, compared.progress),
    isRead: page.next === null,
    staged,
    listedGroups: before.listedGroups + groups.length + page.groupFaults.length,
    listedMembers: groups.reduce((n, { members }) => n + members.length, before.listedMembers),
  };
}
