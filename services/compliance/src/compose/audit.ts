import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditExportOperations, auditLogOperations } from '@platform/contracts';
import { channelVerifier } from '@platform/kit/auth';
import { deleteOlder } from '@platform/kit/database';
import { serve } from '@platform/kit/http';
import { objectStores } from '@platform/kit/objects';
import { partitionUpkeep } from '@platform/kit/upkeep';
import type { Platform, ServiceParts } from '@platform/kit/service';
import type { TenantFiles } from '@platform/data-lifecycle/tenant-purge';
import { auditExportHandlers } from '../audit-exports/export-handlers.ts';
import { auditExportJob } from '../audit-exports/export-job.ts';
import { auditExportRemoval } from '../audit-exports/export-removal.ts';
import { forgetErasedPeople } from '../audit-log/audit-erasure.ts';
import { busIngestion } from '../audit-log/bus-ingestion.ts';
import { checkpointJobs, deleteOldCheckpoints } from '../audit-log/checkpoints.ts';
import { recordsSurface } from '../audit-log/records-surface.ts';
import { sealTimes } from '../audit-log/seal-times.ts';
import { auditLogHandlers } from '../audit-verifications/verification-handlers.ts';
import { verificationJob, verificationSweep } from '../audit-verifications/verification-job.ts';
import type { ComplianceConfig } from '../config.ts';
import { documentSigner } from '../document-signer.ts';
import { subjectHashes } from '../subject-hash.ts';

const channelName = 'platform.audit.internal.cluster';

const channelOf = ({ log }: Pick<Platform, 'log'>, config: ComplianceConfig) =>
  channelVerifier(
    channelName,
    {
      enabled: config.auditChannelEnabled,
      issuer: config.auditChannelIssuer,
      jwksUri: config.auditChannelJwksUri,
      audience: config.auditChannelAudience,
      allowedSub: config.auditChannelAllowedSub,
      caPath: config.auditChannelCaPath,
      tokenPath: config.auditChannelTokenPath,
      connectTimeout: config.auditChannelConnectTimeout,
      readTimeout: config.auditChannelReadTimeout,
    },
    log,
  );

const exportStores = (platform: Platform, config: ComplianceConfig) =>
  objectStores({
    bucket: config.auditExportBucket,
    region: config.auditExportRegion,
    endpoint: config.auditExportEndpoint,
    keyPrefix: config.auditExportKeyPrefix,
    baseDir: config.auditExportBaseDir || join(tmpdir(), 'platform-audit-export'),
    egress: (trustedOrigins) => platform.egress('object-store', { trustedOrigins }),
    log: platform.log,
  });

/** Composes the audit log: ingestion, checkpoints, and exports. */
export function composeAudit(
  platform: Platform,
  config: ComplianceConfig,
): Required<Pick<ServiceParts, 'mounts' | 'surfaces' | 'workers' | 'jobs' | 'singletons'>> & {
  files: TenantFiles;
} {
  const { db, log, metrics, jobs, cursors, trust, peer } = platform;
  const sealTimeOf = sealTimes(config.auditCheckpointCron);
  const append = { subjectHash: subjectHashes(config.subjectHashKey), sealTimeOf };
  const signer = documentSigner(() => peer('hub'));
  const stores = exportStores(platform, config);
  const records = recordsSurface({
    ...append,
    db,
    tenants: trust.tenants,
    verify: channelOf(platform, config),
  });
  const maxActive = config.auditExportMaxActive;
  const month = { unit: 'month', retentionMs: config.auditRetention } as const;
  return {
    mounts: [
      serve(auditExportOperations, auditExportHandlers({ cursors, jobs, stores, maxActive })),
      serve(auditLogOperations, auditLogHandlers({ cursors, jobs })),
    ],
    surfaces: [records],
    files: { stores, locations: auditExportRemoval.locations },
    workers: [busIngestion(platform, append)],
    jobs: [
      auditExportJob({
        stores,
        signer,
        maxRecords: config.auditExportPartMaxRecords,
        retentionMs: config.auditExportRetention,
      }),
      auditExportRemoval.job(stores),
      verificationJob(signer),
    ],
    singletons: [
      ...checkpointJobs({ db, signer, sealTimeOf, log }),
      auditExportRemoval.singleton({ db, jobs }),
      verificationSweep(db),
      partitionUpkeep({ db, log, metrics }, [
        { table: 'audit_records', ...month },
        { table: 'audit_personal', ...month },
      ]),
      {
        name: 'erased people of audit logs',
        schedule: 3_600_000,
        work: () => forgetErasedPeople(db, config.tombstoneRetention),
      },
      {
        name: 'old audit checkpoints',
        schedule: 3_600_000,
        // Checkpoints are kept as long as the public key that verifies them and the records that
        // they seal.
        work: () =>
          deleteOldCheckpoints(db, Math.max(config.tombstoneRetention, config.auditRetention)),
      },
      {
        name: 'ids of old audit records',
        schedule: 3_600_000,
        work: () => deleteOlder(db, { table: 'audit_seen', column: 'seen_at', life: '35 days' }),
      },
    ],
  };
}
