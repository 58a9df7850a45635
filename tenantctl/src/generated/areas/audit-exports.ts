// Generated from the catalogue of operations by `npm run generate:commands`. Do not edit.
import type { OperationSpec } from '../../operations/operation-spec.ts';

/** The commands of `audit-exports`. */
export const operations: readonly OperationSpec[] = [
  {
    operationId: 'auditExportCreate',
    name: 'auditExports.create',
    request: 'POST /api/v1/audit-exports',
    summary: 'Creates an export of the audit log',
    about:
      'The export contains the records that were in the audit log when the export was created.',
    scopes: ['tenant:compliance.write'],
    body: [
      {
        name: 'from',
        kind: 'text',
        required: true,
        about: 'Includes records that occurred at or after this time.',
      },
      {
        name: 'to',
        kind: 'text',
        required: true,
        about: 'Includes records that occurred before this time. Must not be in the future.',
      },
      { name: 'format', kind: 'text', values: ['ndjson', 'csv'] },
      { name: 'compression', kind: 'text', values: ['gzip', 'none'] },
      {
        name: 'filter',
        kind: 'object',
        about:
          'A record is included if it matches every property of the filter. A property matches if any one of its values matches.',
      },
      {
        name: 'filter.operationIds',
        kind: 'text',
        list: true,
        about: 'An exact name, or a prefix that ends in `*`.',
      },
      { name: 'filter.actorIds', kind: 'text', list: true },
      { name: 'filter.subjectIds', kind: 'text', list: true },
      { name: 'filter.organizationIds', kind: 'text', list: true },
      { name: 'filter.clientIds', kind: 'text', list: true },
      {
        name: 'filter.outcomes',
        kind: 'text',
        values: ['success', 'failure', 'denied'],
        list: true,
      },
      {
        name: 'includePersonalData',
        kind: 'boolean',
        about: 'Includes names, e-mail addresses, IP addresses, user agents and details.',
      },
      {
        name: 'includeChain',
        kind: 'boolean',
        about:
          'Includes the hash of every record between the first and the last, whether or not the record matches the filter. Defaults to true if there is no filter.',
      },
    ],
    keyed: true,
  },
  {
    operationId: 'auditExportList',
    name: 'auditExports.list',
    request: 'GET /api/v1/audit-exports',
    summary: 'Lists exports of the audit log, newest first',
    scopes: ['tenant:compliance.read'],
    query: [
      {
        name: 'state',
        kind: 'text',
        values: ['PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED', 'EXPIRED'],
      },
    ],
    list: 'pages',
    columns: ['id', 'state', 'expiresAt', 'createdAt'],
  },
  {
    operationId: 'auditExportGet',
    name: 'auditExports.get',
    request: 'GET /api/v1/audit-exports/{exportId}',
    summary: 'Gets an export of the audit log',
    scopes: ['tenant:compliance.read'],
    parameters: [{ name: 'exportId', prefix: 'aex' }],
  },
  {
    operationId: 'auditExportDownload',
    name: 'auditExports.download',
    request: 'GET /api/v1/audit-exports/{exportId}/download',
    summary: 'Downloads one part of an export',
    about:
      'Part 0 is the signed manifest, which lists the digest of every other part. `platformctl audit verify` checks them offline.',
    scopes: ['tenant:compliance.read', 'tenant:events.read'],
    parameters: [{ name: 'exportId', prefix: 'aex' }],
    query: [{ name: 'part', kind: 'integer' }],
    file: true,
  },
  {
    operationId: 'auditExportDelete',
    name: 'auditExports.delete',
    request: 'DELETE /api/v1/audit-exports/{exportId}',
    summary: 'Cancels an export or deletes its files',
    scopes: ['tenant:compliance.write'],
    parameters: [{ name: 'exportId', prefix: 'aex' }],
    conditional: true,
  },
];
