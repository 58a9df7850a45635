import { userBulkJobOperations, userExportOperations } from '@platform/contracts';
import { serve } from '@platform/kit/http';
import type { ObjectStores } from '@platform/kit/objects';
import type { Platform, ServiceParts } from '@platform/kit/service';
import type { TenantFiles } from '@platform/data-lifecycle/tenant-purge';
import { bulkJobHandlers } from '../bulk-jobs/bulk-job-handlers.ts';
import { bulkJob } from '../bulk-jobs/bulk-job-run.ts';
import type { UserActionOptions } from '../bulk-jobs/user-action.ts';
import type { CheckRoles } from '../roles/role-check.ts';
import { userExportHandlers } from '../user-exports/user-export-handlers.ts';
import { userExportJob } from '../user-exports/user-export-job.ts';
import { userExportRemovalJob, userExportSweep } from '../user-exports/user-export-removal.ts';
import { listUserExportLocations } from '../user-exports/user-export-store.ts';

const partUsers = 100_000;
const retentionMs = 7 * 86_400_000;

/** Composes changes of many users, and exports of users. */
export function userJobParts(
  { cursors, db, jobs }: Pick<Platform, 'cursors' | 'db' | 'jobs'>,
  {
    stores,
    checkRoles,
    ...changing
  }: UserActionOptions & { stores: ObjectStores; checkRoles: CheckRoles },
): ServiceParts & { files: TenantFiles } {
  const { schemas } = changing;
  return {
    mounts: [
      serve(userBulkJobOperations, bulkJobHandlers({ cursors, jobs, checkRoles })),
      serve(userExportOperations, userExportHandlers({ cursors, jobs, stores })),
    ],
    jobs: [
      bulkJob(changing),
      userExportJob({ stores, schemas, partUsers, retentionMs }),
      userExportRemovalJob(stores),
    ],
    singletons: [userExportSweep({ db, jobs })],
    files: { stores, locations: listUserExportLocations },
  };
}
