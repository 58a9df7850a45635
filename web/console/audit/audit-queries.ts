import { auditExports, auditLog, auditRecords } from '@platform/sdk';
import type { AuditRecordsListQuery } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';

export const auditRecordsQuery = (query: AuditRecordsListQuery) =>
  apiQuery('auditRecordList', [query], (api, options) =>
    auditRecords(api).list({ ...query, ...options }),
  );

export const auditRecordQuery = (seq: string) =>
  apiQuery('auditRecordGet', [seq], (api, options) => auditRecords(api).get(seq, options));

export const auditLogQuery = () =>
  apiQuery('auditLogGet', [], (api, options) => auditLog(api).get({ ...options }));

export const verificationQuery = (id: string) =>
  apiQuery('auditVerificationGet', [id], (api, options) =>
    auditLog(api).verifications.get(id, options),
  );

export const auditExportsQuery = () =>
  apiQuery('auditExportList', [], (api, options) =>
    auditExports(api).list({ limit: 20, ...options }),
  );
