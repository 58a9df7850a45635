import { CreateGroupRoleMappingRequest } from '@platform/contracts';
import type { CreateGroupRoleMappingRequest as Body, GroupRoleMapping } from '@platform/sdk';
import { z } from 'zod';
import { withoutUndefined } from '../members/members.ts';
import { directory } from './directory.ts';
import { eachOf } from '../tenant/each-of.ts';
import { defineKind } from './kind.ts';
import type { TenantView } from './kind.ts';
import { role } from './role.ts';

async function mappingsOf({ platform, found }: TenantView): Promise<GroupRoleMapping[]> {
  const lists = await eachOf(found(directory), ({ id }) =>
    platform.directories.groupRoleMappings.list(id),
  );
  return lists.flatMap(({ data }) => data);
}

export const groupRoleMapping = defineKind<GroupRoleMapping, Body>({
  name: 'group-role-mapping',
  path: 'group-role-mappings',
  layout: 'list',
  schema: CreateGroupRoleMappingRequest,
  additional: z.strictObject({ directory: z.string() }),
  key: ['directory', 'groupExternalId', 'groupDisplayName', 'role'],
  refersBy: 'groupRoleMapping',
  references: [
    { at: 'directory', to: directory },
    { at: 'role', to: role },
  ],
  excluded: ['groupId'],
  // The id of a group is that of one directory in one tenant.
  isBuiltIn: ({ group }) => group.externalId === undefined && group.displayName === undefined,
  list: mappingsOf,
  project: ({ directoryId, group, role: key }) =>
    withoutUndefined({
      directory: directoryId,
      groupExternalId: group.externalId,
      groupDisplayName: group.externalId === undefined ? group.displayName : undefined,
      role: key,
    }),
  create: ({ platform, additional, body }) =>
    platform.directories.groupRoleMappings.create(String(additional['directory']), body),
  delete: ({ platform, resource }) =>
    platform.directories.groupRoleMappings.delete(resource.directoryId, resource.id),
});
