import type { Tx } from '@platform/kit/database';
import { now, unlessTaken } from '@platform/kit/database';
import { problemWithReason } from '@platform/kit/problem';
import { addStep, directoryGroupCounter } from '../../counters/counters.ts';
import { directory } from '../../generated/tables.ts';
import { directoryGroups } from './directory-group-record.ts';
import type { DirectoryGroupRecord } from './directory-group-record.ts';
import { nameKey } from '../../directories/name-key.ts';

const retired = directory.table('retiredDirectoryGroups');

const taken = (pointer: string) =>
  problemWithReason('already_exists', {
    pointer,
    code: 'already_exists',
    detail: `Another group of the directory already has this ${pointer.slice(1)}`,
  });

type Found = Promise<DirectoryGroupRecord | undefined>;

export const findDirectoryGroup = (tx: Tx, directoryId: string, id: string): Found =>
  directoryGroups.find(tx, { directoryId, id });

export const lockDirectoryGroup = (tx: Tx, directoryId: string, id: string): Found =>
  directoryGroups.lock(tx, { directoryId, id });

export const lockGroupByExternalId = (tx: Tx, directoryId: string, externalId: string): Found =>
  directoryGroups.lock(tx, { directoryId, externalId });

export const lockGroupByName = (tx: Tx, directoryId: string, displayName: string): Found =>
  directoryGroups.lock(tx, { directoryId, displayNameKey: nameKey(displayName) });

const columnsOf = (group: DirectoryGroupRecord) => ({
  displayName: group.displayName,
  displayNameKey: nameKey(group.displayName),
  externalId: group.externalId,
  resource: group.attributes,
  memberCount: group.memberCount,
  remoteVersion: group.remoteVersion,
  version: group.version,
  updatedAt: group.updatedAt,
});

/** Adds a group. @throws 409 if another one has its name or external id */
export async function insertDirectoryGroup(tx: Tx, group: DirectoryGroupRecord): Promise<void> {
  const { directoryId, id, createdAt } = group;
  const row = { directoryId, id, createdAt, ...columnsOf(group) };
  if ((await directoryGroups.insertIfAbsent(tx, row)) === 0) throw taken('/displayName');
  await addStep(tx, directoryGroupCounter(directoryId), 1);
}

const clashes = {
  directory_groups__display_name_key: () => taken('/displayName'),
  directory_groups__external_id_key: () => taken('/externalId'),
};

export async function updateDirectoryGroup(tx: Tx, group: DirectoryGroupRecord): Promise<void> {
  const { directoryId, id } = group;
  await unlessTaken(directoryGroups.update(tx, { directoryId, id }, columnsOf(group)), clashes);
}

/** Removes a group. The caller removes its members. */
export async function deleteDirectoryGroup(
  tx: Tx,
  { directoryId, id }: Pick<DirectoryGroupRecord, 'directoryId' | 'id'>,
): Promise<void> {
  await directoryGroups.delete(tx, { directoryId, id });
  await addStep(tx, directoryGroupCounter(directoryId), -1);
}

/** Keeps the id of a removed group by its external id. */
export async function insertRetiredGroup(
  tx: Tx,
  { directoryId, externalId, id }: Pick<DirectoryGroupRecord, 'directoryId' | 'externalId' | 'id'>,
): Promise<void> {
  if (externalId === null) return;
  const row = { directoryId, externalId, groupId: id, retiredAt: now };
  await retired.upsert(tx, row, ['directoryId', 'externalId']);
}

/** Deletes and returns the kept id of the group that was removed under this external id. */
export const takeRetiredGroup = async (
  tx: Tx,
  directoryId: string,
  externalId: string,
): Promise<string | undefined> =>
  (await retired.pick('groupId').deleteReturning(tx, { directoryId, externalId }))?.groupId;
