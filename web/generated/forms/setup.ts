// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.

import type { FormDescriptor } from '../../client/form-descriptor.ts';

/** The body of `setupLinkCreate`. */
export const setupLinkCreate: FormDescriptor = {
  operationId: 'setupLinkCreate',
  fields: [
    {
      name: 'recipient',
      kind: 'text',
      required: true,
      about: 'An RFC 5321 address. Stored as entered (in NFC) and compared in normalized form.',
      format: 'email',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 3,
      maxLength: 320,
    },
    {
      name: 'locale',
      kind: 'text',
      about: 'A BCP 47 language tag, such as de-CH.',
      pattern: '^(?:[A-Za-z]{2,3}|[A-Za-z]{5,8})(?:-[A-Za-z0-9]{1,8})*$',
      maxLength: 35,
    },
  ],
};

/** The body of `setupDomainCreate`. */
export const setupDomainCreate: FormDescriptor = {
  operationId: 'setupDomainCreate',
  fields: [
    {
      name: 'domain',
      kind: 'text',
      required: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 253,
    },
    {
      name: 'enrollment',
      kind: 'text',
      values: ['none', 'auto_join'],
      about:
        '`auto_join`: users with a verified address at the domain join the organization when they sign in.',
    },
  ],
};

/** The body of `setupConnectionCreate`. */
export const setupConnectionCreate: FormDescriptor = {
  operationId: 'setupConnectionCreate',
  fields: [
    {
      name: 'name',
      kind: 'text',
      required: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 200,
    },
    {
      name: 'provider',
      kind: 'text',
      values: ['okta', 'entra', 'google', 'jumpcloud', 'onelogin', 'keycloak', 'ping', 'generic'],
      about: 'Vendor of the directory product.',
    },
    {
      name: 'attributeMapping',
      kind: 'json',
      list: true,
      about:
        'Overrides the default mapping. If several rules have the same target, the last one applies.',
      maxItems: 100,
    },
    { name: 'kind', kind: 'text', values: ['oidc', 'saml'], required: true },
    { name: 'config', kind: 'object', required: true },
    {
      name: 'config.issuer',
      kind: 'text',
      format: 'uri',
      pattern: '^[Hh][Tt][Tt][Pp][Ss]:',
      maxLength: 2048,
    },
    {
      name: 'config.clientId',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 255,
    },
    {
      name: 'config.scopes',
      kind: 'text',
      list: true,
      pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,256}$',
      maxItems: 50,
    },
    {
      name: 'config.claimMapping',
      kind: 'text',
      map: true,
      about: 'Maps properties of the user to paths of claims.',
    },
    { name: 'config.requireVerifiedEmail', kind: 'boolean' },
    {
      name: 'config.metadataUrl',
      kind: 'text',
      format: 'uri',
      pattern: '^[Hh][Tt][Tt][Pp][Ss]:',
      maxLength: 2048,
    },
    { name: 'config.metadataXml', kind: 'text', minLength: 1 },
    {
      name: 'config.entityId',
      kind: 'text',
      about: 'The entity ID of the identity provider.',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 1024,
    },
    {
      name: 'config.nameIdFormat',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 255,
    },
    { name: 'config.signRequests', kind: 'boolean' },
    {
      name: 'config.allowSha1',
      kind: 'boolean',
      about:
        'Whether signatures and digests with SHA-1 are accepted. Attackers who can make collisions forge them; set it only for an identity provider that has no other algorithm.',
    },
  ],
  oneOf: [
    ['name', 'kind', 'config'],
    ['name', 'kind', 'config'],
  ],
};

