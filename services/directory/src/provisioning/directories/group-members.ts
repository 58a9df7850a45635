import type { Tx } from '@platform/kit/database';
import { problemWithReason, problem } from '@platform/kit/problem';
import type { DirectoryGroupRecord, GroupMember } from './directory-group-record.ts';
import type { DirectoryUserRecord } from './directory-user-record.ts';
import { publishMembers } from './group-events.ts';
import type { GroupSource } from './group-events.ts';
import {
  deleteMembers,
  deleteMembershipsOf,
  holdMembers,
  insertMembers,
} from './group-member-store.ts';

/** Maximum members per group. */
export const maxGroupMembers = 100_000;

/** One step on the members of a group. `replace` with no ids removes all. */
export interface MemberStep {
  kind: 'add' | 'remove' | 'replace';
  /** Directory users. */
  ids: readonly string[];
}

function checkKnown(ids: readonly string[], known: readonly GroupMember[]): void {
  if (known.length === ids.length) return;
  const found = new Set(known.map(({ id }) => id));
  throw problemWithReason('validation_failed', {
    pointer: '/members',
    code: 'not_found',
    detail: `members: "${ids.find((id) => !found.has(id))}" is not a user of this directory`,
  });
}

function checkCount(count: number): void {
  if (count <= maxGroupMembers) return;
  throw problem('limit_exceeded', {
    detail: `A group can have at most ${maxGroupMembers} members`,
  });
}

/** How many joined and left. */
interface Moves {
  joined: number;
  left: number;
}

async function add(
  tx: Tx,
  source: GroupSource,
  group: DirectoryGroupRecord,
  given: readonly string[],
): Promise<number> {
  const ids = [...new Set(given)];
  if (ids.length === 0) return 0;
  const known = await holdMembers(tx, group.directoryId, ids);
  checkKnown(ids, known);
  const added = new Set(await insertMembers(tx, group, ids));
  checkCount(group.memberCount + added.size);
  const members = known.filter(({ id }) => added.has(id));
  await publishMembers(tx, 'directory.group_member_added', source, group, members);
  return added.size;
}

async function remove(
  tx: Tx,
  source: GroupSource,
  group: DirectoryGroupRecord,
  ids: readonly string[],
  options: { except?: boolean } = {},
): Promise<number> {
  const gone = await deleteMembers(tx, group, ids, options);
  await publishMembers(tx, 'directory.group_member_removed', source, group, gone);
  return gone.length;
}

async function applyStep(
  tx: Tx,
  source: GroupSource,
  group: DirectoryGroupRecord,
  { kind, ids }: MemberStep,
): Promise<Moves> {
  const left =
    kind === 'add' ? 0 : await remove(tx, source, group, ids, { except: kind === 'replace' });
  if (kind === 'remove') return { joined: 0, left };
  const rest = { ...group, memberCount: group.memberCount - left };
  return { joined: await add(tx, source, rest, ids), left };
}

/**
 * Changes the members of a group, whose row is locked, by inserting and deleting rows, without
 * reading the existing members. Returns the new count, and whether any joined or left.
 */
export async function changeMembers(
  tx: Tx,
  source: GroupSource,
  group: DirectoryGroupRecord,
  steps: readonly MemberStep[],
): Promise<{ memberCount: number; isChanged: boolean }> {
  let { memberCount } = group;
  let isChanged = false;
  for (const step of steps) {
    const { joined, left } = await applyStep(tx, source, { ...group, memberCount }, step);
    memberCount += joined - left;
    isChanged ||= joined + left > 0;
  }
  return { memberCount, isChanged };
}

/** Removes a user of the directory from all its groups. */
export async function removeFromGroups(
  tx: Tx,
  source: GroupSource,
  user: DirectoryUserRecord,
): Promise<void> {
  const { id, userId } = user;
  for (const group of await deleteMembershipsOf(tx, user))
    await publishMembers(tx, 'directory.group_member_removed', source, group, [{ id, userId }]);
}
