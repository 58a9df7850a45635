// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.

import type { FormDescriptor } from '../../client/form-descriptor.ts';

/** The body of `hookCreate`. */
export const hookCreate: FormDescriptor = {
  operationId: 'hookCreate',
  fields: [
    {
      name: 'name',
      kind: 'text',
      required: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 64,
    },
    {
      name: 'url',
      kind: 'text',
      required: true,
      about:
        'An https URL with a public host and port 443 or 1024 to 65535, without user information or a fragment.',
      format: 'uri',
      minLength: 1,
      maxLength: 2048,
    },
    {
      name: 'position',
      kind: 'integer',
      about:
        'Hooks of a stage are called in this order. Hooks with the same position are called from the oldest to the newest.',
      minimum: 0,
      maximum: 99,
    },
    {
      name: 'clientIds',
      kind: 'text',
      list: true,
      about: 'Applications whose requests call the hook. If empty, all applications.',
      minLength: 1,
      maxLength: 128,
      maxItems: 50,
    },
    {
      name: 'failureMode',
      kind: 'text',
      values: ['open', 'closed'],
      about:
        'Defaults to `closed` for `pre_registration` and `post_login`, and to `open` otherwise. A login flow step has its own `onError`.',
    },
    { name: 'timeoutMilliseconds', kind: 'integer', minimum: 100, maximum: 3000 },
    { name: 'enabled', kind: 'boolean' },
    {
      name: 'stage',
      kind: 'text',
      values: ['pre_registration', 'login_flow', 'post_login', 'token_issue', 'client_credentials'],
      required: true,
      about: 'Cannot be changed after creation.',
    },
    {
      name: 'headers',
      kind: 'text',
      map: true,
      about: 'Headers to send with each call. Encrypted at rest. Write-only.',
    },
    {
      name: 'secret',
      kind: 'text',
      secret: true,
      about: 'Your own signing secret. Write-only.',
      pattern: '^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
      minLength: 38,
      maxLength: 94,
    },
  ],
};

/** The body of `hookUpdate`. */
export const hookUpdate: FormDescriptor = {
  operationId: 'hookUpdate',
  fields: [
    {
      name: 'name',
      kind: 'text',
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 1,
      maxLength: 64,
    },
    {
      name: 'url',
      kind: 'text',
      about:
        'An https URL with a public host and port 443 or 1024 to 65535, without user information or a fragment.',
      format: 'uri',
      minLength: 1,
      maxLength: 2048,
    },
    {
      name: 'position',
      kind: 'integer',
      about:
        'Hooks of a stage are called in this order. Hooks with the same position are called from the oldest to the newest.',
      minimum: 0,
      maximum: 99,
    },
    {
      name: 'clientIds',
      kind: 'text',
      list: true,
      about: 'Applications whose requests call the hook. If empty, all applications.',
      minLength: 1,
      maxLength: 128,
      maxItems: 50,
    },
    {
      name: 'failureMode',
      kind: 'text',
      values: ['open', 'closed'],
      about:
        'Defaults to `closed` for `pre_registration` and `post_login`, and to `open` otherwise. A login flow step has its own `onError`.',
    },
    { name: 'timeoutMilliseconds', kind: 'integer', minimum: 100, maximum: 3000 },
    { name: 'enabled', kind: 'boolean' },
    { name: 'headers', kind: 'text', map: true },
  ],
};

/** The body of `hookRotateSecret`. */
export const hookRotateSecret: FormDescriptor = {
  operationId: 'hookRotateSecret',
  fields: [
    {
      name: 'overlapSeconds',
      kind: 'integer',
      about: 'How long deliveries are also signed with the old secret.',
      minimum: 0,
      maximum: 604800,
    },
    {
      name: 'secret',
      kind: 'text',
      secret: true,
      pattern: '^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
      minLength: 38,
      maxLength: 94,
    },
  ],
};

/** The body of `hookTest`. */
export const hookTest: FormDescriptor = {
  operationId: 'hookTest',
  fields: [
    {
      name: 'eventType',
      kind: 'text',
      about: 'For an endpoint: the event type whose example is sent, with new ids.',
      maxLength: 128,
    },
    {
      name: 'claims',
      kind: 'object',
      about: 'For an endpoint: tests its claim schemas instead of sending an event.',
    },
    { name: 'claims.clientId', kind: 'text', required: true, minLength: 1, maxLength: 128 },
    { name: 'claims.subjectId', kind: 'text', required: true, minLength: 1, maxLength: 128 },
    {
      name: 'stageInput',
      kind: 'json',
      map: true,
      about: "For an inline hook: data that is merged into the example of the hook's stage.",
    },
  ],
};
