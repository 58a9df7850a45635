import { organizationOperations, ownOrganizationOperations } from '@platform/contracts';
import type { Config } from '@platform/kit/config';
import { serve } from '@platform/kit/http';
import { resealing } from '@platform/kit/upkeep';
import { every } from '@platform/kit/service';
import type { Platform, ServiceParts } from '@platform/kit/service';
import { serveTenantMove } from '@platform/data-lifecycle/tenant-move';
import { tenantPurge } from '@platform/data-lifecycle/tenant-purge';
import { serveOverview } from '@platform/siblings/overview';
import { attributeSchemas } from '../attribute-schema/attribute-schema.ts';
import type { directoryConfig } from '../config.ts';
import { foldCounters } from '../counters/counters.ts';
import { directoryDataSubject } from '../data-subject/data-subject.ts';
import { administratorMailJob } from '../first-administrators/administrator-mail.ts';
import { followNewTenants } from '../first-administrators/first-administrators.ts';
import { removeInvitationsOf } from '../invitations/invitation-store.ts';
import { removeSetupLinksOf } from '../setup-links/setup-link-store.ts';
import { organizationHandlers } from '../organizations/organization-handlers.ts';
import { ownOrganizationHandlers } from '../organizations/own-organization-handlers.ts';
import { sweepDeletedOrganizations } from '../organizations/organization-sweep.ts';
import { directoryOverview } from '../overview/directory-overview.ts';
import { roleCheck, roleKnowledge } from '../roles/role-check.ts';
import { directoryRpc } from '../rpc/directory-rpc.ts';
import { removeImportErrorsOf } from '../migration/imports/import-error-store.ts';
import { credentialBatchJob } from '../users/credentials/credential-batch-job.ts';
import {
  credentialHandoverBatchJob,
  credentialHandoverJob,
} from '../users/credentials/credential-handover-job.ts';
import { signInWorker } from '../provisioning/logins/sign-in-worker.ts';
import { erasedPeople } from '../suppressions/erased-people.ts';
import { sweepRetention } from './retention.ts';
import { attributeParts } from './attribute-parts.ts';
import { directoriesParts } from './directories-parts.ts';
import { domainParts } from './domain-parts.ts';
import { invitationParts } from './invitation-parts.ts';
import { migrationParts } from './migration-parts.ts';
import { scimParts } from './scim-parts.ts';
import { setupParts } from './setup-parts.ts';
import { userParts } from './user-parts.ts';
import type { DirectoryOptions } from './test-options.ts';
import { movedRows } from './moved-rows.ts';

/** Composes the areas of directory. */
export function composeDirectory(
  platform: Platform,
  config: Config<typeof directoryConfig>,
  options: DirectoryOptions = {},
): ServiceParts {
  const { db, bus, cursors, secrets, jobs, log, peer, rpcRunner } = platform;
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
  const domains = domainParts(platform, config);
  const directories = directoriesParts(
    platform,
    config,
    { checkRoles, knownRoles, schemas, suppressionKeys, askErased },
    options,
  );
  const users = userParts(platform, config, {
    schemas,
    checkRoles,
    stores: migration.files.stores,
  });
  const areas: ServiceParts[] = [
    users,
    migration,
    attributeParts(platform, config),
    domains,
    invitationParts(platform, config, checkRoles),
    setupParts(platform, { domains: domains.handlers, ...directories.setup }),
    scimParts(platform, config, { schemas, suppressionKeys, askErased }),
    directories,
  ];
  const organizations = { cursors, limits: config, schemas, checkRoles, jobs };
  followNewTenants(bus, { schemas, limits: config, jobs });
  tenantPurge({ bus, log, files: [migration.files, users.files] });
  return {
    mounts: [
      serve(organizationOperations, organizationHandlers(organizations)),
      serve(ownOrganizationOperations, ownOrganizationHandlers({ cursors })),
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
      serveTenantMove(platform, movedRows),
      ...areas.flatMap((area) => area.rpc ?? []),
      directoryDataSubject({ db, schemas, secrets, suppressionKeys, removeImportErrorsOf }),
    ],
    jobs: [
      credentialHandoverJob({ secrets, identity: () => peer('identity-facade') }),
      credentialHandoverBatchJob({ secrets, identity: () => peer('identity-facade') }),
      credentialBatchJob({ secrets, identity: () => peer('identity-facade') }),
      administratorMailJob({
        identityFacade: () => peer('identity-facade'),
        tenants: platform.trust.tenants,
      }),
      ...areas.flatMap((area) => area.jobs ?? []),
    ],
    singletons: [
      resealing(platform, movedRows.sealed),
      ...areas.flatMap((area) => area.singletons ?? []),
    ],
    workers: [
      signInWorker(platform),
      ...areas.flatMap((area) => area.workers ?? []),
      every(60_000, 'counters', log, () => foldCounters(db)),
      every(300_000, 'deleted organizations', log, () =>
        sweepDeletedOrganizations(db, [removeInvitationsOf, removeSetupLinksOf]),
      ),
      every(3_600_000, 'retention', log, () => sweepRetention(db)),
    ],
  };
}
