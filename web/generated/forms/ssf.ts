// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.

import type { FormDescriptor } from '../../client/form-descriptor.ts';

/** The body of `ssfReceiverRegister`. */
export const ssfReceiverRegister: FormDescriptor = {
  operationId: 'ssfReceiverRegister',
  fields: [
    {
      name: 'name',
      kind: 'text',
      required: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 100,
    },
    {
      name: 'description',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 500,
    },
    {
      name: 'clientId',
      kind: 'text',
      nullable: true,
      about: 'The application whose tokens manage and poll this stream. Required for poll.',
      minLength: 1,
      maxLength: 128,
    },
    {
      name: 'audience',
      kind: 'text',
      list: true,
      about:
        'The `aud` claim of every token. Defaults to the client id or, without one, to the origin of the URL.',
      minLength: 1,
      maxLength: 512,
      maxItems: 5,
    },
    { name: 'delivery', kind: 'object', required: true },
    {
      name: 'delivery.method',
      kind: 'text',
      values: ['urn:ietf:rfc:8935', 'urn:ietf:rfc:8936'],
      required: true,
    },
    {
      name: 'delivery.endpointUrl',
      kind: 'text',
      about: 'An https URL that receives security event tokens (RFC 8935).',
      minLength: 1,
      maxLength: 2048,
    },
    {
      name: 'delivery.authorizationHeader',
      kind: 'text',
      about: 'Sent in the `Authorization` header of every push. Write-only.',
      pattern: '^[\\x21-\\x7e]([\\x20-\\x7e]{0,4094}[\\x21-\\x7e])?$',
    },
    {
      name: 'eventsRequested',
      kind: 'text',
      list: true,
      about:
        'Event type URIs. Unknown URIs are stored but ignored. Defaults to all supported types.',
      minLength: 1,
      maxLength: 512,
      maxItems: 50,
    },
    {
      name: 'subjectFormat',
      kind: 'text',
      values: ['iss_sub', 'email', 'complex'],
      about: 'How tokens identify the subject (RFC 9493).',
    },
    {
      name: 'organizationIds',
      kind: 'text',
      list: true,
      nullable: true,
      about:
        'Sends only events about members of these organizations. If null, sends events about all users.',
      pattern: '^org_[0-7][0-9a-hjkmnp-tv-z]{25}$',
      maxItems: 50,
    },
    { name: 'enabled', kind: 'boolean' },
  ],
};

/** The body of `ssfReceiverToggle`. */
export const ssfReceiverToggle: FormDescriptor = {
  operationId: 'ssfReceiverToggle',
  fields: [
    {
      name: 'enabled',
      kind: 'boolean',
      about: '`true` enables the receiver, `false` disables it.',
    },
    { name: 'status', kind: 'text', values: ['enabled', 'paused', 'disabled'] },
    {
      name: 'reason',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 256,
    },
  ],
};
