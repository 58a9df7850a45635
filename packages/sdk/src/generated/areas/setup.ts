// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions, ConditionalOptions, KeyedOptions } from '../../options.ts';
import type { PagedCall } from '../../pages.ts';
import type { BodyCode, CommonCode, KeyCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `setup`. */
export interface SetupResource {
  /**
   * Gets the state of the setup.
   *
   * Returns what the link is for, how far it is, and the values to copy.
   *
   * Scopes: `setup.sso` or `setup.directory` or `setup.domains` or `setup.logs`.
   * @example
   * const setup = await platform.setup.get();
   */
  get(options?: CallOptions): Call<api.Setup, CommonCode>;

  /**
   * Completes the setup.
   *
   * The link cannot be opened again. The present session continues. Idempotent.
   *
   * Scopes: `setup.sso` or `setup.directory` or `setup.domains` or `setup.logs`.
   * @example
   * const setup = await platform.setup.complete();
   */
  complete(options?: KeyedOptions): Call<api.Setup, CommonCode | BodyCode | KeyCode>;

  readonly connections: SetupConnectionsResource;

  readonly links: SetupLinksResource;

  readonly domains: SetupDomainsResource;

  readonly directories: SetupDirectoriesResource;

  readonly logStreams: SetupLogStreamsResource;
}

/** Methods of `setup.connections`. */
export interface SetupConnectionsResource {
  /**
   * Lists the organization's identity providers.
   *
   * Scopes: `setup.sso`.
   * @example
   * const setupDirectoryList = await platform.setup.connections.list();
   */
  list(options?: CallOptions): Call<api.SetupDirectoryList, CommonCode>;

  /**
   * Creates a connection to an identity provider.
   *
   * It has the id and the URLs of `newConnection` of the setup. Users cannot sign in with it until it is activated.
   *
   * Scopes: `setup.sso`.
   *
   * Problems: `limit_exceeded`.
   * @example
   * const setupDirectory = await platform.setup.connections.create({
   *   name: 'Example',
   *   provider: 'okta',
   *   attributeMapping: [],
   *   kind: 'oidc',
   *   config: { issuer: 'https://example.com/path', clientId: 'app_ledger' },
   * });
   */
  create(
    body: api.CreateSetupConnectionRequest,
    options?: KeyedOptions,
  ): Call<api.SetupDirectory, CommonCode | BodyCode | KeyCode | 'limit_exceeded'>;

  /**
   * Reads the metadata of an identity provider.
   *
   * Returns 200 with a report whenever the metadata was read. `summary.suggestedConfig` is the configuration of a connection.
   *
   * Scopes: `setup.sso`.
   * @example
   * const diagnosticReport = await platform.setup.connections.readMetadata({
   *   protocol: 'oidc',
   *   issuer: 'https://example.com/path',
   * });
   */
  readMetadata(
    body: api.ReadSetupMetadataRequest,
    options?: KeyedOptions,
  ): Call<api.DiagnosticReport, CommonCode | BodyCode | KeyCode>;

  /**
   * Updates a connection to an identity provider.
   *
   * Scopes: `setup.sso`.
   *
   * Problems: `invalid_state`, `precondition_failed`.
   * @example
   * const setupDirectory = await platform.setup.connections.update(
   *   'dir_01h455vb4pex5vsknk084sn02q',
   *   { name: 'Example' },
   * );
   */
  update(
    id: string,
    body: api.UpdateSetupConnectionRequest,
    options?: ConditionalOptions,
  ): Call<api.SetupDirectory, CommonCode | BodyCode | 'invalid_state' | 'precondition_failed'>;

  /**
   * Deletes a connection to an identity provider.
   *
   * Scopes: `setup.sso`.
   *
   * Problems: `precondition_failed`.
   * @example
   * await platform.setup.connections.delete('dir_01h455vb4pex5vsknk084sn02q');
   */
  delete(
    id: string,
    options?: ConditionalOptions,
  ): Call<api.Deletion, CommonCode | 'precondition_failed'>;

  /**
   * Tests a connection to an identity provider, step by step.
   *
   * Scopes: `setup.sso`.
   *
   * Problems: `conflict`, `invalid_state`.
   * @example
   * const diagnosticReport = await platform.setup.connections.probe(
   *   'dir_01h455vb4pex5vsknk084sn02q',
   * );
   */
  probe(
    id: string,
    options?: KeyedOptions,
  ): Call<api.DiagnosticReport, CommonCode | BodyCode | KeyCode | 'conflict' | 'invalid_state'>;

  /**
   * Activates a connection to an identity provider.
   *
   * Users can then sign in with it. The last test of the connection must have succeeded.
   *
   * Scopes: `setup.sso`.
   *
   * Problems: `invalid_state`.
   * @example
   * const setupDirectory = await platform.setup.connections.activate(
   *   'dir_01h455vb4pex5vsknk084sn02q',
   * );
   */
  activate(
    id: string,
    options?: KeyedOptions,
  ): Call<api.SetupDirectory, CommonCode | BodyCode | KeyCode | 'invalid_state'>;

  readonly testSignIns: SetupConnectionsTestSignInsResource;

  readonly credential: SetupConnectionsCredentialResource;
}

/** Methods of `setup.connections.testSignIns`. */
export interface SetupConnectionsTestSignInsResource {
  /**
   * Prepares a test sign-in at an identity provider.
   *
   * Open `url` in a browser tab. The sign-in shows the claims that the identity provider sends; it creates no user and no session. It also works before the connection is activated.
   *
   * Scopes: `setup.sso`.
   * @example
   * const testSignIn = await platform.setup.connections.testSignIns.create(
   *   'dir_01h455vb4pex5vsknk084sn02q',
   * );
   */
  create(id: string, options?: KeyedOptions): Call<api.TestSignIn, CommonCode | BodyCode | KeyCode>;

  /**
   * Gets a test sign-in with its result.
   *
   * Results are kept for a day.
   *
   * Scopes: `setup.sso`.
   * @example
   * const testSignIn = await platform.setup.connections.testSignIns.get(
   *   'dir_01h455vb4pex5vsknk084sn02q',
   *   'tsi_01h455vb4pex5vsknk084sn02q',
   * );
   */
  get(id: string, testId: string, options?: CallOptions): Call<api.TestSignIn, CommonCode>;
}

/** Methods of `setup.connections.credential`. */
export interface SetupConnectionsCredentialResource {
  /**
   * Sets the credential of a connection to an identity provider.
   *
   * Scopes: `setup.sso`.
   *
   * Problems: `invalid_state`.
   * @example
   * const setupCredential = await platform.setup.connections.credential.put(
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
    id: string,
    body: api.SetConnectorCredentialRequest,
    options?: CallOptions,
  ): Call<api.SetupCredential, CommonCode | BodyCode | 'invalid_state'>;
}

/** Methods of `setup.links`. */
export interface SetupLinksResource {
  /**
   * Sends a setup link for the same tasks to a colleague.
   *
   * Scopes: `setup.sso` or `setup.directory` or `setup.domains` or `setup.logs`.
   *
   * Problems: `invalid_state`, `limit_exceeded`.
   * @example
   * const setupColleagueLink = await platform.setup.links.create({
   *   recipient: 'ada@example.com',
   *   locale: 'en',
   * });
   */
  create(
    body: api.CreateSetupColleagueLinkRequest,
    options?: KeyedOptions,
  ): Call<
    api.SetupColleagueLink,
    CommonCode | BodyCode | KeyCode | 'invalid_state' | 'limit_exceeded'
  >;
}

/** Methods of `setup.domains`. */
export interface SetupDomainsResource {
  /**
   * Lists the organization's domains during the setup.
   *
   * Scopes: `setup.domains`.
   * @example
   * const organizationDomainList = await platform.setup.domains.list();
   */
  list(options?: CallOptions): Call<api.OrganizationDomainList, CommonCode>;

  /**
   * Adds a domain during the setup.
   *
   * Scopes: `setup.domains`.
   *
   * Problems: `already_exists`, `conflict`, `limit_exceeded`.
   * @example
   * const organizationDomain = await platform.setup.domains.create({
   *   domain: 'example.com',
   *   enrollment: 'none',
   * });
   */
  create(
    body: api.AddSetupDomainRequest,
    options?: KeyedOptions,
  ): Call<
    api.OrganizationDomain,
    CommonCode | BodyCode | KeyCode | 'already_exists' | 'conflict' | 'limit_exceeded'
  >;

  /**
   * Verifies a domain during the setup.
   *
   * Scopes: `setup.domains`.
   *
   * Problems: `conflict`.
   * @example
   * const organizationDomain = await platform.setup.domains.verify(
   *   'dom_01h455vb4pex5vsknk084sn02q',
   * );
   */
  verify(
    domId: string,
    options?: KeyedOptions,
  ): Call<api.OrganizationDomain, CommonCode | BodyCode | KeyCode | 'conflict'>;

  /**
   * Removes a domain during the setup.
   *
   * Scopes: `setup.domains`.
   *
   * Problems: `precondition_failed`.
   * @example
   * await platform.setup.domains.delete('dom_01h455vb4pex5vsknk084sn02q');
   */
  delete(
    domId: string,
    options?: ConditionalOptions,
  ): Call<api.Deletion, CommonCode | 'precondition_failed'>;
}

/** Methods of `setup.directories`. */
export interface SetupDirectoriesResource {
  /**
   * Lists the organization's directories during the setup.
   *
   * Scopes: `setup.directory`.
   * @example
   * const setupDirectoryList = await platform.setup.directories.list();
   */
  list(options?: CallOptions): Call<api.SetupDirectoryList, CommonCode>;

  /**
   * Creates a directory during the setup.
   *
   * Scopes: `setup.directory`.
   *
   * Problems: `limit_exceeded`.
   * @example
   * const setupDirectory = await platform.setup.directories.create({
   *   name: 'Example',
   *   provider: 'okta',
   *   attributeMapping: [],
   *   kind: 'scim',
   *   config: {},
   * });
   */
  create(
    body: api.CreateSetupDirectoryRequest,
    options?: KeyedOptions,
  ): Call<api.SetupDirectory, CommonCode | BodyCode | KeyCode | 'limit_exceeded'>;

  /**
   * Updates a directory during the setup.
   *
   * Scopes: `setup.directory`.
   *
   * Problems: `invalid_state`, `precondition_failed`.
   * @example
   * const setupDirectory = await platform.setup.directories.update(
   *   'dir_01h455vb4pex5vsknk084sn02q',
   *   { name: 'Example' },
   * );
   */
  update(
    id: string,
    body: api.UpdateSetupDirectoryRequest,
    options?: ConditionalOptions,
  ): Call<api.SetupDirectory, CommonCode | BodyCode | 'invalid_state' | 'precondition_failed'>;

  /**
   * Deletes a directory during the setup.
   *
   * Scopes: `setup.directory`.
   *
   * Problems: `precondition_failed`.
   * @example
   * await platform.setup.directories.delete('dir_01h455vb4pex5vsknk084sn02q');
   */
  delete(
    id: string,
    options?: ConditionalOptions,
  ): Call<api.Deletion, CommonCode | 'precondition_failed'>;

  /**
   * Tests the connection to a directory during the setup.
   *
   * Scopes: `setup.directory`.
   *
   * Problems: `conflict`, `invalid_state`.
   * @example
   * const diagnosticReport = await platform.setup.directories.probe(
   *   'dir_01h455vb4pex5vsknk084sn02q',
   * );
   */
  probe(
    id: string,
    options?: KeyedOptions,
  ): Call<api.DiagnosticReport, CommonCode | BodyCode | KeyCode | 'conflict' | 'invalid_state'>;

  /**
   * Starts a sync during the setup.
   *
   * A sync that would remove many users stops; an administrator can continue it.
   *
   * Scopes: `setup.directory`.
   *
   * Problems: `conflict`, `invalid_state`.
   * @example
   * const syncRun = await platform.setup.directories.sync('dir_01h455vb4pex5vsknk084sn02q');
   */
  sync(
    id: string,
    options?: api.SetupDirectoriesSyncQuery & KeyedOptions,
  ): Call<api.SyncRun, CommonCode | BodyCode | KeyCode | 'conflict' | 'invalid_state'>;

  readonly credential: SetupDirectoriesCredentialResource;

  readonly requests: SetupDirectoriesRequestsResource;

  readonly scimBearers: SetupDirectoriesScimBearersResource;
}

/** Methods of `setup.directories.credential`. */
export interface SetupDirectoriesCredentialResource {
  /**
   * Sets the credential of a directory during the setup.
   *
   * Scopes: `setup.directory`.
   *
   * Problems: `invalid_state`.
   * @example
   * const setupCredential = await platform.setup.directories.credential.put(
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
    id: string,
    body: api.SetConnectorCredentialRequest,
    options?: CallOptions,
  ): Call<api.SetupCredential, CommonCode | BodyCode | 'invalid_state'>;
}

/** Methods of `setup.directories.requests`. */
export interface SetupDirectoriesRequestsResource {
  /**
   * Lists a directory's last SCIM requests during the setup, newest first.
   *
   * Scopes: `setup.directory`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const scimRequest of platform.setup.directories.requests.list(
   *   'dir_01h455vb4pex5vsknk084sn02q',
   * ))
   *   console.log(scimRequest);
   */
  list(
    id: string,
    options?: api.SetupDirectoriesRequestsListQuery & CallOptions,
  ): PagedCall<api.ScimRequestList, CommonCode | 'invalid_cursor'>;
}

/** Methods of `setup.directories.scimBearers`. */
export interface SetupDirectoriesScimBearersResource {
  /**
   * Lists a directory's SCIM bearers during the setup.
   *
   * Scopes: `setup.directory`.
   * @example
   * const setupScimBearerList = await platform.setup.directories.scimBearers.list(
   *   'dir_01h455vb4pex5vsknk084sn02q',
   * );
   */
  list(id: string, options?: CallOptions): Call<api.SetupScimBearerList, CommonCode>;

  /**
   * Creates a SCIM bearer during the setup.
   *
   * Scopes: `setup.directory`.
   *
   * Problems: `invalid_state`, `limit_exceeded`.
   * @example
   * const setupScimBearerWithToken = await platform.setup.directories.scimBearers.create(
   *   'dir_01h455vb4pex5vsknk084sn02q',
   *   { name: 'Example' },
   * );
   */
  create(
    id: string,
    body?: api.MintScimBearerRequest,
    options?: KeyedOptions,
  ): Call<
    api.SetupScimBearerWithToken,
    CommonCode | BodyCode | KeyCode | 'invalid_state' | 'limit_exceeded'
  >;

  /**
   * Rotates a SCIM bearer during the setup.
   *
   * Scopes: `setup.directory`.
   *
   * Problems: `invalid_state`, `limit_exceeded`.
   * @example
   * const setupScimBearerWithToken = await platform.setup.directories.scimBearers.rotate(
   *   'dir_01h455vb4pex5vsknk084sn02q',
   *   'sbr_01h455vb4pex5vsknk084sn02q',
   *   { name: 'Example' },
   * );
   */
  rotate(
    id: string,
    bearerId: string,
    body?: api.MintScimBearerRequest,
    options?: KeyedOptions,
  ): Call<
    api.SetupScimBearerWithToken,
    CommonCode | BodyCode | KeyCode | 'invalid_state' | 'limit_exceeded'
  >;
}

/** Methods of `setup.logStreams`. */
export interface SetupLogStreamsResource {
  /**
   * Lists the organization's log streams.
   *
   * Scopes: `setup.logs`.
   * @example
   * const setupLogStreamList = await platform.setup.logStreams.list();
   */
  list(options?: CallOptions): Call<api.SetupLogStreamList, CommonCode>;

  /**
   * Creates a log stream of the organization.
   *
   * The stream contains only the organization's events, from now on.
   *
   * Scopes: `setup.logs`.
   *
   * Problems: `already_exists`, `limit_exceeded`.
   * @example
   * const setupLogStream = await platform.setup.logStreams.create({
   *   name: 'Example',
   *   kind: 'splunk_hec',
   *   config: { url: 'https://example.com/path' },
   *   credentials: { token: 'example' },
   * });
   */
  create(
    body: api.CreateSetupLogStreamRequest,
    options?: KeyedOptions,
  ): Call<
    api.SetupLogStream,
    CommonCode | BodyCode | KeyCode | 'already_exists' | 'limit_exceeded'
  >;

  /**
   * Updates, pauses or resumes a log stream of the organization.
   *
   * Scopes: `setup.logs`.
   *
   * Problems: `already_exists`, `precondition_failed`.
   * @example
   * const setupLogStream = await platform.setup.logStreams.update(
   *   'snk_01h455vb4pex5vsknk084sn02q',
   *   {},
   * );
   */
  update(
    id: string,
    body: api.UpdateSetupLogStreamRequest,
    options?: ConditionalOptions,
  ): Call<api.SetupLogStream, CommonCode | BodyCode | 'already_exists' | 'precondition_failed'>;

  /**
   * Deletes a log stream of the organization.
   *
   * Scopes: `setup.logs`.
   *
   * Problems: `precondition_failed`.
   * @example
   * await platform.setup.logStreams.delete('snk_01h455vb4pex5vsknk084sn02q');
   */
  delete(
    id: string,
    options?: ConditionalOptions,
  ): Call<api.Deletion, CommonCode | 'precondition_failed'>;

  /**
   * Sends a test event to a log stream of the organization.
   *
   * Scopes: `setup.logs`.
   * @example
   * const hookTestResult = await platform.setup.logStreams.test(
   *   'snk_01h455vb4pex5vsknk084sn02q',
   * );
   */
  test(
    id: string,
    options?: KeyedOptions,
  ): Call<api.HookTestResult, CommonCode | BodyCode | KeyCode>;

  /**
   * Gets the health of the organization's log stream.
   *
   * Scopes: `setup.logs`.
   * @example
   * const siemSinkHealth = await platform.setup.logStreams.getHealth(
   *   'snk_01h455vb4pex5vsknk084sn02q',
   * );
   */
  getHealth(id: string, options?: CallOptions): Call<api.SiemSinkHealth, CommonCode>;
}

/** Makes the methods of `setup` for a client. */
export const setup = (client: Client): SetupResource => ({
  get: (options) =>
    client.call(
      { name: 'setup.get', method: 'GET', path: '/api/v1/setup' },
      [],
      undefined,
      options,
    ),
  complete: (options) =>
    client.call(
      { name: 'setup.complete', method: 'POST', path: '/api/v1/setup/complete' },
      [],
      undefined,
      options,
    ),
  connections: {
    list: (options) =>
      client.call(
        { name: 'setup.connections.list', method: 'GET', path: '/api/v1/setup/connections' },
        [],
        undefined,
        options,
      ),
    create: (body, options) =>
      client.call(
        { name: 'setup.connections.create', method: 'POST', path: '/api/v1/setup/connections' },
        [],
        body,
        options,
      ),
    readMetadata: (body, options) =>
      client.call(
        {
          name: 'setup.connections.readMetadata',
          method: 'POST',
          path: '/api/v1/setup/connections/metadata',
          seconds: 30,
        },
        [],
        body,
        options,
      ),
    update: (id, body, options) =>
      client.call(
        {
          name: 'setup.connections.update',
          method: 'PATCH',
          path: '/api/v1/setup/connections/{id}',
          conditional: true,
        },
        [id],
        body,
        options,
      ),
    delete: (id, options) =>
      client.call(
        {
          name: 'setup.connections.delete',
          method: 'DELETE',
          path: '/api/v1/setup/connections/{id}',
          conditional: true,
        },
        [id],
        undefined,
        options,
      ),
    probe: (id, options) =>
      client.call(
        {
          name: 'setup.connections.probe',
          method: 'POST',
          path: '/api/v1/setup/connections/{id}/probe',
          seconds: 30,
        },
        [id],
        undefined,
        options,
      ),
    activate: (id, options) =>
      client.call(
        {
          name: 'setup.connections.activate',
          method: 'POST',
          path: '/api/v1/setup/connections/{id}/activate',
        },
        [id],
        undefined,
        options,
      ),
    testSignIns: {
      create: (id, options) =>
        client.call(
          {
            name: 'setup.connections.testSignIns.create',
            method: 'POST',
            path: '/api/v1/setup/connections/{id}/test-sign-ins',
          },
          [id],
          undefined,
          options,
        ),
      get: (id, testId, options) =>
        client.call(
          {
            name: 'setup.connections.testSignIns.get',
            method: 'GET',
            path: '/api/v1/setup/connections/{id}/test-sign-ins/{testId}',
          },
          [id, testId],
          undefined,
          options,
        ),
    },
    credential: {
      put: (id, body, options) =>
        client.call(
          {
            name: 'setup.connections.credential.put',
            method: 'PUT',
            path: '/api/v1/setup/connections/{id}/credential',
          },
          [id],
          body,
          options,
        ),
    },
  },
  links: {
    create: (body, options) =>
      client.call(
        { name: 'setup.links.create', method: 'POST', path: '/api/v1/setup/links' },
        [],
        body,
        options,
      ),
  },
  domains: {
    list: (options) =>
      client.call(
        { name: 'setup.domains.list', method: 'GET', path: '/api/v1/setup/domains' },
        [],
        undefined,
        options,
      ),
    create: (body, options) =>
      client.call(
        { name: 'setup.domains.create', method: 'POST', path: '/api/v1/setup/domains' },
        [],
        body,
        options,
      ),
    verify: (domId, options) =>
      client.call(
        {
          name: 'setup.domains.verify',
          method: 'POST',
          path: '/api/v1/setup/domains/{domId}/verify',
        },
        [domId],
        undefined,
        options,
      ),
    delete: (domId, options) =>
      client.call(
        {
          name: 'setup.domains.delete',
          method: 'DELETE',
          path: '/api/v1/setup/domains/{domId}',
          conditional: true,
        },
        [domId],
        undefined,
        options,
      ),
  },
  directories: {
    list: (options) =>
      client.call(
        { name: 'setup.directories.list', method: 'GET', path: '/api/v1/setup/directories' },
        [],
        undefined,
        options,
      ),
    create: (body, options) =>
      client.call(
        { name: 'setup.directories.create', method: 'POST', path: '/api/v1/setup/directories' },
        [],
        body,
        options,
      ),
    update: (id, body, options) =>
      client.call(
        {
          name: 'setup.directories.update',
          method: 'PATCH',
          path: '/api/v1/setup/directories/{id}',
          conditional: true,
        },
        [id],
        body,
        options,
      ),
    delete: (id, options) =>
      client.call(
        {
          name: 'setup.directories.delete',
          method: 'DELETE',
          path: '/api/v1/setup/directories/{id}',
          conditional: true,
        },
        [id],
        undefined,
        options,
      ),
    probe: (id, options) =>
      client.call(
        {
          name: 'setup.directories.probe',
          method: 'POST',
          path: '/api/v1/setup/directories/{id}/probe',
          seconds: 30,
        },
        [id],
        undefined,
        options,
      ),
    sync: (id, options) =>
      client.call(
        {
          name: 'setup.directories.sync',
          method: 'POST',
          path: '/api/v1/setup/directories/{id}/sync',
          query: ['full', 'dryRun'],
        },
        [id],
        undefined,
        options,
      ),
    credential: {
      put: (id, body, options) =>
        client.call(
          {
            name: 'setup.directories.credential.put',
            method: 'PUT',
            path: '/api/v1/setup/directories/{id}/credential',
          },
          [id],
          body,
          options,
        ),
    },
    requests: {
      list: (id, options) =>
        client.list(
          {
            name: 'setup.directories.requests.list',
            method: 'GET',
            path: '/api/v1/setup/directories/{id}/requests',
            query: ['limit', 'cursor'],
          },
          [id],
          options,
        ),
    },
    scimBearers: {
      list: (id, options) =>
        client.call(
          {
            name: 'setup.directories.scimBearers.list',
            method: 'GET',
            path: '/api/v1/setup/directories/{id}/scim-bearers',
          },
          [id],
          undefined,
          options,
        ),
      create: (id, body, options) =>
        client.call(
          {
            name: 'setup.directories.scimBearers.create',
            method: 'POST',
            path: '/api/v1/setup/directories/{id}/scim-bearers',
          },
          [id],
          body,
          options,
        ),
      rotate: (id, bearerId, body, options) =>
        client.call(
          {
            name: 'setup.directories.scimBearers.rotate',
            method: 'POST',
            path: '/api/v1/setup/directories/{id}/scim-bearers/{bearerId}/rotate',
          },
          [id, bearerId],
          body,
          options,
        ),
    },
  },
  logStreams: {
    list: (options) =>
      client.call(
        { name: 'setup.logStreams.list', method: 'GET', path: '/api/v1/setup/log-streams' },
        [],
        undefined,
        options,
      ),
    create: (body, options) =>
      client.call(
        { name: 'setup.logStreams.create', method: 'POST', path: '/api/v1/setup/log-streams' },
        [],
        body,
        options,
      ),
    update: (id, body, options) =>
      client.call(
        {
          name: 'setup.logStreams.update',
          method: 'PATCH',
          path: '/api/v1/setup/log-streams/{id}',
          conditional: true,
        },
        [id],
        body,
        options,
      ),
    delete: (id, options) =>
      client.call(
        {
          name: 'setup.logStreams.delete',
          method: 'DELETE',
          path: '/api/v1/setup/log-streams/{id}',
          conditional: true,
        },
        [id],
        undefined,
        options,
      ),
    test: (id, options) =>
      client.call(
        {
          name: 'setup.logStreams.test',
          method: 'POST',
          path: '/api/v1/setup/log-streams/{id}/test',
          seconds: 35,
        },
        [id],
        undefined,
        options,
      ),
    getHealth: (id, options) =>
      client.call(
        {
          name: 'setup.logStreams.getHealth',
          method: 'GET',
          path: '/api/v1/setup/log-streams/{id}/health',
        },
        [id],
        undefined,
        options,
      ),
  },
});
