// Generated from the catalogue of operations by `npm run generate:commands`. Do not edit.
import type { OperationSpec } from '../../operations/operation-spec.ts';

/** The commands of `audit-log`. */
export const operations: readonly OperationSpec[] = [
  {
    operationId: 'auditLogGet',
    name: 'auditLog.get',
    request: 'GET /api/v1/audit-log',
    summary: 'Gets the extent of the audit log',
    about: 'The log is sealed up to the record of the last checkpoint.',
    scopes: ['tenant:compliance.read'],
  },
  {
    operationId: 'auditVerificationCreate',
    name: 'auditLog.verifications.create',
    request: 'POST /api/v1/audit-log/verifications',
    summary: 'Starts a verification of the audit log',
    about:
      'Verifies each record with its commitments, the chain from the oldest kept record to the newest, and the checkpoints that seal it. Returns the verification that is running, if there is one.',
    scopes: ['tenant:compliance.read'],
    body: [],
    bodyOptional: true,
    keyed: true,
  },
  {
    operationId: 'auditVerificationGet',
    name: 'auditLog.verifications.get',
    request: 'GET /api/v1/audit-log/verifications/{verificationId}',
    summary: 'Gets a verification of the audit log',
    scopes: ['tenant:compliance.read'],
    parameters: [{ name: 'verificationId', prefix: 'auv' }],
  },
];
