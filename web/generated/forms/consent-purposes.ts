// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.

import type { FormDescriptor } from '../../client/form-descriptor.ts';

/** The body of `consentPurposePut`. */
export const consentPurposePut: FormDescriptor = {
  operationId: 'consentPurposePut',
  fields: [
    {
      name: 'name',
      kind: 'text',
      required: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 200,
    },
    { name: 'description', kind: 'text', nullable: true, minLength: 0, maxLength: 2000 },
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
    },
    {
      name: 'purposeType',
      kind: 'text',
      nullable: true,
      about: 'A purpose term from the Data Privacy Vocabulary (DPV).',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 128,
    },
    { name: 'personalDataCategories', kind: 'json', list: true, maxItems: 50 },
    {
      name: 'processingMethods',
      kind: 'text',
      list: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 200,
      maxItems: 20,
    },
    { name: 'storageLocations', kind: 'text', list: true, pattern: '^[A-Z]{2}$', maxItems: 30 },
    { name: 'processingLocations', kind: 'text', list: true, pattern: '^[A-Z]{2}$', maxItems: 30 },
    {
      name: 'retention',
      kind: 'text',
      nullable: true,
      about: 'An ISO 8601 duration, or a description in words.',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 200,
    },
    { name: 'recipients', kind: 'json', list: true, maxItems: 30 },
    {
      name: 'services',
      kind: 'text',
      list: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 200,
      maxItems: 20,
    },
    {
      name: 'withdrawalMethod',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 500,
    },
    { name: 'jurisdiction', kind: 'text', nullable: true, pattern: '^[A-Z]{2}(-[A-Z0-9]{1,3})?$' },
    {
      name: 'validitySeconds',
      kind: 'integer',
      nullable: true,
      about: 'How long a consent is valid. If null, it is valid until it is withdrawn.',
      minimum: 3600,
      maximum: 315360000,
    },
    { name: 'translations', kind: 'json', map: true },
    {
      name: 'requiresReconsent',
      kind: 'boolean',
      about: 'Data subjects who agreed to an earlier version must agree again.',
    },
    {
      name: 'effectiveAt',
      kind: 'text',
      about:
        'When the new version takes effect; consents to earlier versions no longer pass checks from then on. Defaults to now.',
      format: 'date-time',
      pattern:
        '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
    },
  ],
};
