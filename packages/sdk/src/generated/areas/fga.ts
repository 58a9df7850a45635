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

/** Methods of `fga`. */
export interface FgaResource {
  /**
   * Checks whether subjects have relations to objects, up to 50 at once.
   *
   * A check that cannot be decided within the limits returns an error, never `allowed: false`. With `checks`, each result is independent of the others.
   *
   * Scopes: `tenant:fga.check` or `tenant:fga.read`.
   *
   * Problems: `limit_exceeded`, `no_active_model`.
   * @example
   * const fgaCheck = await platform.fga.check({
   *   checks: [
   *     {
   *       correlationId: 'example',
   *       subject: 'user:ada',
   *       relation: 'viewer',
   *       object: 'document:readme',
   *     },
   *   ],
   *   modelId: 'fgm_01h455vb4pex5vsknk084sn02q',
   *   consistency: { atLeastAsFresh: 'example' },
   * });
   */
  check(
    body: api.FgaCheckBody,
    options?: CallOptions,
  ): Call<
    api.FgaCheckResponse,
    CommonCode | BodyCode | KeyCode | 'limit_exceeded' | 'no_active_model'
  >;

  /**
   * Explains the result of a check.
   *
   * Returns the path that allows the subject, or everything that failed and the smallest tuple that would allow it. It bypasses the caches.
   *
   * Scopes: `tenant:fga.read`.
   *
   * Problems: `limit_exceeded`, `no_active_model`.
   * @example
   * const explainCheck = await platform.fga.explain({
   *   subject: 'user:ada',
   *   relation: 'viewer',
   *   object: 'document:readme',
   * });
   */
  explain(
    body: api.ExplainCheckRequest,
    options?: CallOptions,
  ): Call<
    api.ExplainCheckResponse,
    CommonCode | BodyCode | KeyCode | 'limit_exceeded' | 'no_active_model'
  >;

  /**
   * Expands one level of a relation.
   *
   * Each node lists its direct children. Lists that are too long are marked as `truncated`.
   *
   * Scopes: `tenant:fga.read`.
   *
   * Problems: `limit_exceeded`, `no_active_model`.
   * @example
   * const expand = await platform.fga.expand({
   *   object: 'document:readme',
   *   relation: 'viewer',
   * });
   */
  expand(
    body: api.ExpandRequest,
    options?: CallOptions,
  ): Call<
    api.ExpandResponse,
    CommonCode | BodyCode | KeyCode | 'limit_exceeded' | 'no_active_model'
  >;

  /**
   * Lists the objects to which a subject has a relation.
   *
   * `truncated` is false only if the result is complete.
   *
   * Scopes: `tenant:fga.check` or `tenant:fga.read`.
   *
   * Problems: `limit_exceeded`, `no_active_model`.
   * @example
   * const listObjects = await platform.fga.listObjects({
   *   subject: 'user:ada',
   *   relation: 'viewer',
   *   type: 'example',
   * });
   */
  listObjects(
    body: api.ListObjectsRequest,
    options?: CallOptions,
  ): Call<
    api.ListObjectsResponse,
    CommonCode | BodyCode | KeyCode | 'limit_exceeded' | 'no_active_model'
  >;

  /**
   * Lists the subjects that have a relation to an object.
   *
   * `truncated` is false only if the result is complete. `type:*` in the response stands for every subject of the type.
   *
   * Scopes: `tenant:fga.read`.
   *
   * Problems: `limit_exceeded`, `no_active_model`.
   * @example
   * const listSubjects = await platform.fga.listSubjects({
   *   object: 'document:readme',
   *   relation: 'viewer',
   *   subjectFilters: [{ type: 'example' }],
   * });
   */
  listSubjects(
    body: api.ListSubjectsRequest,
    options?: CallOptions,
  ): Call<
    api.ListSubjectsResponse,
    CommonCode | BodyCode | KeyCode | 'limit_exceeded' | 'no_active_model'
  >;

  readonly store: FgaStoreResource;

  readonly models: FgaModelsResource;

  readonly tuples: FgaTuplesResource;

  readonly changes: FgaChangesResource;

  readonly authzen: FgaAuthzenResource;

  readonly assertions: FgaAssertionsResource;

  readonly exports: FgaExportsResource;
}

/** Methods of `fga.store`. */
export interface FgaStoreResource {
  /**
   * Gets the status of the store.
   *
   * Pass `consistencyToken` to later checks so that they take into account everything written so far.
   *
   * Scopes: `tenant:fga.read`.
   * @example
   * const fgaStore = await platform.fga.store.get();
   */
  get(options?: CallOptions): Call<api.FgaStore, CommonCode>;
}

