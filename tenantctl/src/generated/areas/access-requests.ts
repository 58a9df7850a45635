// Generated from the catalogue of operations by `npm run generate:commands`. Do not edit.
import type { OperationSpec } from '../../operations/operation-spec.ts';

/** The commands of `access-requests`. */
export const operations: readonly OperationSpec[] = [
  {
    operationId: 'accessRequestCreate',
    name: 'accessRequests.create',
    request: 'POST /api/v1/access-requests',
    summary: "Requests a copy of a data subject's personal data",
    about:
      'Collects the data from every service into one ZIP file. A data subject can have only one open request; an `already_exists` error returns its id in `existingId`.',
    scopes: ['tenant:compliance.write'],
    body: [
      { name: 'subject', kind: 'object', required: true },
      {
        name: 'subject.type',
        kind: 'text',
        values: ['user_id', 'external_id', 'email', 'consent_subject'],
        required: true,
        about:
          '`consent_subject`: an identifier from your own system under which consents were recorded.',
      },
      { name: 'subject.value', kind: 'text', required: true },
      { name: 'kind', kind: 'text', values: ['access', 'portability'] },
      {
        name: 'requestedBy',
        kind: 'text',
        values: ['data_subject', 'guardian', 'agent', 'controller', 'authority'],
      },
      { name: 'regulation', kind: 'text', values: ['gdpr', 'ccpa', 'lgpd', 'other'] },
      {
        name: 'identityVerification',
        kind: 'text',
        values: ['authenticated_session', 'email_confirmation', 'document', 'none'],
      },
      {
        name: 'receivedAt',
        kind: 'text',
        about:
          'When the data subject made the request. The statutory deadline is calculated from this time. Defaults to now.',
      },
      {
        name: 'externalReference',
        kind: 'text',
        about: 'Identifier of the case in your own system.',
      },
      { name: 'note', kind: 'text' },
    ],
    keyed: true,
  },
  {
    operationId: 'accessRequestList',
    name: 'accessRequests.list',
    request: 'GET /api/v1/access-requests',
    summary: 'Lists access requests, newest first',
    scopes: ['tenant:compliance.read'],
    query: [
      { name: 'userId', kind: 'text' },
      {
        name: 'state',
        kind: 'text',
        values: ['PENDING', 'RUNNING', 'COMPLETED', 'PARTIAL', 'FAILED', 'CANCELLED', 'EXPIRED'],
      },
    ],
    list: 'pages',
    columns: ['id', 'kind', 'state', 'createdAt', 'updatedAt'],
  },
  {
    operationId: 'accessRequestGet',
    name: 'accessRequests.get',
    request: 'GET /api/v1/access-requests/{requestId}',
    summary: 'Gets an access request',
    scopes: ['tenant:compliance.read'],
    parameters: [{ name: 'requestId', prefix: 'dsr' }],
  },
  {
    operationId: 'accessRequestBundle',
    name: 'accessRequests.download',
    request: 'GET /api/v1/access-requests/{requestId}/bundle',
    summary: 'Downloads the collected data',
    about:
      'Returns a ZIP file with a signed manifest. Supports range requests. The file is deleted at `bundle.expiresAt`.',
    scopes: ['tenant:compliance.read', 'tenant:users.read'],
    parameters: [{ name: 'requestId', prefix: 'dsr' }],
    file: true,
  },
  {
    operationId: 'accessRequestRetry',
    name: 'accessRequests.retry',
    request: 'POST /api/v1/access-requests/{requestId}/retry',
    summary: 'Retries the failed parts of an access request',
    scopes: ['tenant:compliance.write'],
    parameters: [{ name: 'requestId', prefix: 'dsr' }],
    keyed: true,
  },
  {
    operationId: 'accessRequestCancel',
    name: 'accessRequests.cancel',
    request: 'POST /api/v1/access-requests/{requestId}/cancel',
    summary: 'Cancels an access request',
    scopes: ['tenant:compliance.write'],
    parameters: [{ name: 'requestId', prefix: 'dsr' }],
    keyed: true,
  },
];
