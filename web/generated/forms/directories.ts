// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.

import type { FormDescriptor } from '../../client/form-descriptor.ts';

/** The body of `directoriesCreate`. */
export const directoriesCreate: FormDescriptor = {
  operationId: 'directoriesCreate',
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
      name: 'organizationId',
      kind: 'text',
      about: 'If null, the directory applies to the whole tenant.',
      pattern: '^org_[0-7][0-9a-hjkmnp-tv-z]{25}$',
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
      name: 'deprovisioning',
      kind: 'text',
      values: ['suspend_membership', 'remove_membership', 'delete_user'],
      about:
        'What happens to the membership or the user when a user is removed from the directory.',
    },
    {
      name: 'onDelete',
      kind: 'text',
      values: ['keep_users', 'deactivate_users'],
      about: "What happens to the directory's users when the directory is deleted.",
    },
    {
      name: 'kind',
      kind: 'text',
      values: ['scim', 'ldap', 'workspace', 'cloud_directory', 'oidc', 'saml'],
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
    ['name', 'kind', 'config'],
    ['name', 'kind', 'config'],
  ],
};

/** The body of `directoriesUpdate`. */
export const directoriesUpdate: FormDescriptor = {
  operationId: 'directoriesUpdate',
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
    {
      name: 'deprovisioning',
      kind: 'text',
      values: ['suspend_membership', 'remove_membership', 'delete_user'],
      about:
        'What happens to the membership or the user when a user is removed from the directory.',
    },
    {
      name: 'onDelete',
      kind: 'text',
      values: ['keep_users', 'deactivate_users'],
      about: "What happens to the directory's users when the directory is deleted.",
    },
    { name: 'sync', kind: 'object' },
    { name: 'sync.enabled', kind: 'boolean' },
    { name: 'sync.intervalSeconds', kind: 'integer', minimum: 900, maximum: 86400 },
    { name: 'sync.groups', kind: 'boolean' },
    { name: 'sync.deactivateMissing', kind: 'boolean' },
    { name: 'status', kind: 'text', values: ['active', 'suspended'] },
  ],
};

/** The body of `directoryConnectorSetConnectorCredential`. */
export const directoryConnectorSetConnectorCredential: FormDescriptor = {
  operationId: 'directoryConnectorSetConnectorCredential',
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

/** The body of `directoryConnectorMintBearer`. */
export const directoryConnectorMintBearer: FormDescriptor = {
  operationId: 'directoryConnectorMintBearer',
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

/** The body of `directoryConnectorRotateBearer`. */
export const directoryConnectorRotateBearer: FormDescriptor = {
  operationId: 'directoryConnectorRotateBearer',
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

/** The body of `directoryGroupRoleMappingCreate`. */
export const directoryGroupRoleMappingCreate: FormDescriptor = {
  operationId: 'directoryGroupRoleMappingCreate',
  fields: [
    { name: 'groupId', kind: 'text', pattern: '^dgrp_[0-7][0-9a-hjkmnp-tv-z]{25}$' },
    {
      name: 'groupExternalId',
      kind: 'text',
      about: 'The group does not have to exist yet.',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 1024,
    },
    {
      name: 'groupDisplayName',
      kind: 'text',
      about: 'Not case-sensitive. The group does not have to exist yet.',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 256,
    },
    { name: 'role', kind: 'text', required: true, pattern: '^[a-z][a-z0-9_.:-]{0,99}$' },
  ],
};
