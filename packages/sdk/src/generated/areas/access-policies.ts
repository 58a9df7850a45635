// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions, ConditionalOptions, KeyedOptions } from '../../options.ts';
import type { PagedCall } from '../../pages.ts';
import type { BodyCode, CommonCode, KeyCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `accessPolicies`. */
export interface AccessPoliciesResource {
  /**
   * Lists a client's access policies by priority.
   *
   * Scopes: `tenant:applications.read` and `tenant:clients.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const accessPolicy of platform.accessPolicies.list('app_ledger'))
   *   console.log(accessPolicy);
   */
  list(
    clientId: string,
    options?: api.AccessPoliciesListQuery & CallOptions,
  ): PagedCall<api.AccessPolicyList, CommonCode | 'invalid_cursor'>;

  /**
   * Creates an access policy.
   *
   * A policy is report-only by default: it is evaluated and reported but does not affect decisions.
   *
   * Scopes: `tenant:applications.write` and `tenant:clients.write`.
   *
   * Problems: `already_exists`, `limit_exceeded`, `lockout_risk`.
   * @example
   * const accessPolicy = await platform.accessPolicies.create('app_ledger', {
   *   name: 'Example',
   *   conditions: {},
   *   controls: { block: true },
   * });
   */
  create(
    clientId: string,
    body: api.CreatePolicyRequest,
    options?: KeyedOptions,
  ): Call<
    api.AccessPolicy,
    CommonCode | BodyCode | KeyCode | 'already_exists' | 'limit_exceeded' | 'lockout_risk'
  >;

  /**
   * Gets an access policy.
   *
   * Scopes: `tenant:applications.read` and `tenant:clients.read`.
   * @example
   * const accessPolicy = await platform.accessPolicies.get(
   *   'app_ledger',
   *   'pol_01h455vb4pex5vsknk084sn02q',
   * );
   */
  get(clientId: string, id: string, options?: CallOptions): Call<api.AccessPolicy, CommonCode>;

  /**
   * Updates an access policy.
   *
   * JSON Merge Patch (RFC 7396). The resulting policy is validated like a new one.
   *
   * Scopes: `tenant:applications.write` and `tenant:clients.write`.
   *
   * Problems: `already_exists`, `lockout_risk`, `precondition_failed`.
   * @example
   * const accessPolicy = await platform.accessPolicies.update(
   *   'app_ledger',
   *   'pol_01h455vb4pex5vsknk084sn02q',
   *   { name: 'Example', description: 'An example.' },
   * );
   */
  update(
    clientId: string,
    id: string,
    body: api.UpdatePolicyRequest,
    options?: ConditionalOptions,
  ): Call<
    api.AccessPolicy,
    CommonCode | BodyCode | 'already_exists' | 'lockout_risk' | 'precondition_failed'
  >;

  /**
   * Deletes an access policy.
   *
   * Scopes: `tenant:applications.write` and `tenant:clients.write`.
   *
   * Problems: `precondition_failed`.
   * @example
   * await platform.accessPolicies.delete('app_ledger', 'pol_01h455vb4pex5vsknk084sn02q');
   */
  delete(
    clientId: string,
    id: string,
    options?: ConditionalOptions,
  ): Call<api.Deletion, CommonCode | 'precondition_failed'>;

  /**
   * Simulates the access policies of a client.
   *
   * Evaluates the policies as during a sign-in, with the given signals and, optionally, an unsaved policy.
   *
   * Scopes: `tenant:applications.read` and `tenant:clients.read`.
   * @example
   * const accessPolicySimulation = await platform.accessPolicies.simulate('app_ledger', {
   *   scopes: ['tenant:users.read'],
   *   principal: { type: 'user', id: 'example' },
   * });
   */
  simulate(
    clientId: string,
    body: api.SimulateAccessPolicyRequest,
    options?: CallOptions,
  ): Call<api.AccessPolicySimulation, CommonCode | BodyCode | KeyCode>;
}

/** Makes the methods of `accessPolicies` for a client. */
export const accessPolicies = (client: Client): AccessPoliciesResource => ({
  list: (clientId, options) =>
    client.list(
      {
        name: 'accessPolicies.list',
        method: 'GET',
        path: '/api/v1/clients/{clientId}/access-policies',
        query: ['limit', 'cursor'],
      },
      [clientId],
      options,
    ),
  create: (clientId, body, options) =>
    client.call(
      {
        name: 'accessPolicies.create',
        method: 'POST',
        path: '/api/v1/clients/{clientId}/access-policies',
      },
      [clientId],
      body,
      options,
    ),
  get: (clientId, id, options) =>
    client.call(
      {
        name: 'accessPolicies.get',
        method: 'GET',
        path: '/api/v1/clients/{clientId}/access-policies/{id}',
      },
      [clientId, id],
      undefined,
      options,
    ),
  update: (clientId, id, body, options) =>
    client.call(
      {
        name: 'accessPolicies.update',
        method: 'PATCH',
        path: '/api/v1/clients/{clientId}/access-policies/{id}',
        conditional: true,
      },
      [clientId, id],
      body,
      options,
    ),
  delete: (clientId, id, options) =>
    client.call(
      {
        name: 'accessPolicies.delete',
        method: 'DELETE',
        path: '/api/v1/clients/{clientId}/access-policies/{id}',
        conditional: true,
      },
      [clientId, id],
      undefined,
      options,
    ),
  simulate: (clientId, body, options) =>
    client.call(
      {
        name: 'accessPolicies.simulate',
        method: 'POST',
        path: '/api/v1/clients/{clientId}/access-policies/simulate',
        reads: true,
      },
      [clientId],
      body,
      options,
    ),
});
