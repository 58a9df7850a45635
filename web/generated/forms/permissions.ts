// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.

import type { FormDescriptor } from '../../client/form-descriptor.ts';

/** The body of `permissionsCreate`. */
export const permissionsCreate: FormDescriptor = {
  operationId: 'permissionsCreate',
  fields: [
    {
      name: 'name',
      kind: 'text',
      required: true,
      about: 'Must be unique in the tenant. Cannot be changed.',
      pattern: '^[a-z][a-z0-9_-]{0,39}(?:\\.[a-z][a-z0-9_-]{0,39}){0,3}[.:][a-z][a-z0-9_-]{0,39}$',
      minLength: 3,
      maxLength: 128,
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
      name: 'clientId',
      kind: 'text',
      nullable: true,
      about:
        'The application that the permission belongs to. If null, it belongs to all applications.',
      minLength: 1,
      maxLength: 128,
    },
    {
      name: 'apiResourceId',
      kind: 'text',
      nullable: true,
      about: 'The API that the permission belongs to. If null, it belongs to all APIs.',
      pattern: '^apr_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  ],
};
