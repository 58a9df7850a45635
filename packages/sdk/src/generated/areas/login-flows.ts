// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type {
  CallOptions,
  ConditionalOptions,
  KeyedConditionalOptions,
  KeyedOptions,
} from '../../options.ts';
import type { BodyCode, CommonCode, KeyCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `loginFlows`. */
export interface LoginFlowsResource {
  /**
   * Gets the active login flow.
   *
   * A tenant that has never activated a flow uses version 0, the built-in default.
   *
   * Scopes: `tenant:idp.read`.
   * @example
   * const loginFlowDefinition = await platform.loginFlows.getActive();
   */
  getActive(options?: CallOptions): Call<api.LoginFlowDefinition, CommonCode>;

  /**
   * Activates the draft or an earlier version.
   *
   * Logins in progress continue with the version that they started with. A flow that has problems of severity `error` cannot be activated.
   *
   * Scopes: `tenant:idp.write`.
   *
   * Problems: `insufficient_user_authentication`.
   * @example
   * const loginFlowDefinition = await platform.loginFlows.activate({
   *   source: 'draft',
   *   expectedActiveVersion: 1,
   * });
   */
  activate(
    body: api.ActivateLoginFlowRequest,
    options?: KeyedOptions,
  ): Call<
    api.LoginFlowDefinition,
    CommonCode | BodyCode | KeyCode | 'insufficient_user_authentication'
  >;

  /**
   * Simulates a login.
   *
   * Uses the same evaluator as real logins. Without answers, each step succeeds with the first available method. Nothing is sent or stored.
   *
   * Scopes: `tenant:idp.read`.
   * @example
   * const loginFlowSimulation = await platform.loginFlows.simulate({
   *   source: 'draft',
   *   version: 1,
   * });
   */
  simulate(
    body: api.SimulateLoginFlowRequest,
    options?: CallOptions,
  ): Call<api.LoginFlowSimulation, CommonCode | BodyCode | KeyCode>;

  readonly draft: LoginFlowsDraftResource;

  readonly versions: LoginFlowsVersionsResource;

  readonly templates: LoginFlowsTemplatesResource;

  readonly assuranceMethods: LoginFlowsAssuranceMethodsResource;

  readonly clientBindings: LoginFlowsClientBindingsResource;
}

/** Methods of `loginFlows.draft`. */
export interface LoginFlowsDraftResource {
  /**
   * Gets the draft.
   *
   * Scopes: `tenant:idp.read`.
   * @example
   * const loginFlowDefinition = await platform.loginFlows.draft.get();
   */
  get(options?: CallOptions): Call<api.LoginFlowDefinition, CommonCode>;

  /**
   * Saves the draft.
   *
   * The response lists problems in the definition. Problems of severity `error` prevent activation.
   *
   * Scopes: `tenant:idp.write`.
   *
   * Problems: `precondition_failed`.
   * @example
   * const loginFlowDefinition = await platform.loginFlows.draft.put({
   *   schemaVersion: 1,
   *   name: 'Example',
   *   entrypoints: {},
   *   steps: [
   *     { id: 'example', type: 'identify', config: { identifiers: ['email'] } },
   *     { id: 'example', type: 'identify', config: { identifiers: ['email'] } },
   *   ],
   * });
   */
  put(
    body: api.LoginFlowDefinitionInput,
    options?: ConditionalOptions,
  ): Call<api.LoginFlowDefinition, CommonCode | BodyCode | 'precondition_failed'>;
}

/** Methods of `loginFlows.versions`. */
export interface LoginFlowsVersionsResource {
  /**
   * Lists the versions, newest first.
   *
   * Scopes: `tenant:idp.read`.
   * @example
   * const loginFlowsVersionsList = await platform.loginFlows.versions.list();
   */
  list(options?: CallOptions): Call<api.LoginFlowsVersionsListResponse, CommonCode>;

  /**
   * Gets a version.
   *
   * Version 0 is the built-in default.
   *
   * Scopes: `tenant:idp.read`.
   * @example
   * const loginFlowDefinition = await platform.loginFlows.versions.get('example');
   */
  get(version: string, options?: CallOptions): Call<api.LoginFlowDefinition, CommonCode>;
}

/** Methods of `loginFlows.templates`. */
export interface LoginFlowsTemplatesResource {
  /**
   * Lists the templates.
   *
   * Scopes: `tenant:idp.read`.
   * @example
   * const loginFlowsTemplatesList = await platform.loginFlows.templates.list();
   */
  list(options?: CallOptions): Call<api.LoginFlowsTemplatesListResponse, CommonCode>;

  /**
   * Saves a template as the draft.
   *
   * Replacing a draft requires its ETag in If-Match.
   *
   * Scopes: `tenant:idp.write`.
   *
   * Problems: `conflict`, `precondition_failed`.
   * @example
   * const loginFlowDefinition = await platform.loginFlows.templates.apply('passkeys-first');
   */
  apply(
    templateId: string,
    options?: KeyedConditionalOptions,
  ): Call<
    api.LoginFlowDefinition,
    CommonCode | BodyCode | KeyCode | 'conflict' | 'precondition_failed'
  >;
}

/** Methods of `loginFlows.assuranceMethods`. */
export interface LoginFlowsAssuranceMethodsResource {
  /**
   * Lists sign-in methods and the assurance that they provide.
   *
   * Scopes: `tenant:idp.read`.
   * @example
   * const loginFlowAssuranceMethods = await platform.loginFlows.assuranceMethods.get();
   */
  get(options?: CallOptions): Call<api.LoginFlowAssuranceMethods, CommonCode>;
}

/** Methods of `loginFlows.clientBindings`. */
export interface LoginFlowsClientBindingsResource {
  /**
   * Lists the bindings of clients.
   *
   * Scopes: `tenant:idp.read`.
   * @example
   * const loginFlowsClientBindingsList = await platform.loginFlows.clientBindings.list();
   */
  list(options?: CallOptions): Call<api.LoginFlowsClientBindingsListResponse, CommonCode>;

  /**
   * Gets the binding of a client.
   *
   * Scopes: `tenant:idp.read`.
   * @example
   * const loginFlowClientBinding = await platform.loginFlows.clientBindings.get('app_ledger');
   */
  get(clientId: string, options?: CallOptions): Call<api.LoginFlowClientBinding, CommonCode>;

  /**
   * Binds a client to a version and an entry point.
   *
   * A binding can only make the flow stricter.
   *
   * Scopes: `tenant:idp.write`.
   *
   * Problems: `limit_exceeded`, `precondition_failed`.
   * @example
   * const loginFlowClientBinding = await platform.loginFlows.clientBindings.put(
   *   'app_ledger',
   *   { entrypoint: 'default' },
   * );
   */
  put(
    clientId: string,
    body: api.BindLoginFlowClientRequest,
    options?: ConditionalOptions,
  ): Call<
    api.LoginFlowClientBinding,
    CommonCode | BodyCode | 'limit_exceeded' | 'precondition_failed'
  >;

  /**
   * Removes the binding of a client.
   *
   * Scopes: `tenant:idp.write`.
   *
   * Problems: `precondition_failed`.
   * @example
   * await platform.loginFlows.clientBindings.delete('app_ledger');
   */
  delete(
    clientId: string,
    options?: ConditionalOptions,
  ): Call<undefined, CommonCode | 'precondition_failed'>;
}

/** Makes the methods of `loginFlows` for a client. */
export const loginFlows = (client: Client): LoginFlowsResource => ({
  getActive: (options) =>
    client.call(
      { name: 'loginFlows.getActive', method: 'GET', path: '/api/v1/login-flows/active' },
      [],
      undefined,
      options,
    ),
  activate: (body, options) =>
    client.call(
      { name: 'loginFlows.activate', method: 'POST', path: '/api/v1/login-flows/activate' },
      [],
      body,
      options,
    ),
  simulate: (body, options) =>
    client.call(
      {
        name: 'loginFlows.simulate',
        method: 'POST',
        path: '/api/v1/login-flows/simulate',
        reads: true,
      },
      [],
      body,
      options,
    ),
  draft: {
    get: (options) =>
      client.call(
        { name: 'loginFlows.draft.get', method: 'GET', path: '/api/v1/login-flows/draft' },
        [],
        undefined,
        options,
      ),
    put: (body, options) =>
      client.call(
        {
          name: 'loginFlows.draft.put',
          method: 'PUT',
          path: '/api/v1/login-flows/draft',
          conditional: true,
        },
        [],
        body,
        options,
      ),
  },
  versions: {
    list: (options) =>
      client.call(
        { name: 'loginFlows.versions.list', method: 'GET', path: '/api/v1/login-flows/versions' },
        [],
        undefined,
        options,
      ),
    get: (version, options) =>
      client.call(
        {
          name: 'loginFlows.versions.get',
          method: 'GET',
          path: '/api/v1/login-flows/versions/{version}',
          text: true,
        },
        [version],
        undefined,
        options,
      ),
  },
  templates: {
    list: (options) =>
      client.call(
        { name: 'loginFlows.templates.list', method: 'GET', path: '/api/v1/login-flows/templates' },
        [],
        undefined,
        options,
      ),
    apply: (templateId, options) =>
      client.call(
        {
          name: 'loginFlows.templates.apply',
          method: 'POST',
          path: '/api/v1/login-flows/templates/{templateId}/apply',
          conditional: true,
          text: true,
        },
        [templateId],
        undefined,
        options,
      ),
  },
  assuranceMethods: {
    get: (options) =>
      client.call(
        {
          name: 'loginFlows.assuranceMethods.get',
          method: 'GET',
          path: '/api/v1/login-flows/assurance-methods',
        },
        [],
        undefined,
        options,
      ),
  },
  clientBindings: {
    list: (options) =>
      client.call(
        {
          name: 'loginFlows.clientBindings.list',
          method: 'GET',
          path: '/api/v1/login-flows/client-bindings',
        },
        [],
        undefined,
        options,
      ),
    get: (clientId, options) =>
      client.call(
        {
          name: 'loginFlows.clientBindings.get',
          method: 'GET',
          path: '/api/v1/login-flows/client-bindings/{clientId}',
        },
        [clientId],
        undefined,
        options,
      ),
    put: (clientId, body, options) =>
      client.call(
        {
          name: 'loginFlows.clientBindings.put',
          method: 'PUT',
          path: '/api/v1/login-flows/client-bindings/{clientId}',
          conditional: true,
        },
        [clientId],
        body,
        options,
      ),
    delete: (clientId, options) =>
      client.call(
        {
          name: 'loginFlows.clientBindings.delete',
          method: 'DELETE',
          path: '/api/v1/login-flows/client-bindings/{clientId}',
          conditional: true,
        },
        [clientId],
        undefined,
        options,
      ),
  },
});
