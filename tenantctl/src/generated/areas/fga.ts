// Generated from the catalogue of operations by `npm run generate:commands`. Do not edit.
import type { OperationSpec } from '../../operations/operation-spec.ts';

/** The commands of `fga`. */
export const operations: readonly OperationSpec[] = [
  {
    operationId: 'fgaStoreGet',
    name: 'fga.store.get',
    request: 'GET /api/v1/fga/store',
    summary: 'Gets the status of the store',
    about:
      'Pass `consistencyToken` to later checks so that they take into account everything written so far.',
    scopes: ['tenant:fga.read'],
  },
  {
    operationId: 'fgaModelList',
    name: 'fga.models.list',
    request: 'GET /api/v1/fga/models',
    summary: 'Lists authorization models, newest first',
    scopes: ['tenant:fga.read'],
    list: 'pages',
    columns: ['id', 'description', 'createdAt'],
  },
  {
    operationId: 'fgaModelWrite',
    name: 'fga.models.create',
    request: 'POST /api/v1/fga/models',
    summary: 'Creates an authorization model',
    about:
      'Validates the model, runs its tests in memory, stores it and activates it. If the same model is already active, it is returned unchanged.',
    scopes: ['tenant:fga.write'],
    body: [
      { name: 'dsl', kind: 'text', about: 'The model in the OpenFGA DSL, schema 1.1.' },
      {
        name: 'model',
        kind: 'json',
        map: true,
        about:
          'The model in the OpenFGA JSON syntax, schema 1.1: `schema_version`, `type_definitions` and `conditions`.',
      },
      { name: 'description', kind: 'text', nullable: true },
      { name: 'activate', kind: 'boolean' },
      {
        name: 'expectedActiveModelId',
        kind: 'text',
        nullable: true,
        about:
          'The model that is expected to be active, or null if none is. If another model is active, the request returns 409.',
      },
      {
        name: 'dryRun',
        kind: 'boolean',
        about: 'Validates the model and runs its tests without storing it.',
      },
      { name: 'tests', kind: 'json', list: true },
    ],
    alternatives: [['dsl'], ['model']],
    keyed: true,
  },
  {
    operationId: 'fgaModelValidate',
    name: 'fga.models.validate',
    request: 'POST /api/v1/fga/models:validate',
    summary: 'Validates an authorization model without storing it',
    about:
      'Runs its tests in memory and its assertions over the tuples of the store, compares it with the active model, and counts the tuples that it would ignore. A model with errors returns 200 with `valid: false`.',
    scopes: ['tenant:fga.read'],
    body: [
      { name: 'dsl', kind: 'text', about: 'The model in the OpenFGA DSL, schema 1.1.' },
      {
        name: 'model',
        kind: 'json',
        map: true,
        about:
          'The model in the OpenFGA JSON syntax, schema 1.1: `schema_version`, `type_definitions` and `conditions`.',
      },
      { name: 'tests', kind: 'json', list: true },
      {
        name: 'assertions',
        kind: 'json',
        list: true,
        about: 'Defaults to the assertions of the active model.',
      },
    ],
    alternatives: [['dsl'], ['model']],
  },
  {
    operationId: 'fgaModelGet',
    name: 'fga.models.get',
    request: 'GET /api/v1/fga/models/{modelId}',
    summary: 'Gets an authorization model; `active` names the active one',
    scopes: ['tenant:fga.read'],
    parameters: [{ name: 'modelId' }],
  },
  {
    operationId: 'fgaModelActivate',
    name: 'fga.models.activate',
    request: 'POST /api/v1/fga/models/{modelId}/activate',
    summary: 'Activates an authorization model',
    about:
      'Tuples that the model does not accept are kept but ignored. Activating the model that is already active has no effect.',
    scopes: ['tenant:fga.write'],
    parameters: [{ name: 'modelId' }],
    keyed: true,
    conditional: true,
  },
  {
    operationId: 'fgaTuplesRead',
    name: 'fga.tuples.list',
    request: 'GET /api/v1/fga/tuples',
    summary: 'Lists relation tuples',
    about: 'Includes tuples that the active model does not accept, but not expired tuples.',
    scopes: ['tenant:fga.read'],
    query: [
      { name: 'object', kind: 'text', about: 'An object, or a type in the form `type:`.' },
      { name: 'relation', kind: 'text', about: 'Can be used only together with `object`.' },
      {
        name: 'subject',
        kind: 'text',
        about:
          'A subject, or a type in the form `type:`, which includes its usersets and its wildcard.',
      },
    ],
    list: 'pages',
    columns: ['relation', 'object', 'subject', 'expiresAt', 'createdAt'],
  },
  {
    operationId: 'fgaTuplesWrite',
    name: 'fga.tuples.write',
    request: 'POST /api/v1/fga/tuples',
    summary: 'Writes and deletes relation tuples atomically',
    about:
      'Runs in one transaction. `onDuplicate` and `onMissing` control what happens to tuples that already exist or do not exist. A failed precondition returns 409 with `conflict`. Pass `consistencyToken` to later checks so that they see the write.',
    scopes: ['tenant:fga.write'],
    body: [
      { name: 'writes', kind: 'json', list: true },
      { name: 'deletes', kind: 'json', list: true },
      { name: 'onDuplicate', kind: 'text', values: ['error', 'ignore', 'replace'] },
      { name: 'onMissing', kind: 'text', values: ['error', 'ignore'] },
      { name: 'preconditions', kind: 'json', list: true },
      { name: 'modelId', kind: 'text', about: 'Defaults to the active model.' },
    ],
    alternatives: [['writes'], ['deletes']],
    keyed: true,
  },
  {
    operationId: 'fgaTuplesImport',
    name: 'fga.tuples.import',
    request: 'POST /api/v1/fga/tuples:import',
    summary: 'Imports relation tuples atomically',
    about:
      'Writes many tuples in one transaction. An import can be repeated safely: identical tuples are skipped by default.',
    scopes: ['tenant:fga.write'],
    body: [
      { name: 'tuples', kind: 'json', list: true, required: true },
      { name: 'onDuplicate', kind: 'text', values: ['error', 'ignore', 'replace'] },
      { name: 'modelId', kind: 'text', about: 'Defaults to the active model.' },
    ],
    keyed: true,
  },
  {
    operationId: 'fgaTuplesDeleteByFilter',
    name: 'fga.tuples.deleteByFilter',
    request: 'POST /api/v1/fga/tuples:delete',
    summary: 'Deletes relation tuples by filter',
    about:
      'Deletes the first `limit` matching tuples, in key order; `more` reports whether others remain. With `dryRun`, tuples are only counted.',
    scopes: ['tenant:fga.write'],
    body: [
      { name: 'filter', kind: 'object', required: true },
      {
        name: 'filter.object',
        kind: 'text',
        about: 'An object in the form `type:id`, at most 256 characters.',
      },
      { name: 'filter.objectType', kind: 'text' },
      { name: 'filter.relation', kind: 'text' },
      {
        name: 'filter.subject',
        kind: 'text',
        about:
          'A subject in the form `type:id`, `type:id#relation` or `type:*`, at most 512 characters.',
      },
      { name: 'limit', kind: 'integer' },
      { name: 'dryRun', kind: 'boolean' },
    ],
    keyed: true,
  },
  {
    operationId: 'fgaChangesList',
    name: 'fga.changes.list',
    request: 'GET /api/v1/fga/changes',
    summary: 'Lists tuple changes, oldest first',
    about: 'Suitable for polling: `nextCursor` is never null.',
    scopes: ['tenant:fga.read'],
    query: [{ name: 'objectType', kind: 'text' }],
    list: 'pages',
    columns: [
      'revision',
      'sequence',
      'operation',
      'tuple.subject',
      'tuple.relation',
      'tuple.object',
      'tuple.expiresAt',
    ],
  },
  {
    operationId: 'fgaCheck',
    name: 'fga.check',
    request: 'POST /api/v1/fga/check',
    summary: 'Checks whether subjects have relations to objects, up to 50 at once',
    about:
      'A check that cannot be decided within the limits returns an error, never `allowed: false`. With `checks`, each result is independent of the others.',
    scopes: ['tenant:fga.check', 'tenant:fga.read'],
    anyScope: true,
    body: [
      { name: 'checks', kind: 'json', list: true },
      { name: 'modelId', kind: 'text', about: 'Defaults to the active model.' },
      { name: 'consistency', kind: 'object' },
      {
        name: 'consistency.atLeastAsFresh',
        kind: 'text',
        about: 'The token from an earlier response.',
      },
      { name: 'consistency.fullyConsistent', kind: 'boolean', about: 'Bypasses all caches.' },
      {
        name: 'subject',
        kind: 'text',
        about:
          'A subject in the form `type:id`, `type:id#relation` or `type:*`, at most 512 characters.',
      },
      { name: 'relation', kind: 'text' },
      {
        name: 'object',
        kind: 'text',
        about: 'An object in the form `type:id`, at most 256 characters.',
      },
      {
        name: 'context',
        kind: 'json',
        map: true,
        about:
          'Values for the parameters of conditions. Values stored with a tuple take precedence. At most 32 KiB.',
      },
      {
        name: 'contextualTuples',
        kind: 'json',
        list: true,
        about:
          'Tuples that apply only to this request. They replace stored tuples with the same key. At most 100.',
      },
    ],
    alternatives: [['checks'], ['subject', 'relation', 'object']],
  },
  {
    operationId: 'fgaCheckExplain',
    name: 'fga.explain',
    request: 'POST /api/v1/fga/check:explain',
    summary: 'Explains the result of a check',
    about:
      'Returns the path that allows the subject, or everything that failed and the smallest tuple that would allow it. It bypasses the caches.',
    scopes: ['tenant:fga.read'],
    body: [
      {
        name: 'subject',
        kind: 'text',
        required: true,
        about:
          'A subject in the form `type:id`, `type:id#relation` or `type:*`, at most 512 characters.',
      },
      { name: 'relation', kind: 'text', required: true },
      {
        name: 'object',
        kind: 'text',
        required: true,
        about: 'An object in the form `type:id`, at most 256 characters.',
      },
      {
        name: 'context',
        kind: 'json',
        map: true,
        about:
          'Values for the parameters of conditions. Values stored with a tuple take precedence. At most 32 KiB.',
      },
      {
        name: 'contextualTuples',
        kind: 'json',
        list: true,
        about:
          'Tuples that apply only to this request. They replace stored tuples with the same key. At most 100.',
      },
      { name: 'modelId', kind: 'text', about: 'Defaults to the active model.' },
      { name: 'consistency', kind: 'object' },
      {
        name: 'consistency.atLeastAsFresh',
        kind: 'text',
        about: 'The token from an earlier response.',
      },
      { name: 'consistency.fullyConsistent', kind: 'boolean', about: 'Bypasses all caches.' },
    ],
  },
  {
    operationId: 'fgaExpand',
    name: 'fga.expand',
    request: 'POST /api/v1/fga/expand',
    summary: 'Expands one level of a relation',
    about:
      'Each node lists its direct children. Lists that are too long are marked as `truncated`.',
    scopes: ['tenant:fga.read'],
    body: [
      {
        name: 'object',
        kind: 'text',
        required: true,
        about: 'An object in the form `type:id`, at most 256 characters.',
      },
      { name: 'relation', kind: 'text', required: true },
      {
        name: 'context',
        kind: 'json',
        map: true,
        about:
          'Values for the parameters of conditions. Values stored with a tuple take precedence. At most 32 KiB.',
      },
      {
        name: 'contextualTuples',
        kind: 'json',
        list: true,
        about:
          'Tuples that apply only to this request. They replace stored tuples with the same key. At most 100.',
      },
      { name: 'modelId', kind: 'text', about: 'Defaults to the active model.' },
      { name: 'consistency', kind: 'object' },
      {
        name: 'consistency.atLeastAsFresh',
        kind: 'text',
        about: 'The token from an earlier response.',
      },
      { name: 'consistency.fullyConsistent', kind: 'boolean', about: 'Bypasses all caches.' },
    ],
  },
  {
    operationId: 'fgaListObjects',
    name: 'fga.listObjects',
    request: 'POST /api/v1/fga/list-objects',
    summary: 'Lists the objects to which a subject has a relation',
    about: '`truncated` is false only if the result is complete.',
    scopes: ['tenant:fga.check', 'tenant:fga.read'],
    anyScope: true,
    body: [
      {
        name: 'subject',
        kind: 'text',
        required: true,
        about:
          'A subject in the form `type:id`, `type:id#relation` or `type:*`, at most 512 characters.',
      },
      { name: 'relation', kind: 'text', required: true },
      { name: 'type', kind: 'text', required: true },
      {
        name: 'context',
        kind: 'json',
        map: true,
        about:
          'Values for the parameters of conditions. Values stored with a tuple take precedence. At most 32 KiB.',
      },
      {
        name: 'contextualTuples',
        kind: 'json',
        list: true,
        about:
          'Tuples that apply only to this request. They replace stored tuples with the same key. At most 100.',
      },
      {
        name: 'limit',
        kind: 'integer',
        about:
          'The maximum, which is also the default, is set by `platform.fga.list-objects.max-results`.',
      },
      { name: 'modelId', kind: 'text', about: 'Defaults to the active model.' },
      { name: 'consistency', kind: 'object' },
      {
        name: 'consistency.atLeastAsFresh',
        kind: 'text',
        about: 'The token from an earlier response.',
      },
      { name: 'consistency.fullyConsistent', kind: 'boolean', about: 'Bypasses all caches.' },
    ],
  },
  {
    operationId: 'fgaListSubjects',
    name: 'fga.listSubjects',
    request: 'POST /api/v1/fga/list-subjects',
    summary: 'Lists the subjects that have a relation to an object',
    about:
      '`truncated` is false only if the result is complete. `type:*` in the response stands for every subject of the type.',
    scopes: ['tenant:fga.read'],
    body: [
      {
        name: 'object',
        kind: 'text',
        required: true,
        about: 'An object in the form `type:id`, at most 256 characters.',
      },
      { name: 'relation', kind: 'text', required: true },
      { name: 'subjectFilters', kind: 'json', list: true, required: true },
      {
        name: 'context',
        kind: 'json',
        map: true,
        about:
          'Values for the parameters of conditions. Values stored with a tuple take precedence. At most 32 KiB.',
      },
      {
        name: 'contextualTuples',
        kind: 'json',
        list: true,
        about:
          'Tuples that apply only to this request. They replace stored tuples with the same key. At most 100.',
      },
      {
        name: 'limit',
        kind: 'integer',
        about:
          'The maximum, which is also the default, is set by `platform.fga.list-objects.max-results`.',
      },
      { name: 'modelId', kind: 'text', about: 'Defaults to the active model.' },
      { name: 'consistency', kind: 'object' },
      {
        name: 'consistency.atLeastAsFresh',
        kind: 'text',
        about: 'The token from an earlier response.',
      },
      { name: 'consistency.fullyConsistent', kind: 'boolean', about: 'Bypasses all caches.' },
    ],
  },
  {
    operationId: 'fgaAuthzenEvaluation',
    name: 'fga.authzen.evaluate',
    request: 'POST /api/v1/fga/access/v1/evaluation',
    summary: 'Evaluates one access request (OpenID AuthZEN 1.0)',
    about:
      "`subject`, `action.name` and `resource` stand for a tuple's subject, relation and object; conditions receive `context`, and `properties` as `subject_…`, `resource_…` and `action_…`. A request that cannot be decided returns 422.",
    scopes: ['tenant:fga.check', 'tenant:fga.read'],
    anyScope: true,
    body: [
      { name: 'subject', kind: 'object', required: true },
      { name: 'subject.type', kind: 'text', required: true },
      { name: 'subject.id', kind: 'text', required: true },
      { name: 'subject.properties', kind: 'json', map: true },
      { name: 'action', kind: 'object', required: true },
      { name: 'action.name', kind: 'text', required: true },
      { name: 'action.properties', kind: 'json', map: true },
      { name: 'resource', kind: 'object', required: true },
      { name: 'resource.type', kind: 'text', required: true },
      { name: 'resource.id', kind: 'text', required: true },
      { name: 'resource.properties', kind: 'json', map: true },
      { name: 'context', kind: 'json', map: true },
    ],
  },
  {
    operationId: 'fgaAuthzenEvaluations',
    name: 'fga.authzen.evaluateMany',
    request: 'POST /api/v1/fga/access/v1/evaluations',
    summary: 'Evaluates several access requests (OpenID AuthZEN 1.0)',
    about:
      'Evaluates each request as `evaluation` does. A request that cannot be decided has `decision: false` and `context.error`. `options.evaluations_semantic` can stop at the first denial or permit.',
    scopes: ['tenant:fga.check', 'tenant:fga.read'],
    anyScope: true,
    body: [
      { name: 'subject', kind: 'object' },
      { name: 'subject.type', kind: 'text', required: true },
      { name: 'subject.id', kind: 'text', required: true },
      { name: 'subject.properties', kind: 'json', map: true },
      { name: 'action', kind: 'object' },
      { name: 'action.name', kind: 'text', required: true },
      { name: 'action.properties', kind: 'json', map: true },
      { name: 'resource', kind: 'object' },
      { name: 'resource.type', kind: 'text', required: true },
      { name: 'resource.id', kind: 'text', required: true },
      { name: 'resource.properties', kind: 'json', map: true },
      { name: 'context', kind: 'json', map: true },
      {
        name: 'evaluations',
        kind: 'json',
        list: true,
        about:
          'Each item inherits `subject`, `action`, `resource` and `context` from the top level if it omits them. Without any items, the top level is evaluated as a single request.',
      },
      { name: 'options', kind: 'object' },
      {
        name: 'options.evaluations_semantic',
        kind: 'text',
        values: ['execute_all', 'deny_on_first_deny', 'permit_on_first_permit'],
      },
    ],
  },
  {
    operationId: 'fgaAssertionsGet',
    name: 'fga.assertions.get',
    request: 'GET /api/v1/fga/assertions',
    summary: 'Lists the assertions of an authorization model',
    about:
      'Assertions are checks with expected results. `fgaModelValidate` runs those of the active model against another one.',
    scopes: ['tenant:fga.read'],
    query: [{ name: 'modelId', kind: 'text', about: 'Defaults to the active model.' }],
  },
  {
    operationId: 'fgaAssertionsPut',
    name: 'fga.assertions.put',
    request: 'PUT /api/v1/fga/assertions',
    summary: 'Replaces the assertions of an authorization model',
    about:
      'An assertion that the model could never answer returns 422. They are not run: an assertion can be written before the tuples that it needs.',
    scopes: ['tenant:fga.write'],
    query: [{ name: 'modelId', kind: 'text', about: 'Defaults to the active model.' }],
    body: [{ name: 'assertions', kind: 'json', list: true, required: true }],
    conditional: true,
  },
  {
    operationId: 'fgaExportCreate',
    name: 'fga.exports.create',
    request: 'POST /api/v1/fga/list-objects-exports',
    summary: 'Starts an export of objects',
    about: 'Returns 409 with `activeExportId` if another export is pending or running.',
    scopes: ['tenant:fga.read'],
    body: [
      {
        name: 'subject',
        kind: 'text',
        required: true,
        about:
          'A subject in the form `type:id`, `type:id#relation` or `type:*`, at most 512 characters.',
      },
      { name: 'relation', kind: 'text', required: true },
      { name: 'type', kind: 'text', required: true },
      { name: 'context', kind: 'json', map: true },
      { name: 'contextualTuples', kind: 'json', list: true },
      {
        name: 'modelId',
        kind: 'text',
        about: 'Defaults to the model that is active when the export is created.',
      },
    ],
    keyed: true,
  },
  {
    operationId: 'fgaExportList',
    name: 'fga.exports.list',
    request: 'GET /api/v1/fga/list-objects-exports',
    summary: 'Lists exports, newest first',
    scopes: ['tenant:fga.read'],
    list: 'pages',
    columns: ['id', 'type', 'relation', 'subject', 'state', 'expiresAt', 'completedAt'],
  },
  {
    operationId: 'fgaExportGet',
    name: 'fga.exports.get',
    request: 'GET /api/v1/fga/list-objects-exports/{id}',
    summary: 'Gets the status of an export',
    scopes: ['tenant:fga.read'],
    parameters: [{ name: 'id', prefix: 'fgx' }],
  },
  {
    operationId: 'fgaExportResult',
    name: 'fga.exports.listObjects',
    request: 'GET /api/v1/fga/list-objects-exports/{id}/result',
    summary: 'Lists the objects of a completed export, ordered by id',
    about:
      'Returns 409 `invalid_state` until the export is `COMPLETED`, and 404 after it has expired.',
    scopes: ['tenant:fga.read'],
    parameters: [{ name: 'id', prefix: 'fgx' }],
    list: 'pages',
    columns: [],
  },
  {
    operationId: 'fgaExportDelete',
    name: 'fga.exports.delete',
    request: 'DELETE /api/v1/fga/list-objects-exports/{id}',
    summary: 'Deletes an export and stops it if it is running',
    scopes: ['tenant:fga.write'],
    parameters: [{ name: 'id', prefix: 'fgx' }],
    conditional: true,
  },
];
