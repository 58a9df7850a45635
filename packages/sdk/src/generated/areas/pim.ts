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

/** Methods of `pim`. */
export interface PimResource {
  readonly activations: PimActivationsResource;

  readonly eligible: PimEligibleResource;

  readonly eligibleAssignments: PimEligibleAssignmentsResource;
}

/** Methods of `pim.activations`. */
export interface PimActivationsResource {
  /**
   * Lists activations, newest first.
   *
   * Returns the caller's own activations. With `tenant:pim.approve`, also returns open activations that the caller can decide on; with `tenant:pim.admin`, returns all activations.
   *
   * Scopes: `tenant:pim.elevate`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const activation of platform.pim.activations.list()) console.log(activation);
   */
  list(
    options?: api.PimActivationsListQuery & CallOptions,
  ): PagedCall<api.ActivationList, CommonCode | 'invalid_cursor'>;

  /**
   * Requests an activation.
   *
   * The activation starts immediately unless the eligible assignment requires approval. A 401 response states which sign-in is required (RFC 9470).
   *
   * Scopes: `tenant:pim.elevate`.
   *
   * Problems: `already_exists`, `insufficient_user_authentication`, `limit_exceeded`.
   * @example
   * const activation = await platform.pim.activations.create({
   *   eligibleAssignmentId: 'elg_01h455vb4pex5vsknk084sn02q',
   *   scopes: ['tenant:users.read'],
   * });
   */
  create(
    body: api.ActivationRequest,
    options?: KeyedOptions,
  ): Call<
    api.Activation,
    | CommonCode
    | BodyCode
    | KeyCode
    | 'already_exists'
    | 'insufficient_user_authentication'
    | 'limit_exceeded'
  >;

  /**
   * Gets the caller's currently elevated scopes.
   *
   * The result is never cached. Scopes of an organization apply only to tokens for that organization.
   *
   * Scopes: `tenant:pim.elevate`.
   * @example
   * const activeScopes = await platform.pim.activations.getActiveScopes();
   */
  getActiveScopes(options?: CallOptions): Call<api.ActiveScopes, CommonCode>;

  /**
   * Gets an activation.
   *
   * Returns the caller's own activations. With `tenant:pim.approve`, also returns open activations that the caller can decide on; with `tenant:pim.admin`, returns any activation of the tenant.
   *
   * Scopes: `tenant:pim.elevate` or `tenant:pim.approve` or `tenant:pim.admin`.
   * @example
   * const activation = await platform.pim.activations.get('act_01h455vb4pex5vsknk084sn02q');
   */
  get(id: string, options?: CallOptions): Call<api.Activation, CommonCode>;

  /**
   * Approves an activation.
   *
   * Users can never approve their own requests, whichever session, client or delegated token they use. Approving the same activation again has no effect.
   *
   * Scopes: `tenant:pim.approve`.
   *
   * Problems: `insufficient_user_authentication`, `invalid_state`, `precondition_failed`, `self_approval`.
   * @example
   * const activation = await platform.pim.activations.approve(
   *   'act_01h455vb4pex5vsknk084sn02q',
   *   { comment: 'example' },
   * );
   */
  approve(
    id: string,
    body?: api.ActivationDecision,
    options?: KeyedConditionalOptions,
  ): Call<
    api.Activation,
    | CommonCode
    | BodyCode
    | KeyCode
    | 'insufficient_user_authentication'
    | 'invalid_state'
    | 'precondition_failed'
    | 'self_approval'
  >;

  /**
   * Denies, cancels or ends an activation.
   *
   * With `tenant:pim.approve`, ends any activation of the tenant; otherwise, only the caller's own.
   *
   * Scopes: `tenant:pim.approve` or `tenant:pim.elevate`.
   *
   * Problems: `invalid_state`, `precondition_failed`.
   * @example
   * const activation = await platform.pim.activations.revoke(
   *   'act_01h455vb4pex5vsknk084sn02q',
   *   { comment: 'example' },
   * );
   */
  revoke(
    id: string,
    body?: api.ActivationDecision,
    options?: KeyedConditionalOptions,
  ): Call<
    api.Activation,
    CommonCode | BodyCode | KeyCode | 'invalid_state' | 'precondition_failed'
  >;
}

/** Methods of `pim.eligible`. */
export interface PimEligibleResource {
  /**
   * Lists the caller's eligible assignments.
   *
   * Returns the caller's active eligible assignments, newest first. `openActivationId` is the id of the open activation, if any.
   *
   * Scopes: `tenant:pim.elevate`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const ownEligibility of platform.pim.eligible.list())
   *   console.log(ownEligibility);
   */
  list(
    options?: api.PimEligibleListQuery & CallOptions,
  ): PagedCall<api.OwnEligibilityList, CommonCode | 'invalid_cursor'>;
}

/** Methods of `pim.eligibleAssignments`. */
export interface PimEligibleAssignmentsResource {
  /**
   * Lists eligible assignments, newest first.
   *
   * Scopes: `tenant:pim.admin`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const eligibleAssignment of platform.pim.eligibleAssignments.list())
   *   console.log(eligibleAssignment);
   */
  list(
    options?: api.PimEligibleAssignmentsListQuery & CallOptions,
  ): PagedCall<api.EligibleAssignmentList, CommonCode | 'invalid_cursor'>;