/** The body of `setupConnectionReadMetadata`. */
export const setupConnectionReadMetadata: FormDescriptor = {
  operationId: 'setupConnectionReadMetadata',
  fields: [
    { name: 'protocol', kind: 'text', values: ['oidc', 'saml'], required: true },
    {
      name: 'issuer',
      kind: 'text',
      format: 'uri',
      pattern: '^[Hh][Tt][Tt][Pp][Ss]:',
      maxLength: 2048,
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
  ],
  oneOf: [['protocol', 'issuer'], ['protocol']],
};

/** The body of `setupConnectionUpdate`. */
export const setupConnectionUpdate: FormDescriptor = {
  operationId: 'setupConnectionUpdate',
  fields: [
    {
      name: 'name',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 200,
    },
    {
      name: 'provider',
      kind: 'text',
      values: ['okta', 'entra', 'google', 'jumpcloud', 'onelogin', 'keycloak', 'ping', 'generic'],
      about: 'Vendor of the directory product.',
    },
    {
      name: 'config',
      kind: 'json',
      map: true,
      about:
        "Merged into the current configuration. The result must be valid for the directory's kind.",
    },
    {
      name: 'attributeMapping',
      kind: 'json',
      list: true,
      about:
        'Overrides the default mapping. If several rules have the same target, the last one applies.',
      maxItems: 100,
    },
  ],
};

/** The body of `setupConnectionSetCredential`. */
export const setupConnectionSetCredential: FormDescriptor = {
  operationId: 'setupConnectionSetCredential',
  fields: [
    {
      name: 'type',
      kind: 'text',
      values: [
        'ldap_bind',
        'google_service_account',
        'client_secret',
        'client_certificate',
        'private_key_jwt',
        'saml_keys',
      ],
      required: true,
    },
    {
      name: 'bindDn',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 1024,
    },
    {
      name: 'password',
      kind: 'text',
      secret: true,
      about: 'Write-only.',
      minLength: 1,
      maxLength: 1024,
    },
    {
      name: 'caCertificatesPem',
      kind: 'text',
      about: 'Certificate authorities to trust for the server.',
      pattern: '-----BEGIN [A-Z0-9 ]+-----',
      maxLength: 32768,
    },
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
      about: 'The administrator to impersonate.',
      format: 'email',
      pattern:
        "^(?:[A-Za-z0-9_'+\\-]+\\.)*[A-Za-z0-9_'+\\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$",
      maxLength: 320,
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
      about: 'Write-only.',
      minLength: 1,
      maxLength: 4096,
    },
    {
      name: 'certificatePem',
      kind: 'text',
      pattern: '-----BEGIN [A-Z0-9 ]+-----',
      maxLength: 32768,
    },
    {
      name: 'privateKeyPem',
      kind: 'text',
      about: 'Unencrypted private key. Write-only.',
      pattern: '-----BEGIN [A-Z0-9 ]+-----',
      maxLength: 32768,
    },
    {
      name: 'kid',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 255,
    },
    {
      name: 'signingKeyPem',
      kind: 'text',
      about: 'Unencrypted private key. Write-only.',
      pattern: '-----BEGIN [A-Z0-9 ]+-----',
      maxLength: 32768,
    },
    {
      name: 'signingCertificatePem',
      kind: 'text',
      pattern: '-----BEGIN [A-Z0-9 ]+-----',
      maxLength: 32768,
    },
    {
      name: 'decryptionKeyPem',
      kind: 'text',
      about: 'Unencrypted private key. Write-only.',
      pattern: '-----BEGIN [A-Z0-9 ]+-----',
      maxLength: 32768,
    },
  ],
  oneOf: [
    ['type', 'bindDn', 'password'],
    ['type', 'serviceAccountKey', 'adminEmail'],
    ['type', 'clientId', 'clientSecret'],
    ['type', 'clientId', 'certificatePem', 'privateKeyPem'],
    ['type', 'clientId', 'privateKeyPem', 'kid'],
    ['type', 'signingKeyPem', 'signingCertificatePem'],
  ],
};

