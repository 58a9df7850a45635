// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions, ConditionalOptions, KeyedOptions } from '../../options.ts';
import type { PagedCall } from '../../pages.ts';
import type { BodyCode, CommonCode, KeyCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `users`. */
export interface UsersResource {
  /**
   * Lists users, newest first.
   *
   * Scopes: `tenant:users.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const user of platform.users.list({ status: 'active' })) console.log(user);
   */
  list(
    options?: api.UsersListQuery & CallOptions,
  ): PagedCall<api.UserList, CommonCode | 'invalid_cursor'>;

  /**
   * Creates a user.
   *
   * At least one of `email`, `username` and `phoneNumber` is required. The user and its `memberships` are created in one transaction.
   *
   * Scopes: `tenant:users.write`.
   *
   * Problems: `already_exists`, `conflict`, `limit_exceeded`.
   * @example
   * const user = await platform.users.create({
   *   email: 'ada@example.com',
   *   displayName: 'Ada Lovelace',
   * });
   */
  create(
    body: api.CreateUserRequest,
    options?: KeyedOptions,
  ): Call<
    api.User,
    CommonCode | BodyCode | KeyCode | 'already_exists' | 'conflict' | 'limit_exceeded'
  >;

  /**
   * Gets a user by external id.
   *
   * Scopes: `tenant:users.read`.
   * @example
   * const user = await platform.users.getByExternalId('crm-4711');
   */
  getByExternalId(externalId: string, options?: CallOptions): Call<api.User, CommonCode>;

  /**
   * Gets a user.
   *
   * Scopes: `tenant:users.read`.
   * @example
   * const user = await platform.users.get('usr_01h455vb4pex5vsknk084sn02q');
   */
  get(id: string, options?: CallOptions): Call<api.User, CommonCode>;

  /**
   * Replaces a user.
   *
   * Replaces every writable property except `status`; omitted properties are cleared. At least one of `email`, `username` and `phoneNumber` is required.
   *
   * Scopes: `tenant:users.write`.
   *
   * Problems: `already_exists`, `invalid_state`, `limit_exceeded`, `precondition_failed`.
   * @example
   * const user = await platform.users.put('usr_01h455vb4pex5vsknk084sn02q', {
   *   email: 'ada@example.com',
   *   displayName: 'Ada Lovelace',
   * });
   */
  put(
    id: string,
    body: api.UpdateUserRequest,
    options?: ConditionalOptions,
  ): Call<
    api.User,
    | CommonCode
    | BodyCode
    | 'already_exists'
    | 'invalid_state'
    | 'limit_exceeded'
    | 'precondition_failed'
  >;

  /**
   * Updates a user.
   *
   * JSON Merge Patch (RFC 7396), including `metadata`; arrays are replaced. At least one of `email`, `username` and `phoneNumber` must remain.
   *
   * Scopes: `tenant:users.write`.
   *
   * Problems: `already_exists`, `invalid_state`, `limit_exceeded`, `precondition_failed`.
   * @example
   * const user = await platform.users.update('usr_01h455vb4pex5vsknk084sn02q', {
   *   email: 'ada@example.com',
   *   displayName: 'Ada Lovelace',
   * });
   */
  update(
    id: string,
    body: api.UpdateUserRequest,
    options?: ConditionalOptions,
  ): Call<
    api.User,
    | CommonCode
    | BodyCode
    | 'already_exists'
    | 'invalid_state'
    | 'limit_exceeded'
    | 'precondition_failed'
  >;

  /**
   * Deletes a user.
   *
   * This cannot be undone. The e-mail address, user name and phone number can be reused immediately; the id is never reused.
   *
   * Scopes: `tenant:users.write`.
   *
   * Problems: `insufficient_user_authentication`, `invalid_state`, `precondition_failed`.
   * @example
   * await platform.users.delete('usr_01h455vb4pex5vsknk084sn02q');
   */
  delete(
    id: string,
    options?: ConditionalOptions,
  ): Call<
    api.Deletion,
    CommonCode | 'insufficient_user_authentication' | 'invalid_state' | 'precondition_failed'
  >;

  /**
   * Counts users by status.
   *
   * With query parameters, counts only the users that match all of them.
   *
   * Scopes: `tenant:users.read`.
   * @example
   * const userSummary = await platform.users.getSummary();
   */
  getSummary(options?: api.UsersGetSummaryQuery & CallOptions): Call<api.UserSummary, CommonCode>;

  /**
   * Gets a user's roles and scopes, with the source of each.
   *
   * Lists roles in every organization; those of an organization apply only to tokens for it. Scopes of areas that the tenant is not entitled to are left out.
   *
   * Scopes: `tenant:users.read` and `tenant:roles.read`.
   * @example
   * const userAccess = await platform.users.getAccess('usr_01h455vb4pex5vsknk084sn02q');
   */
  getAccess(id: string, options?: CallOptions): Call<api.UserAccess, CommonCode>;

  /**
   * Requires a user to reset the password.
   *
   * The present password no longer signs in, and browsers are no longer trusted. The user sets a new one with a code that is sent to the user's verified address.
   *
   * Scopes: `tenant:users.write`.
   *
   * Problems: `invalid_state`.
   * @example
   * const requiredPasswordReset = await platform.users.startPasswordReset(
   *   'usr_01h455vb4pex5vsknk084sn02q',
   * );
   */
  startPasswordReset(
    id: string,
    options?: KeyedOptions,
  ): Call<api.RequiredPasswordReset, CommonCode | BodyCode | KeyCode | 'invalid_state'>;

  /**
   * Unlocks the credentials of a user.
   *
   * Resets the failed attempts that delay or lock sign-ins.
   *
   * Scopes: `tenant:users.write`.
   * @example
   * const unlockedCredentials = await platform.users.unlock('usr_01h455vb4pex5vsknk084sn02q');
   */
  unlock(
    id: string,
    options?: KeyedOptions,
  ): Call<api.UnlockedCredentials, CommonCode | BodyCode | KeyCode>;

  readonly sessions: UsersSessionsResource;

  readonly organizations: UsersOrganizationsResource;

  readonly bulkJobs: UsersBulkJobsResource;

  readonly exports: UsersExportsResource;

  readonly signInMethods: UsersSignInMethodsResource;
}

/** Methods of `users.sessions`. */
export interface UsersSessionsResource {
  /**
   * Lists a user's sessions, the last used one first.
   *
   * Scopes: `tenant:users.read`.
   * @example
   * const userSessionList = await platform.users.sessions.list(
   *   'usr_01h455vb4pex5vsknk084sn02q',
   * );
   */
  list(id: string, options?: CallOptions): Call<api.UserSessionList, CommonCode>;

  /**
   * Ends all sessions of a user.
   *
   * Signs the user out of every browser, and revokes every grant, refresh token and access token of the user.
   *
   * Scopes: `tenant:users.write`.
   * @example
   * const endedSessions = await platform.users.sessions.deleteAll(
   *   'usr_01h455vb4pex5vsknk084sn02q',
   * );
   */
  deleteAll(id: string, options?: CallOptions): Call<api.EndedSessions, CommonCode>;

  /**
   * Ends one session of a user.
   *
   * Scopes: `tenant:users.write`.
   * @example
   * await platform.users.sessions.delete('usr_01h455vb4pex5vsknk084sn02q', 'example');
   */
  delete(id: string, sessionId: string, options?: CallOptions): Call<api.Deletion, CommonCode>;
}

/** Methods of `users.organizations`. */
export interface UsersOrganizationsResource {
  /**
   * Lists a user's organizations.
   *
   * `roleSources` shows which roles are direct and which come from groups. Organizations that are being deleted are left out.
   *
   * Scopes: `tenant:users.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const userOrganization of platform.users.organizations.list(
   *   'usr_01h455vb4pex5vsknk084sn02q',
   * ))
   *   console.log(userOrganization);
   */
  list(
    id: string,
    options?: api.UsersOrganizationsListQuery & CallOptions,
  ): PagedCall<api.UserOrganizationsResponse, CommonCode | 'invalid_cursor'>;
}

/** Methods of `users.bulkJobs`. */
export interface UsersBulkJobsResource {
  /**
   * Changes many users in the background.
   *
   * Selects up to 100000 users, by id or by a filter, at the time of the request, and changes them one after another. Each change follows the rules of the operation on one user; users that cannot be changed are listed as failures. Users that already are as requested, such as members to be added, are left unchanged. A job does not suspend, deactivate or delete the user who created it. Actions on memberships also require `tenant:orgs.write`. A tenant has at most 10 jobs pending or running, of which one runs at a time.
   *
   * Scopes: `tenant:users.write`.
   *
   * Problems: `conflict`, `insufficient_user_authentication`, `limit_exceeded`.
   * @example
   * const userBulkJob = await platform.users.bulkJobs.create({
   *   action: 'suspend',
   *   userIds: ['usr_01h455vb4pex5vsknk084sn02q'],
   * });
   */
  create(
    body: api.CreateUserBulkJobRequest,
    options?: KeyedOptions,
  ): Call<
    api.UserBulkJob,
    | CommonCode
    | BodyCode
    | KeyCode
    | 'conflict'
    | 'insufficient_user_authentication'
    | 'limit_exceeded'
  >;

  /**
   * Lists bulk jobs, newest first.
   *
   * Scopes: `tenant:users.write`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const userBulkJob of platform.users.bulkJobs.list()) console.log(userBulkJob);
   */
  list(
    options?: api.UsersBulkJobsListQuery & CallOptions,
  ): PagedCall<api.ListUserBulkJobsResponse, CommonCode | 'invalid_cursor'>;

  /**
   * Gets a bulk job.
   *
   * Scopes: `tenant:users.write`.
   * @example
   * const userBulkJob = await platform.users.bulkJobs.get('ubj_01h455vb4pex5vsknk084sn02q');
   */
  get(id: string, options?: CallOptions): Call<api.UserBulkJob, CommonCode>;

  /**
   * Cancels a bulk job.
   *
   * The job stops between two users. Changes that it has made are kept.
   *
   * Scopes: `tenant:users.write`.
   *
   * Problems: `invalid_state`.
   * @example
   * const userBulkJob = await platform.users.bulkJobs.cancel(
   *   'ubj_01h455vb4pex5vsknk084sn02q',
   * );
   */
  cancel(
    id: string,
    options?: KeyedOptions,
  ): Call<api.UserBulkJob, CommonCode | BodyCode | KeyCode | 'invalid_state'>;

  readonly failures: UsersBulkJobsFailuresResource;
}

/** Methods of `users.bulkJobs.failures`. */
export interface UsersBulkJobsFailuresResource {
  /**
   * Lists the users that a bulk job could not change, in the order of the job.
   *
   * Failures are kept for 90 days.
   *
   * Scopes: `tenant:users.write`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const userBulkFailure of platform.users.bulkJobs.failures.list(
   *   'ubj_01h455vb4pex5vsknk084sn02q',
   * ))
   *   console.log(userBulkFailure);
   */
  list(
    id: string,
    options?: api.UsersBulkJobsFailuresListQuery & CallOptions,
  ): PagedCall<api.UserBulkFailureList, CommonCode | 'invalid_cursor'>;
}

/** Methods of `users.exports`. */
export interface UsersExportsResource {
  /**
   * Creates an export of users.
   *
   * The export contains the users that match when it reaches them, newest first. Users who are created later are left out. Its files can be downloaded for 7 days. A tenant has at most 2 exports pending or running.
   *
   * Scopes: `tenant:users.read`.
   *
   * Problems: `insufficient_user_authentication`, `limit_exceeded`.
   * @example
   * const userExport = await platform.users.exports.create({
   *   format: 'ndjson',
   *   compression: 'gzip',
   * });
   */
  create(
    body: api.CreateUserExportRequest,
    options?: KeyedOptions,
  ): Call<
    api.UserExport,
    CommonCode | BodyCode | KeyCode | 'insufficient_user_authentication' | 'limit_exceeded'
  >;

  /**
   * Lists exports of users, newest first.
   *
   * Scopes: `tenant:users.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const userExport of platform.users.exports.list()) console.log(userExport);
   */
  list(
    options?: api.UsersExportsListQuery & CallOptions,
  ): PagedCall<api.ListUserExportsResponse, CommonCode | 'invalid_cursor'>;

  /**
   * Gets an export of users.
   *
   * Scopes: `tenant:users.read`.
   * @example
   * const userExport = await platform.users.exports.get('uex_01h455vb4pex5vsknk084sn02q');
   */
  get(id: string, options?: CallOptions): Call<api.UserExport, CommonCode>;

  /**
   * Downloads one part of an export.
   *
   * Scopes: `tenant:users.read`.
   *
   * Problems: `insufficient_user_authentication`, `invalid_state`.
   * @example
   * const file = await platform.users.exports.download('uex_01h455vb4pex5vsknk084sn02q');
   * console.log(await file.text());
   */
  download(
    id: string,
    options?: api.UsersExportsDownloadQuery & CallOptions,
  ): Call<Response, CommonCode | 'insufficient_user_authentication' | 'invalid_state'>;

  /**
   * Cancels an export or deletes its files.
   *
   * Scopes: `tenant:users.read`.
   *
   * Problems: `precondition_failed`.
   * @example
   * await platform.users.exports.delete('uex_01h455vb4pex5vsknk084sn02q');
   */
  delete(
    id: string,
    options?: ConditionalOptions,
  ): Call<api.Deletion, CommonCode | 'precondition_failed'>;
}

/** Methods of `users.signInMethods`. */
export interface UsersSignInMethodsResource {
  /**
   * Lists a user's sign-in methods.
   *
   * Scopes: `tenant:users.read`.
   * @example
   * const signInMethodList = await platform.users.signInMethods.list(
   *   'usr_01h455vb4pex5vsknk084sn02q',
   * );
   */
  list(id: string, options?: CallOptions): Call<api.SignInMethodList, CommonCode>;

  /**
   * Removes a sign-in method of a user.
   *
   * Scopes: `tenant:users.write`.
   *
   * Problems: `insufficient_user_authentication`, `lockout_risk`.
   * @example
   * await platform.users.signInMethods.delete('usr_01h455vb4pex5vsknk084sn02q', 'example');
   */
  delete(
    id: string,
    methodId: string,
    options?: CallOptions,
  ): Call<api.Deletion, CommonCode | 'insufficient_user_authentication' | 'lockout_risk'>;
}

/** Makes the methods of `users` for a client. */
export const users = (client: Client): UsersResource => ({
  list: (options) =>
    client.list(
      {
        name: 'users.list',
        method: 'GET',
        path: '/api/v1/directory/users',
        query: ['email', 'organizationId', 'status', 'q', 'limit', 'cursor'],
      },
      [],
      options,
    ),
  create: (body, options) =>
    client.call(
      { name: 'users.create', method: 'POST', path: '/api/v1/directory/users' },
      [],
      body,
      options,
    ),
  getByExternalId: (externalId, options) =>
    client.call(
      {
        name: 'users.getByExternalId',
        method: 'GET',
        path: '/api/v1/directory/users/external_id/{externalId}',
        text: true,
      },
      [externalId],
      undefined,
      options,
    ),
  get: (id, options) =>
    client.call(
      { name: 'users.get', method: 'GET', path: '/api/v1/directory/users/{id}' },
      [id],
      undefined,
      options,
    ),
  put: (id, body, options) =>
    client.call(
      { name: 'users.put', method: 'PUT', path: '/api/v1/directory/users/{id}', conditional: true },
      [id],
      body,
      options,
    ),
  update: (id, body, options) =>
    client.call(
      {
        name: 'users.update',
        method: 'PATCH',
        path: '/api/v1/directory/users/{id}',
        conditional: true,
      },
      [id],
      body,
      options,
    ),
  delete: (id, options) =>
    client.call(
      {
        name: 'users.delete',
        method: 'DELETE',
        path: '/api/v1/directory/users/{id}',
        conditional: true,
      },
      [id],
      undefined,
      options,
    ),
  getSummary: (options) =>
    client.call(
      {
        name: 'users.getSummary',
        method: 'GET',
        path: '/api/v1/directory/users/summary',
        query: ['email', 'organizationId', 'status', 'q'],
      },
      [],
      undefined,
      options,
    ),
  getAccess: (id, options) =>
    client.call(
      { name: 'users.getAccess', method: 'GET', path: '/api/v1/directory/users/{id}/access' },
      [id],
      undefined,
      options,
    ),
  startPasswordReset: (id, options) =>
    client.call(
      {
        name: 'users.startPasswordReset',
        method: 'POST',
        path: '/api/v1/directory/users/{id}/password-reset',
      },
      [id],
      undefined,
      options,
    ),
  unlock: (id, options) =>
    client.call(
      { name: 'users.unlock', method: 'POST', path: '/api/v1/directory/users/{id}/unlock' },
      [id],
      undefined,
      options,
    ),
  sessions: {
    list: (id, options) =>
      client.call(
        {
          name: 'users.sessions.list',
          method: 'GET',
          path: '/api/v1/directory/users/{id}/sessions',
        },
        [id],
        undefined,
        options,
      ),
    deleteAll: (id, options) =>
      client.call(
        {
          name: 'users.sessions.deleteAll',
          method: 'DELETE',
          path: '/api/v1/directory/users/{id}/sessions',
        },
        [id],
        undefined,
        options,
      ),
    delete: (id, sessionId, options) =>
      client.call(
        {
          name: 'users.sessions.delete',
          method: 'DELETE',
          path: '/api/v1/directory/users/{id}/sessions/{sessionId}',
          text: true,
        },
        [id, sessionId],
        undefined,
        options,
      ),
  },
  organizations: {
    list: (id, options) =>
      client.list(
        {
          name: 'users.organizations.list',
          method: 'GET',
          path: '/api/v1/directory/users/{id}/organizations',
          query: ['limit', 'cursor'],
        },
        [id],
        options,
      ),
  },
  bulkJobs: {
    create: (body, options) =>
      client.call(
        {
          name: 'users.bulkJobs.create',
          method: 'POST',
          path: '/api/v1/directory/users/bulk-jobs',
        },
        [],
        body,
        options,
      ),
    list: (options) =>
      client.list(
        {
          name: 'users.bulkJobs.list',
          method: 'GET',
          path: '/api/v1/directory/users/bulk-jobs',
          query: ['limit', 'cursor', 'state'],
        },
        [],
        options,
      ),
    get: (id, options) =>
      client.call(
        {
          name: 'users.bulkJobs.get',
          method: 'GET',
          path: '/api/v1/directory/users/bulk-jobs/{id}',
        },
        [id],
        undefined,
        options,
      ),
    cancel: (id, options) =>
      client.call(
        {
          name: 'users.bulkJobs.cancel',
          method: 'POST',
          path: '/api/v1/directory/users/bulk-jobs/{id}/cancel',
        },
        [id],
        undefined,
        options,
      ),
    failures: {
      list: (id, options) =>
        client.list(
          {
            name: 'users.bulkJobs.failures.list',
            method: 'GET',
            path: '/api/v1/directory/users/bulk-jobs/{id}/failures',
            query: ['limit', 'cursor'],
          },
          [id],
          options,
        ),
    },
  },
  exports: {
    create: (body, options) =>
      client.call(
        { name: 'users.exports.create', method: 'POST', path: '/api/v1/directory/users/exports' },
        [],
        body,
        options,
      ),
    list: (options) =>
      client.list(
        {
          name: 'users.exports.list',
          method: 'GET',
          path: '/api/v1/directory/users/exports',
          query: ['limit', 'cursor', 'state'],
        },
        [],
        options,
      ),
    get: (id, options) =>
      client.call(
        { name: 'users.exports.get', method: 'GET', path: '/api/v1/directory/users/exports/{id}' },
        [id],
        undefined,
        options,
      ),
    download: (id, options) =>
      client.call(
        {
          name: 'users.exports.download',
          method: 'GET',
          path: '/api/v1/directory/users/exports/{id}/download',
          query: ['part'],
          file: true,
        },
        [id],
        undefined,
        options,
      ),
    delete: (id, options) =>
      client.call(
        {
          name: 'users.exports.delete',
          method: 'DELETE',
          path: '/api/v1/directory/users/exports/{id}',
          conditional: true,
        },
        [id],
        undefined,
        options,
      ),
  },
  signInMethods: {
    list: (id, options) =>
      client.call(
        {
          name: 'users.signInMethods.list',
          method: 'GET',
          path: '/api/v1/directory/users/{id}/sign-in-methods',
        },
        [id],
        undefined,
        options,
      ),
    delete: (id, methodId, options) =>
      client.call(
        {
          name: 'users.signInMethods.delete',
          method: 'DELETE',
          path: '/api/v1/directory/users/{id}/sign-in-methods/{methodId}',
          text: true,
        },
        [id, methodId],
        undefined,
        options,
      ),
  },
});
