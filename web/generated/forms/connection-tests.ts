// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.

import type { FormDescriptor } from '../../client/form-descriptor.ts';

/** The body of `workspaceConnectionTesterTest`. */
export const workspaceConnectionTesterTest: FormDescriptor = {
  operationId: 'workspaceConnectionTesterTest',
  fields: [
    {
      name: 'serviceAccountKey',
      kind: 'object',
      open: true,
      about: 'The JSON key file, as downloaded from Google. Write-only.',
    },
    { name: 'serviceAccountKey.type', kind: 'text', values: ['service_account'], required: true },
    {
      name: 'serviceAccountKey.client_email',
      kind: 'text',
      required: true,
      format: 'email',
      pattern:
        "^(?:[A-Za-z0-9_'+\\-]+\\.)*[A-Za-z0-9_'+\\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$",
      maxLength: 320,
    },
    {
      name: 'serviceAccountKey.private_key',
      kind: 'text',
      required: true,
      minLength: 1,
      maxLength: 32768,
    },
    { name: 'serviceAccountKey.private_key_id', kind: 'text', maxLength: 255 },
    {
      name: 'adminEmail',
      kind: 'text',
      format: 'email',
      pattern:
        "^(?:[A-Za-z0-9_'+\\-]+\\.)*[A-Za-z0-9_'+\\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$",
      maxLength: 320,
    },
    {
      name: 'customerId',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 64,
    },
    {
      name: 'domain',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 253,
    },
    {
      name: 'directoryId',
      kind: 'text',
      about: 'Tests with the configuration and the stored credential of this directory.',
      pattern: '^dir_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    {
      name: 'sampleSize',
      kind: 'integer',
      about: 'How many users to show.',
      minimum: 0,
      maximum: 10,
    },
  ],
};

/** The body of `cloudDirectoryConnectionTesterTest`. */
export const cloudDirectoryConnectionTesterTest: FormDescriptor = {
  operationId: 'cloudDirectoryConnectionTesterTest',
  fields: [
    { name: 'cloud', kind: 'text', pattern: '^[a-z][a-z0-9_]{0,62}$' },
    {
      name: 'tenantId',
      kind: 'text',
      pattern: '^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$',
    },
    {
      name: 'clientId',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 255,
    },
    {
      name: 'clientSecret',
      kind: 'text',
      secret: true,
      about: 'Used for the test, not kept.',
      minLength: 1,
      maxLength: 4096,
    },
    { name: 'certificatePem', kind: 'text', maxLength: 32768 },
    {
      name: 'privateKeyPem',
      kind: 'text',
      about: 'Used for the test, not kept.',
      maxLength: 32768,
    },
    {
      name: 'directoryId',
      kind: 'text',
      about: 'Tests with the configuration and the stored credential of this directory.',
      pattern: '^dir_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    {
      name: 'sampleSize',
      kind: 'integer',
      about: 'How many users to show.',
      minimum: 0,
      maximum: 10,
    },
  ],
};

/** The body of `idpConnectionTesterTest`. */
export const idpConnectionTesterTest: FormDescriptor = {
  operationId: 'idpConnectionTesterTest',
  fields: [
    { name: 'protocol', kind: 'text', values: ['oidc', 'saml'] },
    {
      name: 'issuer',
      kind: 'text',
      format: 'uri',
      pattern: '^[Hh][Tt][Tt][Pp][Ss]:',
      maxLength: 2048,
    },
    {
      name: 'clientId',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 255,
    },
    {
      name: 'clientSecret',
      kind: 'text',
      secret: true,
      about: 'Used for the test, not kept.',
      minLength: 1,
      maxLength: 4096,
    },
    {
      name: 'metadataUrl',
      kind: 'text',
      format: 'uri',
      pattern: '^[Hh][Tt][Tt][Pp][Ss]:',
      maxLength: 2048,
    },
    { name: 'metadataXml', kind: 'text', minLength: 1 },
    {
      name: 'entityId',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 1024,
    },
    { name: 'directoryId', kind: 'text', pattern: '^dir_[0-7][0-9a-hjkmnp-tv-z]{25}$' },
  ],
};
