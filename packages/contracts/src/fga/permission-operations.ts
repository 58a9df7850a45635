import { z } from 'zod';
import { Deletion, listOf, paging } from '../common/list.ts';
import { allOf, operations } from '../operation.ts';
import { bodyBounds } from './body-bounds.ts';
import { CreatePermissionRequest, Permission } from './permission.ts';

const read = allOf('tenant:roles.read');
const write = allOf('tenant:roles.write');
const path = '/api/v1/permissions';

/** Operations on permissions. */
export const permissionOperations = operations({
  permissionsList: {
    method: 'get',
    path,
    scopes: read,
    summary: 'Lists permissions, built-in ones first',
    query: z.strictObject(paging),
    response: listOf(Permission),
    errors: [],
    noEtag: true,
  },
  permissionsCreate: {
    method: 'post',
    path,
    scopes: write,
    summary: 'Creates a permission',
    body: CreatePermissionRequest,
    response: Permission,
    errors: ['already_exists', 'limit_exceeded'],
    mode: 'external',
    ...bodyBounds,
  },
  permissionsGet: {
    method: 'get',
    path: `${path}/{id}`,
    scopes: read,
    summary: 'Gets a permission',
    response: Permission,
    errors: [],
  },
  permissionsDelete: {
    method: 'delete',
    path: `${path}/{id}`,
    scopes: write,
    summary: 'Deletes a permission',
    response: Deletion,
    errors: ['conflict', 'precondition_failed'],
    description:
      'Returns 409 with `in_use` if a role contains the permission, and 409 with `system_resource` for built-in permissions.',
  },
});
