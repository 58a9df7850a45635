import { organizationOperations, userOperations } from '@platform/contracts';
import type { Config } from '@platform/kit/config';
import type { Tx } from '@platform/kit/database';
import { serve } from '@platform/kit/http';
import { resealing } from '@platform/kit/upkeep';
import { every } from '@platform/kit/service';
import type { Platform, ServiceParts } from '@platform/kit/service';
import { tenantPurge } from '@platform/data-lifecycle/tenant-purge';
import { serveOverview } from '@platform/siblings/overview';
import { attributeSchemas } from '../attribute-schema/attribute-schema.ts';
import type { directoryConfig } from '../config.ts';
import { sealedConnectorCredentials } from '../directories/credentials.ts';
import { foldCounters } from '../counters/counters.ts';
import { directoryDataSubject } from '../data-subject/data-subject.ts';
import { sealedInvitationTokens } from '../invitations/invitation-mail.ts';
import { removeInvitationsOf } from '../invitations/invitation-store.ts';
import { organizationHandlers } from '../organizations/organization-handlers.ts';
import { sweepDeletedOrganizations } from '../organizations/organization-sweep.ts';
import {
  addMembership,
  listMembershipsOf,
  removeMembershipsOf,
  userOrganization,
} from '../organizations/organizations.ts';
import { directoryOverview } from '../overview/directory-overview.ts';
import { unlinkUser } from '../provisioning/directories/provisioned.ts';
import { joinByDomain } from '../provisioning/domain-enrollment.ts';
import { roleCheck, roleKnowledge } from '../roles/role-check.ts';
import { directoryRpc } from '../rpc/directory-rpc.ts';
import { removeImportErrorsOf } from '../migration/imports/import-error-store.ts';
import { sealedSourceCredentials } from '../migration/sources/migration-source.ts';
import { credentialBatchJob } from '../users/credentials/credential-batch-job.ts';
import { sealedCredentialBatches } from '../users/credentials/credential-batch.ts';
import { sealedCredentials } from '../users/credentials/credential-handover.ts';
import {
  credentialHandoverBatchJob,
  credentialHandoverJob,
} from '../users/credentials/credential-handover-job.ts';
import { signInWorker } from '../provisioning/logins/sign-in-worker.ts';
import { erasedPeople } from '../suppressions/erased-people.ts';
import { sweepRetention } from './retention.ts';
import { credentialWait } from '../users/credentials/credential-wait.ts';
import { userHandlers } from '../users/user-handlers.ts';
import type { UserMemberships } from '../users/user-memberships.ts';
import { attributeParts } from './attribute-parts.ts';
import { directoriesParts } from './directories-parts.ts';
import { domainParts } from './domain-parts.ts';
import { invitationParts } from './invitation-parts.ts';
import { migrationParts } from './migration-parts.ts';
import { scimParts } from './scim-parts.ts';
import type { DirectoryOptions } from './test-options.ts';

const memberships: UserMemberships = {
  add: addMembership,
  removeAll: removeMembershipsOf,
  joinByDomain,
  async listOrganizations(tx, userId, before, limit) {
    return (await listMembershipsOf(tx, userId, before, limit)).map(userOrganization);
  },
};

/** Composes the areas of directory. */
export function composeDirectory(
  platform: Platform,
  config: Config<typeof directoryConfig>,
  options: DirectoryOptions = {},
): ServiceParts {
  const { db, bus, cursors, secrets, jobs, log, peer, rpcRunner, common } = platform;
  const checkRoles = roleCheck(() => peer('fga'));
  const knownRoles = roleKnowledge(() => peer('fga'));
  const suppressionKeys = secrets.deriveKeys('erasure suppressions');
  const askErased = erasedPeople(() => peer('compliance'), log);
  const schemas = attributeSchemas();
  const migration = migrationParts(platform, config, {
    checkRoles,
    schemas,
    suppressionKeys,
    askErased,
    ...options,
  });
  const areas = [
    migration,
    attributeParts(platform, config),
    domainParts(platform, config),
    invitationParts(platform, config, checkRoles),
    scimParts(platform, config, { schemas, suppressionKeys, askErased }),
    directoriesParts(
      platform,
      config,
      { checkRoles, knownRoles, schemas, suppressionKeys, askErased },
      options,
    ),
  ];
  const users = {
    cursors,
    limits: config,
    schemas,
    secrets,
    jobs,
    checkRoles,
    memberships,
    unlink: (tx: Tx, userId: string) => unlinkUser(tx, userId, 'ignored'),
    handedOver: credentialWait({ db, jobs, deadlineFactor: common.deadlineFactor }),
  };
  const organizations = { cursors, limits: config, schemas, checkRoles, jobs };
  tenantPurge({ bus, log, files: [migration.files] });
  return {
    mounts: [
      serve(userOperations, userHandlers(users)),
      serve(organizationOperations, organizationHandlers(organizations)),
      ...areas.flatMap((area) => area.mounts),
    ],
    surfaces: areas.flatMap((area) => area.surfaces ?? []),
    rpc: [
      directoryRpc({
        rpcRunner,
        db,
        secrets,
        limits: config,
        schemas,
        suppressionKeys,
        askErased,
        knownRoles,
        log,
        migrateLogin: migration.migrateLogin,
      }),
      serveOverview(rpcRunner, directoryOverview),
      directoryDataSubject({ db, schemas, secrets, suppressionKeys, removeImportErrorsOf }),
    ],
    jobs: [
      credentialHandoverJob({ secrets, identity: () => peer('identity-facade') }),
      credentialHandoverBatchJob({ secrets, identity: () => peer('identity-facade') }),
      credentialBatchJob({ secrets, identity: () => peer('identity-facade') }),
      ...areas.flatMap((area) => area.jobs ?? []),
    ],
    singletons: [
      resealing(platform, [
        sealedCredentials,
        sealedCredentialBatches,
        sealedInvitationTokens,
        sealedSourceCredentials,
        sealedConnectorCredentials,
      ]),
      ...areas.flatMap((area) => area.singletons ?? []),
    ],
    workers: [
      signInWorker(platform),
      ...areas.flatMap((area) => area.workers ?? []),
      every(60_000, 'counters', log, () => foldCounters(db)),
      every(300_000, 'deleted organizations', log, () =>
        sweepDeletedOrganizations(db, [removeInvitationsOf]),
      ),
      every(3_600_000, 'retention', log, () => sweepRetention(db)),
    ],
  };
}
