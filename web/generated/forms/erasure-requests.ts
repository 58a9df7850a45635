// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.

import type { FormDescriptor } from '../../client/form-descriptor.ts';

/** The body of `erasureRequestCreate`. */
export const erasureRequestCreate: FormDescriptor = {
  operationId: 'erasureRequestCreate',
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
    {
      name: 'reason',
      kind: 'text',
      values: [
        'no_longer_necessary',
        'consent_withdrawn',
        'objection',
        'unlawful',
        'legal_obligation',
        'child_services',
        'account_closure',
        'other',
      ],
    },
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

/** The body of `erasureRequestCancel`. */
export const erasureRequestCancel: FormDescriptor = {
  operationId: 'erasureRequestCancel',
  fields: [
    {
      name: 'reason',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 500,
    },
  ],
};

/** The body of `erasureRequestRaiseHold`. */
export const erasureRequestRaiseHold: FormDescriptor = {
  operationId: 'erasureRequestRaiseHold',
  fields: [
    {
      name: 'reasonCode',
      kind: 'text',
      values: [
        'legal_claim',
        'legal_obligation',
        'fraud_investigation',
        'open_transaction',
        'public_interest',
        'freedom_of_expression',
        'other',
      ],
      required: true,
    },
    { name: 'reason', kind: 'text', required: true, minLength: 1, maxLength: 1000 },
    {
      name: 'externalReference',
      kind: 'text',
      about: 'Identifier of the matter in your own system.',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 128,
    },
    {
      name: 'expiresAt',
      kind: 'text',
      about: 'When the hold expires automatically.',
      format: 'date-time',
      pattern:
        '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
    },
  ],
};