  /**
   * Creates an eligible assignment.
   *
   * The assignment can grant only scopes that the caller's token has.
   *
   * Scopes: `tenant:pim.admin`.
   *
   * Problems: `already_exists`, `insufficient_user_authentication`.
   * @example
   * const eligibleAssignment = await platform.pim.eligibleAssignments.create({
   *   principal: { type: 'user', id: 'example' },
   *   role: 'editor',
   * });
   */
  create(
    body: api.CreateEligibleAssignmentRequest,
    options?: KeyedOptions,
  ): Call<
    api.EligibleAssignment,
    CommonCode | BodyCode | KeyCode | 'already_exists' | 'insufficient_user_authentication'
  >;

  /**
   * Gets an eligible assignment.
   *
   * Scopes: `tenant:pim.admin`.
   * @example
   * const eligibleAssignment = await platform.pim.eligibleAssignments.get(
   *   'elg_01h455vb4pex5vsknk084sn02q',
   * );
   */
  get(id: string, options?: CallOptions): Call<api.EligibleAssignment, CommonCode>;

  /**
   * Updates an eligible assignment.
   *
   * JSON Merge Patch (RFC 7396). The caller's token must have every scope that the assignment grants. An expired assignment cannot be changed. A request that waits for approval keeps its terms, except those that are now stricter: more approvals, a shorter duration, an earlier deadline. It is decided by the current approvers; approvals that it already has count. It is cancelled if it could no longer be made: its justification or ticket is missing, its sign-in was too weak or too old, or the assignment ends before it starts. Scheduled and active elevations keep their duration, but end with the assignment.
   *
   * Scopes: `tenant:pim.admin`.
   *
   * Problems: `insufficient_user_authentication`, `invalid_state`, `precondition_failed`.
   * @example
   * const eligibleAssignment = await platform.pim.eligibleAssignments.update(
   *   'elg_01h455vb4pex5vsknk084sn02q',
   *   { justification: 'Investigates incident 4711.', startsAt: '2026-11-20T09:30:00.000Z' },
   * );
   */
  update(
    id: string,
    body: api.UpdateEligibleAssignmentRequest,
    options?: ConditionalOptions,
  ): Call<
    api.EligibleAssignment,
    | CommonCode
    | BodyCode
    | 'insufficient_user_authentication'
    | 'invalid_state'
    | 'precondition_failed'
  >;

  /**
   * Deletes an eligible assignment.
   *
   * Also ends the open activations of the assignment.
   *
   * Scopes: `tenant:pim.admin`.
   *
   * Problems: `insufficient_user_authentication`, `precondition_failed`.
   * @example
   * await platform.pim.eligibleAssignments.delete('elg_01h455vb4pex5vsknk084sn02q');
   */
  delete(
    id: string,
    options?: ConditionalOptions,
  ): Call<api.Deletion, CommonCode | 'insufficient_user_authentication' | 'precondition_failed'>;
}

/** Makes the methods of `pim` for a client. */
export const pim = (client: Client): PimResource => ({
  activations: {
    list: (options) =>
      client.list(
        {
          name: 'pim.activations.list',
          method: 'GET',
          path: '/api/v1/pim/activations',
          query: ['limit', 'cursor', 'state'],
        },
        [],
        options,
      ),
    create: (body, options) =>
      client.call(
        { name: 'pim.activations.create', method: 'POST', path: '/api/v1/pim/activations' },
        [],
        body,
        options,
      ),
    getActiveScopes: (options) =>
      client.call(
        {
          name: 'pim.activations.getActiveScopes',
          method: 'GET',
          path: '/api/v1/pim/activations/active-scopes',
        },
        [],
        undefined,
        options,
      ),
    get: (id, options) =>
      client.call(
        { name: 'pim.activations.get', method: 'GET', path: '/api/v1/pim/activations/{id}' },
        [id],
        undefined,
        options,
      ),
    approve: (id, body, options) =>
      client.call(
        {
          name: 'pim.activations.approve',
          method: 'POST',
          path: '/api/v1/pim/activations/{id}/approve',
          conditional: true,
        },
        [id],
        body,
        options,
      ),
    revoke: (id, body, options) =>
      client.call(
        {
          name: 'pim.activations.revoke',
          method: 'POST',
          path: '/api/v1/pim/activations/{id}/revoke',
          conditional: true,
        },
        [id],
        body,
        options,
      ),
  },
  eligible: {
    list: (options) =>
      client.list(
        {
          name: 'pim.eligible.list',
          method: 'GET',
          path: '/api/v1/pim/eligible',
          query: ['limit', 'cursor'],
        },
        [],
        options,
      ),
  },
  eligibleAssignments: {
    list: (options) =>
      client.list(
        {
          name: 'pim.eligibleAssignments.list',
          method: 'GET',
          path: '/api/v1/pim/eligible-assignments',
          query: ['limit', 'cursor'],
        },
        [],
        options,
      ),
    create: (body, options) =>
      client.call(
        {
          name: 'pim.eligibleAssignments.create',
          method: 'POST',
          path: '/api/v1/pim/eligible-assignments',
        },
        [],
        body,
        options,
      ),
    get: (id, options) =>
      client.call(
        {
          name: 'pim.eligibleAssignments.get',
          method: 'GET',
          path: '/api/v1/pim/eligible-assignments/{id}',
        },
        [id],
        undefined,
        options,
      ),
    update: (id, body, options) =>
      client.call(
        {
          name: 'pim.eligibleAssignments.update',
          method: 'PATCH',
          path: '/api/v1/pim/eligible-assignments/{id}',
          conditional: true,
        },
        [id],
        body,
        options,
      ),
    delete: (id, options) =>
      client.call(
        {
          name: 'pim.eligibleAssignments.delete',
          method: 'DELETE',
          path: '/api/v1/pim/eligible-assignments/{id}',
          conditional: true,
        },
        [id],
        undefined,
        options,
      ),
  },
});
