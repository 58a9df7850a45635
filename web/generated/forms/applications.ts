// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.

import type { FormDescriptor } from '../../client/form-descriptor.ts';

/** The body of `applicationCreate`. */
export const applicationCreate: FormDescriptor = {
  operationId: 'applicationCreate',
  fields: [
    {
      name: 'clientId',
      kind: 'text',
      about: 'Defaults to a generated id of the form `app_…`.',
      pattern: '^[A-Za-z0-9][A-Za-z0-9._~-]{2,127}$',
    },
    {
      name: 'name',
      kind: 'text',
      required: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 120,
    },
    {
      name: 'type',
      kind: 'text',
      values: ['web', 'spa', 'native', 'm2m', 'device'],
      required: true,
    },
    { name: 'enabled', kind: 'boolean' },
    {
      name: 'description',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 500,
    },
    {
      name: 'logoUri',
      kind: 'text',
      nullable: true,
      format: 'uri',
      pattern: '^[Hh][Tt][Tt][Pp][Ss]:',
      maxLength: 2048,
    },
    {
      name: 'tosUri',
      kind: 'text',
      nullable: true,
      format: 'uri',
      pattern: '^[Hh][Tt][Tt][Pp][Ss]:',
      maxLength: 2048,
    },
    {
      name: 'policyUri',
      kind: 'text',
      nullable: true,
      format: 'uri',
      pattern: '^[Hh][Tt][Tt][Pp][Ss]:',
      maxLength: 2048,
    },
    {
      name: 'grantTypes',
      kind: 'text',
      values: [
        'authorization_code',
        'refresh_token',
        'client_credentials',
        'urn:ietf:params:oauth:grant-type:device_code',
        'urn:ietf:params:oauth:grant-type:token-exchange',
      ],
      list: true,
      nullable: true,
      about:
        'A subset of the values that the application type allows. Defaults to the usual values for the type.',
      maxItems: 5,
    },
    {
      name: 'redirectUris',
      kind: 'text',
      list: true,
      nullable: true,
      about:
        'Compared exactly. Must use https, or http for a loopback host. Native applications can also use a private-use scheme that contains a dot (RFC 8252).',
      format: 'uri',
      pattern: '^[A-Za-z][A-Za-z0-9+.-]*:[!-"$-)+-~]+$',
      minLength: 1,
      maxLength: 2048,
      maxItems: 50,
    },
    {
      name: 'postLogoutRedirectUris',
      kind: 'text',
      list: true,
      nullable: true,
      about: 'The same rules apply as for `redirectUris`.',
      format: 'uri',
      pattern: '^[A-Za-z][A-Za-z0-9+.-]*:[!-"$-)+-~]+$',
      minLength: 1,
      maxLength: 2048,
      maxItems: 50,
    },
    {
      name: 'tokenEndpointAuthMethod',
      kind: 'text',
      values: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
      nullable: true,
    },
    { name: 'jwks', kind: 'object', nullable: true },
    { name: 'jwks.keys', kind: 'json', list: true, required: true, maxItems: 10 },
    {
      name: 'jwksUri',
      kind: 'text',
      nullable: true,
      format: 'uri',
      pattern: '^[Hh][Tt][Tt][Pp][Ss]:',
      maxLength: 2048,
    },
    {
      name: 'allowedScopes',
      kind: 'text',
      list: true,
      nullable: true,
      about:
        "The caller's token must have every `tenant:` scope in the list. Defaults to openid, profile, email and offline_access; for m2m, to none.",
      pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$',
      maxLength: 256,
      maxItems: 200,
    },
    { name: 'accessTokenTtlSeconds', kind: 'integer', nullable: true, minimum: 60, maximum: 3600 },
    {
      name: 'refreshTokenIdleTtlSeconds',
      kind: 'integer',
      nullable: true,
      minimum: 3600,
      maximum: 7776000,
    },
    {
      name: 'allowedOrigins',
      kind: 'text',
      list: true,
      nullable: true,
      about: 'Origins from which browsers may call.',
      format: 'uri',
      pattern: '^https?://[^/?#*]+$',
      minLength: 1,
      maxLength: 300,
      maxItems: 20,
    },
    {
      name: 'requirePkce',
      kind: 'boolean',
      nullable: true,
      about:
        'Whether authorization requests require PKCE (RFC 7636). Only confidential clients can set it to false; they must then send a `nonce`, unless `requireNonce` is false.',
    },
    {
      name: 'requireNonce',
      kind: 'boolean',
      nullable: true,
      about:
        'Whether authorization requests without PKCE require a `nonce`. Only confidential clients can set it to false. Has no effect if `requirePkce` is true.',
    },
    { name: 'requirePar', kind: 'boolean', nullable: true },
    { name: 'idTokenSignedResponseAlg', kind: 'text', values: ['RS256', 'ES256'], nullable: true },
    {
      name: 'backchannelLogoutUri',
      kind: 'text',
      nullable: true,
      format: 'uri',
      pattern: '^[Hh][Tt][Tt][Pp][Ss]:',
      maxLength: 2048,
    },
    {
      name: 'firstParty',
      kind: 'boolean',
      nullable: true,
      about: 'If false, users are asked for consent.',
    },
    { name: 'metadata', kind: 'text', map: true, nullable: true },
  ],
};