/** Methods of `fga.models`. */
export interface FgaModelsResource {
  /**
   * Lists authorization models, newest first.
   *
   * Scopes: `tenant:fga.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const fgaModelSummary of platform.fga.models.list())
   *   console.log(fgaModelSummary);
   */
  list(
    options?: api.FgaModelsListQuery & CallOptions,
  ): PagedCall<api.FgaModelSummaryList, CommonCode | 'invalid_cursor'>;

  /**
   * Creates an authorization model.
   *
   * Validates the model, runs its tests in memory, stores it and activates it. If the same model is already active, it is returned unchanged.
   *
   * Scopes: `tenant:fga.write`.
   *
   * Problems: `conflict`, `limit_exceeded`.
   * @example
   * const fgaModel = await platform.fga.models.create({
   *   dsl: 'example',
   *   description: 'An example.',
   * });
   */
  create(
    body: api.WriteModelRequest,
    options?: KeyedOptions,
  ): Call<api.FgaModel, CommonCode | BodyCode | KeyCode | 'conflict' | 'limit_exceeded'>;

  /**
   * Validates an authorization model without storing it.
   *
   * Runs its tests in memory and its assertions over the tuples of the store, compares it with the active model, and counts the tuples that it would ignore. A model with errors returns 200 with `valid: false`.
   *
   * Scopes: `tenant:fga.read`.
   * @example
   * const fgaModelValidation = await platform.fga.models.validate({
   *   dsl: 'example',
   *   assertions: [
   *     { subject: 'user:ada', relation: 'viewer', object: 'document:readme', expect: true },
   *   ],
   * });
   */
  validate(
    body: api.ValidateModelRequest,
    options?: CallOptions,
  ): Call<api.FgaModelValidation, CommonCode | BodyCode | KeyCode>;

  /**
   * Gets an authorization model; `active` names the active one.
   *
   * Scopes: `tenant:fga.read`.
   *
   * Problems: `no_active_model`.
   * @example
   * const fgaModel = await platform.fga.models.get('fgm_01h455vb4pex5vsknk084sn02q');
   */
  get(modelId: string, options?: CallOptions): Call<api.FgaModel, CommonCode | 'no_active_model'>;

  /**
   * Activates an authorization model.
   *
   * Tuples that the model does not accept are kept but ignored. Activating the model that is already active has no effect.
   *
   * Scopes: `tenant:fga.write`.
   *
   * Problems: `insufficient_user_authentication`, `precondition_failed`.
   * @example
   * const fgaModel = await platform.fga.models.activate('fgm_01h455vb4pex5vsknk084sn02q');
   */
  activate(
    modelId: string,
    options?: KeyedConditionalOptions,
  ): Call<
    api.FgaModel,
    CommonCode | BodyCode | KeyCode | 'insufficient_user_authentication' | 'precondition_failed'
  >;
}

/** Methods of `fga.tuples`. */
export interface FgaTuplesResource {
  /**
   * Lists relation tuples.
   *
   * Includes tuples that the active model does not accept, but not expired tuples.
   *
   * Scopes: `tenant:fga.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const relationTuple of platform.fga.tuples.list()) console.log(relationTuple);
   */
  list(
    options?: api.FgaTuplesListQuery & CallOptions,
  ): PagedCall<api.RelationTupleList, CommonCode | 'invalid_cursor'>;

  /**
   * Writes and deletes relation tuples atomically.
   *
   * Runs in one transaction. `onDuplicate` and `onMissing` control what happens to tuples that already exist or do not exist. A failed precondition returns 409 with `conflict`. Pass `consistencyToken` to later checks so that they see the write.
   *
   * Scopes: `tenant:fga.write`.
   *
   * Problems: `already_exists`, `conflict`, `limit_exceeded`, `no_active_model`.
   * @example
   * const writeTuples = await platform.fga.tuples.write({
   *   writes: [{ subject: 'user:ada', relation: 'viewer', object: 'document:readme' }],
   *   onDuplicate: 'error',
   * });
   */
  write(
    body: api.WriteTuplesRequest,
    options?: KeyedOptions,
  ): Call<
    api.WriteTuplesResponse,
    | CommonCode
    | BodyCode
    | KeyCode
    | 'already_exists'
    | 'conflict'
    | 'limit_exceeded'
    | 'no_active_model'
  >;

