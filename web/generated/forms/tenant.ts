// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.

import type { FormDescriptor } from '../../client/form-descriptor.ts';

/** The body of `tenantUpdate`. */
export const tenantUpdate: FormDescriptor = {
  operationId: 'tenantUpdate',
  fields: [
    {
      name: 'name',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 120,
    },
    {
      name: 'contactEmail',
      kind: 'text',
      nullable: true,
      format: 'email',
      pattern:
        "^(?:[A-Za-z0-9_'+\\-]+\\.)*[A-Za-z0-9_'+\\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$",
      maxLength: 254,
    },
  ],
};
