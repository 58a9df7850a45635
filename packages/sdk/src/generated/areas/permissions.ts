// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions, ConditionalOptions, KeyedOptions } from '../../options.ts';
import type { PagedCall } from '../../pages.ts';
import type { BodyCode, CommonCode, KeyCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `permissions`. */
export interface PermissionsResource {
  /**
   * Lists permissions, built-in ones first.
   *
   * Scopes: `tenant:roles.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const permission of platform.permissions.list()) console.log(permission);
   */
  list(
    options?: api.PermissionsListQuery & CallOptions,
  ): PagedCall<api.PermissionList, CommonCode | 'invalid_cursor'>;

  /**
   * Creates a permission.
   *
   * Scopes: `tenant:roles.write`.
   *
   * Problems: `already_exists`, `limit_exceeded`.
   * @example
   * const permission = await platform.permissions.create({
   *   name: 'user:ada',
   *   displayName: 'Ada Lovelace',
   * });
   */
  create(
    body: api.CreatePermissionRequest,
    options?: KeyedOptions,
  ): Call<api.Permission, CommonCode | BodyCode | KeyCode | 'already_exists' | 'limit_exceeded'>;

  /**
   * Gets a permission.
   *
   * Scopes: `tenant:roles.read`.
   * @example
   * const permission = await platform.permissions.get('perm_01h455vb4pex5vsknk084sn02q');
   */
  get(id: string, options?: CallOptions): Call<api.Permission, CommonCode>;

  /**
   * Deletes a permission.
   *
   * Returns 409 with `in_use` if a role contains the permission, and 409 with `system_resource` for built-in permissions.
   *
   * Scopes: `tenant:roles.write`.
   *
   * Problems: `conflict`, `precondition_failed`.
   * @example
   * await platform.permissions.delete('perm_01h455vb4pex5vsknk084sn02q');
   */
  delete(
    id: string,
    options?: ConditionalOptions,
  ): Call<api.Deletion, CommonCode | 'conflict' | 'precondition_failed'>;
}

/** Makes the methods of `permissions` for a client. */
export const permissions = (client: Client): PermissionsResource => ({
  list: (options) =>
    client.list(
      {
        name: 'permissions.list',
        method: 'GET',
        path: '/api/v1/permissions',
        query: ['limit', 'cursor'],
      },
      [],
      options,
    ),
  create: (body, options) =>
    client.call(
      { name: 'permissions.create', method: 'POST', path: '/api/v1/permissions' },
      [],
      body,
      options,
    ),
  get: (id, options) =>
    client.call(
      { name: 'permissions.get', method: 'GET', path: '/api/v1/permissions/{id}' },
      [id],
      undefined,
      options,
    ),
  delete: (id, options) =>
    client.call(
      {
        name: 'permissions.delete',
        method: 'DELETE',
        path: '/api/v1/permissions/{id}',
        conditional: true,
      },
      [id],
      undefined,
      options,
    ),
});