  /**
   * Imports relation tuples atomically.
   *
   * Writes many tuples in one transaction. An import can be repeated safely: identical tuples are skipped by default.
   *
   * Scopes: `tenant:fga.write`.
   *
   * Problems: `already_exists`, `limit_exceeded`, `no_active_model`.
   * @example
   * const importTuples = await platform.fga.tuples.import({
   *   tuples: [{ subject: 'user:ada', relation: 'viewer', object: 'document:readme' }],
   *   onDuplicate: 'error',
   * });
   */
  import(
    body: api.ImportTuplesRequest,
    options?: KeyedOptions,
  ): Call<
    api.ImportTuplesResponse,
    CommonCode | BodyCode | KeyCode | 'already_exists' | 'limit_exceeded' | 'no_active_model'
  >;

  /**
   * Deletes relation tuples by filter.
   *
   * Deletes the first `limit` matching tuples, in key order; `more` reports whether others remain. With `dryRun`, tuples are only counted.
   *
   * Scopes: `tenant:fga.write`.
   *
   * Problems: `insufficient_user_authentication`.
   * @example
   * const deleteTuples = await platform.fga.tuples.deleteByFilter({
   *   filter: { object: 'document:readme' },
   *   limit: 5000,
   * });
   */
  deleteByFilter(
    body: api.DeleteTuplesRequest,
    options?: KeyedOptions,
  ): Call<
    api.DeleteTuplesResponse,
    CommonCode | BodyCode | KeyCode | 'insufficient_user_authentication'
  >;
}

/** Methods of `fga.changes`. */
export interface FgaChangesResource {
  /**
   * Lists tuple changes, oldest first.
   *
   * Suitable for polling: `nextCursor` is never null.
   *
   * Scopes: `tenant:fga.read`.
   *
   * Problems: `cursor_expired`, `invalid_cursor`.
   * @example
   * for await (const tupleChange of platform.fga.changes.list()) console.log(tupleChange);
   */
  list(
    options?: api.FgaChangesListQuery & CallOptions,
  ): PagedCall<api.TupleChangeList, CommonCode | 'cursor_expired' | 'invalid_cursor'>;
}

/** Methods of `fga.authzen`. */
export interface FgaAuthzenResource {
  /**
   * Evaluates one access request (OpenID AuthZEN 1.0).
   *
   * `subject`, `action.name` and `resource` stand for a tuple's subject, relation and object; conditions receive `context`, and `properties` as `subject_…`, `resource_…` and `action_…`. A request that cannot be decided returns 422.
   *
   * Scopes: `tenant:fga.check` or `tenant:fga.read`.
   *
   * Problems: `limit_exceeded`, `no_active_model`.
   * @example
   * const authzenEvaluation = await platform.fga.authzen.evaluate({
   *   subject: { type: 'example', id: 'example' },
   *   action: { name: 'Example' },
   *   resource: { type: 'example', id: 'example' },
   * });
   */
  evaluate(
    body: api.AuthzenEvaluationRequest,
    options?: CallOptions,
  ): Call<
    api.AuthzenEvaluationResponse,
    CommonCode | BodyCode | KeyCode | 'limit_exceeded' | 'no_active_model'
  >;

  /**
   * Evaluates several access requests (OpenID AuthZEN 1.0).
   *
   * Evaluates each request as `evaluation` does. A request that cannot be decided has `decision: false` and `context.error`. `options.evaluations_semantic` can stop at the first denial or permit.
   *
   * Scopes: `tenant:fga.check` or `tenant:fga.read`.
   *
   * Problems: `limit_exceeded`, `no_active_model`.
   * @example
   * const authzenEvaluations = await platform.fga.authzen.evaluateMany({
   *   subject: { type: 'example', id: 'example' },
   *   action: { name: 'Example' },
   * });
   */
  evaluateMany(
    body: api.AuthzenEvaluationsRequest,
    options?: CallOptions,
  ): Call<
    api.AuthzenEvaluationsResponse,
    CommonCode | BodyCode | KeyCode | 'limit_exceeded' | 'no_active_model'
  >;
}

/** Methods of `fga.assertions`. */
export interface FgaAssertionsResource {
  /**
   * Lists the assertions of an authorization model.
   *
   * Assertions are checks with expected results. `fgaModelValidate` runs those of the active model against another one.
   *
   * Scopes: `tenant:fga.read`.
   *
   * Problems: `no_active_model`.
   * @example
   * const fgaAssertions = await platform.fga.assertions.get();
   */
  get(
    options?: api.FgaAssertionsGetQuery & CallOptions,
  ): Call<api.FgaAssertions, CommonCode | 'no_active_model'>;