/** The body of `setupDirectoryCreate`. */
export const setupDirectoryCreate: FormDescriptor = {
  operationId: 'setupDirectoryCreate',
  fields: [
    {
      name: 'name',
      kind: 'text',
      required: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 200,
    },
    {
      name: 'provider',
      kind: 'text',
      values: ['okta', 'entra', 'google', 'jumpcloud', 'onelogin', 'keycloak', 'ping', 'generic'],
      about: 'Vendor of the directory product.',
    },
    {
      name: 'attributeMapping',
      kind: 'json',
      list: true,
      about:
        'Overrides the default mapping. If several rules have the same target, the last one applies.',
      maxItems: 100,
    },
    {
      name: 'kind',
      kind: 'text',
      values: ['scim', 'ldap', 'workspace', 'cloud_directory'],
      required: true,
    },
    { name: 'config', kind: 'object' },
    {
      name: 'config.urls',
      kind: 'text',
      list: true,
      about: 'Servers, tried in the given order.',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 2048,
      maxItems: 3,
    },
    { name: 'config.startTls', kind: 'boolean' },
    {
      name: 'config.baseDn',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 1024,
    },
    {
      name: 'config.userFilter',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 2048,
    },
    {
      name: 'config.groupBaseDn',
      kind: 'text',
      about: 'Default: `baseDn`.',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 1024,
    },
    {
      name: 'config.groupFilter',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 2048,
    },
    { name: 'config.vendor', kind: 'text', values: ['active_directory', 'openldap', 'other'] },
    {
      name: 'config.idAttribute',
      kind: 'text',
      about: 'Defaults to `objectGUID` for Active Directory and to `entryUUID` otherwise.',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 64,
    },
    { name: 'config.pageSize', kind: 'integer', minimum: 1, maximum: 1000 },
    {
      name: 'config.customerId',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 64,
    },
    {
      name: 'config.domain',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 253,
    },
    {
      name: 'config.orgUnitPath',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 1024,
    },
    { name: 'config.cloud', kind: 'text', pattern: '^[a-z][a-z0-9_]{0,62}$' },
    {
      name: 'config.tenantId',
      kind: 'text',
      pattern: '^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$',
    },
    { name: 'config.includeGuests', kind: 'boolean' },
    { name: 'sync', kind: 'object' },
    { name: 'sync.enabled', kind: 'boolean' },
    { name: 'sync.intervalSeconds', kind: 'integer', minimum: 900, maximum: 86400 },
    { name: 'sync.groups', kind: 'boolean' },
    {
      name: 'sync.deactivateMissing',
      kind: 'boolean',
      about:
        'Whether users that are missing from the source are removed from the directory. `false` leaves them unchanged.',
    },
  ],
  oneOf: [
    ['name', 'kind'],
    ['name', 'kind', 'config'],
    ['name', 'kind'],
    ['name', 'kind', 'config'],
  ],
};

/** The body of `setupDirectoryUpdate`. */
export const setupDirectoryUpdate: FormDescriptor = {
  operationId: 'setupDirectoryUpdate',
  fields: [
    {
      name: 'name',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 200,
    },
    {
      name: 'provider',
      kind: 'text',
      values: ['okta', 'entra', 'google', 'jumpcloud', 'onelogin', 'keycloak', 'ping', 'generic'],
      about: 'Vendor of the directory product.',
    },
    {
      name: 'config',
      kind: 'json',
      map: true,
      about:
        "Merged into the current configuration. The result must be valid for the directory's kind.",
    },
    {
      name: 'attributeMapping',
      kind: 'json',
      list: true,
      about:
        'Overrides the default mapping. If several rules have the same target, the last one applies.',
      maxItems: 100,
    },
    { name: 'sync', kind: 'object' },
    { name: 'sync.enabled', kind: 'boolean' },
    { name: 'sync.intervalSeconds', kind: 'integer', minimum: 900, maximum: 86400 },
    { name: 'sync.groups', kind: 'boolean' },
    { name: 'sync.deactivateMissing', kind: 'boolean' },
  ],
};

/** The body of `setupDirectorySetCredential`. */
export const setupDirectorySetCredential: FormDescriptor = {
  operationId: 'setupDirectorySetCredential',
  fields: [
    {
      name: 'type',
      kind: 'text',
      values: [
        'ldap_bind',
        'google_service_account',
        'client_secret',
        'client_certificate',
        'private_key_jwt',
        'saml_keys',
      ],
      required: true,
    },
    {
      name: 'bindDn',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 1024,
    },
    {
      name: 'password',
      kind: 'text',
      secret: true,
      about: 'Write-only.',
      minLength: 1,
      maxLength: 1024,
    },
    {
      name: 'caCertificatesPem',
      kind: 'text',
      about: 'Certificate authorities to trust for the server.',
      pattern: '-----BEGIN [A-Z0-9 ]+-----',
      maxLength: 32768,
    },
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
      about: 'The administrator to impersonate.',
      format: 'email',
      pattern:
        "^(?:[A-Za-z0-9_'+\\-]+\\.)*[A-Za-z0-9_'+\\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$",
      maxLength: 320,
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
      about: 'Write-only.',
      minLength: 1,
      maxLength: 4096,
    },
    {
      name: 'certificatePem',
      kind: 'text',
      pattern: '-----BEGIN [A-Z0-9 ]+-----',
      maxLength: 32768,
    },
    {
      name: 'privateKeyPem',
      kind: 'text',
      about: 'Unencrypted private key. Write-only.',
      pattern: '-----BEGIN [A-Z0-9 ]+-----',
      maxLength: 32768,
    },
    {
      name: 'kid',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 255,
    },
    {
      name: 'signingKeyPem',
      kind: 'text',
      about: 'Unencrypted private key. Write-only.',
      pattern: '-----BEGIN [A-Z0-9 ]+-----',
      maxLength: 32768,
    },
    {
      name: 'signingCertificatePem',
      kind: 'text',
      pattern: '-----BEGIN [A-Z0-9 ]+-----',
      maxLength: 32768,
    },
    {
      name: 'decryptionKeyPem',
      kind: 'text',
      about: 'Unencrypted private key. Write-only.',
      pattern: '-----BEGIN [A-Z0-9 ]+-----',
      maxLength: 32768,
    },
  ],
  oneOf: [
    ['type', 'bindDn', 'password'],
    ['type', 'serviceAccountKey', 'adminEmail'],
    ['type', 'clientId', 'clientSecret'],
    ['type', 'clientId', 'certificatePem', 'privateKeyPem'],
    ['type', 'clientId', 'privateKeyPem', 'kid'],
    ['type', 'signingKeyPem', 'signingCertificatePem'],
  ],
};

