// Generated from the catalogue of operations by `npm run generate:commands`. Do not edit.
import type { OperationSpec } from '../../operations/operation-spec.ts';

/** The commands of `webhook-endpoints`. */
export const operations: readonly OperationSpec[] = [
  {
    operationId: 'webhookEndpointList',
    name: 'webhookEndpoints.list',
    request: 'GET /api/v1/webhook-endpoints',
    summary: 'Lists webhook endpoints, newest first',
    scopes: ['tenant:webhooks.read'],
    list: 'pages',
    columns: ['id', 'url', 'status', 'description', 'createdAt', 'updatedAt'],
    preview: true,
  },
  {
    operationId: 'webhookEndpointCreate',
    name: 'webhookEndpoints.create',
    request: 'POST /api/v1/webhook-endpoints',
    summary: 'Creates a webhook endpoint',
    about: 'The secret is returned only once. With `handshake`, the target must consent first.',
    scopes: ['tenant:webhooks.write'],
    body: [
      {
        name: 'url',
        kind: 'text',
        required: true,
        about:
          'URL to which events are delivered: an https URL with a public host and port 443 or 1024 to 65535, without user information or a fragment.',
      },
      {
        name: 'eventTypes',
        kind: 'text',
        list: true,
        about: 'Event types, `family.*`, or `*`. Wildcards also match types that are added later.',
      },
      { name: 'description', kind: 'text', nullable: true },
      {
        name: 'organizationIds',
        kind: 'text',
        list: true,
        nullable: true,
        about:
          'Delivers only events of these organizations. If null, delivers all events, including those without an organization.',
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
      },
      {
        name: 'timeoutSeconds',
        kind: 'integer',
        about: 'Maximum duration of an attempt, from the DNS lookup to the end of the response.',
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
      },
    ],
    keyed: true,
    preview: true,
    secretResult: true,
  },
  {
    operationId: 'webhookEndpointGet',
    name: 'webhookEndpoints.get',
    request: 'GET /api/v1/webhook-endpoints/{id}',
    summary: 'Gets a webhook endpoint',
    scopes: ['tenant:webhooks.read'],
    parameters: [{ name: 'id', prefix: 'whe' }],
    preview: true,
  },
  {
    operationId: 'webhookEndpointUpdate',
    name: 'webhookEndpoints.update',
    request: 'PATCH /api/v1/webhook-endpoints/{id}',
    summary: 'Updates a webhook endpoint',
    about:
      'JSON Merge Patch (RFC 7396). Enabling an endpoint resumes held deliveries over the course of a minute.',
    scopes: ['tenant:webhooks.write'],
    parameters: [{ name: 'id', prefix: 'whe' }],
    body: [
      {
        name: 'url',
        kind: 'text',
        about:
          'URL to which events are delivered: an https URL with a public host and port 443 or 1024 to 65535, without user information or a fragment.',
      },
      {
        name: 'eventTypes',
        kind: 'text',
        list: true,
        about: 'Event types, `family.*`, or `*`. Wildcards also match types that are added later.',
      },
      { name: 'description', kind: 'text', nullable: true },
      {
        name: 'organizationIds',
        kind: 'text',
        list: true,
        nullable: true,
        about:
          'Delivers only events of these organizations. If null, delivers all events, including those without an organization.',
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
      },
      {
        name: 'timeoutSeconds',
        kind: 'integer',
        about: 'Maximum duration of an attempt, from the DNS lookup to the end of the response.',
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
      },
      { name: 'headers', kind: 'text', map: true },
    ],
    conditional: true,
    preview: true,
  },
  {
    operationId: 'webhookEndpointDelete',
    name: 'webhookEndpoints.delete',
    request: 'DELETE /api/v1/webhook-endpoints/{id}',
    summary: 'Deletes a webhook endpoint',
    about: 'Cancels open deliveries. No new attempt starts after the response.',
    scopes: ['tenant:webhooks.write'],
    parameters: [{ name: 'id', prefix: 'whe' }],
    conditional: true,
    preview: true,
  },
  {
    operationId: 'webhookEndpointStatistics',
    name: 'webhookEndpoints.getStatistics',
    request: 'GET /api/v1/webhook-endpoints/{id}/statistics',
    summary: "Gets statistics of an endpoint's deliveries",
    about: 'Counts the attempts for the newest 100,000 deliveries at most.',
    scopes: ['tenant:webhooks.read'],
    parameters: [{ name: 'id', prefix: 'whe' }],
    query: [
      {
        name: 'hours',
        kind: 'integer',
        about: 'The hours to count, up to now. At most 168, a week.',
      },
    ],
    preview: true,
  },
  {
    operationId: 'webhookEndpointDeliveries',
    name: 'webhookEndpoints.deliveries.list',
    request: 'GET /api/v1/webhook-endpoints/{id}/deliveries',
    summary: "Lists an endpoint's deliveries, newest first",
    about:
      'Deliveries are kept as long as the events. Attempts are listed without bodies and headers; retrieve a single delivery to see them.',
    scopes: ['tenant:webhooks.read'],
    parameters: [{ name: 'id', prefix: 'whe' }],
    query: [
      {
        name: 'status',
        kind: 'text',
        values: ['pending', 'in_flight', 'succeeded', 'dead_lettered', 'held', 'cancelled'],
      },
      { name: 'eventType', kind: 'text' },
      { name: 'eventId', kind: 'text' },
    ],
    list: 'pages',
    columns: [
      'id',
      'eventType',
      'status',
      'attemptCount',
      'lastAttempt.responseStatus',
      'createdAt',
    ],
    preview: true,
  },
  {
    operationId: 'webhookDeliveryGet',
    name: 'webhookEndpoints.deliveries.get',
    request: 'GET /api/v1/webhook-endpoints/{id}/deliveries/{deliveryId}',
    summary: 'Gets a delivery with its attempts',
    about: 'Returns up to 20 attempts, newest first. Attempts are kept for 30 days.',
    scopes: ['tenant:webhooks.read'],
    parameters: [
      { name: 'id', prefix: 'whe' },
      { name: 'deliveryId', prefix: 'whd' },
    ],
    preview: true,
  },
  {
    operationId: 'webhookDeliveryRedeliver',
    name: 'webhookEndpoints.deliveries.redeliver',
    request: 'POST /api/v1/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver',
    summary: 'Redelivers an event immediately',
    about:
      'Uses the same `webhook-id`. A delivery that has already ended starts a new retry schedule.',
    scopes: ['tenant:webhooks.write'],
    parameters: [
      { name: 'id', prefix: 'whe' },
      { name: 'deliveryId', prefix: 'whd' },
    ],
    keyed: true,
    conditional: true,
    preview: true,
  },
  {
    operationId: 'webhookEndpointRotateSecret',
    name: 'webhookEndpoints.rotateSecret',
    request: 'POST /api/v1/webhook-endpoints/{id}/rotate-secret',
    summary: "Rotates an endpoint's signing secret",
    about:
      'Deliveries are also signed with the old secret until it expires. An endpoint can have three active secrets; a fourth rotation removes the oldest immediately.',
    scopes: ['tenant:webhooks.write'],
    parameters: [{ name: 'id', prefix: 'whe' }],
    body: [
      {
        name: 'overlapSeconds',
        kind: 'integer',
        about: 'How long deliveries are also signed with the old secret.',
      },
      { name: 'secret', kind: 'text', secret: true },
    ],
    bodyOptional: true,
    keyed: true,
    conditional: true,
    preview: true,
    secretResult: true,
  },
  {
    operationId: 'webhookEndpointRevokeSecret',
    name: 'webhookEndpoints.revokeSecret',
    request: 'DELETE /api/v1/webhook-endpoints/{id}/secrets/{secretId}',
    summary: 'Revokes a signing secret immediately',
    about:
      'Deliveries are no longer signed with the secret. The only active secret cannot be revoked (409 `invalid_state`); rotate it instead.',
    scopes: ['tenant:webhooks.write'],
    parameters: [
      { name: 'id', prefix: 'whe' },
      { name: 'secretId', prefix: 'sec' },
    ],
    conditional: true,
    preview: true,
  },
  {
    operationId: 'webhookRecoveryStart',
    name: 'webhookEndpoints.recoveries.create',
    request: 'POST /api/v1/webhook-endpoints/{id}/recoveries',
    summary: 'Starts a recovery of failed or missed events',
    about:
      '`failed` redelivers dead-lettered deliveries; `missing` creates deliveries for stored events that match but have no delivery. Runs in the background, with one recovery at a time per endpoint.',
    scopes: ['tenant:webhooks.write'],
    parameters: [{ name: 'id', prefix: 'whe' }],
    body: [
      {
        name: 'since',
        kind: 'text',
        required: true,
        about: 'Includes events ingested at or after this time.',
      },
      {
        name: 'until',
        kind: 'text',
        about: 'Includes events ingested before this time. Defaults to now.',
      },
      {
        name: 'mode',
        kind: 'text',
        values: ['failed', 'missing'],
        about:
          '`failed` redelivers dead-lettered deliveries. `missing` creates deliveries for stored events that match but have no delivery.',
      },
      { name: 'eventTypes', kind: 'text', list: true },
    ],
    keyed: true,
    preview: true,
  },
  {
    operationId: 'webhookRecoveryGet',
    name: 'webhookEndpoints.recoveries.get',
    request: 'GET /api/v1/webhook-endpoints/{id}/recoveries/{recoveryId}',
    summary: 'Gets a recovery',
    scopes: ['tenant:webhooks.read'],
    parameters: [
      { name: 'id', prefix: 'whe' },
      { name: 'recoveryId', prefix: 'whr' },
    ],
    preview: true,
  },
];
