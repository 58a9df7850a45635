// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.

import type { FormDescriptor } from '../../client/form-descriptor.ts';

/** The body of `accessRequestCreate`. */
export const accessRequestCreate: FormDescriptor = {
  operationId: 'accessRequestCreate',
  fields: [
    { name: 'subject', kind: 'object', required: true },
    {
      name: 'subject.type',
      kind: 'text',
      values: ['user_id', 'external_id', 'email', 'consent_subject'],
      required: true,
      about:
        '`consent_subject`: an identifier from your own system under which consents were recorded.',
    },
    { name: 'subject.value', kind: 'text', required: true, minLength: 1, maxLength: 320 },
    { name: 'kind', kind: 'text', values: ['access', 'portability'] },
    {
      name: 'requestedBy',
      kind: 'text',
      values: ['data_subject', 'guardian', 'agent', 'controller', 'authority'],
    },
    { name: 'regulation', kind: 'text', values: ['gdpr', 'ccpa', 'lgpd', 'other'] },
    {
      name: 'identityVerification',
      kind: 'text',
      values: ['authenticated_session', 'email_confirmation', 'document', 'none'],
    },
    {
      name: 'receivedAt',
      kind: 'text',
      about:
        'When the data subject made the request. The statutory deadline is calculated from this time. Defaults to now.',
      format: 'date-time',
      pattern:
        '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
    },
    {
      name: 'externalReference',
      kind: 'text',
      about: 'Identifier of the case in your own system.',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 128,
    },
    { name: 'note', kind: 'text', minLength: 1, maxLength: 500 },
  ],
};
