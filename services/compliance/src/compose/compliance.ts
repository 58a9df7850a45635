import type { Platform, ServiceParts } from '@platform/kit/service';
import { tenantPurge } from '@platform/kit/tenant-purge';
import type { ComplianceConfig } from '../config.ts';
import { composeAudit } from './audit.ts';
import { composeConsents } from './consents.ts';
import { composeLegalDocuments } from './legal-documents.ts';
import { composeSsf } from './ssf.ts';

/** Puts the areas of compliance together. */
export function composeCompliance(platform: Platform, config: ComplianceConfig): ServiceParts {
  const { bus, log } = platform;
  tenantPurge({ bus, log });
  const consents = composeConsents(platform, config);
  const documents = composeLegalDocuments(platform, config);
  const ssf = composeSsf(platform, config);
  const audit = composeAudit(platform, config);
  return {
    mounts: [...consents.mounts, ...documents.mounts, ...ssf.mounts, ...audit.mounts],
    surfaces: [...ssf.surfaces, ...audit.surfaces],
    rpc: [...consents.rpc, ...documents.rpc],
    jobs: [...consents.jobs, ...audit.jobs],
    workers: [...ssf.workers, ...audit.workers],
    singletons: [...consents.singletons, ...ssf.singletons, ...audit.singletons],
  };
}
