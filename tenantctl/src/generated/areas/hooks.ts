// Generated from the catalogue of operations by `npm run generate:commands`. Do not edit.
import type { OperationSpec } from '../../operations/operation-spec.ts';

/** The commands of `hooks`. */
export const operations: readonly OperationSpec[] = [
  {
    operationId: 'hookList',
    name: 'hooks.list',
    request: 'GET /api/v1/hooks',
    summary: 'Lists inline hooks by stage and position',
    scopes: ['tenant:webhooks.read'],
    query: [
      {
        name: 'stage',
        kind: 'text',
        values: [
          'pre_registration',
          'login_flow',
          'post_login',
          'token_issue',
          'client_credentials',
        ],
      },
    ],
    list: 'pages',
    columns: ['id', 'name', 'url', 'stage', 'enabled', 'createdAt', 'updatedAt'],
  },
  {
    operationId: 'hookCreate',
    name: 'hooks.create',
    request: 'POST /api/v1/hooks',
    summary: 'Creates an inline hook',
    about:
      'The secret is returned only once. At most 3 hooks can be enabled per stage, or 20 for `login_flow`.',
    scopes: ['tenant:webhooks.write'],
    body: [
      { name: 'name', kind: 'text', required: true },
      {
        name: 'url',
        kind: 'text',
        required: true,
        about:
          'An https URL with a public host and port 443 or 1024 to 65535, without user information or a fragment.',
      },
      {
        name: 'position',
        kind: 'integer',
        about:
          'Hooks of a stage are called in this order. Hooks with the same position are called from the oldest to the newest.',
      },
      {
        name: 'clientIds',
        kind: 'text',
        list: true,
        about: 'Applications whose requests call the hook. If empty, all applications.',
      },
      {
        name: 'failureMode',
        kind: 'text',
        values: ['open', 'closed'],
        about:
          'Defaults to `closed` for `pre_registration` and `post_login`, and to `open` otherwise. A login flow step has its own `onError`.',
      },
      { name: 'timeoutMilliseconds', kind: 'integer' },
      { name: 'enabled', kind: 'boolean' },
      {
        name: 'stage',
        kind: 'text',
        values: [
          'pre_registration',
          'login_flow',
          'post_login',
          'token_issue',
          'client_credentials',
        ],
        required: true,
        about: 'Cannot be changed after creation.',
      },
      {
        name: 'headers',
        kind: 'text',
        map: true,
        about: 'Headers to send with each call. Encrypted at rest. Write-only.',
      },
      { name: 'secret', kind: 'text', secret: true, about: 'Your own signing secret. Write-only.' },
    ],
    keyed: true,
    secretResult: true,
  },
  {
    operationId: 'hookGet',
    name: 'hooks.get',
    request: 'GET /api/v1/hooks/{id}',
    summary: 'Gets an inline hook',
    scopes: ['tenant:webhooks.read'],
    parameters: [{ name: 'id', prefix: 'hok' }],
  },
  {
    operationId: 'hookUpdate',
    name: 'hooks.update',
    request: 'PATCH /api/v1/hooks/{id}',
    summary: 'Updates an inline hook',
    about: 'JSON Merge Patch (RFC 7396). Takes effect everywhere within 30 seconds.',
    scopes: ['tenant:webhooks.write'],
    parameters: [{ name: 'id', prefix: 'hok' }],
    body: [
      { name: 'name', kind: 'text' },
      {
        name: 'url',
        kind: 'text',
        about:
          'An https URL with a public host and port 443 or 1024 to 65535, without user information or a fragment.',
      },
      {
        name: 'position',
        kind: 'integer',
        about:
          'Hooks of a stage are called in this order. Hooks with the same position are called from the oldest to the newest.',
      },
      {
        name: 'clientIds',
        kind: 'text',
        list: true,
        about: 'Applications whose requests call the hook. If empty, all applications.',
      },
      {
        name: 'failureMode',
        kind: 'text',
        values: ['open', 'closed'],
        about:
          'Defaults to `closed` for `pre_registration` and `post_login`, and to `open` otherwise. A login flow step has its own `onError`.',
      },
      { name: 'timeoutMilliseconds', kind: 'integer' },
      { name: 'enabled', kind: 'boolean' },
      { name: 'headers', kind: 'text', map: true },
    ],
    conditional: true,
  },
  {
    operationId: 'hookDelete',
    name: 'hooks.delete',
    request: 'DELETE /api/v1/hooks/{id}',
    summary: 'Deletes an inline hook',
    scopes: ['tenant:webhooks.write'],
    parameters: [{ name: 'id', prefix: 'hok' }],
    conditional: true,
  },
  {
    operationId: 'hookRotateSecret',
    name: 'hooks.rotateSecret',
    request: 'POST /api/v1/hooks/{id}/rotate-secret',
    summary: "Rotates a hook's signing secret",
    about:
      'Requests are also signed with the old secret until it expires. A hook can have three active secrets.',
    scopes: ['tenant:webhooks.write'],
    parameters: [{ name: 'id', prefix: 'hok' }],
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
    secretResult: true,
  },
  {
    operationId: 'hookTest',
    name: 'hooks.test',
    request: 'POST /api/v1/hooks/{id}/test',
    summary: 'Sends a test event to a webhook, hook or sink',
    about:
      'Makes one synchronous attempt, signed and limited like a real one, with the header `X-Platform-Test: true`. Webhook endpoints (`whe_`) and inline hooks (`hok_`) require `tenant:webhooks.write`; sinks (`snk_`) require `tenant:siem.write`. Test deliveries are rate limited per tenant.',
    scopes: ['tenant:webhooks.write', 'tenant:siem.write'],
    anyScope: true,
    parameters: [{ name: 'id', prefix: 'hok' }],
    body: [
      {
        name: 'eventType',
        kind: 'text',
        about: 'For an endpoint: the event type whose example is sent, with new ids.',
      },
      {
        name: 'claims',
        kind: 'object',
        about: 'For an endpoint: tests its claim schemas instead of sending an event.',
      },
      { name: 'claims.clientId', kind: 'text', required: true },
      { name: 'claims.subjectId', kind: 'text', required: true },
      {
        name: 'stageInput',
        kind: 'json',
        map: true,
        about: "For an inline hook: data that is merged into the example of the hook's stage.",
      },
    ],
    bodyOptional: true,
    keyed: true,
    secretResult: true,
  },
];
