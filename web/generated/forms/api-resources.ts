// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.

import type { FormDescriptor } from '../../client/form-descriptor.ts';

/** The body of `apiResourceCreate`. */
export const apiResourceCreate: FormDescriptor = {
  operationId: 'apiResourceCreate',
  fields: [
    {
      name: 'identifier',
      kind: 'text',
      required: true,
      about:
        'The `resource` of requests (RFC 8707) and the `aud` of tokens: an https URL, an http URL of a loopback host, or a `urn:` or `api:` URI. Cannot be changed.',
      minLength: 1,
      maxLength: 255,
    },
    {
      name: 'name',
      kind: 'text',
      required: true,
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
      name: 'documentationUri',
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
      name: 'tokenFormat',
      kind: 'text',
      values: ['jwt', 'opaque'],
      nullable: true,
      about:
        'Format of access tokens. Defaults to `jwt`. An API with `opaque` tokens introspects them.',
    },
    {
      name: 'signingAlg',
      kind: 'text',
      values: ['ES256', 'RS256', 'PS256', 'EdDSA'],
      nullable: true,
      about: 'Algorithm of access tokens. Defaults to `ES256`.',
    },
    {
      name: 'accessTokenTtlSeconds',
      kind: 'integer',
      nullable: true,
      about: 'Maximum lifetime of access tokens. Defaults to 600. Applications can set less.',
      minimum: 60,
      maximum: 3600,
    },
    {
      name: 'clientAccess',
      kind: 'text',
      values: ['listed', 'first_party', 'all'],
      nullable: true,
      about:
        'Which applications get tokens: those added to the API, first-party applications as well, or all. With `all`, applications of third parties that were not added get tokens of users only. Defaults to `listed`.',
    },
    {
      name: 'userAccess',
      kind: 'text',
      values: ['any', 'permission'],
      nullable: true,
      about:
        'With `permission`, users get a scope only if a role grants the permission of the scope. Defaults to `any`.',
    },
    {
      name: 'defaultScopes',
      kind: 'text',
      list: true,
      nullable: true,
      about: 'Scopes for requests that name none of the API.',
      pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$',
      maxLength: 128,
      maxItems: 200,
    },
    {
      name: 'claims',
      kind: 'text',
      values: ['roles', 'permissions', 'entitlements', 'custom'],
      list: true,
      nullable: true,
      about:
        'Further claims of access tokens. `permissions` contains those of this API. `custom` adds the claims of the application’s claims webhook.',
      maxItems: 4,
    },
    {
      name: 'organization',
      kind: 'text',
      values: ['optional', 'none', 'required'],
      nullable: true,
      about:
        'Whether tokens contain the organization that the user signed in to (`org_id`). With `required`, requests without one return `access_denied`. Defaults to `optional`.',
    },
    {
      name: 'senderConstraint',
      kind: 'text',
      values: ['none', 'any', 'dpop', 'mtls'],
      nullable: true,
      about:
        'Whether tokens must be bound to a key of the client. Requests for a token that would not be bound return `invalid_grant`. Defaults to `none`.',
    },
    {
      name: 'offlineAccess',
      kind: 'boolean',
      nullable: true,
      about: 'Whether refresh tokens can be exchanged for tokens of this API. Defaults to true.',
    },
    {
      name: 'userinfoAudience',
      kind: 'boolean',
      nullable: true,
      about:
        'Whether tokens with the scope `openid` can also be used at the UserInfo endpoint. Defaults to false.',
    },
    {
      name: 'introspectionClients',
      kind: 'text',
      list: true,
      nullable: true,
      about: 'Applications that can introspect tokens of the API, such as its resource server.',
      minLength: 1,
      maxLength: 128,
      maxItems: 20,
    },
    {
      name: 'publish',
      kind: 'boolean',
      nullable: true,
      about: 'Whether the metadata of the API (RFC 9728) is public. Defaults to false.',
    },
    { name: 'metadata', kind: 'text', map: true, nullable: true },
  ],
};

