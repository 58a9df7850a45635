import { resealing } from '@platform/kit/upkeep';
import type { Platform, ServiceParts } from '@platform/kit/service';
import { serveTenantMove } from '@platform/data-lifecycle/tenant-move';
import { tenantPurge } from '@platform/data-lifecycle/tenant-purge';
import { serveOverview } from '@platform/siblings/overview';
import type { ComplianceConfig } from '../config.ts';
import { complianceOverview } from '../overview/compliance-overview.ts';
import { composeAccessRequests } from './access-requests.ts';
import { composeAudit } from './audit.ts';
import { composeConsents } from './consents.ts';
import { composeErasure } from './erasure.ts';
import { composeLegalDocuments } from './legal-documents.ts';
import { composeSsf } from './ssf.ts';
import type { SsfOptions } from './ssf.ts';
import { movedRows } from './moved-rows.ts';

/** Composes the areas of compliance. */
export function composeCompliance(
  platform: Platform,
  config: ComplianceConfig,
  options: SsfOptions,
): ServiceParts {
  const { bus, log } = platform;
  const consents = composeConsents(platform, config);
  const documents = composeLegalDocuments(platform, config);
  const erasure = composeErasure(platform, config);
  const access = composeAccessRequests(platform, config);
  const ssf = composeSsf(platform, config, options);
  const audit = composeAudit(platform, config);
  tenantPurge({
    bus,
    log,
    files: [access.files, audit.files],
    outliving: erasure.outliving,
  });
  return {
    mounts: [
      ...consents.mounts,
      ...documents.mounts,
      ...erasure.mounts,
      ...access.mounts,
      ...ssf.mounts,
      ...audit.mounts,
    ],
    surfaces: [...access.surfaces, ...ssf.surfaces, ...audit.surfaces],
    rpc: [
      ...consents.rpc,
      ...documents.rpc,
      ...erasure.rpc,
      serveOverview(platform.rpcRunner, complianceOverview),
      serveTenantMove(platform, movedRows),
    ],
    jobs: [...consents.jobs, ...erasure.jobs, ...access.jobs, ...audit.jobs],
    workers: [...ssf.workers, ...audit.workers],
    singletons: [
      ...consents.singletons,
      ...erasure.singletons,
      ...access.singletons,
      ...ssf.singletons,
      ...audit.singletons,
      resealing(platform, movedRows.sealed),
    ],
  };
}
