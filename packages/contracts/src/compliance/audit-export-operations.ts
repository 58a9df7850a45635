import { z } from 'zod';
import { Deletion, paging, queryInteger } from '../common/list.ts';
import { allOf, operations, recentSignIn } from '../operation.ts';
import { AuditExport, CreateAuditExportRequest, ListAuditExportsResponse } from './audit-export.ts';

const read = allOf('tenant:compliance.read');
const write = allOf('tenant:compliance.write');
const path = '/api/v1/audit-exports';

/** Exports of the audit log. */
export const auditExportOperations = operations({
  auditExportCreate: {
    method: 'post',
    path,
    scopes: write,
    stepUp: recentSignIn,
    summary: 'Creates an export of the audit log',
    description:
      'The export contains the records that were in the audit log when the export was created.',
    body: CreateAuditExportRequest,
    response: AuditExport,
    errors: ['limit_exceeded'],
  },
  auditExportList: {
    method: 'get',
    path,
    scopes: read,
    summary: 'Lists exports of the audit log, newest first',
    query: z.strictObject({ ...paging, state: AuditExport.shape.state.optional() }),
    response: ListAuditExportsResponse,
    errors: [],
    noEtag: true,
  },
  auditExportGet: {
    method: 'get',
    path: `${path}/{exportId}`,
    scopes: read,
    summary: 'Gets an export of the audit log',
    response: AuditExport,
    errors: [],
  },
  auditExportDownload: {
    method: 'get',
    path: `${path}/{exportId}/download`,
    scopes: allOf('tenant:compliance.read', 'tenant:events.read'),
    mode: 'external',
    answers: 'file',
    stepUp: recentSignIn,
    summary: 'Downloads one part of an export',
    description:
      'Part 0 is the signed manifest, which lists the digest of every other part. `platformctl audit verify` checks them offline.',
    query: z.strictObject({ part: queryInteger(0, 100_000).default(1) }),
    response: z.unknown(),
    errors: ['invalid_state'],
  },
  auditExportDelete: {
    method: 'delete',
    path: `${path}/{exportId}`,
    scopes: write,
    summary: 'Cancels an export or deletes its files',
    response: Deletion,
    errors: ['precondition_failed'],
  },
});
