// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions, ConditionalOptions, KeyedOptions } from '../../options.ts';
import type { PagedCall } from '../../pages.ts';
import type { BodyCode, CommonCode, KeyCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `roleAssignments`. */
export interface RoleAssignmentsResource {
  /**
   * Lists role assignments.
   *
   * Scopes: `tenant:roles.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const roleAssignment of platform.roleAssignments.list())
   *   console.log(roleAssignment);
   */
  list(
    options?: api.RoleAssignmentsListQuery & CallOptions,
  ): PagedCall<api.RoleAssignmentList, CommonCode | 'invalid_cursor'>;

  /**
   * Creates a role assignment.
   *
   * The caller's token must have every `tenant:` scope that the role grants; otherwise, the request returns 403 `insufficient_scope` with the missing scopes.
   *
   * Scopes: `tenant:roles.write`.
   *
   * Problems: `already_exists`, `insufficient_user_authentication`, `limit_exceeded`.
   * @example
   * const roleAssignment = await platform.roleAssignments.create({
   *   principal: { type: 'user', id: 'example' },
   *   role: 'editor',
   * });
   */
  create(
    body: api.CreateRoleAssignmentRequest,
    options?: KeyedOptions,
  ): Call<
    api.RoleAssignment,
    | CommonCode
    | BodyCode
    | KeyCode
    | 'already_exists'
    | 'insufficient_user_authentication'
    | 'limit_exceeded'
  >;

  /**
   * Deletes a role assignment.
   *
   * Scopes: `tenant:roles.write`.
   *
   * Problems: `insufficient_user_authentication`, `precondition_failed`.
   * @example
   * await platform.roleAssignments.delete('rasg_01h455vb4pex5vsknk084sn02q');
   */
  delete(
    id: string,
    options?: ConditionalOptions,
  ): Call<api.Deletion, CommonCode | 'insufficient_user_authentication' | 'precondition_failed'>;
}

/** Makes the methods of `roleAssignments` for a client. */
export const roleAssignments = (client: Client): RoleAssignmentsResource => ({
  list: (options) =>
    client.list(
      {
        name: 'roleAssignments.list',
        method: 'GET',
        path: '/api/v1/role-assignments',
        query: ['limit', 'cursor', 'principalId', 'role'],
      },
      [],
      options,
    ),
  create: (body, options) =>
    client.call(
      { name: 'roleAssignments.create', method: 'POST', path: '/api/v1/role-assignments' },
      [],
      body,
      options,
    ),
  delete: (id, options) =>
    client.call(
      {
        name: 'roleAssignments.delete',
        method: 'DELETE',
        path: '/api/v1/role-assignments/{id}',
        conditional: true,
      },
      [id],
      undefined,
      options,
    ),
});
