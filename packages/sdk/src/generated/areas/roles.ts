// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions, ConditionalOptions, KeyedOptions } from '../../options.ts';
import type { PagedCall } from '../../pages.ts';
import type { BodyCode, CommonCode, KeyCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `roles`. */
export interface RolesResource {
  /**
   * Lists roles, built-in ones first.
   *
   * Scopes: `tenant:roles.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const role of platform.roles.list()) console.log(role);
   */
  list(
    options?: api.RolesListQuery & CallOptions,
  ): PagedCall<api.RoleList, CommonCode | 'invalid_cursor'>;

  /**
   * Creates a role.
   *
   * The caller's token must have every `tenant:` scope that the role grants; otherwise, the request returns 403 `insufficient_scope` with the missing scopes.
   *
   * Scopes: `tenant:roles.write`.
   *
   * Problems: `already_exists`, `insufficient_user_authentication`, `limit_exceeded`.
   * @example
   * const role = await platform.roles.create({ key: 'editor', permissions: ['orders.read'] });
   */
  create(
    body: api.CreateRoleRequest,
    options?: KeyedOptions,
  ): Call<
    api.Role,
    | CommonCode
    | BodyCode
    | KeyCode
    | 'already_exists'
    | 'insufficient_user_authentication'
    | 'limit_exceeded'
  >;

  /**
   * Gets a role.
   *
   * Scopes: `tenant:roles.read`.
   * @example
   * const role = await platform.roles.get('role_01h455vb4pex5vsknk084sn02q');
   */
  get(id: string, options?: CallOptions): Call<api.Role, CommonCode>;

  /**
   * Updates a role.
   *
   * The caller's token must have every `tenant:` scope that the role grants; otherwise, the request returns 403 `insufficient_scope` with the missing scopes. This also applies to the scopes that the role grants before the change.
   *
   * Scopes: `tenant:roles.write`.
   *
   * Problems: `conflict`, `insufficient_user_authentication`, `precondition_failed`.
   * @example
   * const role = await platform.roles.update('role_01h455vb4pex5vsknk084sn02q', {
   *   displayName: 'Ada Lovelace',
   *   description: 'An example.',
   * });
   */
  update(
    id: string,
    body: api.UpdateRoleRequest,
    options?: ConditionalOptions,
  ): Call<
    api.Role,
    CommonCode | BodyCode | 'conflict' | 'insufficient_user_authentication' | 'precondition_failed'
  >;

  /**
   * Deletes a role.
   *
   * Returns 409 with `in_use` if the role is assigned. The key cannot be reused.
   *
   * Scopes: `tenant:roles.write`.
   *
   * Problems: `conflict`, `insufficient_user_authentication`, `precondition_failed`.
   * @example
   * await platform.roles.delete('role_01h455vb4pex5vsknk084sn02q');
   */
  delete(
    id: string,
    options?: ConditionalOptions,
  ): Call<
    api.Deletion,
    CommonCode | 'conflict' | 'insufficient_user_authentication' | 'precondition_failed'
  >;
}

/** Makes the methods of `roles` for a client. */
export const roles = (client: Client): RolesResource => ({
  list: (options) =>
    client.list(
      { name: 'roles.list', method: 'GET', path: '/api/v1/roles', query: ['limit', 'cursor'] },
      [],
      options,
    ),
  create: (body, options) =>
    client.call({ name: 'roles.create', method: 'POST', path: '/api/v1/roles' }, [], body, options),
  get: (id, options) =>
    client.call(
      { name: 'roles.get', method: 'GET', path: '/api/v1/roles/{id}' },
      [id],
      undefined,
      options,
    ),
  update: (id, body, options) =>
    client.call(
      { name: 'roles.update', method: 'PATCH', path: '/api/v1/roles/{id}', conditional: true },
      [id],
      body,
      options,
    ),
  delete: (id, options) =>
    client.call(
      { name: 'roles.delete', method: 'DELETE', path: '/api/v1/roles/{id}', conditional: true },
      [id],
      undefined,
      options,
    ),
});