/** The body of `apiResourceUpdate`. */
export const apiResourceUpdate: FormDescriptor = {
  operationId: 'apiResourceUpdate',
  fields: [
    { name: 'identifier', kind: 'text', about: 'Fixed.' },
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
      name: 'documentationUri',
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
      name: 'tokenFormat',
      kind: 'text',
      values: ['jwt', 'opaque'],
      nullable: true,
      about:
        'Format of access tokens. Defaults to `jwt`. An API with `opaque` tokens introspects them.',
    },
    {
      name: 'signingAlg',
      kind: 'text',
      values: ['ES256', 'RS256', 'PS256', 'EdDSA'],
      nullable: true,
      about: 'Algorithm of access tokens. Defaults to `ES256`.',
    },
    {
      name: 'accessTokenTtlSeconds',
      kind: 'integer',
      nullable: true,
      about: 'Maximum lifetime of access tokens. Defaults to 600. Applications can set less.',
      minimum: 60,
      maximum: 3600,
    },
    {
      name: 'clientAccess',
      kind: 'text',
      values: ['listed', 'first_party', 'all'],
      nullable: true,
      about:
        'Which applications get tokens: those added to the API, first-party applications as well, or all. With `all`, applications of third parties that were not added get tokens of users only. Defaults to `listed`.',
    },
    {
      name: 'userAccess',
      kind: 'text',
      values: ['any', 'permission'],
      nullable: true,
      about:
        'With `permission`, users get a scope only if a role grants the permission of the scope. Defaults to `any`.',
    },
    {
      name: 'defaultScopes',
      kind: 'text',
      list: true,
      nullable: true,
      about: 'Scopes for requests that name none of the API.',
      pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$',
      maxLength: 128,
      maxItems: 200,
    },
    {
      name: 'claims',
      kind: 'text',
      values: ['roles', 'permissions', 'entitlements', 'custom'],
      list: true,
      nullable: true,
      about:
        'Further claims of access tokens. `permissions` contains those of this API. `custom` adds the claims of the application’s claims webhook.',
      maxItems: 4,
    },
    {
      name: 'organization',
      kind: 'text',
      values: ['optional', 'none', 'required'],
      nullable: true,
      about:
        'Whether tokens contain the organization that the user signed in to (`org_id`). With `required`, requests without one return `access_denied`. Defaults to `optional`.',
    },
    {
      name: 'senderConstraint',
      kind: 'text',
      values: ['none', 'any', 'dpop', 'mtls'],
      nullable: true,
      about:
        'Whether tokens must be bound to a key of the client. Requests for a token that would not be bound return `invalid_grant`. Defaults to `none`.',
    },
    {
      name: 'offlineAccess',
      kind: 'boolean',
      nullable: true,
      about: 'Whether refresh tokens can be exchanged for tokens of this API. Defaults to true.',
    },
    {
      name: 'userinfoAudience',
      kind: 'boolean',
      nullable: true,
      about:
        'Whether tokens with the scope `openid` can also be used at the UserInfo endpoint. Defaults to false.',
    },
    {
      name: 'introspectionClients',
      kind: 'text',
      list: true,
      nullable: true,
      about: 'Applications that can introspect tokens of the API, such as its resource server.',
      minLength: 1,
      maxLength: 128,
      maxItems: 20,
    },
    {
      name: 'publish',
      kind: 'boolean',
      nullable: true,
      about: 'Whether the metadata of the API (RFC 9728) is public. Defaults to false.',
    },
    { name: 'metadata', kind: 'text', map: true, nullable: true },
  ],
};

