// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions, ConditionalOptions, KeyedOptions } from '../../options.ts';
import type { PagedCall } from '../../pages.ts';
import type { BodyCode, CommonCode, KeyCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `apiResources`. */
export interface ApiResourcesResource {
  /**
   * Lists APIs, newest first.
   *
   * Scopes: `tenant:apis.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const apiResource of platform.apiResources.list()) console.log(apiResource);
   */
  list(
    options?: api.ApiResourcesListQuery & CallOptions,
  ): PagedCall<api.ApiResourceList, CommonCode | 'invalid_cursor'>;

  /**
   * Registers an API.
   *
   * Applications request tokens for the API with its identifier as `resource` (RFC 8707). The first API of an algorithm creates a signing key of the tenant, which is published at the `jwks_uri` of its issuer only.
   *
   * Scopes: `tenant:apis.write`.
   *
   * Problems: `already_exists`, `limit_exceeded`.
   * @example
   * const apiResource = await platform.apiResources.create({
   *   identifier: 'example',
   *   name: 'Example',
   * });
   */
  create(
    body: api.CreateApiResourceRequest,
    options?: KeyedOptions,
  ): Call<api.ApiResource, CommonCode | BodyCode | KeyCode | 'already_exists' | 'limit_exceeded'>;

  /**
   * Gets an API.
   *
   * Scopes: `tenant:apis.read`.
   * @example
   * const apiResource = await platform.apiResources.get('apr_01h455vb4pex5vsknk084sn02q');
   */
  get(id: string, options?: CallOptions): Call<api.ApiResource, CommonCode>;

  /**
   * Updates an API.
   *
   * JSON Merge Patch (RFC 7396). Disabling an API stops token requests for it and revokes its tokens within a second, for backends that introspect. Backends that verify JWTs themselves accept them until `tokensLiveUntil`.
   *
   * Scopes: `tenant:apis.write`.
   *
   * Problems: `precondition_failed`.
   * @example
   * const apiResource = await platform.apiResources.update('apr_01h455vb4pex5vsknk084sn02q', {
   *   name: 'Example',
   *   description: 'An example.',
   * });
   */
  update(
    id: string,
    body: api.UpdateApiResourceRequest,
    options?: ConditionalOptions,
  ): Call<api.ApiResource, CommonCode | BodyCode | 'precondition_failed'>;

  /**
   * Deletes an API.
   *
   * Revokes its tokens as disabling does. Its identifier cannot be reused for 30 days.
   *
   * Scopes: `tenant:apis.write`.
   *
   * Problems: `precondition_failed`.
   * @example
   * const apiResourceDeletion = await platform.apiResources.delete(
   *   'apr_01h455vb4pex5vsknk084sn02q',
   * );
   */
  delete(
    id: string,
    options?: ConditionalOptions,
  ): Call<api.ApiResourceDeletion, CommonCode | 'precondition_failed'>;

  /**
   * Gets an API's metadata (RFC 9728).
   *
   * The document for the well-known path of the API. If `publish` is true, the issuer serves it without authentication at `/.well-known/oauth-protected-resource/{id}`.
   *
   * Scopes: `tenant:apis.read`.
   * @example
   * const protectedResourceMetadata = await platform.apiResources.getMetadata(
   *   'apr_01h455vb4pex5vsknk084sn02q',
   * );
   */
  getMetadata(id: string, options?: CallOptions): Call<api.ProtectedResourceMetadata, CommonCode>;

  /**
   * Shows which token an application would get.
   *
   * Applies the rules of a token request and returns the scopes that a token would have, and why others are missing.
   *
   * Scopes: `tenant:apis.read` and `tenant:users.read`.
   * @example
   * const apiResourceSimulation = await platform.apiResources.simulate(
   *   'apr_01h455vb4pex5vsknk084sn02q',
   *   { clientId: 'app_ledger', scopes: ['tenant:users.read'] },
   * );
   */
  simulate(
    id: string,
    body: api.SimulateApiResourceRequest,
    options?: CallOptions,
  ): Call<api.ApiResourceSimulation, CommonCode | BodyCode | KeyCode>;

  readonly scopes: ApiResourcesScopesResource;

  readonly clients: ApiResourcesClientsResource;

  readonly detailTypes: ApiResourcesDetailTypesResource;
}

/** Methods of `apiResources.scopes`. */
export interface ApiResourcesScopesResource {
  /**
   * Lists an API's scopes by name.
   *
   * Scopes: `tenant:apis.read`.
   * @example
   * const apiScopeList = await platform.apiResources.scopes.list(
   *   'apr_01h455vb4pex5vsknk084sn02q',
   * );
   */
  list(id: string, options?: CallOptions): Call<api.ApiScopeList, CommonCode>;

  /**
   * Creates or replaces a scope.
   *
   * Scopes can contain `:` and, encoded as `%2F`, a slash.
   *
   * Scopes: `tenant:apis.write`.
   *
   * Problems: `limit_exceeded`, `precondition_failed`.
   * @example
   * const apiScope = await platform.apiResources.scopes.put(
   *   'apr_01h455vb4pex5vsknk084sn02q',
   *   'example',
   *   { displayName: {}, sensitive: false },
   * );
   */
  put(
    id: string,
    scope: string,
    body: api.PutApiScopeRequest,
    options?: ConditionalOptions,
  ): Call<api.ApiScope, CommonCode | BodyCode | 'limit_exceeded' | 'precondition_failed'>;

  /**
   * Removes a scope.
   *
   * Returns 409 with `in_use` for a default scope and for a scope with a permission; change the API or the scope first.
   *
   * Scopes: `tenant:apis.write`.
   *
   * Problems: `conflict`, `precondition_failed`.
   * @example
   * await platform.apiResources.scopes.delete('apr_01h455vb4pex5vsknk084sn02q', 'example');
   */
  delete(
    id: string,
    scope: string,
    options?: ConditionalOptions,
  ): Call<api.Deletion, CommonCode | 'conflict' | 'precondition_failed'>;
}

/** Methods of `apiResources.clients`. */
export interface ApiResourcesClientsResource {
  /**
   * Lists the applications that have access to an API.
   *
   * Scopes: `tenant:apis.read` and `tenant:applications.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const apiClient of platform.apiResources.clients.list(
   *   'apr_01h455vb4pex5vsknk084sn02q',
   * ))
   *   console.log(apiClient);
   */
  list(
    id: string,
    options?: api.ApiResourcesClientsListQuery & CallOptions,
  ): PagedCall<api.ApiClientList, CommonCode | 'invalid_cursor'>;

  /**
   * Gives an application access to an API.
   *
   * Scopes: `tenant:apis.write` and `tenant:applications.read`.
   *
   * Problems: `limit_exceeded`, `precondition_failed`.
   * @example
   * const apiClient = await platform.apiResources.clients.put(
   *   'apr_01h455vb4pex5vsknk084sn02q',
   *   'app_ledger',
   *   {},
   * );
   */
  put(
    id: string,
    clientId: string,
    body: api.PutApiClientRequest,
    options?: ConditionalOptions,
  ): Call<api.ApiClient, CommonCode | BodyCode | 'limit_exceeded' | 'precondition_failed'>;

  /**
   * Revokes an application's access to an API.
   *
   * Revokes the application's tokens for the API within a second.
   *
   * Scopes: `tenant:apis.write` and `tenant:applications.read`.
   *
   * Problems: `precondition_failed`.
   * @example
   * await platform.apiResources.clients.delete(
   *   'apr_01h455vb4pex5vsknk084sn02q',
   *   'app_ledger',
   * );
   */
  delete(
    id: string,
    clientId: string,
    options?: ConditionalOptions,
  ): Call<api.Deletion, CommonCode | 'precondition_failed'>;
}

/** Methods of `apiResources.detailTypes`. */
export interface ApiResourcesDetailTypesResource {
  /**
   * Lists an API's types of authorization details by name.
   *
   * Scopes: `tenant:apis.read`.
   * @example
   * const apiDetailTypeList = await platform.apiResources.detailTypes.list(
   *   'apr_01h455vb4pex5vsknk084sn02q',
   * );
   */
  list(id: string, options?: CallOptions): Call<api.ApiDetailTypeList, CommonCode>;

  /**
   * Creates or replaces a type of authorization details.
   *
   * Applications that have the type in their `detailTypes` request details of it with `authorization_details` (RFC 9396). Each type belongs to one API of the tenant.
   *
   * Scopes: `tenant:apis.write`.
   *
   * Problems: `already_exists`, `limit_exceeded`, `precondition_failed`.
   * @example
   * const apiDetailType = await platform.apiResources.detailTypes.put(
   *   'apr_01h455vb4pex5vsknk084sn02q',
   *   'user.created',
   *   { schema: {}, display: {} },
   * );
   */
  put(
    id: string,
    type: string,
    body: api.PutApiDetailTypeRequest,
    options?: ConditionalOptions,
  ): Call<
    api.ApiDetailType,
    CommonCode | BodyCode | 'already_exists' | 'limit_exceeded' | 'precondition_failed'
  >;

  /**
   * Removes a type of authorization details.
   *
   * New tokens no longer contain details of the type, even if users granted them.
   *
   * Scopes: `tenant:apis.write`.
   *
   * Problems: `precondition_failed`.
   * @example
   * await platform.apiResources.detailTypes.delete(
   *   'apr_01h455vb4pex5vsknk084sn02q',
   *   'user.created',
   * );
   */
  delete(
    id: string,
    type: string,
    options?: ConditionalOptions,
  ): Call<api.Deletion, CommonCode | 'precondition_failed'>;
}

/** Makes the methods of `apiResources` for a client. */
export const apiResources = (client: Client): ApiResourcesResource => ({
  list: (options) =>
    client.list(
      {
        name: 'apiResources.list',
        method: 'GET',
        path: '/api/v1/api-resources',
        query: ['limit', 'cursor'],
      },
      [],
      options,
    ),
  create: (body, options) =>
    client.call(
      { name: 'apiResources.create', method: 'POST', path: '/api/v1/api-resources' },
      [],
      body,
      options,
    ),
  get: (id, options) =>
    client.call(
      { name: 'apiResources.get', method: 'GET', path: '/api/v1/api-resources/{id}' },
      [id],
      undefined,
      options,
    ),
  update: (id, body, options) =>
    client.call(
      {
        name: 'apiResources.update',
        method: 'PATCH',
        path: '/api/v1/api-resources/{id}',
        conditional: true,
      },
      [id],
      body,
      options,
    ),
  delete: (id, options) =>
    client.call(
      {
        name: 'apiResources.delete',
        method: 'DELETE',
        path: '/api/v1/api-resources/{id}',
        conditional: true,
      },
      [id],
      undefined,
      options,
    ),
  getMetadata: (id, options) =>
    client.call(
      {
        name: 'apiResources.getMetadata',
        method: 'GET',
        path: '/api/v1/api-resources/{id}/metadata',
      },
      [id],
      undefined,
      options,
    ),
  simulate: (id, body, options) =>
    client.call(
      {
        name: 'apiResources.simulate',
        method: 'POST',
        path: '/api/v1/api-resources/{id}/simulate',
        reads: true,
      },
      [id],
      body,
      options,
    ),
  scopes: {
    list: (id, options) =>
      client.call(
        {
          name: 'apiResources.scopes.list',
          method: 'GET',
          path: '/api/v1/api-resources/{id}/scopes',
        },
        [id],
        undefined,
        options,
      ),
    put: (id, scope, body, options) =>
      client.call(
        {
          name: 'apiResources.scopes.put',
          method: 'PUT',
          path: '/api/v1/api-resources/{id}/scopes/{scope}',
          conditional: true,
          text: true,
        },
        [id, scope],
        body,
        options,
      ),
    delete: (id, scope, options) =>
      client.call(
        {
          name: 'apiResources.scopes.delete',
          method: 'DELETE',
          path: '/api/v1/api-resources/{id}/scopes/{scope}',
          conditional: true,
          text: true,
        },
        [id, scope],
        undefined,
        options,
      ),
  },
  clients: {
    list: (id, options) =>
      client.list(
        {
          name: 'apiResources.clients.list',
          method: 'GET',
          path: '/api/v1/api-resources/{id}/clients',
          query: ['limit', 'cursor'],
        },
        [id],
        options,
      ),
    put: (id, clientId, body, options) =>
      client.call(
        {
          name: 'apiResources.clients.put',
          method: 'PUT',
          path: '/api/v1/api-resources/{id}/clients/{clientId}',
          conditional: true,
        },
        [id, clientId],
        body,
        options,
      ),
    delete: (id, clientId, options) =>
      client.call(
        {
          name: 'apiResources.clients.delete',
          method: 'DELETE',
          path: '/api/v1/api-resources/{id}/clients/{clientId}',
          conditional: true,
        },
        [id, clientId],
        undefined,
        options,
      ),
  },
  detailTypes: {
    list: (id, options) =>
      client.call(
        {
          name: 'apiResources.detailTypes.list',
          method: 'GET',
          path: '/api/v1/api-resources/{id}/detail-types',
        },
        [id],
        undefined,
        options,
      ),
    put: (id, type, body, options) =>
      client.call(
        {
          name: 'apiResources.detailTypes.put',
          method: 'PUT',
          path: '/api/v1/api-resources/{id}/detail-types/{type}',
          conditional: true,
          text: true,
        },
        [id, type],
        body,
        options,
      ),
    delete: (id, type, options) =>
      client.call(
        {
          name: 'apiResources.detailTypes.delete',
          method: 'DELETE',
          path: '/api/v1/api-resources/{id}/detail-types/{type}',
          conditional: true,
          text: true,
        },
        [id, type],
        undefined,
        options,
      ),
  },
});
