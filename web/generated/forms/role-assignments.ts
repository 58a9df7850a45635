// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.

import type { FormDescriptor } from '../../client/form-descriptor.ts';

/** The body of `roleAssignmentsCreate`. */
export const roleAssignmentsCreate: FormDescriptor = {
  operationId: 'roleAssignmentsCreate',
  fields: [
    { name: 'principal', kind: 'object', required: true },
    { name: 'principal.type', kind: 'text', values: ['user', 'client'], required: true },
    {
      name: 'principal.id',
      kind: 'text',
      required: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 128,
    },
    {
      name: 'role',
      kind: 'text',
      required: true,
      about: "The role's key.",
      minLength: 1,
      maxLength: 63,
    },
    {
      name: 'expiresAt',
      kind: 'text',
      nullable: true,
      about: 'Must be in the future.',
      format: 'date-time',
      pattern:
        '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
    },
  ],
};