  /**
   * Replaces the assertions of an authorization model.
   *
   * An assertion that the model could never answer returns 422. They are not run: an assertion can be written before the tuples that it needs.
   *
   * Scopes: `tenant:fga.write`.
   *
   * Problems: `limit_exceeded`, `no_active_model`, `precondition_failed`.
   * @example
   * const fgaAssertionsOutput = await platform.fga.assertions.put({
   *   assertions: [
   *     { subject: 'user:ada', relation: 'viewer', object: 'document:readme', expect: true },
   *   ],
   * });
   */
  put(
    body: api.WriteAssertionsRequest,
    options?: api.FgaAssertionsPutQuery & ConditionalOptions,
  ): Call<
    api.FgaAssertionsOutput,
    CommonCode | BodyCode | 'limit_exceeded' | 'no_active_model' | 'precondition_failed'
  >;
}

/** Methods of `fga.exports`. */
export interface FgaExportsResource {
  /**
   * Starts an export of objects.
   *
   * Returns 409 with `activeExportId` if another export is pending or running.
   *
   * Scopes: `tenant:fga.read`.
   *
   * Problems: `conflict`, `limit_exceeded`, `no_active_model`.
   * @example
   * const listObjectsExport = await platform.fga.exports.create({
   *   subject: 'user:ada',
   *   relation: 'viewer',
   *   type: 'example',
   * });
   */
  create(
    body: api.CreateListObjectsExportRequest,
    options?: KeyedOptions,
  ): Call<
    api.ListObjectsExport,
    CommonCode | BodyCode | KeyCode | 'conflict' | 'limit_exceeded' | 'no_active_model'
  >;

  /**
   * Lists exports, newest first.
   *
   * Scopes: `tenant:fga.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const listObjectsExportOutput of platform.fga.exports.list())
   *   console.log(listObjectsExportOutput);
   */
  list(
    options?: api.FgaExportsListQuery & CallOptions,
  ): PagedCall<api.ListObjectsExportList, CommonCode | 'invalid_cursor'>;

  /**
   * Gets the status of an export.
   *
   * Scopes: `tenant:fga.read`.
   * @example
   * const listObjectsExportOutput = await platform.fga.exports.get(
   *   'fgx_01h455vb4pex5vsknk084sn02q',
   * );
   */
  get(id: string, options?: CallOptions): Call<api.ListObjectsExportOutput, CommonCode>;

  /**
   * Lists the objects of a completed export, ordered by id.
   *
   * Returns 409 `invalid_state` until the export is `COMPLETED`, and 404 after it has expired.
   *
   * Scopes: `tenant:fga.read`.
   *
   * Problems: `invalid_cursor`, `invalid_state`.
   * @example
   * for await (const entry of platform.fga.exports.listObjects(
   *   'fgx_01h455vb4pex5vsknk084sn02q',
   * ))
   *   console.log(entry);
   */
  listObjects(
    id: string,
    options?: api.FgaExportsListObjectsQuery & CallOptions,
  ): PagedCall<api.FgaExportsListObjectsResponse, CommonCode | 'invalid_cursor' | 'invalid_state'>;

  /**
   * Deletes an export and stops it if it is running.
   *
   * Scopes: `tenant:fga.write`.
   *
   * Problems: `precondition_failed`.
   * @example
   * await platform.fga.exports.delete('fgx_01h455vb4pex5vsknk084sn02q');
   */
  delete(
    id: string,
    options?: ConditionalOptions,
  ): Call<api.Deletion, CommonCode | 'precondition_failed'>;
}

