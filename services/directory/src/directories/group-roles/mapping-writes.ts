import type {
  Actor,
  GroupRoleMappingCreation,
  GroupRoleMappingResource,
} from '@platform/contracts';
import { brokenUnique, lock } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { problemWithReason, invalid } from '@platform/kit/problem';
import { directoryLocks } from '../../advisory-locks.ts';
import { publishDirectoryEvent } from '../directories.ts';
import type { DirectoryRecord } from '../directories.ts';
import { nameKey } from '../name-key.ts';
import { findGroup } from './group-role-store.ts';
import { deleteMapping, findMapping, insertMapping, listMappings } from './mapping-store.ts';
import type { MappingRecord, ResolvedMapping } from './mapping-store.ts';

const maxMappings = 500;

type GroupName = Pick<MappingRecord, 'groupBy' | 'groupKey' | 'groupName'>;

function groupNamed(body: GroupRoleMappingCreation): GroupName {
  if (body.groupId !== undefined)
    return { groupBy: 'id', groupKey: body.groupId, groupName: body.groupId };
  if (body.groupExternalId !== undefined) {
    const { groupExternalId: key } = body;
    return { groupBy: 'external_id', groupKey: key, groupName: key };
  }
  const groupName = body.groupDisplayName ?? '';
  return { groupBy: 'display_name', groupKey: nameKey(groupName), groupName };
}

const memberOf = { id: 'id', external_id: 'externalId', display_name: 'displayName' } as const;

export const mappingResource = (
  m: ResolvedMapping,
  { organizationId }: Pick<DirectoryRecord, 'organizationId'>,
  isKnown: boolean,
): GroupRoleMappingResource => ({
  id: m.id,
  directoryId: m.directoryId,
  group: {
    ...(m.groupId === null ? {} : { id: m.groupId }),
    [memberOf[m.groupBy]]: m.groupName,
  },
  resolved: m.groupId !== null,
  organizationId,
  role: m.role,
  roleState: isKnown ? 'known' : 'unknown',
  createdAt: m.createdAt.toISOString(),
  createdBy: m.createdBy,
});

/** Rejects a mapping that already exists, however it names the group. */
function requireNew(present: readonly ResolvedMapping[], made: ResolvedMapping): void {
  const isSameGroup = (other: ResolvedMapping): boolean =>
    (other.groupBy === made.groupBy && other.groupKey === made.groupKey) ||
    (made.groupId !== null && other.groupId === made.groupId);
  if (present.some((other) => other.role === made.role && isSameGroup(other)))
    throw problemWithReason('already_exists', {
      pointer: '/role',
      code: 'already_exists',
      detail: 'The group is already mapped to this role',
    });
}

/** Creates a mapping. The caller has checked the role and locked the directory. */
export async function createMapping(
  tx: Tx,
  directory: DirectoryRecord,
  { body, createdBy }: { body: GroupRoleMappingCreation; createdBy: Actor },
  now: number,
): Promise<ResolvedMapping> {
  await lock(tx, directoryLocks.groupRoleMappings, `${tx.context.tenantId} ${directory.id}`);
  if (body.groupId !== undefined) {
    const group = await findGroup(tx, body.groupId);
    if (group?.directoryId !== directory.id)
      throw invalid('/groupId', 'not_found', 'must be the id of a group of the directory');
  }
  const present = await listMappings(tx, directory.id);
  if (present.length >= maxMappings)
    throw problemWithReason('limit_exceeded', {
      code: 'limit_exceeded',
      detail: `A directory can have at most ${maxMappings} group-role mappings`,
    });
  const record: MappingRecord = {
    ...groupNamed(body),
    id: newId('groupRoleMapping'),
    directoryId: directory.id,
    role: body.role,
    createdBy,
    createdAt: new Date(now),
  };
  await insertMapping(tx, record).catch((error: unknown) => {
    if (brokenUnique(error) !== 'group_role_mappings__role_key') throw error;
    requireNew([{ ...record, groupId: null }], { ...record, groupId: null });
  });
  const made = (await findMapping(tx, record.id)) ?? { ...record, groupId: null };
  requireNew(present, made);
  const mapping = mappingResource(made, directory, true);
  await publishDirectoryEvent(tx, 'directory.group_role_mapping_created', directory, { mapping });
  return made;
}

/** Ends a mapping and the roles that it gave. */
export async function endMapping(
  tx: Tx,
  directory: DirectoryRecord,
  mapping: ResolvedMapping,
): Promise<void> {
  if (!(await deleteMapping(tx, mapping.id))) return;
  await publishDirectoryEvent(tx, 'directory.group_role_mapping_deleted', directory, {
    mapping: mappingResource(mapping, directory, true),
  });
}
