// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.

import type { FormDescriptor } from '../../client/form-descriptor.ts';

/** The body of `consentGrant`. */
export const consentGrant: FormDescriptor = {
  operationId: 'consentGrant',
  fields: [
    { name: 'subjectId', kind: 'text', required: true, minLength: 1, maxLength: 256 },
    { name: 'purposeKey', kind: 'text', required: true, pattern: '^[a-z][a-z0-9._-]{0,63}$' },
    {
      name: 'version',
      kind: 'integer',
      about: 'The version of the purpose. Defaults to the current version.',
      minimum: 1,
      maximum: 2147483647,
    },
    {
      name: 'decision',
      kind: 'text',
      values: ['given', 'refused', 'requested'],
      about: '`requested`: the data subject has not confirmed yet (double opt-in).',
    },
    {
      name: 'legalBasis',
      kind: 'text',
      values: [
        'consent',
        'explicit_consent',
        'contract',
        'legal_obligation',
        'vital_interests',
        'public_task',
        'legitimate_interests',
      ],
      about: 'Defaults to the value of the purpose.',
    },
    { name: 'consentType', kind: 'text', values: ['expressed', 'explicitly_expressed', 'implied'] },
    {
      name: 'clientId',
      kind: 'text',
      about: 'The application that collected the consent.',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 128,
    },
    {
      name: 'language',
      kind: 'text',
      about: 'The language of the notice that was shown.',
      pattern: '^(?:[A-Za-z]{2,3}|[A-Za-z]{5,8})(?:-[A-Za-z0-9]{1,8})*$',
      maxLength: 35,
    },
    {
      name: 'jurisdiction',
      kind: 'text',
      about: 'Defaults to the value of the purpose.',
      pattern: '^[A-Z]{2}(-[A-Z0-9]{1,3})?$',
    },
    {
      name: 'noticeDocumentIds',
      kind: 'text',
      list: true,
      about: 'The legal documents that were shown to the data subject.',
      pattern: '^lgd_[0-7][0-9a-hjkmnp-tv-z]{25}$',
      maxItems: 10,
    },
    {
      name: 'collectionMethod',
      kind: 'text',
      values: ['web_form', 'mobile_app', 'sdk', 'api', 'paper', 'verbal', 'email_link', 'import'],
    },
    { name: 'givenBy', kind: 'object', about: 'Defaults to the data subject.' },
    {
      name: 'givenBy.type',
      kind: 'text',
      values: ['subject', 'guardian', 'representative'],
      required: true,
    },
    {
      name: 'givenBy.id',
      kind: 'text',
      required: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 256,
    },
    { name: 'evidence', kind: 'object' },
    {
      name: 'evidence.ip',
      kind: 'text',
      format: 'ipv4',
      pattern:
        '^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\\.){3}(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])$',
    },
    {
      name: 'evidence.userAgent',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 512,
    },
    {
      name: 'evidence.url',
      kind: 'text',
      about: 'The page or screen on which the data subject decided.',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 2048,
    },
    {
      name: 'evidence.formId',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 128,
    },
    {
      name: 'evidence.statement',
      kind: 'text',
      about: 'The text that was shown to the data subject.',
      minLength: 1,
      maxLength: 2000,
    },
    { name: 'evidence.proofs', kind: 'json', list: true, maxItems: 5 },
    {
      name: 'givenAt',
      kind: 'text',
      about: 'When the data subject made the decision. Defaults to now.',
      format: 'date-time',
      pattern:
        '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
    },
    {
      name: 'expiresAt',
      kind: 'text',
      nullable: true,
      format: 'date-time',
      pattern:
        '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
    },
    { name: 'metadata', kind: 'text', map: true },
  ],
};

