import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { invalid } from '@platform/kit/problem';
import { isSame } from '../../json/json-equality.ts';
import { withGroup } from './directory-group-record.ts';
import type { DirectoryGroupRecord } from './directory-group-record.ts';
import {
  deleteDirectoryGroup,
  insertDirectoryGroup,
  insertRetiredGroup,
  lockGroupByExternalId,
  lockGroupByName,
  takeRetiredGroup,
  updateDirectoryGroup,
} from './directory-group-store.ts';
import { publishGroup, publishMembers } from './group-events.ts';
import type { GroupSource } from './group-events.ts';
import { deleteMembers } from './group-member-store.ts';
import { changeMembers } from './group-members.ts';
import type { MemberStep } from './group-members.ts';
import type { ProvisionedGroup } from './provisioned-resource.ts';

const maxNameLength = 256;

function checkProvisioned({ displayName, externalId }: ProvisionedGroup): void {
  if (displayName.trim() === '') throw invalid('/displayName', 'required', 'is required');
  if (displayName.length > maxNameLength)
    throw invalid(
      '/displayName',
      'invalid_format',
      `must have at most ${maxNameLength} characters`,
    );
  if (externalId !== null && externalId.length > maxNameLength)
    throw invalid('/externalId', 'invalid_format', `must have at most ${maxNameLength} characters`);
}

/** Details of a write of a group besides its content. */
interface WriteMore {
  /** The version at the source, if it has one. */
  remoteVersion?: string | null;
  /** The id of a new group. */
  id?: string | undefined;
}

/**
 * Adds a group with its members. @throws 409 if the directory has one of this name or external id
 */
export async function createDirectoryGroup(
  tx: Tx,
  source: GroupSource,
  given: ProvisionedGroup,
  memberIds: readonly string[],
  { remoteVersion = null, id = newId('directoryGroup') }: WriteMore = {},
): Promise<DirectoryGroupRecord> {
  checkProvisioned(given);
  const now = new Date();
  const group: DirectoryGroupRecord = {
    id,
    directoryId: source.directory.id,
    ...given,
    memberCount: 0,
    remoteVersion,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  await insertDirectoryGroup(tx, group);
  await publishGroup(tx, 'directory.group_created', source, group);
  const { memberCount } = await changeMembers(tx, source, group, [{ kind: 'add', ids: memberIds }]);
  if (memberCount === 0) return group;
  const filled = { ...group, memberCount };
  await updateDirectoryGroup(tx, filled);
  return filled;
}

/**
 * Changes a locked group: its attributes, then its members step by step. Writes nothing if nothing
 * changes.
 */
export async function changeDirectoryGroup(
  tx: Tx,
  source: GroupSource,
  before: DirectoryGroupRecord,
  given: ProvisionedGroup,
  steps: readonly MemberStep[],
  { remoteVersion = before.remoteVersion }: WriteMore = {},
): Promise<{ group: DirectoryGroupRecord; isChanged: boolean }> {
  checkProvisioned(given);
  const wanted = { ...withGroup(before, given), remoteVersion };
  const isRenamed = !isSame(withGroup(before, given), before);
  const members = await changeMembers(tx, source, wanted, steps);
  if (!isRenamed && !members.isChanged && wanted.remoteVersion === before.remoteVersion)
    return { group: before, isChanged: false };
  const group = {
    ...wanted,
    memberCount: members.memberCount,
    version: before.version + 1,
    updatedAt: new Date(),
  };
  await updateDirectoryGroup(tx, group);
  if (isRenamed) await publishGroup(tx, 'directory.group_updated', source, group);
  return { group, isChanged: isRenamed || members.isChanged };
}

/**
 * Creates or changes the group that a resource describes, and sets its members; for sources that do
 * not distinguish the two. A retired group is restored under its id, which mappings refer to.
 */
export async function provisionGroup(
  tx: Tx,
  source: GroupSource,
  given: ProvisionedGroup,
  memberIds: readonly string[],
  more: WriteMore = {},
): Promise<{ outcome: 'created' | 'updated' | 'unchanged'; group: DirectoryGroupRecord }> {
  const { id } = source.directory;
  const present =
    given.externalId === null
      ? await lockGroupByName(tx, id, given.displayName)
      : await lockGroupByExternalId(tx, id, given.externalId);
  if (!present) {
    const { externalId } = given;
    const former = externalId === null ? undefined : await takeRetiredGroup(tx, id, externalId);
    const creation = { ...more, id: former };
    return {
      outcome: 'created',
      group: await createDirectoryGroup(tx, source, given, memberIds, creation),
    };
  }
  const replace: MemberStep = { kind: 'replace', ids: memberIds };
  const { group, isChanged } = await changeDirectoryGroup(
    tx,
    source,
    present,
    given,
    [replace],
    more,
  );
  return { outcome: isChanged ? 'updated' : 'unchanged', group };
}

/** Removes a locked group and all its members. */
export async function removeDirectoryGroup(
  tx: Tx,
  source: GroupSource,
  group: DirectoryGroupRecord,
): Promise<void> {
  const members = await deleteMembers(tx, group, [], { except: true });
  await publishMembers(tx, 'directory.group_member_removed', source, group, members);
  await deleteDirectoryGroup(tx, group);
  await publishGroup(tx, 'directory.group_deleted', source, group);
}

/** Removes a locked group that is gone from its source; see {@link provisionGroup}. */
export async function retireDirectoryGroup(
  tx: Tx,
  source: GroupSource,
  group: DirectoryGroupRecord,
): Promise<void> {
  await removeDirectoryGroup(tx, source, group);
  await insertRetiredGroup(tx, group);
}
