import type { Tx } from '@platform/kit/database';
import { Problem } from '@platform/kit/problem';
import {
  lockDirectoryGroup,
  mappingDigest,
  provisionGroup,
  provisionDirectoryUser,
  removeDirectoryGroup,
} from '../provisioned/provisioned.ts';
import type { Provisioning } from '../provisioned/provisioned.ts';
import type { RemoteGroup, RemotePage, RemoteUser } from '../sources/remote-records.ts';
import {
  listKnownGroups,
  listKnownUsers,
  markLeavingUsers,
  markSeenGroups,
  markSeenUsers,
} from './sync-directory-store.ts';
import type { SyncedUser } from './sync-directory-store.ts';
import { counted, syncFailure, foreseen } from './sync-progress.ts';
import type { SyncProgress } from './sync-progress.ts';

const faultOf = ({ details: { errors }, code, message }: Problem, externalId: string) => ({
  code: errors?.[0]?.code ?? code,
  detail: message,
  externalId,
});

/** Runs a part behind a savepoint: what breaks a rule fails alone, and leaves nothing. */
async function alone<T>(
  tx: Tx,
  externalId: string,
  work: () => Promise<T>,
): Promise<{ result: T } | { fault: ReturnType<typeof faultOf> }> {
  await tx.execute('SAVEPOINT part');
  try {
    const result = await work();
    await tx.execute('RELEASE SAVEPOINT part');
    return { result };
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    await tx.execute('ROLLBACK TO SAVEPOINT part');
    return { fault: faultOf(error, externalId) };
  }
}

/** The version of a user at the source, under the mapping of now: another mapping makes another user of it. */
const versionUnder = ({ version }: RemoteUser, mapping: string): string | null =>
  version === null ? null : `${version} ${mapping}`;

const isUnchanged = (known: SyncedUser | undefined, user: RemoteUser, mapping: string): boolean =>
  known !== undefined &&
  known.remoteVersion !== null &&
  known.remoteVersion === versionUnder(user, mapping) &&
  known.active === user.active;

/** A user who was active and is not any more leaves with the others, once it is known how many they are. */
const leavesWith = (known: SyncedUser | undefined, { active }: RemoteUser): boolean =>
  known?.active === true && !active;

async function applyUser(
  tx: Tx,
  provisioning: Provisioning,
  user: RemoteUser,
  { progress, mapping }: { progress: SyncProgress; mapping: string },
): Promise<SyncProgress> {
  const { userName, externalId, active, resource } = user;
  const given = { userName, externalId, active, attributes: resource };
  const remoteVersion = versionUnder(user, mapping);
  const applied = await alone(tx, externalId, () =>
    provisionDirectoryUser(tx, provisioning, given, { remoteVersion }),
  );
  if ('fault' in applied) return syncFailure(progress, applied.fault);
  return counted(progress, applied.result.outcome);
}

/** Writes the users of a page. */
export async function applyUsers(
  tx: Tx,
  provisioning: Provisioning,
  { users, removedUsers }: Pick<RemotePage, 'users' | 'removedUsers'>,
  { runId, before }: { runId: string; before: SyncProgress },
): Promise<SyncProgress> {
  const { id } = provisioning.directory;
  const ids = users.map(({ externalId }) => externalId);
  const known = new Map((await listKnownUsers(tx, id, ids)).map((u) => [u.externalId, u]));
  const mapping = mappingDigest(
    provisioning.directory.attributeMapping,
    provisioning.writing.schema,
  );
  let progress = counted(before, 'seen', users.length);
  const leaving = [...removedUsers];
  for (const user of users) {
    const present = known.get(user.externalId);
    if (leavesWith(present, user)) leaving.push(user.externalId);
    else if (isUnchanged(present, user, mapping)) progress = counted(progress, 'unchanged');
    else progress = await applyUser(tx, provisioning, user, { progress, mapping });
  }
  await markSeenUsers(tx, id, ids, runId);
  if (leaving.length > 0) await markLeavingUsers(tx, id, leaving, runId);
  return progress;
}

async function memberIds(
  tx: Tx,
  directoryId: string,
  externalIds: readonly string[],
): Promise<string[]> {
  return (await listKnownUsers(tx, directoryId, externalIds)).map(({ id }) => id);
}

/** Writes the groups of a page with their members. */
export async function applyGroups(
  tx: Tx,
  provisioning: Provisioning,
  { groups, removedGroups, members }: Pick<RemotePage, 'groups' | 'removedGroups' | 'members'>,
  { runId, before }: { runId: string; before: SyncProgress },
): Promise<SyncProgress> {
  const { id } = provisioning.directory;
  const ids = [...new Set([...groups, ...members].map(externalIdOf))];
  const known = await listKnownGroups(tx, id, [...ids, ...removedGroups]);
  let progress = before;
  for (const externalId of ids) {
    const named = groups.find((group) => group.externalId === externalId);
    const displayName = named?.displayName ?? known.get(externalId)?.displayName;
    if (displayName === undefined) continue;
    const all = members.find((of) => of.groupExternalId === externalId)?.all ?? [];
    const given = { displayName, externalId, attributes: {} };
    const applied = await alone(tx, externalId, async () =>
      provisionGroup(tx, provisioning, given, await memberIds(tx, id, all), {
        remoteVersion: named?.version ?? null,
      }),
    );
    progress =
      'fault' in applied ? syncFailure(progress, applied.fault) : counted(progress, 'groups');
  }
  await markSeenGroups(tx, id, ids, runId);
  for (const externalId of removedGroups)
    await removeGroup(tx, provisioning, known.get(externalId)?.id);
  return progress;
}

const externalIdOf = (of: RemoteGroup | RemotePage['members'][number]): string =>
  'externalId' in of ? of.externalId : of.groupExternalId;

/** Removes a group that is gone from the source. */
export async function removeGroup(
  tx: Tx,
  provisioning: Provisioning,
  id: string | undefined,
): Promise<void> {
  const { id: directoryId } = provisioning.directory;
  const group = id === undefined ? undefined : await lockDirectoryGroup(tx, directoryId, id);
  if (group) await removeDirectoryGroup(tx, provisioning, group);
}

/** What a page would change: nothing is written. */
export async function foreseePage(
  tx: Tx,
  { directoryId, mapping }: { directoryId: string; mapping: string },
  { users, removedUsers, groups }: RemotePage,
  before: SyncProgress,
): Promise<SyncProgress> {
  const ids = users.map(({ externalId }) => externalId);
  const known = new Map(
    (await listKnownUsers(tx, directoryId, [...ids, ...removedUsers])).map((u) => [
      u.externalId,
      u,
    ]),
  );
  let progress = counted(counted(before, 'seen', users.length), 'groups', groups.length);
  for (const user of users) {
    const { userName, externalId } = user;
    const present = known.get(externalId);
    if (leavesWith(present, user))
      progress = foreseen(progress, { action: 'deactivate', userName, externalId });
    else if (isUnchanged(present, user, mapping)) progress = counted(progress, 'unchanged');
    else
      progress = foreseen(progress, {
        action: present ? 'update' : 'create',
        userName,
        externalId,
      });
  }
  for (const externalId of removedUsers)
    if (known.get(externalId)?.active)
      progress = foreseen(progress, { action: 'deactivate', userName: externalId, externalId });
  return progress;
}
