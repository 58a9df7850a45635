import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationOperations } from '@platform/contracts';
import type { Config } from '@platform/kit/config';
import { serve } from '@platform/kit/http';
import { objectStores } from '@platform/kit/objects';
import type { Platform, ServiceParts } from '@platform/kit/service';
import type { TenantFiles } from '@platform/data-lifecycle/tenant-purge';
import type { directoryConfig } from '../config.ts';
import { importHandlers } from '../migration/imports/import-handlers.ts';
import { listFileLocations } from '../migration/imports/import-job-store.ts';
import { importJob, importKind } from '../migration/imports/import-run.ts';
import type { ImportWriting } from '../migration/imports/import-writing.ts';
import { lazyLogin } from '../migration/lazy-login/lazy-login.ts';
import type { LazyLogin } from '../migration/lazy-login/lazy-login.ts';
import { sweepMigration } from '../migration/migration-retention.ts';
import { sourceHandlers } from '../migration/sources/source-handlers.ts';
import { uploadHandlers } from '../migration/uploads/upload-handlers.ts';
import type { CheckRoles } from '../roles/role-check.ts';
import type { DirectoryOptions } from './test-options.ts';

type DirectoryConfig = Config<typeof directoryConfig>;

const storesOf = ({ egress, log }: Platform, config: DirectoryConfig) =>
  objectStores({
    bucket: config.importBucket,
    region: config.importRegion,
    endpoint: config.importEndpoint,
    keyPrefix: config.importKeyPrefix,
    baseDir: config.importBaseDir || join(tmpdir(), 'platform-directory'),
    egress: (trustedOrigins) => egress('object-store', { trustedOrigins }),
    log,
  });

/** Composes the migration of users from other systems. */
export function migrationParts(
  platform: Platform,
  config: DirectoryConfig,
  {
    checkRoles,
    egress: testEgress,
    ...shared
  }: Pick<ImportWriting, 'schemas' | 'suppressionKeys' | 'askErased'> & {
    checkRoles: CheckRoles;
  } & DirectoryOptions,
): ServiceParts & { migrateLogin: LazyLogin; files: TenantFiles } {
  const { db, jobs, secrets, cursors, log } = platform;
  const stores = storesOf(platform, config);
  const egress = platform.egress('federation', {
    allowedHosts: config.internalHosts,
    ...testEgress,
  });
  const clock = Date.now;
  const writing = { ...shared, limits: config, secrets, jobs };
  const importing = {
    ...writing,
    egress,
    stores,
    maxFileBytes: config.importMaxFileBytes,
    clock,
    checkRoles,
    batchSize: config.importBatchSize,
    log,
  };
  const kind = importKind(config.importLeaseTtl);
  const dryRunMs = config.importDryRunTimeout;
  return {
    mounts: [
      serve(migrationOperations, {
        ...sourceHandlers({ secrets, egress, checkRoles }),
        ...uploadHandlers({ stores, maxFileBytes: config.importMaxFileBytes, clock }),
        ...importHandlers({ ...importing, jobs, kind, cursors, dryRunMs }),
      }),
    ],
    jobs: [importJob(kind, importing)],
    singletons: [
      {
        name: 'files of imports',
        schedule: 3_600_000,
        work: (signal) => sweepMigration(db, stores, { signal, clock }),
      },
    ],
    files: { stores, locations: listFileLocations },
    workers: [{ start: () => undefined, stop: () => egress.close() }],
    migrateLogin: lazyLogin({
      ...writing,
      db,
      egress,
      clock,
      timeoutMs: config.lazyLoginTimeout,
      log,
    }),
  };
}
