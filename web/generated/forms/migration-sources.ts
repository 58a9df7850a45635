// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.

import type { FormDescriptor } from '../../client/form-descriptor.ts';

/** The body of `migrationSourcePut`. */
export const migrationSourcePut: FormDescriptor = {
  operationId: 'migrationSourcePut',
  fields: [
    {
      name: 'kind',
      kind: 'text',
      values: ['http', 'ldap', 'auth0', 'keycloak', 'ndjson'],
      required: true,
    },
    { name: 'connection', kind: 'object', required: true },
    {
      name: 'connection.listUrl',
      kind: 'text',
      about:
        'Called with GET and the query parameters `cursor` and `limit`. Returns `{ users, nextCursor, total? }`.',
      format: 'uri',
      pattern: '^[Hh][Tt][Tt][Pp][Ss]:',
      maxLength: 2048,
    },
    {
      name: 'connection.verifyUrl',
      kind: 'text',
      about: 'Called with POST and `{ identifier, password }`. Returns 200 with the user, or 401.',
      format: 'uri',
      pattern: '^[Hh][Tt][Tt][Pp][Ss]:',
      maxLength: 2048,
    },
    {
      name: 'connection.urls',
      kind: 'text',
      list: true,
      about: 'Servers, tried in the given order.',
      pattern: '^ldaps?:\\/\\/[^/?#@\\s]+\\/?$',
      maxLength: 512,
      maxItems: 3,
    },
    { name: 'connection.startTls', kind: 'boolean', about: 'Required with `ldap:` URLs.' },
    {
      name: 'connection.baseDn',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 1024,
    },
    {
      name: 'connection.userFilter',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 2048,
    },
    {
      name: 'connection.loginAttributes',
      kind: 'text',
      list: true,
      about: 'Attributes that users sign in with. Used for lazy migration.',
      pattern: '^[A-Za-z][A-Za-z0-9;-]{0,63}$',
      maxItems: 5,
    },
    { name: 'connection.idAttribute', kind: 'text', pattern: '^[A-Za-z][A-Za-z0-9-]{0,63}$' },
    { name: 'connection.pageSize', kind: 'integer', minimum: 1, maximum: 1000 },
    { name: 'connection.users', kind: 'object', about: 'File with the NDJSON export of users.' },
    {
      name: 'connection.users.uploadId',
      kind: 'text',
      pattern: '^upl_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    {
      name: 'connection.users.url',
      kind: 'text',
      format: 'uri',
      pattern: '^[Hh][Tt][Tt][Pp][Ss]:',
      maxLength: 2048,
    },
    {
      name: 'connection.passwords',
      kind: 'object',
      about: 'File with the NDJSON export of password hashes.',
    },
    {
      name: 'connection.passwords.uploadId',
      kind: 'text',
      pattern: '^upl_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    {
      name: 'connection.passwords.url',
      kind: 'text',
      format: 'uri',
      pattern: '^[Hh][Tt][Tt][Pp][Ss]:',
      maxLength: 2048,
    },
    {
      name: 'connection.files',
      kind: 'json',
      list: true,
      about: 'Files with the export of the realm and its users.',
      maxItems: 50,
    },
    { name: 'connection.file', kind: 'object' },
    {
      name: 'connection.file.uploadId',
      kind: 'text',
      pattern: '^upl_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    {
      name: 'connection.file.url',
      kind: 'text',
      format: 'uri',
      pattern: '^[Hh][Tt][Tt][Pp][Ss]:',
      maxLength: 2048,
    },
    { name: 'credential', kind: 'object' },
    {
      name: 'credential.type',
      kind: 'text',
      values: ['bearer', 'hmac_secret', 'ldap_bind'],
      required: true,
    },
    {
      name: 'credential.token',
      kind: 'text',
      secret: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 4096,
    },
    {
      name: 'credential.secret',
      kind: 'text',
      secret: true,
      pattern: '^whsec_[A-Za-z0-9+/]{32,88}={0,2}$',
    },
    {
      name: 'credential.bindDn',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 1024,
    },
    {
      name: 'credential.password',
      kind: 'text',
      secret: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 4096,
    },
    { name: 'credential.caCertificatesPem', kind: 'text', maxLength: 65536 },
    {
      name: 'mapping',
      kind: 'json',
      list: true,
      about: 'If empty, the default mapping of the kind is used.',
      maxItems: 100,
    },
    { name: 'options', kind: 'object' },
    {
      name: 'options.mode',
      kind: 'text',
      values: ['eager', 'lazy', 'both'],
      about:
        '`eager`: import jobs migrate the users. `lazy`: each user is migrated at their first sign-in.',
    },
    {
      name: 'options.matchBy',
      kind: 'text',
      values: ['external_id', 'email'],
      about: 'The property that identifies existing users.',
    },
    {
      name: 'options.onExisting',
      kind: 'text',
      values: ['skip', 'update', 'fail'],
      about: 'How to handle records of users that already exist.',
    },
    {
      name: 'options.organizationId',
      kind: 'text',
      about: 'Every imported user becomes a member of this organization.',
      pattern: '^org_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    {
      name: 'options.roles',
      kind: 'text',
      list: true,
      pattern: '^[a-z][a-z0-9_.:-]{0,99}$',
      maxItems: 50,
    },
    {
      name: 'options.trustEmailVerified',
      kind: 'boolean',
      about:
        'Whether e-mail addresses and phone numbers that the source reports as verified are treated as verified.',
    },
    { name: 'options.passwords', kind: 'text', values: ['import', 'ignore'] },
    {
      name: 'options.allowWeakHashes',
      kind: 'boolean',
      about:
        'Whether to accept md5, sha1 and salted SHA hashes. They are replaced when their users sign in.',
    },
    {
      name: 'options.identityIssuers',
      kind: 'json',
      about:
        "Issuers of federated identities by the source's name for the provider, as users' identities show them: `https://idp.example.com#dir_…` for a directory of the tenant. The social connectors need none.",
    },
    {
      name: 'options.batchSize',
      kind: 'integer',
      about: 'Number of records per transaction. The default is set by the operator.',
      minimum: 50,
      maximum: 1000,
    },
  ],
  oneOf: [
    ['kind', 'connection'],
    ['kind', 'connection'],
    ['kind', 'connection'],
    ['kind', 'connection'],
    ['kind', 'connection'],
  ],
};

/** The body of `migrationUploadCreate`. */
export const migrationUploadCreate: FormDescriptor = {
  operationId: 'migrationUploadCreate',
  fields: [
    {
      name: 'fileName',
      kind: 'text',
      required: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 255,
    },
    { name: 'sizeBytes', kind: 'integer', required: true, minimum: 1 },
    { name: 'sha256', kind: 'text', required: true, pattern: '^[0-9a-f]{64}$' },
  ],
};
