// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.

import type { FormDescriptor } from '../../client/form-descriptor.ts';

/** The body of `attributeSchemaCreate`. */
export const attributeSchemaCreate: FormDescriptor = {
  operationId: 'attributeSchemaCreate',
  fields: [
    { name: 'entityKind', kind: 'text', values: ['user', 'organization'], required: true },
    {
      name: 'key',
      kind: 'text',
      required: true,
      about: 'Name of the property in `metadata`. Unique per entity kind.',
      pattern: '^[a-z][A-Za-z0-9_]{0,62}$',
    },
    {
      name: 'type',
      kind: 'text',
      values: ['string', 'integer', 'number', 'boolean', 'date', 'date_time', 'enum', 'object'],
      required: true,
    },
    { name: 'multiValued', kind: 'boolean', about: 'Whether the value is an array.' },
    {
      name: 'format',
      kind: 'text',
      values: ['email', 'uri', 'phone', 'uuid', 'country', 'locale', 'time_zone', 'ip'],
      nullable: true,
      about: 'Applies to `string` attributes.',
    },
    { name: 'constraints', kind: 'object', nullable: true },
    { name: 'constraints.minLength', kind: 'integer', nullable: true, minimum: 0, maximum: 4096 },
    { name: 'constraints.maxLength', kind: 'integer', nullable: true, minimum: 0, maximum: 4096 },
    {
      name: 'constraints.pattern',
      kind: 'text',
      nullable: true,
      about: 'Regular expression in RE2 syntax. Matches anywhere in the value unless anchored.',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 256,
    },
    { name: 'constraints.minimum', kind: 'number', nullable: true },
    { name: 'constraints.maximum', kind: 'number', nullable: true },
    { name: 'constraints.minItems', kind: 'integer', nullable: true, minimum: 0, maximum: 100 },
    { name: 'constraints.maxItems', kind: 'integer', nullable: true, minimum: 0, maximum: 100 },
    { name: 'constraints.uniqueItems', kind: 'boolean', nullable: true },
    {
      name: 'constraints.options',
      kind: 'json',
      list: true,
      nullable: true,
      about: 'Allowed values of an `enum`.',
      maxItems: 500,
    },
    {
      name: 'constraints.schema',
      kind: 'json',
      map: true,
      nullable: true,
      about: 'JSON Schema 2020-12 for an `object`, without references and at most 3 levels deep.',
    },
    { name: 'required', kind: 'boolean' },
    {
      name: 'unique',
      kind: 'boolean',
      about:
        'Applies to single-valued `string` and `integer` attributes. Values are compared in NFKC and lower case.',
    },
    {
      name: 'mutability',
      kind: 'text',
      values: ['read_write', 'write_once', 'read_only'],
      about: '`read_only` attributes can be written only by directories, imports and sign-ins.',
    },
    {
      name: 'visibility',
      kind: 'text',
      values: ['admin_only', 'self_read', 'self_write'],
      about: 'What users can do with the attribute on self-service pages.',
    },
    {
      name: 'exposeInToken',
      kind: 'boolean',
      about: 'Whether token claims may use the attribute.',
    },
    {
      name: 'sensitivity',
      kind: 'text',
      values: ['none', 'personal', 'sensitive'],
      about: 'The values of `sensitive` attributes are left out of events and audit records.',
    },
    {
      name: 'defaultValue',
      kind: 'json',
      about: 'Value to set when a resource is created without one.',
    },
    {
      name: 'label',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 128,
    },
    { name: 'labels', kind: 'text', map: true },
    {
      name: 'description',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 512,
    },
    { name: 'descriptions', kind: 'text', map: true },
    {
      name: 'group',
      kind: 'text',
      nullable: true,
      about: 'Form section in which the attribute is shown.',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 64,
    },
    { name: 'order', kind: 'integer', about: 'Position in the form.', minimum: 0, maximum: 9999 },
    {
      name: 'scimPath',
      kind: 'text',
      nullable: true,
      about: 'Must be unique. Defaults to an attribute of the platform’s SCIM extension.',
      pattern: '^urn:[A-Za-z0-9][A-Za-z0-9-]{0,31}:[A-Za-z0-9:._$-]+$',
      maxLength: 256,
    },
  ],
};