/** The body of `applicationUpdate`. */
export const applicationUpdate: FormDescriptor = {
  operationId: 'applicationUpdate',
  fields: [
    { name: 'clientId', kind: 'text', about: 'Fixed.' },
    {
      name: 'type',
      kind: 'text',
      values: ['web', 'spa', 'native', 'm2m', 'device'],
      about: 'Fixed.',
    },
    {
      name: 'name',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 120,
    },
    { name: 'enabled', kind: 'boolean' },
    {
      name: 'description',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 500,
    },
    {
      name: 'logoUri',
      kind: 'text',
      nullable: true,
      format: 'uri',
      pattern: '^[Hh][Tt][Tt][Pp][Ss]:',
      maxLength: 2048,
    },
    {
      name: 'tosUri',
      kind: 'text',
      nullable: true,
      format: 'uri',
      pattern: '^[Hh][Tt][Tt][Pp][Ss]:',
      maxLength: 2048,
    },
    {
      name: 'policyUri',
      kind: 'text',
      nullable: true,
      format: 'uri',
      pattern: '^[Hh][Tt][Tt][Pp][Ss]:',
      maxLength: 2048,
    },
    {
      name: 'grantTypes',
      kind: 'text',
      values: [
        'authorization_code',
        'refresh_token',
        'client_credentials',
        'urn:ietf:params:oauth:grant-type:device_code',
        'urn:ietf:params:oauth:grant-type:token-exchange',
      ],
      list: true,
      nullable: true,
      about:
        'A subset of the values that the application type allows. Defaults to the usual values for the type.',
      maxItems: 5,
    },
    {
      name: 'redirectUris',
      kind: 'text',
      list: true,
      nullable: true,
      about:
        'Compared exactly. Must use https, or http for a loopback host. Native applications can also use a private-use scheme that contains a dot (RFC 8252).',
      format: 'uri',
      pattern: '^[A-Za-z][A-Za-z0-9+.-]*:[!-"$-)+-~]+$',
      minLength: 1,
      maxLength: 2048,
      maxItems: 50,
    },
    {
      name: 'postLogoutRedirectUris',
      kind: 'text',
      list: true,
      nullable: true,
      about: 'The same rules apply as for `redirectUris`.',
      format: 'uri',
      pattern: '^[A-Za-z][A-Za-z0-9+.-]*:[!-"$-)+-~]+$',
      minLength: 1,
      maxLength: 2048,
      maxItems: 50,
    },
    {
      name: 'tokenEndpointAuthMethod',
      kind: 'text',
      values: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
      nullable: true,
    },
    { name: 'jwks', kind: 'object', nullable: true },
    { name: 'jwks.keys', kind: 'json', list: true, required: true, maxItems: 10 },
    {
      name: 'jwksUri',
      kind: 'text',
      nullable: true,
      format: 'uri',
      pattern: '^[Hh][Tt][Tt][Pp][Ss]:',
      maxLength: 2048,
    },
    {
      name: 'allowedScopes',
      kind: 'text',
      list: true,
      nullable: true,
      about:
        "The caller's token must have every `tenant:` scope in the list. Defaults to openid, profile, email and offline_access; for m2m, to none.",
      pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$',
      maxLength: 256,
      maxItems: 200,
    },
    { name: 'accessTokenTtlSeconds', kind: 'integer', nullable: true, minimum: 60, maximum: 3600 },
    {
      name: 'refreshTokenIdleTtlSeconds',
      kind: 'integer',
      nullable: true,
      minimum: 3600,
      maximum: 7776000,
    },
    {
      name: 'allowedOrigins',
      kind: 'text',
      list: true,
      nullable: true,
      about: 'Origins from which browsers may call.',
      format: 'uri',
      pattern: '^https?://[^/?#*]+$',
      minLength: 1,
      maxLength: 300,
      maxItems: 20,
    },
    {
      name: 'requirePkce',
      kind: 'boolean',
      nullable: true,
      about:
        'Whether authorization requests require PKCE (RFC 7636). Only confidential clients can set it to false; they must then send a `nonce`, unless `requireNonce` is false.',
    },
    {
      name: 'requireNonce',
      kind: 'boolean',
      nullable: true,
      about:
        'Whether authorization requests without PKCE require a `nonce`. Only confidential clients can set it to false. Has no effect if `requirePkce` is true.',
    },
    { name: 'requirePar', kind: 'boolean', nullable: true },
    { name: 'idTokenSignedResponseAlg', kind: 'text', values: ['RS256', 'ES256'], nullable: true },
    {
      name: 'backchannelLogoutUri',
      kind: 'text',
      nullable: true,
      format: 'uri',
      pattern: '^[Hh][Tt][Tt][Pp][Ss]:',
      maxLength: 2048,
    },
    {
      name: 'firstParty',
      kind: 'boolean',
      nullable: true,
      about: 'If false, users are asked for consent.',
    },
    { name: 'metadata', kind: 'text', map: true, nullable: true },
  ],
};

