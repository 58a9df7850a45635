// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.

import type { FormDescriptor } from '../../client/form-descriptor.ts';

/** The body of `organizationsCreate`. */
export const organizationsCreate: FormDescriptor = {
  operationId: 'organizationsCreate',
  fields: [
    {
      name: 'name',
      kind: 'text',
      required: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 200,
    },
    { name: 'slug', kind: 'text', pattern: '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$' },
    {
      name: 'externalId',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 255,
    },
    {
      name: 'logoUrl',
      kind: 'text',
      nullable: true,
      format: 'uri',
      pattern: '^[Hh][Tt][Tt][Pp][Ss]:',
      maxLength: 2048,
    },
    {
      name: 'primaryDomain',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 253,
    },
    {
      name: 'metadata',
      kind: 'json',
      map: true,
      nullable: true,
      about:
        'Any JSON value, nested at most 15 levels deep. Names and strings must not contain control characters (including line breaks and tabs) or bidi overrides.',
    },
    { name: 'status', kind: 'text', values: ['active', 'suspended'] },
    { name: 'membershipPolicy', kind: 'text', values: ['invite_only', 'verified_domain_only'] },
    {
      name: 'defaultRoles',
      kind: 'text',
      list: true,
      pattern: '^[a-z][a-z0-9_.:-]{0,99}$',
      maxItems: 10,
    },
  ],
};

/** The body of `organizationsUpdate`. */
export const organizationsUpdate: FormDescriptor = {
  operationId: 'organizationsUpdate',
  fields: [
    {
      name: 'name',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 200,
    },
    { name: 'slug', kind: 'text', pattern: '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$' },
    {
      name: 'externalId',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 255,
    },
    {
      name: 'logoUrl',
      kind: 'text',
      nullable: true,
      format: 'uri',
      pattern: '^[Hh][Tt][Tt][Pp][Ss]:',
      maxLength: 2048,
    },
    {
      name: 'primaryDomain',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 253,
    },
    {
      name: 'metadata',
      kind: 'json',
      map: true,
      nullable: true,
      about:
        'Any JSON value, nested at most 15 levels deep. Names and strings must not contain control characters (including line breaks and tabs) or bidi overrides.',
    },
    { name: 'status', kind: 'text', values: ['active', 'suspended'] },
    { name: 'membershipPolicy', kind: 'text', values: ['invite_only', 'verified_domain_only'] },
    {
      name: 'defaultRoles',
      kind: 'text',
      list: true,
      pattern: '^[a-z][a-z0-9_.:-]{0,99}$',
      maxItems: 10,
    },
  ],
};

/** The body of `organizationMembersPut`. */
export const organizationMembersPut: FormDescriptor = {
  operationId: 'organizationMembersPut',
  fields: [
    { name: 'roles', kind: 'text', list: true, pattern: '^[a-z][a-z0-9_.:-]{0,99}$', maxItems: 50 },
  ],
};

/** The body of `organizationInvitationsCreate`. */
export const organizationInvitationsCreate: FormDescriptor = {
  operationId: 'organizationInvitationsCreate',
  fields: [
    {
      name: 'email',
      kind: 'text',
      required: true,
      about: 'An RFC 5321 address. Stored as entered (in NFC) and compared in normalized form.',
      format: 'email',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 3,
      maxLength: 320,
    },
    {
      name: 'roles',
      kind: 'text',
      list: true,
      about: "Direct roles of the future member. Defaults to the organization's default roles.",
      pattern: '^[a-z][a-z0-9_.:-]{0,99}$',
      maxItems: 50,
    },
    { name: 'expiresInSeconds', kind: 'integer', minimum: 3600, maximum: 2592000 },
    {
      name: 'locale',
      kind: 'text',
      about: 'Language of the e-mail.',
      pattern: '^(?:[A-Za-z]{2,3}|[A-Za-z]{5,8})(?:-[A-Za-z0-9]{1,8})*$',
      maxLength: 35,
    },
    {
      name: 'message',
      kind: 'text',
      about: 'Plain text to include in the e-mail.',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 500,
    },
  ],
};

/** The body of `organizationDomainsAdd`. */
export const organizationDomainsAdd: FormDescriptor = {
  operationId: 'organizationDomainsAdd',
  fields: [
    {
      name: 'domain',
      kind: 'text',
      about:
        "Defaults to the organization's `primaryDomain` or, without one, to the domain of the caller's verified e-mail address.",
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

/** The body of `organizationDomainsUpdate`. */
export const organizationDomainsUpdate: FormDescriptor = {
  operationId: 'organizationDomainsUpdate',
  fields: [
    {
      name: 'enrollment',
      kind: 'text',
      values: ['none', 'auto_join'],
      about:
        '`auto_join`: users with a verified address at the domain join the organization when they sign in.',
    },
  ],
};

/** The body of `organizationSetupLinksCreate`. */
export const organizationSetupLinksCreate: FormDescriptor = {
  operationId: 'organizationSetupLinksCreate',
  fields: [
    {
      name: 'intents',
      kind: 'text',
      values: ['sso', 'directory', 'domains', 'logs'],
      list: true,
      required: true,
      about:
        'What the contact may set up: identity providers (`sso`), directories (`directory`), domains (`domains`) and log streams (`logs`) of the organization.',
      maxItems: 4,
    },
    {
      name: 'recipient',
      kind: 'text',
      required: true,
      about: 'Address of the contact. New links are sent only to this address.',
      format: 'email',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 3,
      maxLength: 320,
    },
    { name: 'expiresInSeconds', kind: 'integer', minimum: 3600, maximum: 2592000 },
    { name: 'mail', kind: 'boolean', about: 'Whether to send the link to the recipient.' },
    {
      name: 'locale',
      kind: 'text',
      about: 'Language of the e-mails.',
      pattern: '^(?:[A-Za-z]{2,3}|[A-Za-z]{5,8})(?:-[A-Za-z0-9]{1,8})*$',
      maxLength: 35,
    },
  ],
};
