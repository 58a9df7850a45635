// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.

import type { FormDescriptor } from '../../client/form-descriptor.ts';

/** The body of `fgaModelWrite`. */
export const fgaModelWrite: FormDescriptor = {
  operationId: 'fgaModelWrite',
  fields: [
    { name: 'dsl', kind: 'text', about: 'The model in the OpenFGA DSL, schema 1.1.', minLength: 1 },
    {
      name: 'model',
      kind: 'json',
      map: true,
      about:
        'The model in the OpenFGA JSON syntax, schema 1.1: `schema_version`, `type_definitions` and `conditions`.',
    },
    {
      name: 'description',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 256,
    },
    { name: 'activate', kind: 'boolean' },
    {
      name: 'expectedActiveModelId',
      kind: 'text',
      nullable: true,
      about:
        'The model that is expected to be active, or null if none is. If another model is active, the request returns 409.',
      maxLength: 64,
    },
    {
      name: 'dryRun',
      kind: 'boolean',
      about: 'Validates the model and runs its tests without storing it.',
    },
    { name: 'tests', kind: 'json', list: true, maxItems: 50 },
  ],
  oneOf: [['dsl'], ['model']],
};

/** The body of `fgaModelValidate`. */
export const fgaModelValidate: FormDescriptor = {
  operationId: 'fgaModelValidate',
  fields: [
    { name: 'dsl', kind: 'text', about: 'The model in the OpenFGA DSL, schema 1.1.', minLength: 1 },
    {
      name: 'model',
      kind: 'json',
      map: true,
      about:
        'The model in the OpenFGA JSON syntax, schema 1.1: `schema_version`, `type_definitions` and `conditions`.',
    },
    { name: 'tests', kind: 'json', list: true, maxItems: 50 },
    {
      name: 'assertions',
      kind: 'json',
      list: true,
      about: 'Defaults to the assertions of the active model.',
      maxItems: 100,
    },
  ],
  oneOf: [['dsl'], ['model']],
};

/** The body of `fgaTuplesWrite`. */
export const fgaTuplesWrite: FormDescriptor = {
  operationId: 'fgaTuplesWrite',
  fields: [
    { name: 'writes', kind: 'json', list: true },
    { name: 'deletes', kind: 'json', list: true },
    { name: 'onDuplicate', kind: 'text', values: ['error', 'ignore', 'replace'] },
    { name: 'onMissing', kind: 'text', values: ['error', 'ignore'] },
    { name: 'preconditions', kind: 'json', list: true, maxItems: 10 },
    { name: 'modelId', kind: 'text', about: 'Defaults to the active model.', maxLength: 64 },
  ],
  oneOf: [['writes'], ['deletes']],
};

/** The body of `fgaTuplesImport`. */
export const fgaTuplesImport: FormDescriptor = {
  operationId: 'fgaTuplesImport',
  fields: [
    { name: 'tuples', kind: 'json', list: true, required: true },
    { name: 'onDuplicate', kind: 'text', values: ['error', 'ignore', 'replace'] },
    { name: 'modelId', kind: 'text', about: 'Defaults to the active model.', maxLength: 64 },
  ],
};

/** The body of `fgaTuplesDeleteByFilter`. */
export const fgaTuplesDeleteByFilter: FormDescriptor = {
  operationId: 'fgaTuplesDeleteByFilter',
  fields: [
    { name: 'filter', kind: 'object', required: true },
    {
      name: 'filter.object',
      kind: 'text',
      about: 'An object in the form `type:id`, at most 256 characters.',
      pattern:
        '^[^:#@*\\s\\u0000-\\u001f\\u007f-\\u009f]{1,254}:[^:#\\s\\u0000-\\u001f\\u007f-\\u009f]+$',
      maxLength: 1024,
    },
    {
      name: 'filter.objectType',
      kind: 'text',
      pattern: '^[^:#@*\\s\\u0000-\\u001f\\u007f-\\u009f]{1,254}$',
      maxLength: 512,
    },
    {
      name: 'filter.relation',
      kind: 'text',
      pattern: '^[^:#@*\\s\\u0000-\\u001f\\u007f-\\u009f]{1,50}$',
      maxLength: 256,
    },
    {
      name: 'filter.subject',
      kind: 'text',
      about:
        'A subject in the form `type:id`, `type:id#relation` or `type:*`, at most 512 characters.',
      pattern:
        '^[^:#@*\\s\\u0000-\\u001f\\u007f-\\u009f]{1,254}:[^:#\\s\\u0000-\\u001f\\u007f-\\u009f]+(?:#[^:#@*\\s\\u0000-\\u001f\\u007f-\\u009f]{1,50})?$',
      maxLength: 1024,
    },
    { name: 'limit', kind: 'integer', minimum: 1, maximum: 5000 },
    { name: 'dryRun', kind: 'boolean' },
  ],
};

