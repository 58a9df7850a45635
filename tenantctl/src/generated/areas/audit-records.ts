// Generated from the catalogue of operations by `npm run generate:commands`. Do not edit.
import type { OperationSpec } from '../../operations/operation-spec.ts';

/** The commands of `audit-records`. */
export const operations: readonly OperationSpec[] = [
  {
    operationId: 'auditRecordList',
    name: 'auditRecords.list',
    request: 'GET /api/v1/audit-records',
    summary: 'Lists audit records, newest first',
    about: 'A page can be short or empty even if `hasMore` is true: continue with `nextCursor`.',
    scopes: ['tenant:compliance.read', 'tenant:events.read'],
    query: [
      { name: 'actorId', kind: 'text' },
      {
        name: 'subjectId',
        kind: 'text',
        about: 'Id of the user or the resource that the operation was about.',
      },
      { name: 'clientId', kind: 'text' },
      { name: 'organizationId', kind: 'text' },
      { name: 'operationId', kind: 'text', about: 'An exact name, or a prefix that ends in `*`.' },
      { name: 'outcome', kind: 'text', values: ['success', 'failure', 'denied'] },
      {
        name: 'from',
        kind: 'text',
        about: 'Records that were added to the log at or after this time.',
      },
      { name: 'to', kind: 'text', about: 'Records that were added to the log before this time.' },
    ],
    list: 'pages',
    columns: ['id', 'organizationId', 'subject.id', 'status', 'occurredAt'],
  },
  {
    operationId: 'auditRecordGet',
    name: 'auditRecords.get',
    request: 'GET /api/v1/audit-records/{seq}',
    summary: 'Gets an audit record',
    scopes: ['tenant:compliance.read', 'tenant:events.read'],
    parameters: [{ name: 'seq' }],
  },
];