/** Makes the methods of `fga` for a client. */
export const fga = (client: Client): FgaResource => ({
  check: (body, options) =>
    client.call(
      { name: 'fga.check', method: 'POST', path: '/api/v1/fga/check', reads: true },
      [],
      body,
      options,
    ),
  explain: (body, options) =>
    client.call(
      { name: 'fga.explain', method: 'POST', path: '/api/v1/fga/check:explain', reads: true },
      [],
      body,
      options,
    ),
  expand: (body, options) =>
    client.call(
      { name: 'fga.expand', method: 'POST', path: '/api/v1/fga/expand', reads: true },
      [],
      body,
      options,
    ),
  listObjects: (body, options) =>
    client.call(
      { name: 'fga.listObjects', method: 'POST', path: '/api/v1/fga/list-objects', reads: true },
      [],
      body,
      options,
    ),
  listSubjects: (body, options) =>
    client.call(
      { name: 'fga.listSubjects', method: 'POST', path: '/api/v1/fga/list-subjects', reads: true },
      [],
      body,
      options,
    ),
  store: {
    get: (options) =>
      client.call(
        { name: 'fga.store.get', method: 'GET', path: '/api/v1/fga/store' },
        [],
        undefined,
        options,
      ),
  },
  models: {
    list: (options) =>
      client.list(
        {
          name: 'fga.models.list',
          method: 'GET',
          path: '/api/v1/fga/models',
          query: ['limit', 'cursor'],
        },
        [],
        options,
      ),
    create: (body, options) =>
      client.call(
        { name: 'fga.models.create', method: 'POST', path: '/api/v1/fga/models' },
        [],
        body,
        options,
      ),
    validate: (body, options) =>
      client.call(
        {
          name: 'fga.models.validate',
          method: 'POST',
          path: '/api/v1/fga/models:validate',
          reads: true,
        },
        [],
        body,
        options,
      ),
    get: (modelId, options) =>
      client.call(
        { name: 'fga.models.get', method: 'GET', path: '/api/v1/fga/models/{modelId}' },
        [modelId],
        undefined,
        options,
      ),
    activate: (modelId, options) =>
      client.call(
        {
          name: 'fga.models.activate',
          method: 'POST',
          path: '/api/v1/fga/models/{modelId}/activate',
          conditional: true,
        },
        [modelId],
        undefined,
        options,
      ),
  },
  tuples: {
    list: (options) =>
      client.list(
        {
          name: 'fga.tuples.list',
          method: 'GET',
          path: '/api/v1/fga/tuples',
          query: ['object', 'relation', 'subject', 'limit', 'cursor'],
        },
        [],
        options,
      ),
    write: (body, options) =>
      client.call(
        { name: 'fga.tuples.write', method: 'POST', path: '/api/v1/fga/tuples' },
        [],
        body,
        options,
      ),
    import: (body, options) =>
      client.call(
        { name: 'fga.tuples.import', method: 'POST', path: '/api/v1/fga/tuples:import' },
        [],
        body,
        options,
      ),
    deleteByFilter: (body, options) =>
      client.call(
        { name: 'fga.tuples.deleteByFilter', method: 'POST', path: '/api/v1/fga/tuples:delete' },
        [],
        body,
        options,
      ),
  },
  changes: {
    list: (options) =>
      client.list(
        {
          name: 'fga.changes.list',
          method: 'GET',
          path: '/api/v1/fga/changes',
          query: ['objectType', 'limit', 'cursor'],
        },
        [],
        options,
      ),
  },
  authzen: {
    evaluate: (body, options) =>
      client.call(
        {
          name: 'fga.authzen.evaluate',
          method: 'POST',
          path: '/api/v1/fga/access/v1/evaluation',
          reads: true,
        },
        [],
        body,
        options,
      ),
    evaluateMany: (body, options) =>
      client.call(
        {
          name: 'fga.authzen.evaluateMany',
          method: 'POST',
          path: '/api/v1/fga/access/v1/evaluations',
          reads: true,
        },
        [],
        body,
        options,
      ),
  },
  assertions: {
    get: (options) =>
      client.call(
        {
          name: 'fga.assertions.get',
          method: 'GET',
          path: '/api/v1/fga/assertions',
          query: ['modelId'],
        },
        [],
        undefined,
        options,
      ),
    put: (body, options) =>
      client.call(
        {
          name: 'fga.assertions.put',
          method: 'PUT',
          path: '/api/v1/fga/assertions',
          query: ['modelId'],
          conditional: true,
        },
        [],
        body,
        options,
      ),
  },
  exports: {
    create: (body, options) =>
      client.call(
        { name: 'fga.exports.create', method: 'POST', path: '/api/v1/fga/list-objects-exports' },
        [],
        body,
        options,
      ),
    list: (options) =>
      client.list(
        {
          name: 'fga.exports.list',
          method: 'GET',
          path: '/api/v1/fga/list-objects-exports',
          query: ['limit', 'cursor'],
        },
        [],
        options,
      ),
    get: (id, options) =>
      client.call(
        { name: 'fga.exports.get', method: 'GET', path: '/api/v1/fga/list-objects-exports/{id}' },
        [id],
        undefined,
        options,
      ),
    listObjects: (id, options) =>
      client.list(
        {
          name: 'fga.exports.listObjects',
          method: 'GET',
          path: '/api/v1/fga/list-objects-exports/{id}/result',
          query: ['limit', 'cursor'],
        },
        [id],
        options,
      ),
    delete: (id, options) =>
      client.call(
        {
          name: 'fga.exports.delete',
          method: 'DELETE',
          path: '/api/v1/fga/list-objects-exports/{id}',
          conditional: true,
        },
        [id],
        undefined,
        options,
      ),
  },
});
