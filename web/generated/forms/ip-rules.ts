// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.

import type { FormDescriptor } from '../../client/form-descriptor.ts';

/** The body of `tenantIpRuleCreate`. */
export const tenantIpRuleCreate: FormDescriptor = {
  operationId: 'tenantIpRuleCreate',
  fields: [
    { name: 'action', kind: 'text', values: ['allow', 'deny'], required: true },
    {
      name: 'cidr',
      kind: 'text',
      required: true,
      about:
        'An address, or a CIDR range without host bits, such as 192.0.2.0/24 or 2001:db8::/32.',
      pattern: '^[0-9A-Fa-f:.]+(?:/[0-9]{1,3})?$',
      minLength: 1,
      maxLength: 49,
    },
    {
      name: 'description',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 200,
    },
    {
      name: 'expiresAt',
      kind: 'text',
      nullable: true,
      about: 'Must be in the future and within a year.',
      format: 'date-time',
      pattern:
        '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
    },
    {
      name: 'allowLockout',
      kind: 'boolean',
      about: 'Creates the rule even if it denies your own address. Not stored.',
    },
  ],
};
