import { z } from 'zod';
import { paging, queryInteger } from '../common/list.ts';
import { timeInput } from '../common/text.ts';
import { allOf, operations } from '../operation.ts';
import { AuditLog, AuditRecord, AuditVerification, ListAuditRecordsResponse } from './audit-log.ts';

const read = allOf('tenant:compliance.read');
const readRecords = allOf('tenant:compliance.read', 'tenant:events.read');
const records = '/api/v1/audit-records';
const log = '/api/v1/audit-log';
const id = z.string().min(1).max(255).optional();

/** Operations on the audit log: its records, its extent, and verifications of its chain. */
export const auditLogOperations = operations({
  auditRecordList: {
    method: 'get',
    path: records,
    scopes: readRecords,
    summary: 'Lists audit records, newest first',
    description:
      'A page can be short or empty even if `hasMore` is true: continue with `nextCursor`.',
    query: z.strictObject({
      actorId: id,
      subjectId: id.describe('Id of the user or the resource that the operation was about.'),
      clientId: id,
      organizationId: id,
      operationId: z
        .string()
        .regex(/^[A-Za-z0-9._-]{1,127}\*?$/)
        .optional()
        .describe('An exact name, or a prefix that ends in `*`.'),
      outcome: AuditRecord.shape.outcome.optional(),
      from: timeInput
        .optional()
        .describe('Records that were added to the log at or after this time.'),
      to: timeInput.optional().describe('Records that were added to the log before this time.'),
      ...paging,
    }),
    response: ListAuditRecordsResponse,
    errors: [],
    noEtag: true,
  },
  auditRecordGet: {
    method: 'get',
    path: `${records}/{seq}`,
    scopes: readRecords,
    summary: 'Gets an audit record',
    params: z.object({ seq: queryInteger(1, 999_999_999_999_999) }),
    response: AuditRecord,
    errors: [],
  },
  auditLogGet: {
    method: 'get',
    path: log,
    scopes: read,
    summary: 'Gets the extent of the audit log',
    description: 'The log is sealed up to the record of the last checkpoint.',
    response: AuditLog,
    errors: [],
    noEtag: true,
  },
  auditVerificationCreate: {
    method: 'post',
    path: `${log}/verifications`,
    scopes: read,
    summary: 'Starts a verification of the audit log',
    description:
      'Verifies each record with its commitments, the chain from the oldest kept record to the newest, and the checkpoints that seal it. Returns the verification that is running, if there is one.',
    body: z.strictObject({}).meta({ id: 'CreateAuditVerificationRequest' }),
    bodyOptional: true,
    response: AuditVerification,
    errors: [],
  },
  auditVerificationGet: {
    method: 'get',
    path: `${log}/verifications/{verificationId}`,
    scopes: read,
    summary: 'Gets a verification of the audit log',
    response: AuditVerification,
    errors: [],
  },
});
