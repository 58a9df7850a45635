import {
  connectionTestOperations,
  directoriesOperations,
  directoryConnectorOperations,
  groupRoleMappingOperations,
} from '@platform/contracts';
import { scimRequestHandlers } from '../scim/requests/scim-request-handlers.ts';
import type { Config } from '@platform/kit/config';
import type { Tx } from '@platform/kit/database';
import { serve } from '@platform/kit/http';
import type { Platform, ServiceParts } from '@platform/kit/service';
import type { AttributeSchemas } from '../attribute-schema/attribute-schema.ts';
import { scimOrigin } from '../config.ts';
import type { directoryConfig } from '../config.ts';
import { connectionTestHandlers } from '../diagnostics/connection-test-handlers.ts';
import { probeHandlers } from '../diagnostics/probe-handlers.ts';
import { testTurns } from '../diagnostics/test-turns.ts';
import { credentialHandlers } from '../directories/credential-handlers.ts';
import { hasCredential, holdDirectory, openCredential } from '../directories/directories.ts';
import type { DirectoryRecord } from '../directories/directories.ts';
import { directoryHandlers } from '../directories/directory-handlers.ts';
import { directoryRemovalJob } from '../directories/directory-removal.ts';
import { mappingHandlers } from '../directories/group-roles/mapping-handlers.ts';
import { holdOrganization } from '../organizations/organizations.ts';
import { mappingDigest, unlinkUsersOf } from '../provisioning/directories/provisioned.ts';
import type { Provisioning } from '../provisioning/directories/provisioned.ts';
import type { CheckRoles, KnownRoles } from '../roles/role-check.ts';
import { mappingSourceCheck } from '../scim/schemas/mapping-sources.ts';
import { bearerHandlers } from '../scim/bearers/bearer-handlers.ts';
import { giveDueNotices } from '../scim/bearers/bearer-notices.ts';
import { bearerExpiries } from '../scim/bearers/scim-bearers.ts';
import { notReadable } from '../sync/sources/source-fault.ts';
import { nobodyErased } from '../suppressions/erased-people.ts';
import type { AskErased } from '../suppressions/erased-people.ts';
import { newcomers } from '../sync/newcomers.ts';
import { syncHandlers } from '../sync/sync-handlers.ts';
import { directorySyncJob } from '../sync/sync-job.ts';
import { sourceReader } from '../sync/sync-readers.ts';
import { requestDueSyncs } from '../sync/sync-requests.ts';
import { syncRunResource } from '../sync/sync-run-record.ts';
import { listLastRuns } from '../sync/sync-run-store.ts';
import type { SetupDirectories } from '../setup/setup-directories.ts';
import { sourceConnections } from './source-connections.ts';
import type { DirectoryOptions } from './test-options.ts';

/** Composes directories, their credentials, bearers and mappings, connection tests and syncs. */
export function directoriesParts(
  platform: Platform,
  config: Config<typeof directoryConfig>,
  {
    checkRoles,
    knownRoles,
    schemas,
    suppressionKeys,
    askErased,
  }: {
    checkRoles: CheckRoles;
    knownRoles: KnownRoles;
    schemas: AttributeSchemas;
    suppressionKeys: readonly Buffer[];
    askErased: AskErased;
  },
  options: DirectoryOptions,
): ServiceParts & { setup: SetupDirectories } {
  const { db, jobs, secrets, cursors } = platform;
  const sources = sourceConnections(platform, config, options);
  const { egress, clock, clouds } = sources;
  const random = Math.random;
  const provisioningOf = async (tx: Tx, directory: DirectoryRecord): Promise<Provisioning> => ({
    directory,
    origin: directory.kind === 'scim' ? 'scim' : 'sync',
    writing: { limits: config, schema: await schemas.hold(tx, 'user') },
    suppressionKeys,
    secrets,
    isErased: nobodyErased,
  });
  /** A sync run ends when its directory is suspended, is deleted or loses its credential. */
  async function syncProvisioningOf(tx: Tx, given: DirectoryRecord): Promise<Provisioning> {
    const provisioning = await provisioningOf(tx, given);
    const directory = await holdDirectory(tx, given.id);
    const isReadable = directory?.state !== 'suspended' && (await hasCredential(tx, given.id));
    if (!directory || !isReadable) throw notReadable();
    return { ...provisioning, directory };
  }
  const tests = {
    connections: { ...sources, stepMs: config.stepTimeout },
    secrets,
    schemas,
    turns: testTurns({ perMinute: config.testsPerMinute, clock }),
    totalMs: config.testTimeout,
  };
  const views = {
    scimBaseUrl: scimOrigin(config),
    lastSyncs: async (tx: Tx, ids: readonly string[]) =>
      (await listLastRuns(tx, ids)).map(syncRunResource),
  };
  const checkUrl = (url: string) => egress.checkUrl(url);
  const checkMapping = mappingSourceCheck(schemas);
  const writing = { syncIntervalMs: config.syncInterval, clouds, checkUrl, checkMapping, clock };
  const policy = {
    defaultTtl: config.bearerDefaultTtl,
    maxTtl: config.bearerMaxTtl,
    defaultOverlap: config.bearerDefaultOverlap,
  };
  const directories = {
    ...directoryHandlers({ holdOrganization, cursors, jobs, views, writing }),
    ...syncHandlers({ cursors, jobs, clock }),
  };
  const connectors = {
    ...credentialHandlers({ secrets, clock }),
    ...bearerHandlers({ policy, clock }),
    ...probeHandlers({ ...tests, bearerExpiries }),
  };
  const connectionTests = connectionTestHandlers(tests);
  return {
    setup: {
      directories,
      connectors,
      connectionTests,
      requests: scimRequestHandlers(cursors),
      views,
      writing,
    },
    mounts: [
      serve(directoriesOperations, directories),
      serve(directoryConnectorOperations, connectors),
      serve(groupRoleMappingOperations, mappingHandlers({ checkRoles, knownRoles, clock })),
      serve(connectionTestOperations, connectionTests),
    ],
    jobs: [
      directoryRemovalJob(unlinkUsersOf(provisioningOf)),
      directorySyncJob({
        provisioningOf: syncProvisioningOf,
        mappingOf: async (tx, { attributeMapping }) =>
          mappingDigest(attributeMapping, await schemas.read(tx, 'user')),
        erasedAmong: newcomers(schemas, askErased),
        limits: { percent: config.maxLeavingPercent, min: config.maxLeavingMin },
        clock,
        random,
        async readerOf(tx, directory, position) {
          const credential = await openCredential(tx, directory.id, secrets);
          const { tenantId } = tx.context;
          return credential && sourceReader(directory, credential, { tenantId, position }, sources);
        },
      }),
    ],
    singletons: [
      {
        name: 'due syncs',
        schedule: options.syncSweepMs ?? 30_000,
        work: (signal) => requestDueSyncs(db, jobs, signal, { clock, random }),
      },
      {
        name: 'expiring SCIM bearers',
        schedule: 300_000,
        work: (signal) => giveDueNotices(db, signal, clock()),
      },
    ],
    workers: [{ start: () => undefined, stop: () => egress.close() }],
  };
}
