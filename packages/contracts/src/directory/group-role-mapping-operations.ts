import { Deletion, listOf } from '../common/list.ts';
import { allOf, operations } from '../operation.ts';
import { CreateGroupRoleMappingRequest, GroupRoleMapping } from './group-role-mapping.ts';

const read = allOf('tenant:orgs.read');
const write = allOf('tenant:orgs.write');
const path = '/api/v1/directories/{directoryId}/group-role-mappings';

/** Operations on the mappings from directory groups to roles. */
export const groupRoleMappingOperations = operations({
  directoryGroupRoleMappingList: {
    method: 'get',
    path,
    scopes: read,
    summary: "Lists a directory's group-role mappings",
    response: listOf(GroupRoleMapping),
    errors: [],
    noEtag: true,
  },
  directoryGroupRoleMappingCreate: {
    method: 'post',
    path,
    scopes: write,
    summary: 'Maps a group to a role',
    description:
      "The role applies in the directory's organization, or in the whole tenant if the directory has none. A directory can have 500 mappings.",
    body: CreateGroupRoleMappingRequest,
    response: GroupRoleMapping,
    errors: ['already_exists', 'limit_exceeded', 'upstream_unavailable'],
  },
  directoryGroupRoleMappingDelete: {
    method: 'delete',
    path: `${path}/{id}`,
    scopes: write,
    summary: 'Deletes a group-role mapping',
    response: Deletion,
    errors: [],
  },
});
