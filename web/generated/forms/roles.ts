// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.

import type { FormDescriptor } from '../../client/form-descriptor.ts';

/** The body of `rolesCreate`. */
export const rolesCreate: FormDescriptor = {
  operationId: 'rolesCreate',
  fields: [
    {
      name: 'key',
      kind: 'text',
      required: true,
      about: 'Must be unique in the tenant, including deleted roles. Cannot be changed.',
      pattern: '^[a-z][a-z0-9_-]{1,62}$',
    },
    {
      name: 'displayName',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 128,
    },
    {
      name: 'description',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 1024,
    },
    {
      name: 'permissions',
      kind: 'text',
      list: true,
      required: true,
      about: 'Names of the permissions that the role grants.',
      minLength: 1,
      maxLength: 128,
      maxItems: 500,
    },
  ],
};

/** The body of `rolesUpdate`. */
export const rolesUpdate: FormDescriptor = {
  operationId: 'rolesUpdate',
  fields: [
    {
      name: 'key',
      kind: 'text',
      about: 'Cannot be changed: a different value returns 422 `immutable`.',
      maxLength: 63,
    },
    {
      name: 'displayName',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 128,
    },
    {
      name: 'description',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 1024,
    },
    {
      name: 'permissions',
      kind: 'text',
      list: true,
      about: 'Replaces the complete list.',
      minLength: 1,
      maxLength: 128,
      maxItems: 500,
    },
  ],
};