/** The body of `apiScopePut`. */
export const apiScopePut: FormDescriptor = {
  operationId: 'apiScopePut',
  fields: [
    {
      name: 'displayName',
      kind: 'text',
      map: true,
      required: true,
      about: 'What users read on the consent page, by locale.',
    },
    { name: 'description', kind: 'text', map: true },
    {
      name: 'permission',
      kind: 'text',
      nullable: true,
      about:
        'A custom permission. If the API has `userAccess: permission`, users get the scope only if a role grants it.',
      pattern: '^[a-z][a-z0-9_-]{0,39}(?:\\.[a-z][a-z0-9_-]{0,39}){0,3}[.:][a-z][a-z0-9_-]{0,39}$',
      minLength: 3,
      maxLength: 128,
    },
    {
      name: 'requires',
      kind: 'object',
      nullable: true,
      about:
        'The assurance and age of sign-ins with which the scope is granted. Otherwise the user has to sign in again.',
    },
    { name: 'requires.acr', kind: 'text', values: ['aal1', 'aal2', 'aal3', 'phr', 'phrh'] },
    { name: 'requires.maxAgeSeconds', kind: 'integer', minimum: 0, maximum: 86400 },
    {
      name: 'sensitive',
      kind: 'boolean',
      about: 'If true, consent is not remembered: users are asked each time.',
    },
  ],
};

/** The body of `apiClientPut`. */
export const apiClientPut: FormDescriptor = {
  operationId: 'apiClientPut',
  fields: [
    {
      name: 'scopes',
      kind: 'text',
      list: true,
      nullable: true,
      about: 'The scopes that the application may have. If null, all scopes of the API.',
      pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$',
      maxLength: 128,
      maxItems: 200,
    },
    {
      name: 'modes',
      kind: 'text',
      values: ['user', 'client'],
      list: true,
      nullable: true,
      about:
        'Whether the application gets tokens of users, tokens of its own (client credentials), or both. If null, what its type allows. Public applications cannot use `client`.',
      maxItems: 2,
    },
    {
      name: 'detailTypes',
      kind: 'text',
      list: true,
      about: 'Types of authorization details that the application may request (RFC 9396).',
      pattern: '^[A-Za-z0-9._~:/-]+$',
      minLength: 1,
      maxLength: 128,
      maxItems: 50,
    },
  ],
};

/** The body of `apiDetailTypePut`. */
export const apiDetailTypePut: FormDescriptor = {
  operationId: 'apiDetailTypePut',
  fields: [
    {
      name: 'schema',
      kind: 'json',
      map: true,
      required: true,
      about:
        'JSON Schema 2020-12 for the members other than `type`, with at most 8192 bytes and 5 nested schemas. Supported keywords: type, enum, const, format, minLength, maxLength, minItems, maxItems, minProperties, maxProperties, minimum, maximum, exclusiveMinimum, exclusiveMaximum, required, items, additionalProperties, properties.',
    },
    {
      name: 'display',
      kind: 'text',
      map: true,
      required: true,
      about:
        'The sentence that users read on the consent page, by locale. `{/amount/value}` is replaced with the value at that JSON Pointer.',
    },
    {
      name: 'maxInstances',
      kind: 'integer',
      about: 'How many elements of the type a request can have.',
      minimum: 1,
      maximum: 20,
    },
    {
      name: 'requires',
      kind: 'object',
      nullable: true,
      about:
        'The assurance and age of sign-ins with which details of the type are granted. Otherwise the user has to sign in again.',
    },
    { name: 'requires.acr', kind: 'text', values: ['aal1', 'aal2', 'aal3', 'phr', 'phrh'] },
    { name: 'requires.maxAgeSeconds', kind: 'integer', minimum: 0, maximum: 86400 },
  ],
};

/** The body of `apiResourceSimulate`. */
export const apiResourceSimulate: FormDescriptor = {
  operationId: 'apiResourceSimulate',
  fields: [
    { name: 'clientId', kind: 'text', required: true, minLength: 1, maxLength: 128 },
    {
      name: 'userId',
      kind: 'text',
      about: 'Omit it for a token of the application itself.',
      pattern: '^usr_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    { name: 'organizationId', kind: 'text', pattern: '^org_[0-7][0-9a-hjkmnp-tv-z]{25}$' },
    {
      name: 'scopes',
      kind: 'text',
      list: true,
      required: true,
      about: 'If empty, the default scopes of the API.',
      pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$',
      maxLength: 128,
      maxItems: 200,
    },
  ],
};
