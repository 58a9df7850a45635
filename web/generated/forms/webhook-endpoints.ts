// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.

import type { FormDescriptor } from '../../client/form-descriptor.ts';

/** The body of `webhookEndpointCreate`. */
export const webhookEndpointCreate: FormDescriptor = {
  operationId: 'webhookEndpointCreate',
  fields: [
    {
      name: 'url',
      kind: 'text',
      required: true,
      about:
        'URL to which events are delivered: an https URL with a public host and port 443 or 1024 to 65535, without user information or a fragment.',
      format: 'uri',
      minLength: 1,
      maxLength: 2048,
    },
    {
      name: 'eventTypes',
      kind: 'text',
      list: true,
      about: 'Event types, `family.*`, or `*`. Wildcards also match types that are added later.',
      maxLength: 128,
      maxItems: 100,
    },
    {
      name: 'description',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 0,
      maxLength: 256,
    },
    {
      name: 'organizationIds',
      kind: 'text',
      list: true,
      nullable: true,
      about:
        'Delivers only events of these organizations. If null, delivers all events, including those without an organization.',
      pattern: '^org_[0-7][0-9a-hjkmnp-tv-z]{25}$',
      maxItems: 50,
    },
    {
      name: 'payload',
      kind: 'text',
      values: ['full', 'thin'],
      about: '`thin` sends only ids, with an empty `data` object.',
    },
    {
      name: 'ordering',
      kind: 'text',
      values: ['best_effort', 'strict'],
      about:
        '`strict` sends one delivery at a time, in sequence order. A failing delivery holds back all later ones.',
    },
    {
      name: 'rateLimitPerSecond',
      kind: 'integer',
      nullable: true,
      about: 'Maximum number of attempts per second. Deliveries above the limit are delayed.',
      minimum: 1,
      maximum: 100,
    },
    {
      name: 'timeoutSeconds',
      kind: 'integer',
      about: 'Maximum duration of an attempt, from the DNS lookup to the end of the response.',
      minimum: 3,
      maximum: 30,
    },
    {
      name: 'handshake',
      kind: 'text',
      values: ['none', 'cloudevents'],
      about:
        'Whether the target must consent before any event is sent (CloudEvents HTTP webhook §4).',
    },
    { name: 'status', kind: 'text', values: ['enabled', 'disabled'] },
    {
      name: 'purposes',
      kind: 'text',
      values: ['events', 'claims'],
      list: true,
      about:
        'An endpoint with the purpose `claims` can be used as a claim source. Cannot be changed after creation.',
      maxItems: 2,
    },
    {
      name: 'headers',
      kind: 'text',
      map: true,
      about: 'Headers to send with each attempt. Encrypted at rest. Write-only.',
    },
    {
      name: 'secret',
      kind: 'text',
      secret: true,
      about:
        'Your own signing secret, so that you can migrate from another sender without changing the receiver. Write-only.',
      pattern: '^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
      minLength: 38,
      maxLength: 94,
    },
  ],
};

/** The body of `webhookEndpointUpdate`. */
export const webhookEndpointUpdate: FormDescriptor = {
  operationId: 'webhookEndpointUpdate',
  fields: [
    {
      name: 'url',
      kind: 'text',
      about:
        'URL to which events are delivered: an https URL with a public host and port 443 or 1024 to 65535, without user information or a fragment.',
      format: 'uri',
      minLength: 1,
      maxLength: 2048,
    },
    {
      name: 'eventTypes',
      kind: 'text',
      list: true,
      about: 'Event types, `family.*`, or `*`. Wildcards also match types that are added later.',
      maxLength: 128,
      maxItems: 100,
    },
    {
      name: 'description',
      kind: 'text',
      nullable: true,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$',
      minLength: 0,
      maxLength: 256,
    },
    {
      name: 'organizationIds',
      kind: 'text',
      list: true,
      nullable: true,
      about:
        'Delivers only events of these organizations. If null, delivers all events, including those without an organization.',
      pattern: '^org_[0-7][0-9a-hjkmnp-tv-z]{25}$',
      maxItems: 50,
    },
    {
      name: 'payload',
      kind: 'text',
      values: ['full', 'thin'],
      about: '`thin` sends only ids, with an empty `data` object.',
    },
    {
      name: 'ordering',
      kind: 'text',
      values: ['best_effort', 'strict'],
      about:
        '`strict` sends one delivery at a time, in sequence order. A failing delivery holds back all later ones.',
    },
    {
      name: 'rateLimitPerSecond',
      kind: 'integer',
      nullable: true,
      about: 'Maximum number of attempts per second. Deliveries above the limit are delayed.',
      minimum: 1,
      maximum: 100,
    },
    {
      name: 'timeoutSeconds',
      kind: 'integer',
      about: 'Maximum duration of an attempt, from the DNS lookup to the end of the response.',
      minimum: 3,
      maximum: 30,
    },
    {
      name: 'handshake',
      kind: 'text',
      values: ['none', 'cloudevents'],
      about:
        'Whether the target must consent before any event is sent (CloudEvents HTTP webhook §4).',
    },
    { name: 'status', kind: 'text', values: ['enabled', 'disabled'] },
    {
      name: 'purposes',
      kind: 'text',
      values: ['events', 'claims'],
      list: true,
      about: 'Cannot be changed: a different value returns 422 `immutable`.',
      maxItems: 2,
    },
    { name: 'headers', kind: 'text', map: true },
  ],
};

/** The body of `webhookEndpointRotateSecret`. */
export const webhookEndpointRotateSecret: FormDescriptor = {
  operationId: 'webhookEndpointRotateSecret',
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

/** The body of `webhookRecoveryStart`. */
export const webhookRecoveryStart: FormDescriptor = {
  operationId: 'webhookRecoveryStart',
  fields: [
    {
      name: 'since',
      kind: 'text',
      required: true,
      about: 'Includes events ingested at or after this time.',
      format: 'date-time',
      pattern:
        '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
    },
    {
      name: 'until',
      kind: 'text',
      about: 'Includes events ingested before this time. Defaults to now.',
      format: 'date-time',
      pattern:
        '^(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|([+-](?:[01]\\d|2[0-3]):[0-5]\\d)))$',
    },
    {
      name: 'mode',
      kind: 'text',
      values: ['failed', 'missing'],
      about:
        '`failed` redelivers dead-lettered deliveries. `missing` creates deliveries for stored events that match but have no delivery.',
    },
    { name: 'eventTypes', kind: 'text', list: true, maxLength: 128, maxItems: 100 },
  ],
};
