import { savepoint } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { Problem } from '@platform/kit/problem';
import {
  mappingDigest,
  provisionDirectoryUser,
  provisionGroup,
} from '../provisioning/directories/provisioned.ts';
import type { Provisioning } from '../provisioning/directories/provisioned.ts';
import type { RemoteUser } from './sources/remote-records.ts';
import { listKnownGroups, listKnownUsers } from './sync-directory-store.ts';
import type { StagedGroup } from './sync-page-store.ts';
import { counted, syncFailure } from './sync-progress.ts';
import type { SyncProgress } from './sync-progress.ts';
import { versionUnder } from './user-comparison.ts';

const faultOf = ({ details: { errors }, code, message }: Problem, externalId: string) => ({
  code: errors?.[0]?.code ?? code,
  detail: message,
  externalId,
});

/** Runs a part within a savepoint: a part that breaks a rule fails alone and writes nothing. */
async function alone<T>(
  tx: Tx,
  externalId: string,
  work: () => Promise<T>,
): Promise<{ result: T } | { fault: ReturnType<typeof faultOf> }> {
  try {
    return { result: await savepoint(tx, work) };
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    return { fault: faultOf(error, externalId) };
  }
}

export async function applyUsers(
  tx: Tx,
  provisioning: Provisioning,
  users: readonly RemoteUser[],
  before: SyncProgress,
): Promise<SyncProgress> {
  const { directory, writing } = provisioning;
  const mapping = mappingDigest(directory.attributeMapping, writing.schema);
  let progress = before;
  for (const user of users) {
    const { userName, externalId, active, resource } = user;
    const given = { userName, externalId, active, attributes: resource };
    const remoteVersion = versionUnder(user, mapping);
    const applied = await alone(tx, externalId, () =>
      provisionDirectoryUser(tx, provisioning, given, { remoteVersion }),
    );
    progress =
      'fault' in applied
        ? syncFailure(progress, applied.fault)
        : counted(progress, applied.result.outcome);
  }
  return progress;
}

async function applyGroup(
  tx: Tx,
  provisioning: Provisioning,
  { externalId, version, members }: StagedGroup,
  displayName: string,
): Promise<void> {
  const given = { displayName, externalId, attributes: {} };
  const known = await listKnownUsers(tx, provisioning.directory.id, members);
  const ids = known.map(({ id }) => id);
  await provisionGroup(tx, provisioning, given, ids, { remoteVersion: version });
}

export async function applyGroups(
  tx: Tx,
  provisioning: Provisioning,
  groups: readonly StagedGroup[],
  before: SyncProgress,
): Promise<SyncProgress> {
  const { id } = provisioning.directory;
  const ids = groups.map(({ externalId }) => externalId);
  const known = await listKnownGroups(tx, id, ids);
  let progress = before;
  for (const group of groups) {
    const { externalId } = group;
    const displayName = group.displayName ?? known.get(externalId)?.displayName;
    if (displayName === undefined) continue;
    const applied = await alone(tx, externalId, () =>
      applyGroup(tx, provisioning, group, displayName),
    );
    progress =
      'fault' in applied ? syncFailure(progress, applied.fault) : counted(progress, 'groups');
  }
  return progress;
}
