// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type {
  CallOptions,
  ConditionalOptions,
  KeyedConditionalOptions,
  KeyedOptions,
} from '../../options.ts';
import type { PagedCall } from '../../pages.ts';
import type { BodyCode, CommonCode, KeyCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `applications`. */
export interface ApplicationsResource {
  /**
   * Lists applications, newest first.
   *
   * Scopes: `tenant:applications.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const application of platform.applications.list()) console.log(application);
   */
  list(
    options?: api.ApplicationsListQuery & CallOptions,
  ): PagedCall<api.ApplicationList, CommonCode | 'invalid_cursor'>;

  /**
   * Registers an application.
   *
   * For applications that authenticate with a secret, returns the first `clientSecret`. It is returned only once.
   *
   * Scopes: `tenant:applications.write`.
   *
   * Problems: `already_exists`, `limit_exceeded`.
   * @example
   * const createdApplication = await platform.applications.create({
   *   name: 'Example',
   *   type: 'web',
   * });
   */
  create(
    body: api.CreateApplicationRequest,
    options?: KeyedOptions,
  ): Call<
    api.CreatedApplication,
    CommonCode | BodyCode | KeyCode | 'already_exists' | 'limit_exceeded'
  >;

  /**
   * Gets an application.
   *
   * Scopes: `tenant:applications.read`.
   * @example
   * const application = await platform.applications.get('app_ledger');
   */
  get(clientId: string, options?: CallOptions): Call<api.Application, CommonCode>;

  /**
   * Updates an application.
   *
   * JSON Merge Patch (RFC 7396). Disabling an application revokes its tokens within a second. Returns 403 `insufficient_scope` if the application has `tenant:` scopes that the token lacks and the change affects who receives its codes and tokens: `redirectUris`, `grantTypes`, `tokenEndpointAuthMethod`, `jwks`, `jwksUri`, `firstParty`, `backchannelLogoutUri`, removing such a scope, or enabling the application. Returns 409 `lockout_risk` if no enabled application would have `tenant:applications.write` afterwards.
   *
   * Scopes: `tenant:applications.write`.
   *
   * Problems: `conflict`, `lockout_risk`, `precondition_failed`.
   * @example
   * const application = await platform.applications.update('app_ledger', {
   *   name: 'Example',
   *   description: 'An example.',
   * });
   */
  update(
    clientId: string,
    body: api.UpdateApplicationRequest,
    options?: api.ApplicationsUpdateQuery & ConditionalOptions,
  ): Call<
    api.Application,
    CommonCode | BodyCode | 'conflict' | 'lockout_risk' | 'precondition_failed'
  >;

  /**
   * Deletes an application.
   *
   * Revokes the tokens of the application within a second. Its client id cannot be reused for 30 days. Returns 403 `insufficient_scope` if the application has `tenant:` scopes that the token lacks. Returns 409 `lockout_risk` if no enabled application would have `tenant:applications.write` afterwards.
   *
   * Scopes: `tenant:applications.write`.
   *
   * Problems: `conflict`, `insufficient_user_authentication`, `lockout_risk`, `precondition_failed`.
   * @example
   * await platform.applications.delete('app_ledger');
   */
  delete(
    clientId: string,
    options?: api.ApplicationsDeleteQuery & ConditionalOptions,
  ): Call<
    api.Deletion,
    | CommonCode
    | 'conflict'
    | 'insufficient_user_authentication'
    | 'lockout_risk'
    | 'precondition_failed'
  >;

  readonly secrets: ApplicationsSecretsResource;

  readonly tokenClaims: ApplicationsTokenClaimsResource;

  readonly legalDocuments: ApplicationsLegalDocumentsResource;
}

/** Methods of `applications.secrets`. */
export interface ApplicationsSecretsResource {
  /**
   * Lists an application's active secrets, newest first.
   *
   * Scopes: `tenant:clients.read`.
   * @example
   * const applicationSecretList = await platform.applications.secrets.list('app_ledger');
   */
  list(clientId: string, options?: CallOptions): Call<api.ApplicationSecretList, CommonCode>;

  /**
   * Creates a client secret.
   *
   * An application can have two active secrets. The previous secret stays valid for `expiresPreviousInSeconds`.
   *
   * Scopes: `tenant:applications.write` and `tenant:clients.write`.
   *
   * Problems: `insufficient_user_authentication`, `invalid_state`, `limit_exceeded`, `precondition_failed`.
   * @example
   * const createdApplicationSecret = await platform.applications.secrets.create(
   *   'app_ledger',
   *   { expiresPreviousInSeconds: 86400 },
   * );
   */
  create(
    clientId: string,
    body?: api.CreateApplicationSecretRequest,
    options?: KeyedConditionalOptions,
  ): Call<
    api.CreatedApplicationSecret,
    | CommonCode
    | BodyCode
    | KeyCode
    | 'insufficient_user_authentication'
    | 'invalid_state'
    | 'limit_exceeded'
    | 'precondition_failed'
  >;

  /**
   * Deletes a client secret.
   *
   * Takes effect with the next token request. Deleting the last secret of an application that requires one returns 409 `invalid_state`.
   *
   * Scopes: `tenant:applications.write` and `tenant:clients.write`.
   *
   * Problems: `insufficient_user_authentication`, `invalid_state`, `precondition_failed`.
   * @example
   * await platform.applications.secrets.delete(
   *   'app_ledger',
   *   'sec_01h455vb4pex5vsknk084sn02q',
   * );
   */
  delete(
    clientId: string,
    secretId: string,
    options?: ConditionalOptions,
  ): Call<
    api.Deletion,
    CommonCode | 'insufficient_user_authentication' | 'invalid_state' | 'precondition_failed'
  >;
}

/** Methods of `applications.tokenClaims`. */
export interface ApplicationsTokenClaimsResource {
  /**
   * Gets the token-claims setting of an application.
   *
   * Returns `enabled: false` for applications without token claims. `syncState` is `pending` until the authorization server has applied the most recent change.
   *
   * Scopes: `tenant:applications.read`.
   * @example
   * const tokenClaims = await platform.applications.tokenClaims.get('app_ledger');
   */
  get(clientId: string, options?: CallOptions): Call<api.TokenClaims, CommonCode>;

  /**
   * Enables access claims in an application's tokens.
   *
   * Repeating the request with the same body has no effect other than repairing the registration with the authorization server.
   *
   * Scopes: `tenant:applications.write`.
   *
   * Problems: `precondition_failed`.
   * @example
   * const tokenClaims = await platform.applications.tokenClaims.enable('app_ledger', {
   *   claims: ['roles', 'permissions', 'entitlements', 'elevated_scopes', 'custom'],
   *   tokenTypes: ['access_token'],
   * });
   */
  enable(
    clientId: string,
    body?: api.EnableTokenClaimsRequest,
    options?: ConditionalOptions,
  ): Call<api.TokenClaims, CommonCode | BodyCode | 'precondition_failed'>;

  /**
   * Disables access claims in an application's tokens.
   *
   * Scopes: `tenant:applications.write`.
   *
   * Problems: `precondition_failed`.
   * @example
   * const tokenClaimsDisabled = await platform.applications.tokenClaims.disable('app_ledger');
   */
  disable(
    clientId: string,
    options?: ConditionalOptions,
  ): Call<api.TokenClaimsDisabled, CommonCode | 'precondition_failed'>;
}

/** Methods of `applications.legalDocuments`. */
export interface ApplicationsLegalDocumentsResource {
  /**
   * Lists the versions of a legal document, newest first.
   *
   * Scopes: `tenant:compliance.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const legalDocumentSummary of platform.applications.legalDocuments.list(
   *   'app_ledger',
   *   'terms',
   * ))
   *   console.log(legalDocumentSummary);
   */
  list(
    clientId: string,
    docType: string,
    options?: api.ApplicationsLegalDocumentsListQuery & CallOptions,
  ): PagedCall<api.LegalDocumentSummaryList, CommonCode | 'invalid_cursor'>;

  /**
   * Creates a draft of a legal document.
   *
   * Documents are immutable. To edit a draft, delete it and create another one.
   *
   * Scopes: `tenant:compliance.write`.
   *
   * Problems: `already_exists`, `limit_exceeded`.
   * @example
   * const legalDocument = await platform.applications.legalDocuments.create(
   *   'app_ledger',
   *   'terms',
   *   { title: 'Example', locale: 'en', content: 'example' },
   * );
   */
  create(
    clientId: string,
    docType: string,
    body: api.CreateLegalDocumentRequest,
    options?: KeyedOptions,
  ): Call<api.LegalDocument, CommonCode | BodyCode | KeyCode | 'already_exists' | 'limit_exceeded'>;

  /**
   * Gets a legal document.
   *
   * Scopes: `tenant:compliance.read`.
   * @example
   * const legalDocument = await platform.applications.legalDocuments.get(
   *   'app_ledger',
   *   'terms',
   *   'lgd_01h455vb4pex5vsknk084sn02q',
   * );
   */
  get(
    clientId: string,
    docType: string,
    id: string,
    options?: CallOptions,
  ): Call<api.LegalDocument, CommonCode>;

  /**
   * Deletes a legal document.
   *
   * Deletes a draft, or a retired document that no consent refers to.
   *
   * Scopes: `tenant:compliance.write`.
   *
   * Problems: `conflict`, `invalid_state`, `precondition_failed`.
   * @example
   * await platform.applications.legalDocuments.delete(
   *   'app_ledger',
   *   'terms',
   *   'lgd_01h455vb4pex5vsknk084sn02q',
   * );
   */
  delete(
    clientId: string,
    docType: string,
    id: string,
    options?: ConditionalOptions,
  ): Call<api.Deletion, CommonCode | 'conflict' | 'invalid_state' | 'precondition_failed'>;

  /**
   * Activates a legal document.
   *
   * Retires the document that was previously active in the same locale. If the document requires new consent, a `consent.reconsent_required` event is emitted for every affected data subject.
   *
   * Scopes: `tenant:compliance.write`.
   *
   * Problems: `invalid_state`, `precondition_failed`.
   * @example
   * const legalDocument = await platform.applications.legalDocuments.activate(
   *   'app_ledger',
   *   'terms',
   *   'lgd_01h455vb4pex5vsknk084sn02q',
   * );
   */
  activate(
    clientId: string,
    docType: string,
    id: string,
    options?: KeyedConditionalOptions,
  ): Call<
    api.LegalDocument,
    CommonCode | BodyCode | KeyCode | 'invalid_state' | 'precondition_failed'
  >;

  /**
   * Retires a legal document.
   *
   * Scopes: `tenant:compliance.write`.
   *
   * Problems: `invalid_state`, `precondition_failed`.
   * @example
   * const legalDocument = await platform.applications.legalDocuments.retire(
   *   'app_ledger',
   *   'terms',
   *   'lgd_01h455vb4pex5vsknk084sn02q',
   * );
   */
  retire(
    clientId: string,
    docType: string,
    id: string,
    options?: KeyedConditionalOptions,
  ): Call<
    api.LegalDocument,
    CommonCode | BodyCode | KeyCode | 'invalid_state' | 'precondition_failed'
  >;
}

/** Makes the methods of `applications` for a client. */
export const applications = (client: Client): ApplicationsResource => ({
  list: (options) =>
    client.list(
      {
        name: 'applications.list',
        method: 'GET',
        path: '/api/v1/applications',
        query: ['type', 'limit', 'cursor'],
      },
      [],
      options,
    ),
  create: (body, options) =>
    client.call(
      { name: 'applications.create', method: 'POST', path: '/api/v1/applications' },
      [],
      body,
      options,
    ),
  get: (clientId, options) =>
    client.call(
      { name: 'applications.get', method: 'GET', path: '/api/v1/applications/{clientId}' },
      [clientId],
      undefined,
      options,
    ),
  update: (clientId, body, options) =>
    client.call(
      {
        name: 'applications.update',
        method: 'PATCH',
        path: '/api/v1/applications/{clientId}',
        query: ['allowLockout'],
        conditional: true,
      },
      [clientId],
      body,
      options,
    ),
  delete: (clientId, options) =>
    client.call(
      {
        name: 'applications.delete',
        method: 'DELETE',
        path: '/api/v1/applications/{clientId}',
        query: ['allowLockout'],
        conditional: true,
      },
      [clientId],
      undefined,
      options,
    ),
  secrets: {
    list: (clientId, options) =>
      client.call(
        {
          name: 'applications.secrets.list',
          method: 'GET',
          path: '/api/v1/applications/{clientId}/secrets',
        },
        [clientId],
        undefined,
        options,
      ),
    create: (clientId, body, options) =>
      client.call(
        {
          name: 'applications.secrets.create',
          method: 'POST',
          path: '/api/v1/applications/{clientId}/secrets',
          conditional: true,
        },
        [clientId],
        body,
        options,
      ),
    delete: (clientId, secretId, options) =>
      client.call(
        {
          name: 'applications.secrets.delete',
          method: 'DELETE',
          path: '/api/v1/applications/{clientId}/secrets/{secretId}',
          conditional: true,
        },
        [clientId, secretId],
        undefined,
        options,
      ),
  },
  tokenClaims: {
    get: (clientId, options) =>
      client.call(
        {
          name: 'applications.tokenClaims.get',
          method: 'GET',
          path: '/api/v1/applications/{clientId}/token-claims',
        },
        [clientId],
        undefined,
        options,
      ),
    enable: (clientId, body, options) =>
      client.call(
        {
          name: 'applications.tokenClaims.enable',
          method: 'PUT',
          path: '/api/v1/applications/{clientId}/token-claims',
          conditional: true,
        },
        [clientId],
        body,
        options,
      ),
    disable: (clientId, options) =>
      client.call(
        {
          name: 'applications.tokenClaims.disable',
          method: 'DELETE',
          path: '/api/v1/applications/{clientId}/token-claims',
          conditional: true,
        },
        [clientId],
        undefined,
        options,
      ),
  },
  legalDocuments: {
    list: (clientId, docType, options) =>
      client.list(
        {
          name: 'applications.legalDocuments.list',
          method: 'GET',
          path: '/api/v1/applications/{clientId}/{docType}',
          query: ['limit', 'cursor', 'locale', 'state'],
          text: true,
        },
        [clientId, docType],
        options,
      ),
    create: (clientId, docType, body, options) =>
      client.call(
        {
          name: 'applications.legalDocuments.create',
          method: 'POST',
          path: '/api/v1/applications/{clientId}/{docType}',
          text: true,
        },
        [clientId, docType],
        body,
        options,
      ),
    get: (clientId, docType, id, options) =>
      client.call(
        {
          name: 'applications.legalDocuments.get',
          method: 'GET',
          path: '/api/v1/applications/{clientId}/{docType}/{id}',
          text: true,
        },
        [clientId, docType, id],
        undefined,
        options,
      ),
    delete: (clientId, docType, id, options) =>
      client.call(
        {
          name: 'applications.legalDocuments.delete',
          method: 'DELETE',
          path: '/api/v1/applications/{clientId}/{docType}/{id}',
          conditional: true,
          text: true,
        },
        [clientId, docType, id],
        undefined,
        options,
      ),
    activate: (clientId, docType, id, options) =>
      client.call(
        {
          name: 'applications.legalDocuments.activate',
          method: 'POST',
          path: '/api/v1/applications/{clientId}/{docType}/{id}/activate',
          conditional: true,
          text: true,
        },
        [clientId, docType, id],
        undefined,
        options,
      ),
    retire: (clientId, docType, id, options) =>
      client.call(
        {
          name: 'applications.legalDocuments.retire',
          method: 'POST',
          path: '/api/v1/applications/{clientId}/{docType}/{id}/retire',
          conditional: true,
          text: true,
        },
        [clientId, docType, id],
        undefined,
        options,
      ),
  },
});
