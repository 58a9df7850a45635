import { z } from 'zod';
import { Deletion, listOf, paging } from '../common/list.ts';
import { allOf, operations, recentSignIn } from '../operation.ts';
import { userConditions } from './user-filter.ts';
import { CreateUserRequest, UpdateUserRequest, User, UserOrganizationsResponse } from './user.ts';

const read = allOf('tenant:users.read');
const write = allOf('tenant:users.write');
const path = '/api/v1/directory/users';

/** Operations on users. */
export const userOperations = operations({
  userDirectoryList: {
    method: 'get',
    path,
    scopes: read,
    summary: 'Lists users, newest first',
    response: listOf(User),
    errors: [],
    noEtag: true,
    query: z.strictObject({
      ...userConditions,
      ...paging,
    }),
  },
  userDirectoryCreate: {
    method: 'post',
    path,
    scopes: write,
    summary: 'Creates a user',
    body: CreateUserRequest,
    response: User,
    errors: ['already_exists', 'conflict', 'limit_exceeded', 'upstream_unavailable'],
    maxBodyBytes: 262_144,
    description:
      'At least one of `email`, `username` and `phoneNumber` is required. The user and its `memberships` are created in one transaction.',
  },
  userDirectoryGetByExternalId: {
    method: 'get',
    path: `${path}/external_id/{externalId}`,
    scopes: read,
    summary: 'Gets a user by external id',
    response: User,
    errors: [],
  },
  userDirectoryGet: {
    method: 'get',
    path: `${path}/{id}`,
    scopes: read,
    summary: 'Gets a user',
    response: User,
    errors: [],
  },
  userDirectoryPut: {
    method: 'put',
    path: `${path}/{id}`,
    scopes: write,
    summary: 'Replaces a user',
    body: UpdateUserRequest,
    response: User,
    errors: ['already_exists', 'invalid_state', 'precondition_failed', 'limit_exceeded'],
    maxBodyBytes: 262_144,
    description:
      'Replaces every writable property except `status`; omitted properties are cleared. At least one of `email`, `username` and `phoneNumber` is required.',
  },
  userDirectoryPatch: {
    method: 'patch',
    path: `${path}/{id}`,
    scopes: write,
    summary: 'Updates a user',
    body: UpdateUserRequest,
    mergePatch: true,
    response: User,
    errors: ['already_exists', 'invalid_state', 'precondition_failed', 'limit_exceeded'],
    maxBodyBytes: 262_144,
    description:
      'JSON Merge Patch (RFC 7396), including `metadata`; arrays are replaced. At least one of `email`, `username` and `phoneNumber` must remain.',
  },
  userDirectoryDelete: {
    method: 'delete',
    path: `${path}/{id}`,
    scopes: write,
    stepUp: recentSignIn,
    summary: 'Deletes a user',
    response: Deletion,
    errors: ['invalid_state', 'precondition_failed'],
    description:
      'This cannot be undone. The e-mail address, user name and phone number can be reused immediately; the id is never reused.',
  },
  userDirectoryListOrganizations: {
    method: 'get',
    path: `${path}/{id}/organizations`,
    scopes: read,
    summary: "Lists a user's organizations",
    query: z.strictObject(paging),
    response: UserOrganizationsResponse,
    schemaNames: { response: 'UserOrganizationsResponse' },
    errors: [],
    noEtag: true,
    description:
      '`roleSources` shows which roles are direct and which come from groups. Organizations that are being deleted are left out.',
  },
});
