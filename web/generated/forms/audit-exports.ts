// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.

import type { FormDescriptor } from '../../client/form-descriptor.ts';

/** The body of `auditExportCreate`. */
export const auditExportCreate: FormDescriptor = {
  operationId: 'auditExportCreate',
  fields: [
    {
      name: 'from',
      kind: 'text',
      required: true,
      about: 'Includes records that occurred at or after this time.',
      format: 'date-time',
      pattern:
        '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
    },
    {
      name: 'to',
      kind: 'text',
      required: true,
      about: 'Includes records that occurred before this time. Must not be in the future.',
      format: 'date-time',
      pattern:
        '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
    },
    { name: 'format', kind: 'text', values: ['ndjson', 'csv'] },
    { name: 'compression', kind: 'text', values: ['gzip', 'none'] },
    {
      name: 'filter',
      kind: 'object',
      about:
        'A record is included if it matches every property of the filter. A property matches if any one of its values matches.',
    },
    {
      name: 'filter.operationIds',
      kind: 'text',
      list: true,
      about: 'An exact name, or a prefix that ends in `*`.',
      pattern: '^[A-Za-z0-9._-]{1,127}\\*?$',
      maxItems: 50,
    },
    {
      name: 'filter.actorIds',
      kind: 'text',
      list: true,
      minLength: 1,
      maxLength: 255,
      maxItems: 50,
    },
    {
      name: 'filter.subjectIds',
      kind: 'text',
      list: true,
      minLength: 1,
      maxLength: 255,
      maxItems: 50,
    },
    {
      name: 'filter.organizationIds',
      kind: 'text',
      list: true,
      minLength: 1,
      maxLength: 255,
      maxItems: 50,
    },
    {
      name: 'filter.clientIds',
      kind: 'text',
      list: true,
      minLength: 1,
      maxLength: 255,
      maxItems: 50,
    },
    {
      name: 'filter.outcomes',
      kind: 'text',
      values: ['success', 'failure', 'denied'],
      list: true,
      maxItems: 3,
    },
    {
      name: 'includePersonalData',
      kind: 'boolean',
      about: 'Includes names, e-mail addresses, IP addresses, user agents and details.',
    },
    {
      name: 'includeChain',
      kind: 'boolean',
      about:
        'Includes the hash of every record between the first and the last, whether or not the record matches the filter. Defaults to true if there is no filter.',
    },
  ],
};