/** The body of `consentChange`. */
export const consentChange: FormDescriptor = {
  operationId: 'consentChange',
  fields: [
    { name: 'decision', kind: 'text', values: ['given', 'refused'] },
    { name: 'version', kind: 'integer', minimum: 1, maximum: 2147483647 },
    {
      name: 'expiresAt',
      kind: 'text',
      nullable: true,
      format: 'date-time',
      pattern:
        '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
    },
    {
      name: 'noticeDocumentIds',
      kind: 'text',
      list: true,
      about: 'The legal documents that were shown to the data subject.',
      pattern: '^lgd_[0-7][0-9a-hjkmnp-tv-z]{25}$',
      maxItems: 10,
    },
    {
      name: 'language',
      kind: 'text',
      about: 'A BCP 47 language tag, such as de-CH.',
      pattern: '^(?:[A-Za-z]{2,3}|[A-Za-z]{5,8})(?:-[A-Za-z0-9]{1,8})*$',
      maxLength: 35,
    },
    { name: 'consentType', kind: 'text', values: ['expressed', 'explicitly_expressed', 'implied'] },
    {
      name: 'collectionMethod',
      kind: 'text',
      values: ['web_form', 'mobile_app', 'sdk', 'api', 'paper', 'verbal', 'email_link', 'import'],
    },
    { name: 'givenBy', kind: 'object' },
    {
      name: 'givenBy.type',
      kind: 'text',
      values: ['subject', 'guardian', 'representative'],
      required: true,
    },
    {
      name: 'givenBy.id',
      kind: 'text',
      required: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 256,
    },
    { name: 'evidence', kind: 'object' },
    {
      name: 'evidence.ip',
      kind: 'text',
      format: 'ipv4',
      pattern:
        '^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\\.){3}(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])$',
    },
    {
      name: 'evidence.userAgent',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 512,
    },
    {
      name: 'evidence.url',
      kind: 'text',
      about: 'The page or screen on which the data subject decided.',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 2048,
    },
    {
      name: 'evidence.formId',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 128,
    },
    {
      name: 'evidence.statement',
      kind: 'text',
      about: 'The text that was shown to the data subject.',
      minLength: 1,
      maxLength: 2000,
    },
    { name: 'evidence.proofs', kind: 'json', list: true, maxItems: 5 },
    { name: 'metadata', kind: 'text', map: true },
    {
      name: 'reason',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 500,
    },
    {
      name: 'changedAt',
      kind: 'text',
      about: 'When the data subject made the decision. Defaults to now.',
      format: 'date-time',
      pattern:
        '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
    },
  ],
};

/** The body of `consentWithdraw`. */
export const consentWithdraw: FormDescriptor = {
  operationId: 'consentWithdraw',
  fields: [
    {
      name: 'reason',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 500,
    },
    {
      name: 'withdrawnAt',
      kind: 'text',
      about: 'When the data subject made the decision. Defaults to now.',
      format: 'date-time',
      pattern:
        '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
    },
    {
      name: 'collectionMethod',
      kind: 'text',
      values: ['web_form', 'mobile_app', 'sdk', 'api', 'paper', 'verbal', 'email_link', 'import'],
    },
    { name: 'givenBy', kind: 'object' },
    {
      name: 'givenBy.type',
      kind: 'text',
      values: ['subject', 'guardian', 'representative'],
      required: true,
    },
    {
      name: 'givenBy.id',
      kind: 'text',
      required: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 256,
    },
    { name: 'evidence', kind: 'object' },
    {
      name: 'evidence.ip',
      kind: 'text',
      format: 'ipv4',
      pattern:
        '^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\\.){3}(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])$',
    },
    {
      name: 'evidence.userAgent',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 512,
    },
    {
      name: 'evidence.url',
      kind: 'text',
      about: 'The page or screen on which the data subject decided.',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 2048,
    },
    {
      name: 'evidence.formId',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 128,
    },
    {
      name: 'evidence.statement',
      kind: 'text',
      about: 'The text that was shown to the data subject.',
      minLength: 1,
      maxLength: 2000,
    },
    { name: 'evidence.proofs', kind: 'json', list: true, maxItems: 5 },
  ],
};
