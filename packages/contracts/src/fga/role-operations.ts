import { z } from 'zod';
import { Deletion, listOf, paging } from '../common/list.ts';
import { allOf, operations, recentSignIn } from '../operation.ts';
import { bodyBounds } from './body-bounds.ts';
import {
  CreateRoleAssignmentRequest,
  CreateRoleRequest,
  Role,
  RoleAssignment,
  UpdateRoleRequest,
} from './role.ts';

const read = allOf('tenant:roles.read');
const write = allOf('tenant:roles.write');
const path = '/api/v1/roles';
const assignments = '/api/v1/role-assignments';
const noEscalation =
  "The caller's token must have every `tenant:` scope that the role grants; otherwise, the request returns 403 `insufficient_scope` with the missing scopes.";

/** Operations on roles and their tenant-wide assignments. */
export const roleOperations = operations({
  rolesList: {
    method: 'get',
    path,
    scopes: read,
    summary: 'Lists roles, built-in ones first',
    query: z.strictObject(paging),
    response: listOf(Role),
    errors: [],
    noEtag: true,
  },
  rolesCreate: {
    method: 'post',
    path,
    scopes: write,
    stepUp: recentSignIn,
    summary: 'Creates a role',
    body: CreateRoleRequest,
    response: Role,
    errors: ['already_exists', 'limit_exceeded'],
    description: noEscalation,
    ...bodyBounds,
  },
  rolesGet: {
    method: 'get',
    path: `${path}/{id}`,
    scopes: read,
    summary: 'Gets a role',
    response: Role,
    errors: [],
  },
  rolesUpdate: {
    method: 'patch',
    path: `${path}/{id}`,
    scopes: write,
    stepUp: recentSignIn,
    summary: 'Updates a role',
    body: UpdateRoleRequest,
    mergePatch: true,
    response: Role,
    errors: ['conflict', 'precondition_failed'],
    ...bodyBounds,
    description: `${noEscalation} This also applies to the scopes that the role grants before the change.`,
  },
  rolesDelete: {
    method: 'delete',
    path: `${path}/{id}`,
    scopes: write,
    stepUp: recentSignIn,
    summary: 'Deletes a role',
    response: Deletion,
    errors: ['conflict', 'precondition_failed'],
    description: 'Returns 409 with `in_use` if the role is assigned. The key cannot be reused.',
  },
  roleAssignmentsList: {
    method: 'get',
    path: assignments,
    scopes: read,
    summary: 'Lists role assignments',
    response: listOf(RoleAssignment),
    errors: [],
    noEtag: true,
    query: z.strictObject({
      ...paging,
      principalId: z.string().min(1).max(128).optional(),
      role: z.string().min(1).max(63).optional().describe('The key of a role.'),
    }),
  },
  roleAssignmentsCreate: {
    method: 'post',
    path: assignments,
    scopes: write,
    stepUp: recentSignIn,
    summary: 'Creates a role assignment',
    body: CreateRoleAssignmentRequest,
    response: RoleAssignment,
    errors: ['already_exists', 'limit_exceeded'],
    description: noEscalation,
    ...bodyBounds,
  },
  roleAssignmentsDelete: {
    method: 'delete',
    path: `${assignments}/{id}`,
    scopes: write,
    stepUp: recentSignIn,
    summary: 'Deletes a role assignment',
    response: Deletion,
    errors: ['precondition_failed'],
  },
});
