import {
  ownContactOperations,
  ownProfileOperations,
  userBulkJobOperations,
  userExportOperations,
  userOperations,
  userSummaryOperations,
} from '@platform/contracts';
import type { TenantFiles } from '@platform/data-lifecycle/tenant-purge';
import type { Config } from '@platform/kit/config';
import type { Tx } from '@platform/kit/database';
import { serve } from '@platform/kit/http';
import type { ObjectStores } from '@platform/kit/objects';
import type { Platform, ServiceParts } from '@platform/kit/service';
import type { AttributeSchemas } from '../attribute-schema/attribute-schema.ts';
import { bulkJobHandlers } from '../bulk-jobs/bulk-job-handlers.ts';
import { bulkJob } from '../bulk-jobs/bulk-job-run.ts';
import type { directoryConfig } from '../config.ts';
import {
  addMembership,
  listMembershipsOf,
  removeMembershipsOf,
  userOrganization,
} from '../organizations/organizations.ts';
import { freeAddress } from '../provisioning/address-displacement.ts';
import { unlinkUser } from '../provisioning/directories/provisioned.ts';
import { joinByDomain } from '../provisioning/domain-enrollment.ts';
import type { CheckRoles } from '../roles/role-check.ts';
import { userExportHandlers } from '../user-exports/user-export-handlers.ts';
import { userExportJob } from '../user-exports/user-export-job.ts';
import { userExportRemoval } from '../user-exports/user-export-removal.ts';
import { contactCodes } from '../users/contacts/contact-codes.ts';
import { contactHandlers } from '../users/contacts/contact-handlers.ts';
import { credentialWait } from '../users/credentials/credential-wait.ts';
import { ownProfileHandlers } from '../users/own-profile/own-profile-handlers.ts';
import { userSummaryHandlers } from '../users/summary/user-summary.ts';
import { userHandlers } from '../users/user-handlers.ts';
import type { UserMemberships } from '../users/user-memberships.ts';

const memberships: UserMemberships = {
  add: addMembership,
  removeAll: removeMembershipsOf,
  joinByDomain,
  async listOrganizations(tx, userId, before, limit) {
    return (await listMembershipsOf(tx, userId, before, limit)).map(userOrganization);
  },
};

/** Number of users in one file of an export. */
const partUsers = 100_000;
const retentionMs = 7 * 86_400_000;

interface UserPartsOptions {
  schemas: AttributeSchemas;
  checkRoles: CheckRoles;
  /** For the files of exports. */
  stores: ObjectStores;
}

/** Composes users: one by one, many of them in the background, their exports, and the own account. */
export function userParts(
  { db, cursors, secrets, jobs, peer, common }: Platform,
  config: Config<typeof directoryConfig>,
  { schemas, checkRoles, stores }: UserPartsOptions,
): ServiceParts & { files: TenantFiles } {
  const changing = {
    memberships,
    unlink: (tx: Tx, userId: string) => unlinkUser(tx, userId, 'ignored'),
    secrets,
    schemas,
    limits: config,
  };
  const handedOver = credentialWait({ db, jobs, deadlineFactor: common.deadlineFactor });
  const contacts = {
    schemas,
    limits: config,
    codes: contactCodes(() => peer('identity-facade')),
    freeAddress,
    joinByDomain,
  };
  return {
    mounts: [
      serve(userOperations, userHandlers({ ...changing, cursors, jobs, checkRoles, handedOver })),
      serve(userSummaryOperations, userSummaryHandlers({ db })),
      serve(userBulkJobOperations, bulkJobHandlers({ cursors, jobs, checkRoles })),
      serve(userExportOperations, userExportHandlers({ cursors, jobs, stores })),
      serve(ownProfileOperations, ownProfileHandlers({ schemas, limits: config })),
      serve(ownContactOperations, contactHandlers(contacts)),
    ],
    jobs: [
      bulkJob(changing),
      userExportJob({ stores, schemas, partUsers, retentionMs }),
      userExportRemoval.job(stores),
    ],
    singletons: [userExportRemoval.singleton({ db, jobs })],
    files: { stores, locations: userExportRemoval.locations },
  };
}
