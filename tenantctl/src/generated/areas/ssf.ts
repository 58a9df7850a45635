// Generated from the catalogue of operations by `npm run generate:commands`. Do not edit.
import type { OperationSpec } from '../../operations/operation-spec.ts';

/** The commands of `ssf`. */
export const operations: readonly OperationSpec[] = [
  {
    operationId: 'ssfReceiverList',
    name: 'ssf.receivers.list',
    request: 'GET /api/v1/ssf/receivers',
    summary: 'Lists receivers of security events, newest first',
    scopes: ['tenant:compliance.read'],
    list: 'pages',
    columns: ['id', 'clientId', 'name', 'status', 'description', 'createdAt', 'updatedAt'],
  },
  {
    operationId: 'ssfReceiverRegister',
    name: 'ssf.receivers.create',
    request: 'POST /api/v1/ssf/receivers',
    summary: 'Registers a receiver of security events',
    about:
      'The first token in the queue is a verification event. Nothing else is sent until the receiver acknowledges it.',
    scopes: ['tenant:compliance.write'],
    body: [
      { name: 'name', kind: 'text', required: true },
      { name: 'description', kind: 'text', nullable: true },
      {
        name: 'clientId',
        kind: 'text',
        nullable: true,
        about: 'The application whose tokens manage and poll this stream. Required for poll.',
      },
      {
        name: 'audience',
        kind: 'text',
        list: true,
        about:
          'The `aud` claim of every token. Defaults to the client id or, without one, to the origin of the URL.',
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
      },
      {
        name: 'delivery.authorizationHeader',
        kind: 'text',
        about: 'Sent in the `Authorization` header of every push. Write-only.',
      },
      {
        name: 'eventsRequested',
        kind: 'text',
        list: true,
        about:
          'Event type URIs. Unknown URIs are stored but ignored. Defaults to all supported types.',
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
      },
      { name: 'enabled', kind: 'boolean' },
    ],
    keyed: true,
  },
  {
    operationId: 'ssfReceiverGet',
    name: 'ssf.receivers.get',
    request: 'GET /api/v1/ssf/receivers/{receiverId}',
    summary: 'Gets a receiver of security events',
    scopes: ['tenant:compliance.read'],
    parameters: [{ name: 'receiverId', prefix: 'ssr' }],
  },
  {
    operationId: 'ssfReceiverToggle',
    name: 'ssf.receivers.update',
    request: 'PATCH /api/v1/ssf/receivers/{receiverId}',
    summary: 'Enables, pauses or disables a receiver',
    about:
      'A paused receiver keeps its tokens for later. Disabling one discards everything in its queue.',
    scopes: ['tenant:compliance.write'],
    parameters: [{ name: 'receiverId', prefix: 'ssr' }],
    body: [
      {
        name: 'enabled',
        kind: 'boolean',
        about: '`true` enables the receiver, `false` disables it.',
      },
      { name: 'status', kind: 'text', values: ['enabled', 'paused', 'disabled'] },
      { name: 'reason', kind: 'text' },
    ],
    conditional: true,
  },
  {
    operationId: 'ssfReceiverRemove',
    name: 'ssf.receivers.delete',
    request: 'DELETE /api/v1/ssf/receivers/{receiverId}',
    summary: 'Deletes a receiver and its queue',
    scopes: ['tenant:compliance.write'],
    parameters: [{ name: 'receiverId', prefix: 'ssr' }],
    conditional: true,
  },
  {
    operationId: 'ssfReceiverVerify',
    name: 'ssf.receivers.verify',
    request: 'POST /api/v1/ssf/receivers/{receiverId}/verify',
    summary: 'Sends a verification event to a receiver',
    scopes: ['tenant:compliance.write'],
    parameters: [{ name: 'receiverId', prefix: 'ssr' }],
    keyed: true,
  },
  {
    operationId: 'ssfReceiverDeliveries',
    name: 'ssf.receivers.deliveries.list',
    request: 'GET /api/v1/ssf/receivers/{receiverId}/deliveries',
    summary: 'Lists the security event tokens of a receiver, newest first',
    about: 'Deliveries are kept for 30 days, without the subject of the event.',
    scopes: ['tenant:compliance.read'],
    parameters: [{ name: 'receiverId', prefix: 'ssr' }],
    list: 'pages',
    columns: ['id', 'type', 'state', 'createdAt'],
  },
];
