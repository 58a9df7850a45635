// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.

import type { FormDescriptor } from '../../client/form-descriptor.ts';

/** The body of `meUpdate`. */
export const meUpdate: FormDescriptor = {
  operationId: 'meUpdate',
  fields: [
    {
      name: 'username',
      kind: 'text',
      nullable: true,
      about: 'Sign-in name. Must be unique in its normalized form (RFC 8265).',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 128,
    },
    { name: 'name', kind: 'object', nullable: true },
    {
      name: 'name.formatted',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 600,
    },
    {
      name: 'name.givenName',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 150,
    },
    {
      name: 'name.familyName',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 150,
    },
    {
      name: 'name.middleName',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 150,
    },
    {
      name: 'name.honorificPrefix',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 150,
    },
    {
      name: 'name.honorificSuffix',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 150,
    },
    {
      name: 'displayName',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 256,
    },
    {
      name: 'nickname',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 256,
    },
    {
      name: 'title',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 256,
    },
    {
      name: 'pictureUrl',
      kind: 'text',
      nullable: true,
      format: 'uri',
      pattern: '^[Hh][Tt][Tt][Pp][Ss]:',
      maxLength: 2048,
    },
    {
      name: 'profileUrl',
      kind: 'text',
      nullable: true,
      format: 'uri',
      pattern: '^[Hh][Tt][Tt][Pp][Ss]:',
      maxLength: 2048,
    },
    {
      name: 'locale',
      kind: 'text',
      nullable: true,
      about: 'A BCP 47 language tag, such as de-CH.',
      pattern: '^(?:[A-Za-z]{2,3}|[A-Za-z]{5,8})(?:-[A-Za-z0-9]{1,8})*$',
      maxLength: 35,
    },
    {
      name: 'timeZone',
      kind: 'text',
      nullable: true,
      about: 'A name from the IANA time zone database, such as Europe/Zurich.',
      pattern: '^[A-Za-z][A-Za-z0-9_+-]*(?:/[A-Za-z0-9_+-]+)*$',
      maxLength: 64,
    },
    {
      name: 'metadata',
      kind: 'json',
      map: true,
      nullable: true,
      about:
        'Any JSON value, nested at most 15 levels deep. Names and strings must not contain control characters (including line breaks and tabs) or bidi overrides.',
    },
  ],
};

/** The body of `mePreferencesPut`. */
export const mePreferencesPut: FormDescriptor = {
  operationId: 'mePreferencesPut',
  fields: [
    {
      name: 'values',
      kind: 'json',
      map: true,
      required: true,
      about: 'At most 16384 bytes as JSON.',
    },
  ],
};

/** The body of `meContactCreate`. */
export const meContactCreate: FormDescriptor = {
  operationId: 'meContactCreate',
  fields: [
    { name: 'type', kind: 'text', values: ['email', 'phone'], required: true },
    {
      name: 'value',
      kind: 'text',
      required: true,
      about: 'An e-mail address, or an E.164 phone number.',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 3,
      maxLength: 320,
    },
  ],
};

/** The body of `meContactVerify`. */
export const meContactVerify: FormDescriptor = {
  operationId: 'meContactVerify',
  fields: [{ name: 'code', kind: 'text', required: true, pattern: '^[0-9]{6}$' }],
};

/** The body of `meIdentityStart`. */
export const meIdentityStart: FormDescriptor = {
  operationId: 'meIdentityStart',
  fields: [
    { name: 'provider', kind: 'text', required: true, pattern: '^[a-z0-9][a-z0-9_-]{0,63}$' },
  ],
};

/** The body of `meIdentityComplete`. */
export const meIdentityComplete: FormDescriptor = {
  operationId: 'meIdentityComplete',
  fields: [
    { name: 'state', kind: 'text', required: true, minLength: 1, maxLength: 8192 },
    { name: 'code', kind: 'text', minLength: 1, maxLength: 8192 },
    { name: 'iss', kind: 'text', minLength: 1, maxLength: 8192 },
    { name: 'error', kind: 'text', minLength: 1, maxLength: 8192 },
    {
      name: 'user',
      kind: 'text',
      about: 'The name and address that Apple sends once.',
      minLength: 1,
      maxLength: 8192,
    },
  ],
};

/** The body of `mePasswordSet`. */
export const mePasswordSet: FormDescriptor = {
  operationId: 'mePasswordSet',
  fields: [
    {
      name: 'newPassword',
      kind: 'text',
      required: true,
      secret: true,
      minLength: 1,
      maxLength: 1024,
    },
  ],
};

/** The body of `meAuthenticatorBegin`. */
export const meAuthenticatorBegin: FormDescriptor = {
  operationId: 'meAuthenticatorBegin',
  fields: [
    { name: 'type', kind: 'text', values: ['passkey', 'security_key', 'totp'], required: true },
  ],
};

/** The body of `meAuthenticatorComplete`. */
export const meAuthenticatorComplete: FormDescriptor = {
  operationId: 'meAuthenticatorComplete',
  fields: [
    {
      name: 'label',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 100,
    },
    {
      name: 'code',
      kind: 'text',
      about: 'The code that the authenticator app shows.',
      maxLength: 32,
    },
    {
      name: 'credential',
      kind: 'json',
      map: true,
      about: 'The new credential, as JSON (`PublicKeyCredential.toJSON()`).',
    },
  ],
};

/** The body of `meAuthenticatorUpdate`. */
export const meAuthenticatorUpdate: FormDescriptor = {
  operationId: 'meAuthenticatorUpdate',
  fields: [
    {
      name: 'label',
      kind: 'text',
      required: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 100,
    },
  ],
};

/** The body of `meConsentWithdraw`. */
export const meConsentWithdraw: FormDescriptor = {
  operationId: 'meConsentWithdraw',
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

/** The body of `meAccessRequestCreate`. */
export const meAccessRequestCreate: FormDescriptor = {
  operationId: 'meAccessRequestCreate',
  fields: [{ name: 'kind', kind: 'text', values: ['access', 'portability'] }],
};