/** The body of `attributeSchemaUpdate`. */
export const attributeSchemaUpdate: FormDescriptor = {
  operationId: 'attributeSchemaUpdate',
  fields: [
    {
      name: 'format',
      kind: 'text',
      values: ['email', 'uri', 'phone', 'uuid', 'country', 'locale', 'time_zone', 'ip'],
      nullable: true,
      about: 'Applies to `string` attributes.',
    },
    { name: 'constraints', kind: 'object', nullable: true },
    { name: 'constraints.minLength', kind: 'integer', nullable: true, minimum: 0, maximum: 4096 },
    { name: 'constraints.maxLength', kind: 'integer', nullable: true, minimum: 0, maximum: 4096 },
    {
      name: 'constraints.pattern',
      kind: 'text',
      nullable: true,
      about: 'Regular expression in RE2 syntax. Matches anywhere in the value unless anchored.',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 256,
    },
    { name: 'constraints.minimum', kind: 'number', nullable: true },
    { name: 'constraints.maximum', kind: 'number', nullable: true },
    { name: 'constraints.minItems', kind: 'integer', nullable: true, minimum: 0, maximum: 100 },
    { name: 'constraints.maxItems', kind: 'integer', nullable: true, minimum: 0, maximum: 100 },
    { name: 'constraints.uniqueItems', kind: 'boolean', nullable: true },
    {
      name: 'constraints.options',
      kind: 'json',
      list: true,
      nullable: true,
      about: 'Allowed values of an `enum`.',
      maxItems: 500,
    },
    {
      name: 'constraints.schema',
      kind: 'json',
      map: true,
      nullable: true,
      about: 'JSON Schema 2020-12 for an `object`, without references and at most 3 levels deep.',
    },
    { name: 'required', kind: 'boolean' },
    {
      name: 'unique',
      kind: 'boolean',
      about:
        'Applies to single-valued `string` and `integer` attributes. Values are compared in NFKC and lower case.',
    },
    {
      name: 'mutability',
      kind: 'text',
      values: ['read_write', 'write_once', 'read_only'],
      about: '`read_only` attributes can be written only by directories, imports and sign-ins.',
    },
    {
      name: 'visibility',
      kind: 'text',
      values: ['admin_only', 'self_read', 'self_write'],
      about: 'What users can do with the attribute on self-service pages.',
    },
    {
      name: 'exposeInToken',
      kind: 'boolean',
      about: 'Whether token claims may use the attribute.',
    },
    {
      name: 'sensitivity',
      kind: 'text',
      values: ['none', 'personal', 'sensitive'],
      about: 'The values of `sensitive` attributes are left out of events and audit records.',
    },
    {
      name: 'defaultValue',
      kind: 'json',
      about: 'Value to set when a resource is created without one.',
    },
    {
      name: 'label',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 128,
    },
    { name: 'labels', kind: 'text', map: true },
    {
      name: 'description',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 512,
    },
    { name: 'descriptions', kind: 'text', map: true },
    {
      name: 'group',
      kind: 'text',
      nullable: true,
      about: 'Form section in which the attribute is shown.',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 64,
    },
    { name: 'order', kind: 'integer', about: 'Position in the form.', minimum: 0, maximum: 9999 },
    {
      name: 'scimPath',
      kind: 'text',
      nullable: true,
      about: 'Must be unique. Defaults to an attribute of the platform’s SCIM extension.',
      pattern: '^urn:[A-Za-z0-9][A-Za-z0-9-]{0,31}:[A-Za-z0-9:._$-]+$',
      maxLength: 256,
    },
  ],
};

/** The body of `attributeSchemaPutSettings`. */
export const attributeSchemaPutSettings: FormDescriptor = {
  operationId: 'attributeSchemaPutSettings',
  fields: [
    {
      name: 'unmanagedAttributes',
      kind: 'text',
      values: ['allow', 'reject'],
      required: true,
      about: 'How properties of `metadata` without a definition are handled.',
    },
  ],
};

/** The body of `attributeSchemaTemplateApplyTemplate`. */
export const attributeSchemaTemplateApplyTemplate: FormDescriptor = {
  operationId: 'attributeSchemaTemplateApplyTemplate',
  fields: [
    { name: 'templateId', kind: 'text', required: true, maxLength: 64 },
    {
      name: 'include',
      kind: 'text',
      list: true,
      about: 'Keys to apply. Defaults to all keys.',
      pattern: '^[a-z][A-Za-z0-9_]{0,62}$',
      maxItems: 200,
    },
    { name: 'keyPrefix', kind: 'text', pattern: '^[a-z][A-Za-z0-9_]{0,15}$' },
    {
      name: 'onConflict',
      kind: 'text',
      values: ['fail', 'skip'],
      about: 'How to handle keys that already exist with a different definition.',
    },
    { name: 'dryRun', kind: 'boolean' },
  ],
};