/** The body of `setupScimBearerCreate`. */
export const setupScimBearerCreate: FormDescriptor = {
  operationId: 'setupScimBearerCreate',
  fields: [
    {
      name: 'name',
      kind: 'text',
      about: 'Defaults to `bearer-1`, `bearer-2` and so on.',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 100,
    },
    {
      name: 'expiresAt',
      kind: 'text',
      format: 'date-time',
      pattern:
        '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
    },
    {
      name: 'expiresInSeconds',
      kind: 'integer',
      about: 'Defaults to 365 days, unless the operator has configured another value.',
      minimum: 900,
    },
    { name: 'readOnly', kind: 'boolean', about: 'Whether the bearer can only read.' },
    {
      name: 'overlapSeconds',
      kind: 'integer',
      about:
        'Only for rotation: how long the old bearer stays valid. Defaults to one day. 0 revokes it immediately.',
      minimum: 0,
      maximum: 604800,
    },
  ],
};

/** The body of `setupScimBearerRotate`. */
export const setupScimBearerRotate: FormDescriptor = {
  operationId: 'setupScimBearerRotate',
  fields: [
    {
      name: 'name',
      kind: 'text',
      about: 'Defaults to `bearer-1`, `bearer-2` and so on.',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 100,
    },
    {
      name: 'expiresAt',
      kind: 'text',
      format: 'date-time',
      pattern:
        '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
    },
    {
      name: 'expiresInSeconds',
      kind: 'integer',
      about: 'Defaults to 365 days, unless the operator has configured another value.',
      minimum: 900,
    },
    { name: 'readOnly', kind: 'boolean', about: 'Whether the bearer can only read.' },
    {
      name: 'overlapSeconds',
      kind: 'integer',
      about:
        'Only for rotation: how long the old bearer stays valid. Defaults to one day. 0 revokes it immediately.',
      minimum: 0,
      maximum: 604800,
    },
  ],
};

