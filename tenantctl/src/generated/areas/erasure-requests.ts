// Generated from the catalogue of operations by `npm run generate:commands`. Do not edit.
import type { OperationSpec } from '../../operations/operation-spec.ts';

/** The commands of `erasure-requests`. */
export const operations: readonly OperationSpec[] = [
  {
    operationId: 'erasureRequestCreate',
    name: 'erasureRequests.create',
    request: 'POST /api/v1/erasure-requests',
    summary: 'Requests the erasure of a data subject',
    about:
      'Deactivates the account immediately. After the grace period, every service erases its data unless a hold is active. A data subject can have only one open request; an `already_exists` error returns its id in `existingId`.',
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
      {
        name: 'reason',
        kind: 'text',
        values: [
          'no_longer_necessary',
          'consent_withdrawn',
          'objection',
          'unlawful',
          'legal_obligation',
          'child_services',
          'account_closure',
          'other',
        ],
      },
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
    operationId: 'erasureRequestList',
    name: 'erasureRequests.list',
    request: 'GET /api/v1/erasure-requests',
    summary: 'Lists erasure requests, newest first',
    scopes: ['tenant:compliance.read'],
    query: [
      { name: 'userId', kind: 'text' },
      {
        name: 'state',
        kind: 'text',
        values: [
          'RECEIVED',
          'DEACTIVATING',
          'DEACTIVATED',
          'HELD',
          'DEFERRED',
          'ERASING',
          'COMPLETED',
          'CANCELLING',
          'CANCELLED',
        ],
      },
    ],
    list: 'pages',
    columns: ['id', 'state', 'reason', 'completedAt', 'createdAt'],
  },
  {
    operationId: 'erasureRequestStatus',
    name: 'erasureRequests.get',
    request: 'GET /api/v1/erasure-requests/{requestId}',
    summary: 'Gets an erasure request',
    about: 'Includes the holds and the progress of each service.',
    scopes: ['tenant:compliance.read'],
    parameters: [{ name: 'requestId', prefix: 'era' }],
  },
  {
    operationId: 'erasureRequestCancel',
    name: 'erasureRequests.cancel',
    request: 'POST /api/v1/erasure-requests/{requestId}/cancel',
    summary: 'Cancels an erasure request',
    about:
      'A request can be cancelled until the erasure starts. The account becomes active again; its sessions and tokens stay revoked.',
    scopes: ['tenant:compliance.write'],
    parameters: [{ name: 'requestId', prefix: 'era' }],
    body: [{ name: 'reason', kind: 'text' }],
    bodyOptional: true,
    keyed: true,
  },
  {
    operationId: 'erasureRequestCertificate',
    name: 'erasureRequests.getCertificate',
    request: 'GET /api/v1/erasure-requests/{requestId}/certificate',
    summary: 'Gets the signed certificate of a completed erasure',
    scopes: ['tenant:compliance.read'],
    parameters: [{ name: 'requestId', prefix: 'era' }],
  },
  {
    operationId: 'erasureRequestRaiseHold',
    name: 'erasureRequests.holds.create',
    request: 'POST /api/v1/erasure-requests/{requestId}/holds',
    summary: 'Places a hold',
    about:
      'The data is kept while a hold is active. A request that is held for longer than the maximum hold period becomes DEFERRED.',
    scopes: ['tenant:compliance.write'],
    parameters: [{ name: 'requestId', prefix: 'era' }],
    body: [
      {
        name: 'reasonCode',
        kind: 'text',
        values: [
          'legal_claim',
          'legal_obligation',
          'fraud_investigation',
          'open_transaction',
          'public_interest',
          'freedom_of_expression',
          'other',
        ],
        required: true,
      },
      { name: 'reason', kind: 'text', required: true },
      {
        name: 'externalReference',
        kind: 'text',
        about: 'Identifier of the matter in your own system.',
      },
      { name: 'expiresAt', kind: 'text', about: 'When the hold expires automatically.' },
    ],
    keyed: true,
  },
  {
    operationId: 'erasureRequestLiftHold',
    name: 'erasureRequests.holds.delete',
    request: 'DELETE /api/v1/erasure-requests/{requestId}/holds/{holdId}',
    summary: 'Lifts a hold',
    about: 'Holds of a veto client or a service can be lifted only after the request is DEFERRED.',
    scopes: ['tenant:compliance.write'],
    parameters: [
      { name: 'requestId', prefix: 'era' },
      { name: 'holdId', prefix: 'hld' },
    ],
  },
];
