// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions, ConditionalOptions, KeyedOptions } from '../../options.ts';
import type { PagedCall } from '../../pages.ts';
import type { BodyCode, CommonCode, KeyCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `directories`. */
export interface DirectoriesResource {
  /**
   * Lists directories, newest first.
   *
   * Scopes: `tenant:orgs.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const directory of platform.directories.list()) console.log(directory);
   */
  list(
    options?: api.DirectoriesListQuery & CallOptions,
  ): PagedCall<api.DirectoryList, CommonCode | 'invalid_cursor'>;

  /**
   * Creates a directory.
   *
   * A directory is a source of users and groups: a SCIM client (`scim`), a directory that the platform reads (`ldap`, `workspace`, `cloud_directory`), or an identity provider (`oidc`, `saml`). An organization can have up to 200 directories.
   *
   * Scopes: `tenant:orgs.write`.
   *
   * Problems: `limit_exceeded`.
   * @example
   * const directory = await platform.directories.create({
   *   name: 'Example',
   *   organizationId: null,
   *   provider: 'okta',
   *   attributeMapping: [],
   *   deprovisioning: 'suspend_membership',
   *   onDelete: 'keep_users',
   *   kind: 'scim',
   *   config: {},
   * });
   */
  create(
    body: api.CreateDirectoryRequest,
    options?: KeyedOptions,
  ): Call<api.Directory, CommonCode | BodyCode | KeyCode | 'limit_exceeded'>;

  /**
   * Gets a directory.
   *
   * Scopes: `tenant:orgs.read`.
   * @example
   * const directory = await platform.directories.get('dir_01h455vb4pex5vsknk084sn02q');
   */
  get(id: string, options?: CallOptions): Call<api.Directory, CommonCode>;

  /**
   * Updates a directory.
   *
   * JSON Merge Patch (RFC 7396). While a directory is `suspended`, SCIM requests return 403 and the directory is not read; users keep their memberships. A directory that has a credential cannot be pointed to another server: delete the credential first.
   *
   * Scopes: `tenant:orgs.write`.
   *
   * Problems: `invalid_state`, `precondition_failed`.
   * @example
   * const directory = await platform.directories.update('dir_01h455vb4pex5vsknk084sn02q', {
   *   name: 'Example',
   * });
   */
  update(
    id: string,
    body: api.UpdateDirectoryRequest,
    options?: ConditionalOptions,
  ): Call<api.Directory, CommonCode | BodyCode | 'invalid_state' | 'precondition_failed'>;

  /**
   * Deletes a directory.
   *
   * Deletes the credential, bearers and group-role mappings immediately. Users are processed in the background as `onDelete` specifies.
   *
   * Scopes: `tenant:orgs.write`.
   *
   * Problems: `precondition_failed`.
   * @example
   * await platform.directories.delete('dir_01h455vb4pex5vsknk084sn02q');
   */
  delete(
    id: string,
    options?: ConditionalOptions,
  ): Call<api.Deletion, CommonCode | 'precondition_failed'>;

  /**
   * Starts a sync of users and groups from a directory.
   *
   * Scopes: `tenant:orgs.write`.
   *
   * Problems: `conflict`, `invalid_state`.
   * @example
   * const syncRun = await platform.directories.sync('dir_01h455vb4pex5vsknk084sn02q');
   */
  sync(
    id: string,
    options?: api.DirectoriesSyncQuery & KeyedOptions,
  ): Call<api.SyncRun, CommonCode | BodyCode | KeyCode | 'conflict' | 'invalid_state'>;

  /**
   * Tests the connection to a directory, step by step.
   *
   * Uses the stored credential. Returns 200 with a report whenever the test ran, even if a step failed. The report is stored as `lastProbe` of the directory.
   *
   * Scopes: `tenant:orgs.write`.
   *
   * Problems: `conflict`, `invalid_state`.
   * @example
   * const diagnosticReport = await platform.directories.probe(
   *   'dir_01h455vb4pex5vsknk084sn02q',
   * );
   */
  probe(
    directoryId: string,
    options?: KeyedOptions,
  ): Call<api.DiagnosticReport, CommonCode | BodyCode | KeyCode | 'conflict' | 'invalid_state'>;

  readonly syncRuns: DirectoriesSyncRunsResource;

  readonly users: DirectoriesUsersResource;

  readonly groups: DirectoriesGroupsResource;

  readonly connectorCredential: DirectoriesConnectorCredentialResource;

  readonly scimBearers: DirectoriesScimBearersResource;

  readonly requests: DirectoriesRequestsResource;

  readonly groupRoleMappings: DirectoriesGroupRoleMappingsResource;
}

/** Methods of `directories.syncRuns`. */
export interface DirectoriesSyncRunsResource {
  /**
   * Lists a directory's sync runs, newest first.
   *
   * Scopes: `tenant:orgs.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const syncRun of platform.directories.syncRuns.list(
   *   'dir_01h455vb4pex5vsknk084sn02q',
   * ))
   *   console.log(syncRun);
   */
  list(
    id: string,
    options?: api.DirectoriesSyncRunsListQuery & CallOptions,
  ): PagedCall<api.SyncRunList, CommonCode | 'invalid_cursor'>;
}

/** Methods of `directories.users`. */
export interface DirectoriesUsersResource {
  /**
   * Lists the users of a directory, newest first.
   *
   * Scopes: `tenant:orgs.read` and `tenant:users.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const directoryUser of platform.directories.users.list(
   *   'dir_01h455vb4pex5vsknk084sn02q',
   * ))
   *   console.log(directoryUser);
   */
  list(
    id: string,
    options?: api.DirectoriesUsersListQuery & CallOptions,
  ): PagedCall<api.DirectoryUserList, CommonCode | 'invalid_cursor'>;
}

/** Methods of `directories.groups`. */
export interface DirectoriesGroupsResource {
  /**
   * Lists the groups of a directory, newest first.
   *
   * Scopes: `tenant:orgs.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const directoryGroup of platform.directories.groups.list(
   *   'dir_01h455vb4pex5vsknk084sn02q',
   * ))
   *   console.log(directoryGroup);
   */
  list(
    id: string,
    options?: api.DirectoriesGroupsListQuery & CallOptions,
  ): PagedCall<api.DirectoryGroupList, CommonCode | 'invalid_cursor'>;
}

/** Methods of `directories.connectorCredential`. */
export interface DirectoriesConnectorCredentialResource {
  /**
   * Sets the credential with which the platform connects to a directory.
   *
   * Replaces the current credential. The `type` must match the kind of the directory. The secret is stored encrypted and never returned.
   *
   * Scopes: `tenant:orgs.write`.
   *
   * Problems: `insufficient_user_authentication`, `invalid_state`.
   * @example
   * const connectorCredential = await platform.directories.connectorCredential.put(
   *   'dir_01h455vb4pex5vsknk084sn02q',
   *   {
   *     type: 'ldap_bind',
   *     bindDn: 'example',
   *     password: 'example',
   *     caCertificatesPem:
   *       '-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49…\n-----END PRIVATE KEY-----\n',
   *   },
   * );
   */
  put(
    directoryId: string,
    body: api.SetConnectorCredentialRequest,
    options?: CallOptions,
  ): Call<
    api.ConnectorCredential,
    CommonCode | BodyCode | 'insufficient_user_authentication' | 'invalid_state'
  >;

  /**
   * Deletes the credential of a directory.
   *
   * The directory is not read until a new credential is set. Idempotent.
   *
   * Scopes: `tenant:orgs.write`.
   *
   * Problems: `insufficient_user_authentication`.
   * @example
   * const credentialDeletion = await platform.directories.connectorCredential.delete(
   *   'dir_01h455vb4pex5vsknk084sn02q',
   * );
   */
  delete(
    directoryId: string,
    options?: CallOptions,
  ): Call<api.CredentialDeletion, CommonCode | 'insufficient_user_authentication'>;
}

/** Methods of `directories.scimBearers`. */
export interface DirectoriesScimBearersResource {
  /**
   * Lists a directory's SCIM bearers, newest first.
   *
   * Returns all active bearers and the 50 most recent inactive ones.
   *
   * Scopes: `tenant:orgs.read`.
   * @example
   * const scimBearerList = await platform.directories.scimBearers.list(
   *   'dir_01h455vb4pex5vsknk084sn02q',
   * );
   */
  list(directoryId: string, options?: CallOptions): Call<api.ScimBearerList, CommonCode>;

  /**
   * Creates a SCIM bearer.
   *
   * A directory can have 5 active bearers. `token` is returned only once.
   *
   * Scopes: `tenant:orgs.write`.
   *
   * Problems: `insufficient_user_authentication`, `invalid_state`, `limit_exceeded`.
   * @example
   * const scimBearerWithToken = await platform.directories.scimBearers.create(
   *   'dir_01h455vb4pex5vsknk084sn02q',
   *   { name: 'Example' },
   * );
   */
  create(
    directoryId: string,
    body?: api.MintScimBearerRequest,
    options?: KeyedOptions,
  ): Call<
    api.ScimBearerWithToken,
    | CommonCode
    | BodyCode
    | KeyCode
    | 'insufficient_user_authentication'
    | 'invalid_state'
    | 'limit_exceeded'
  >;

  /**
   * Revokes a SCIM bearer.
   *
   * Takes effect within 10 seconds. Idempotent.
   *
   * Scopes: `tenant:orgs.write`.
   *
   * Problems: `insufficient_user_authentication`.
   * @example
   * await platform.directories.scimBearers.revoke(
   *   'dir_01h455vb4pex5vsknk084sn02q',
   *   'sbr_01h455vb4pex5vsknk084sn02q',
   * );
   */
  revoke(
    directoryId: string,
    bearerId: string,
    options?: CallOptions,
  ): Call<api.Deletion, CommonCode | 'insufficient_user_authentication'>;

  /**
   * Rotates a SCIM bearer.
   *
   * The old bearer stays valid for `overlapSeconds`. `name` and `readOnly` default to those of the old bearer; the lifetime defaults to that of a new bearer.
   *
   * Scopes: `tenant:orgs.write`.
   *
   * Problems: `insufficient_user_authentication`, `invalid_state`, `limit_exceeded`.
   * @example
   * const scimBearerWithToken = await platform.directories.scimBearers.rotate(
   *   'dir_01h455vb4pex5vsknk084sn02q',
   *   'sbr_01h455vb4pex5vsknk084sn02q',
   *   { name: 'Example' },
   * );
   */
  rotate(
    directoryId: string,
    bearerId: string,
    body?: api.MintScimBearerRequest,
    options?: KeyedOptions,
  ): Call<
    api.ScimBearerWithToken,
    | CommonCode
    | BodyCode
    | KeyCode
    | 'insufficient_user_authentication'
    | 'invalid_state'
    | 'limit_exceeded'
  >;
}

/** Methods of `directories.requests`. */
export interface DirectoriesRequestsResource {
  /**
   * Lists the last SCIM requests, newest first.
   *
   * The last 100 requests of a directory are kept for up to 7 days. A request appears after about a second. Requests without a valid bearer token are not among them.
   *
   * Scopes: `tenant:orgs.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const scimRequest of platform.directories.requests.list(
   *   'dir_01h455vb4pex5vsknk084sn02q',
   * ))
   *   console.log(scimRequest);
   */
  list(
    id: string,
    options?: api.DirectoriesRequestsListQuery & CallOptions,
  ): PagedCall<api.ScimRequestList, CommonCode | 'invalid_cursor'>;
}

/** Methods of `directories.groupRoleMappings`. */
export interface DirectoriesGroupRoleMappingsResource {
  /**
   * Lists a directory's group-role mappings.
   *
   * Scopes: `tenant:orgs.read`.
   * @example
   * const groupRoleMappingList = await platform.directories.groupRoleMappings.list(
   *   'dir_01h455vb4pex5vsknk084sn02q',
   * );
   */
  list(directoryId: string, options?: CallOptions): Call<api.GroupRoleMappingList, CommonCode>;

  /**
   * Maps a group to a role.
   *
   * The role applies in the directory's organization, or in the whole tenant if the directory has none. A directory can have 500 mappings.
   *
   * Scopes: `tenant:orgs.write`.
   *
   * Problems: `already_exists`, `limit_exceeded`.
   * @example
   * const groupRoleMapping = await platform.directories.groupRoleMappings.create(
   *   'dir_01h455vb4pex5vsknk084sn02q',
   *   { role: 'editor', groupId: 'dgrp_01h455vb4pex5vsknk084sn02q' },
   * );
   */
  create(
    directoryId: string,
    body: api.CreateGroupRoleMappingRequest,
    options?: KeyedOptions,
  ): Call<
    api.GroupRoleMapping,
    CommonCode | BodyCode | KeyCode | 'already_exists' | 'limit_exceeded'
  >;

  /**
   * Deletes a group-role mapping.
   *
   * Scopes: `tenant:orgs.write`.
   * @example
   * await platform.directories.groupRoleMappings.delete(
   *   'dir_01h455vb4pex5vsknk084sn02q',
   *   'grm_01h455vb4pex5vsknk084sn02q',
   * );
   */
  delete(directoryId: string, id: string, options?: CallOptions): Call<api.Deletion, CommonCode>;
}

/** Makes the methods of `directories` for a client. */
export const directories = (client: Client): DirectoriesResource => ({
  list: (options) =>
    client.list(
      {
        name: 'directories.list',
        method: 'GET',
        path: '/api/v1/directories',
        query: ['organizationId', 'limit', 'cursor'],
      },
      [],
      options,
    ),
  create: (body, options) =>
    client.call(
      { name: 'directories.create', method: 'POST', path: '/api/v1/directories' },
      [],
      body,
      options,
    ),
  get: (id, options) =>
    client.call(
      { name: 'directories.get', method: 'GET', path: '/api/v1/directories/{id}' },
      [id],
      undefined,
      options,
    ),
  update: (id, body, options) =>
    client.call(
      {
        name: 'directories.update',
        method: 'PATCH',
        path: '/api/v1/directories/{id}',
        conditional: true,
      },
      [id],
      body,
      options,
    ),
  delete: (id, options) =>
    client.call(
      {
        name: 'directories.delete',
        method: 'DELETE',
        path: '/api/v1/directories/{id}',
        conditional: true,
      },
      [id],
      undefined,
      options,
    ),
  sync: (id, options) =>
    client.call(
      {
        name: 'directories.sync',
        method: 'POST',
        path: '/api/v1/directories/{id}/sync',
        query: ['full', 'dryRun', 'force'],
      },
      [id],
      undefined,
      options,
    ),
  probe: (directoryId, options) =>
    client.call(
      {
        name: 'directories.probe',
        method: 'POST',
        path: '/api/v1/directories/{directoryId}/probe',
        seconds: 30,
      },
      [directoryId],
      undefined,
      options,
    ),
  syncRuns: {
    list: (id, options) =>
      client.list(
        {
          name: 'directories.syncRuns.list',
          method: 'GET',
          path: '/api/v1/directories/{id}/sync-runs',
          query: ['limit', 'cursor'],
        },
        [id],
        options,
      ),
  },
  users: {
    list: (id, options) =>
      client.list(
        {
          name: 'directories.users.list',
          method: 'GET',
          path: '/api/v1/directories/{id}/users',
          query: ['q', 'linked', 'limit', 'cursor'],
        },
        [id],
        options,
      ),
  },
  groups: {
    list: (id, options) =>
      client.list(
        {
          name: 'directories.groups.list',
          method: 'GET',
          path: '/api/v1/directories/{id}/groups',
          query: ['q', 'limit', 'cursor'],
        },
        [id],
        options,
      ),
  },
  connectorCredential: {
    put: (directoryId, body, options) =>
      client.call(
        {
          name: 'directories.connectorCredential.put',
          method: 'PUT',
          path: '/api/v1/directories/{directoryId}/connector-credential',
        },
        [directoryId],
        body,
        options,
      ),
    delete: (directoryId, options) =>
      client.call(
        {
          name: 'directories.connectorCredential.delete',
          method: 'DELETE',
          path: '/api/v1/directories/{directoryId}/connector-credential',
        },
        [directoryId],
        undefined,
        options,
      ),
  },
  scimBearers: {
    list: (directoryId, options) =>
      client.call(
        {
          name: 'directories.scimBearers.list',
          method: 'GET',
          path: '/api/v1/directories/{directoryId}/scim-bearers',
        },
        [directoryId],
        undefined,
        options,
      ),
    create: (directoryId, body, options) =>
      client.call(
        {
          name: 'directories.scimBearers.create',
          method: 'POST',
          path: '/api/v1/directories/{directoryId}/scim-bearers',
        },
        [directoryId],
        body,
        options,
      ),
    revoke: (directoryId, bearerId, options) =>
      client.call(
        {
          name: 'directories.scimBearers.revoke',
          method: 'DELETE',
          path: '/api/v1/directories/{directoryId}/scim-bearers/{bearerId}',
        },
        [directoryId, bearerId],
        undefined,
        options,
      ),
    rotate: (directoryId, bearerId, body, options) =>
      client.call(
        {
          name: 'directories.scimBearers.rotate',
          method: 'POST',
          path: '/api/v1/directories/{directoryId}/scim-bearers/{bearerId}/rotate',
        },
        [directoryId, bearerId],
        body,
        options,
      ),
  },
  requests: {
    list: (id, options) =>
      client.list(
        {
          name: 'directories.requests.list',
          method: 'GET',
          path: '/api/v1/directories/{id}/requests',
          query: ['limit', 'cursor'],
        },
        [id],
        options,
      ),
  },
  groupRoleMappings: {
    list: (directoryId, options) =>
      client.call(
        {
          name: 'directories.groupRoleMappings.list',
          method: 'GET',
          path: '/api/v1/directories/{directoryId}/group-role-mappings',
        },
        [directoryId],
        undefined,
        options,
      ),
    create: (directoryId, body, options) =>
      client.call(
        {
          name: 'directories.groupRoleMappings.create',
          method: 'POST',
          path: '/api/v1/directories/{directoryId}/group-role-mappings',
        },
        [directoryId],
        body,
        options,
      ),
    delete: (directoryId, id, options) =>
      client.call(
        {
          name: 'directories.groupRoleMappings.delete',
          method: 'DELETE',
          path: '/api/v1/directories/{directoryId}/group-role-mappings/{id}',
        },
        [directoryId, id],
        undefined,
        options,
      ),
  },
});