/** The body of `applicationSecretCreate`. */
export const applicationSecretCreate: FormDescriptor = {
  operationId: 'applicationSecretCreate',
  fields: [
    {
      name: 'expiresPreviousInSeconds',
      kind: 'integer',
      about: 'How long the previous secret stays valid.',
      minimum: 0,
      maximum: 2592000,
    },
  ],
};

/** The body of `tokenClaimsEnable`. */
export const tokenClaimsEnable: FormDescriptor = {
  operationId: 'tokenClaimsEnable',
  fields: [
    {
      name: 'claims',
      kind: 'text',
      values: ['roles', 'permissions', 'entitlements', 'elevated_scopes', 'custom'],
      list: true,
      about:
        "`elevated_scopes` also adds `elevated_until`; `custom` adds the claims of the tenant's claim schemas.",
      maxItems: 5,
    },
    {
      name: 'tokenTypes',
      kind: 'text',
      values: ['access_token', 'id_token'],
      list: true,
      maxItems: 2,
    },
    {
      name: 'failureMode',
      kind: 'text',
      values: ['omit', 'deny'],
      about:
        'What happens if claims are not available: `omit` issues the token without them, `deny` issues no token.',
    },
    { name: 'timeoutMilliseconds', kind: 'integer', minimum: 100, maximum: 5000 },
  ],
};

/** The body of `legalDocumentsCreate`. */
export const legalDocumentsCreate: FormDescriptor = {
  operationId: 'legalDocumentsCreate',
  fields: [
    {
      name: 'title',
      kind: 'text',
      required: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 200,
    },
    {
      name: 'locale',
      kind: 'text',
      required: true,
      about: 'A BCP 47 language tag, such as de-CH.',
      pattern: '^(?:[A-Za-z]{2,3}|[A-Za-z]{5,8})(?:-[A-Za-z0-9]{1,8})*$',
      maxLength: 35,
    },
    {
      name: 'content',
      kind: 'text',
      about: 'CommonMark. It is stored unchanged, so escape raw HTML where you display it.',
      minLength: 1,
    },
    {
      name: 'contentUrl',
      kind: 'text',
      about: 'URL where the text is published. The platform never fetches it.',
      format: 'uri',
      pattern: '^[Hh][Tt][Tt][Pp][Ss]:',
      maxLength: 2048,
    },
    {
      name: 'sha256',
      kind: 'text',
      about: 'SHA-256 digest of the text, encoded in UTF-8.',
      pattern: '^[0-9a-f]{64}$',
    },
    {
      name: 'version',
      kind: 'integer',
      about: 'Defaults to the next version.',
      minimum: 1,
      maximum: 2147483647,
    },
    {
      name: 'versionLabel',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 32,
    },
    { name: 'changeSummary', kind: 'text', minLength: 1, maxLength: 2000 },
    {
      name: 'requiresReconsent',
      kind: 'boolean',
      about: 'Whether data subjects who agreed to an earlier version must agree again.',
    },
    {
      name: 'effectiveAt',
      kind: 'text',
      about:
        'When the document takes effect. Defaults to, and cannot be earlier than, its activation.',
      format: 'date-time',
      pattern:
        '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
    },
    {
      name: 'purposeKeys',
      kind: 'text',
      list: true,
      about:
        'The purposes that data subjects agree to by accepting the document. Defaults to its type, if that can be a purpose.',
      pattern: '^[a-z][a-z0-9._-]{0,63}$',
      maxItems: 20,
    },
  ],
  oneOf: [['content'], ['contentUrl', 'sha256']],
};