/** The body of `fgaCheck`. */
export const fgaCheck: FormDescriptor = {
  operationId: 'fgaCheck',
  fields: [
    { name: 'checks', kind: 'json', list: true },
    { name: 'modelId', kind: 'text', about: 'Defaults to the active model.', maxLength: 64 },
    { name: 'consistency', kind: 'object' },
    {
      name: 'consistency.atLeastAsFresh',
      kind: 'text',
      about: 'The token from an earlier response.',
      minLength: 1,
      maxLength: 256,
    },
    { name: 'consistency.fullyConsistent', kind: 'boolean', about: 'Bypasses all caches.' },
    {
      name: 'subject',
      kind: 'text',
      about:
        'A subject in the form `type:id`, `type:id#relation` or `type:*`, at most 512 characters.',
      pattern:
        '^[^:#@*\\s\\u0000-\\u001f\\u007f-\\u009f]{1,254}:[^:#\\s\\u0000-\\u001f\\u007f-\\u009f]+(?:#[^:#@*\\s\\u0000-\\u001f\\u007f-\\u009f]{1,50})?$',
      maxLength: 1024,
    },
    {
      name: 'relation',
      kind: 'text',
      pattern: '^[^:#@*\\s\\u0000-\\u001f\\u007f-\\u009f]{1,50}$',
      maxLength: 256,
    },
    {
      name: 'object',
      kind: 'text',
      about: 'An object in the form `type:id`, at most 256 characters.',
      pattern:
        '^[^:#@*\\s\\u0000-\\u001f\\u007f-\\u009f]{1,254}:[^:#\\s\\u0000-\\u001f\\u007f-\\u009f]+$',
      maxLength: 1024,
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
  oneOf: [['checks'], ['subject', 'relation', 'object']],
};

/** The body of `fgaCheckExplain`. */
export const fgaCheckExplain: FormDescriptor = {
  operationId: 'fgaCheckExplain',
  fields: [
    {
      name: 'subject',
      kind: 'text',
      required: true,
      about:
        'A subject in the form `type:id`, `type:id#relation` or `type:*`, at most 512 characters.',
      pattern:
        '^[^:#@*\\s\\u0000-\\u001f\\u007f-\\u009f]{1,254}:[^:#\\s\\u0000-\\u001f\\u007f-\\u009f]+(?:#[^:#@*\\s\\u0000-\\u001f\\u007f-\\u009f]{1,50})?$',
      maxLength: 1024,
    },
    {
      name: 'relation',
      kind: 'text',
      required: true,
      pattern: '^[^:#@*\\s\\u0000-\\u001f\\u007f-\\u009f]{1,50}$',
      maxLength: 256,
    },
    {
      name: 'object',
      kind: 'text',
      required: true,
      about: 'An object in the form `type:id`, at most 256 characters.',
      pattern:
        '^[^:#@*\\s\\u0000-\\u001f\\u007f-\\u009f]{1,254}:[^:#\\s\\u0000-\\u001f\\u007f-\\u009f]+$',
      maxLength: 1024,
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
    { name: 'modelId', kind: 'text', about: 'Defaults to the active model.', maxLength: 64 },
    { name: 'consistency', kind: 'object' },
    {
      name: 'consistency.atLeastAsFresh',
      kind: 'text',
      about: 'The token from an earlier response.',
      minLength: 1,
      maxLength: 256,
    },
    { name: 'consistency.fullyConsistent', kind: 'boolean', about: 'Bypasses all caches.' },
  ],
};

/** The body of `fgaExpand`. */
export const fgaExpand: FormDescriptor = {
  operationId: 'fgaExpand',
  fields: [
    {
      name: 'object',
      kind: 'text',
      required: true,
      about: 'An object in the form `type:id`, at most 256 characters.',
      pattern:
        '^[^:#@*\\s\\u0000-\\u001f\\u007f-\\u009f]{1,254}:[^:#\\s\\u0000-\\u001f\\u007f-\\u009f]+$',
      maxLength: 1024,
    },
    {
      name: 'relation',
      kind: 'text',
      required: true,
      pattern: '^[^:#@*\\s\\u0000-\\u001f\\u007f-\\u009f]{1,50}$',
      maxLength: 256,
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
    { name: 'modelId', kind: 'text', about: 'Defaults to the active model.', maxLength: 64 },
    { name: 'consistency', kind: 'object' },
    {
      name: 'consistency.atLeastAsFresh',
      kind: 'text',
      about: 'The token from an earlier response.',
      minLength: 1,
      maxLength: 256,
    },
    { name: 'consistency.fullyConsistent', kind: 'boolean', about: 'Bypasses all caches.' },
  ],
};

/** The body of `fgaListObjects`. */
export const fgaListObjects: FormDescriptor = {
  operationId: 'fgaListObjects',
  fields: [
    {
      name: 'subject',
      kind: 'text',
      required: true,
      about:
        'A subject in the form `type:id`, `type:id#relation` or `type:*`, at most 512 characters.',
      pattern:
        '^[^:#@*\\s\\u0000-\\u001f\\u007f-\\u009f]{1,254}:[^:#\\s\\u0000-\\u001f\\u007f-\\u009f]+(?:#[^:#@*\\s\\u0000-\\u001f\\u007f-\\u009f]{1,50})?$',
      maxLength: 1024,
    },
    {
      name: 'relation',
      kind: 'text',
      required: true,
      pattern: '^[^:#@*\\s\\u0000-\\u001f\\u007f-\\u009f]{1,50}$',
      maxLength: 256,
    },
    {
      name: 'type',
      kind: 'text',
      required: true,
      pattern: '^[^:#@*\\s\\u0000-\\u001f\\u007f-\\u009f]{1,254}$',
      maxLength: 512,
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
    {
      name: 'limit',
      kind: 'integer',
      about:
        'The maximum, which is also the default, is set by `platform.fga.list-objects.max-results`.',
      minimum: 1,
    },
    { name: 'modelId', kind: 'text', about: 'Defaults to the active model.', maxLength: 64 },
    { name: 'consistency', kind: 'object' },
    {
      name: 'consistency.atLeastAsFresh',
      kind: 'text',
      about: 'The token from an earlier response.',
      minLength: 1,
      maxLength: 256,
    },
    { name: 'consistency.fullyConsistent', kind: 'boolean', about: 'Bypasses all caches.' },
  ],
};

/** The body of `fgaListSubjects`. */
export const fgaListSubjects: FormDescriptor = {
  operationId: 'fgaListSubjects',
  fields: [
    {
      name: 'object',
      kind: 'text',
      required: true,
      about: 'An object in the form `type:id`, at most 256 characters.',
      pattern:
        '^[^:#@*\\s\\u0000-\\u001f\\u007f-\\u009f]{1,254}:[^:#\\s\\u0000-\\u001f\\u007f-\\u009f]+$',
      maxLength: 1024,
    },
    {
      name: 'relation',
      kind: 'text',
      required: true,
      pattern: '^[^:#@*\\s\\u0000-\\u001f\\u007f-\\u009f]{1,50}$',
      maxLength: 256,
    },
    { name: 'subjectFilters', kind: 'json', list: true, required: true, maxItems: 10 },
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
      minimum: 1,
    },
    { name: 'modelId', kind: 'text', about: 'Defaults to the active model.', maxLength: 64 },
    { name: 'consistency', kind: 'object' },
    {
      name: 'consistency.atLeastAsFresh',
      kind: 'text',
      about: 'The token from an earlier response.',
      minLength: 1,
      maxLength: 256,
    },
    { name: 'consistency.fullyConsistent', kind: 'boolean', about: 'Bypasses all caches.' },
  ],
};

/** The body of `fgaAuthzenEvaluation`. */
export const fgaAuthzenEvaluation: FormDescriptor = {
  operationId: 'fgaAuthzenEvaluation',
  fields: [
    { name: 'subject', kind: 'object', required: true },
    { name: 'subject.type', kind: 'text', required: true, minLength: 1, maxLength: 256 },
    { name: 'subject.id', kind: 'text', required: true, minLength: 1, maxLength: 512 },
    { name: 'subject.properties', kind: 'json', map: true },
    { name: 'action', kind: 'object', required: true },
    { name: 'action.name', kind: 'text', required: true, minLength: 1, maxLength: 256 },
    { name: 'action.properties', kind: 'json', map: true },
    { name: 'resource', kind: 'object', required: true },
    { name: 'resource.type', kind: 'text', required: true, minLength: 1, maxLength: 256 },
    { name: 'resource.id', kind: 'text', required: true, minLength: 1, maxLength: 512 },
    { name: 'resource.properties', kind: 'json', map: true },
    { name: 'context', kind: 'json', map: true },
  ],
};

/** The body of `fgaAuthzenEvaluations`. */
export const fgaAuthzenEvaluations: FormDescriptor = {
  operationId: 'fgaAuthzenEvaluations',
  fields: [
    { name: 'subject', kind: 'object' },
    { name: 'subject.type', kind: 'text', required: true, minLength: 1, maxLength: 256 },
    { name: 'subject.id', kind: 'text', required: true, minLength: 1, maxLength: 512 },
    { name: 'subject.properties', kind: 'json', map: true },
    { name: 'action', kind: 'object' },
    { name: 'action.name', kind: 'text', required: true, minLength: 1, maxLength: 256 },
    { name: 'action.properties', kind: 'json', map: true },
    { name: 'resource', kind: 'object' },
    { name: 'resource.type', kind: 'text', required: true, minLength: 1, maxLength: 256 },
    { name: 'resource.id', kind: 'text', required: true, minLength: 1, maxLength: 512 },
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
};

/** The body of `fgaAssertionsPut`. */
export const fgaAssertionsPut: FormDescriptor = {
  operationId: 'fgaAssertionsPut',
  fields: [{ name: 'assertions', kind: 'json', list: true, required: true, maxItems: 100 }],
};

/** The body of `fgaExportCreate`. */
export const fgaExportCreate: FormDescriptor = {
  operationId: 'fgaExportCreate',
  fields: [
    {
      name: 'subject',
      kind: 'text',
      required: true,
      about:
        'A subject in the form `type:id`, `type:id#relation` or `type:*`, at most 512 characters.',
      pattern:
        '^[^:#@*\\s\\u0000-\\u001f\\u007f-\\u009f]{1,254}:[^:#\\s\\u0000-\\u001f\\u007f-\\u009f]+(?:#[^:#@*\\s\\u0000-\\u001f\\u007f-\\u009f]{1,50})?$',
      maxLength: 1024,
    },
    {
      name: 'relation',
      kind: 'text',
      required: true,
      pattern: '^[^:#@*\\s\\u0000-\\u001f\\u007f-\\u009f]{1,50}$',
      maxLength: 256,
    },
    {
      name: 'type',
      kind: 'text',
      required: true,
      pattern: '^[^:#@*\\s\\u0000-\\u001f\\u007f-\\u009f]{1,254}$',
      maxLength: 512,
    },
    { name: 'context', kind: 'json', map: true },
    { name: 'contextualTuples', kind: 'json', list: true },
    {
      name: 'modelId',
      kind: 'text',
      about: 'Defaults to the model that is active when the export is created.',
      maxLength: 64,
    },
  ],
};
