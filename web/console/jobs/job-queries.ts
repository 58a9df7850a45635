import { auditExports, fga, migrationSources, users } from '@platform/sdk';
import type {
  AuditExport,
  ImportJob,
  ListObjectsExport,
  UserBulkJob,
  UserExport,
} from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';

const limit = 10;

export const bulkJobsQuery = apiQuery('userBulkJobList', [{ limit }], (api, options) =>
  users(api).bulkJobs.list({ limit, ...options }),
);

export const bulkFailuresQuery = (id: string) =>
  apiQuery('userBulkJobListFailures', [id], (api, options) =>
    users(api).bulkJobs.failures.list(id, { limit: 100, ...options }),
  );

export const userExportsQuery = apiQuery('userExportList', [{ limit }], (api, options) =>
  users(api).exports.list({ limit, ...options }),
);

export const importsQuery = apiQuery('migrationSourceListImportJobs', [{ limit }], (api, options) =>
  migrationSources(api).imports.list({ limit, ...options }),
);

export const auditExportsQuery = apiQuery('auditExportList', [{ limit }], (api, options) =>
  auditExports(api).list({ limit, ...options }),
);

export const objectExportsQuery = apiQuery('fgaExportList', [{ limit }], (api, options) =>
  fga(api).exports.list({ limit, ...options }),
);

/** Something that runs, or has run, with its kind. */
export type Job =
  | { kind: 'bulk'; of: UserBulkJob }
  | { kind: 'users'; of: UserExport }
  | { kind: 'import'; of: ImportJob }
  | { kind: 'audit'; of: AuditExport }
  | { kind: 'objects'; of: ListObjectsExport };