/** The body of `setupLogStreamCreate`. */
export const setupLogStreamCreate: FormDescriptor = {
  operationId: 'setupLogStreamCreate',
  fields: [
    {
      name: 'name',
      kind: 'text',
      required: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 64,
    },
    { name: 'format', kind: 'text', values: ['platform_json', 'ocsf', 'ecs', 'cef'] },
    { name: 'filter', kind: 'object' },
    {
      name: 'filter.channels',
      kind: 'text',
      values: ['audit', 'lifecycle'],
      list: true,
      maxItems: 2,
    },
    { name: 'filter.eventTypes', kind: 'text', list: true, maxLength: 128, maxItems: 100 },
    {
      name: 'filter.organizationIds',
      kind: 'text',
      list: true,
      about: 'Streams only events of these organizations. If null, events of all organizations.',
      pattern: '^org_[0-7][0-9a-hjkmnp-tv-z]{25}$',
      maxItems: 50,
    },
    {
      name: 'filter.outcomes',
      kind: 'text',
      values: ['success', 'failure', 'denied'],
      list: true,
      about:
        'Filters audit records by outcome. Other events have no outcome and are always included.',
      maxItems: 3,
    },
    { name: 'filter.minSeverity', kind: 'text', values: ['low', 'medium', 'high'] },
    { name: 'redaction', kind: 'object' },
    { name: 'redaction.mode', kind: 'text', values: ['none', 'mask', 'hash'], required: true },
    {
      name: 'redaction.fields',
      kind: 'text',
      list: true,
      about:
        "Names of properties to remove, at any depth. The event's own `id`, `type`, `occurredAt` and `schemaVersion` are always kept.",
      minLength: 1,
      maxLength: 64,
      maxItems: 50,
    },
    { name: 'batch', kind: 'object' },
    { name: 'batch.maxEvents', kind: 'integer', minimum: 1 },
    { name: 'batch.maxBytes', kind: 'integer', minimum: 16384 },
    { name: 'batch.maxSeconds', kind: 'integer', minimum: 1 },
    { name: 'tls', kind: 'object' },
    {
      name: 'tls.caPem',
      kind: 'text',
      about: 'Certificate authorities to trust in addition to the public ones.',
      pattern: '^\\s*-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\\s-]+',
      maxLength: 16384,
    },
    {
      name: 'tls.clientCertPem',
      kind: 'text',
      pattern: '^\\s*-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\\s-]+',
      maxLength: 16384,
    },
    {
      name: 'tls.clientKeyPem',
      kind: 'text',
      about: 'Write-only.',
      pattern: '^\\s*-----BEGIN (?:RSA |EC )?PRIVATE KEY-----[A-Za-z0-9+/=\\s-]+',
      maxLength: 16384,
    },
    { name: 'status', kind: 'text', values: ['active', 'paused'] },
    {
      name: 'kind',
      kind: 'text',
      values: ['splunk_hec', 'datadog', 'elastic', 'sentinel', 'http', 'syslog_tls', 's3'],
      required: true,
    },
    { name: 'config', kind: 'object', required: true },
    { name: 'config.url', kind: 'text', format: 'uri', minLength: 1, maxLength: 2048 },
    { name: 'config.index', kind: 'text', pattern: '^[\\x21-\\x7e]{1,128}$' },
    { name: 'config.source', kind: 'text', pattern: '^[\\x20-\\x7e]{1,256}$' },
    { name: 'config.sourcetype', kind: 'text', pattern: '^[\\x21-\\x7e]{1,128}$' },
    {
      name: 'config.acknowledge',
      kind: 'boolean',
      about:
        'Whether to wait until the indexer acknowledges a batch. Indexer acknowledgment must be enabled for the token.',
    },
    {
      name: 'config.site',
      kind: 'text',
      values: [
        'datadoghq.com',
        'us3.datadoghq.com',
        'us5.datadoghq.com',
        'datadoghq.eu',
        'ap1.datadoghq.com',
        'ap2.datadoghq.com',
        'ddog-gov.com',
      ],
    },
    { name: 'config.service', kind: 'text', pattern: '^[\\x21-\\x7e]{1,100}$' },
    {
      name: 'config.tags',
      kind: 'text',
      list: true,
      pattern: '^[\\x21-\\x7e]{1,200}$',
      maxItems: 20,
    },
    { name: 'config.dataStream', kind: 'text', pattern: '^[a-z0-9][a-z0-9._-]{0,99}$' },
    { name: 'config.endpoint', kind: 'text', format: 'uri', minLength: 1, maxLength: 2048 },
    { name: 'config.ruleId', kind: 'text', pattern: '^dcr-[A-Za-z0-9]{1,64}$' },
    { name: 'config.streamName', kind: 'text', pattern: '^[A-Za-z][A-Za-z0-9_-]{0,99}$' },
    {
      name: 'config.directoryTenantId',
      kind: 'text',
      format: 'uuid',
      pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
    },
    {
      name: 'config.clientId',
      kind: 'text',
      format: 'uuid',
      pattern: '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
    },
    {
      name: 'config.contentType',
      kind: 'text',
      values: ['ndjson', 'array'],
      about: 'One event per line, or one JSON array. CEF always uses one event per line.',
    },
    {
      name: 'config.headers',
      kind: 'text',
      map: true,
      about:
        'Headers to send with each request. Encrypted at rest. Responses contain only `headerNames`.',
    },
    { name: 'config.host', kind: 'text', minLength: 1, maxLength: 253 },
    { name: 'config.port', kind: 'integer', minimum: 1, maximum: 65535 },
    { name: 'config.facility', kind: 'integer', minimum: 0, maximum: 23 },
    { name: 'config.appName', kind: 'text', pattern: '^[\\x21-\\x7e]{1,48}$' },
    {
      name: 'config.hostname',
      kind: 'text',
      about: 'HOSTNAME field of the messages. Defaults to the host of the issuer.',
      pattern: '^[\\x21-\\x7e]{1,255}$',
    },
    { name: 'config.bucket', kind: 'text', pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$' },
    { name: 'config.region', kind: 'text', pattern: '^[a-z0-9-]{1,32}$' },
    {
      name: 'config.prefix',
      kind: 'text',
      pattern: '^(?!.*(?:^|\\/)\\.{1,2}(?:\\/|$))[A-Za-z0-9._=-]+(?:\\/[A-Za-z0-9._=-]+)*$',
      maxLength: 256,
    },
    { name: 'config.kmsKeyId', kind: 'text', pattern: '^[\\x21-\\x7e]{1,2048}$' },
    { name: 'credentials', kind: 'object' },
    { name: 'credentials.token', kind: 'text', secret: true, pattern: '^[\\x21-\\x7e]{1,256}$' },
    { name: 'credentials.apiKey', kind: 'text', secret: true, pattern: '^[\\x21-\\x7e]{1,128}$' },
    {
      name: 'credentials.clientSecret',
      kind: 'text',
      secret: true,
      pattern: '^[\\x20-\\x7e]{1,256}$',
    },
    { name: 'credentials.type', kind: 'text', values: ['none', 'bearer', 'basic', 'signature'] },
    { name: 'credentials.username', kind: 'text' },
    { name: 'credentials.password', kind: 'text', secret: true, pattern: '^[\\x20-\\x7e]{1,256}$' },
    {
      name: 'credentials.secret',
      kind: 'text',
      secret: true,
      pattern: '^whsec_[A-Za-z0-9+/]{32,88}={0,2}$',
    },
    { name: 'credentials.accessKeyId', kind: 'text', pattern: '^[\\x21-\\x7e]{1,128}$' },
    { name: 'credentials.secretAccessKey', kind: 'text', pattern: '^[\\x21-\\x7e]{1,256}$' },
    {
      name: 'startFrom',
      kind: 'text',
      about: 'Where to start: `now` (default), the `oldest` event that is kept, or a time.',
    },
  ],
  oneOf: [
    ['name', 'kind', 'config', 'credentials'],
    ['name', 'kind', 'config', 'credentials'],
    ['name', 'kind', 'config', 'credentials'],
    ['name', 'kind', 'config', 'credentials'],
    ['name', 'kind', 'config'],
    ['name', 'kind', 'config'],
    ['name', 'kind', 'config', 'credentials'],
  ],
};

/** The body of `setupLogStreamUpdate`. */
export const setupLogStreamUpdate: FormDescriptor = {
  operationId: 'setupLogStreamUpdate',
  fields: [
    {
      name: 'name',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 64,
    },
    {
      name: 'config',
      kind: 'json',
      map: true,
      about:
        'Merged into the current configuration. Null removes a property. `headers` are merged one by one.',
    },
    { name: 'credentials', kind: 'json', map: true, about: 'Replaces the complete filter.' },
    { name: 'format', kind: 'text', values: ['platform_json', 'ocsf', 'ecs', 'cef'] },
    { name: 'filter', kind: 'json', map: true, about: 'Merged.' },
    { name: 'redaction', kind: 'json', map: true, about: 'Merged.' },
    { name: 'batch', kind: 'object' },
    { name: 'batch.maxEvents', kind: 'integer', minimum: 1 },
    { name: 'batch.maxBytes', kind: 'integer', minimum: 16384 },
    { name: 'batch.maxSeconds', kind: 'integer', minimum: 1 },
    { name: 'tls', kind: 'object', nullable: true },
    {
      name: 'tls.caPem',
      kind: 'text',
      about: 'Certificate authorities to trust in addition to the public ones.',
      pattern: '^\\s*-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\\s-]+',
      maxLength: 16384,
    },
    {
      name: 'tls.clientCertPem',
      kind: 'text',
      pattern: '^\\s*-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\\s-]+',
      maxLength: 16384,
    },
    {
      name: 'tls.clientKeyPem',
      kind: 'text',
      about: 'Write-only.',
      pattern: '^\\s*-----BEGIN (?:RSA |EC )?PRIVATE KEY-----[A-Za-z0-9+/=\\s-]+',
      maxLength: 16384,
    },
    { name: 'status', kind: 'text', values: ['active', 'paused'] },
  ],
};
