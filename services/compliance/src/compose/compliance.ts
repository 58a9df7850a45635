import type { Platform, ServiceParts } from '@platform/kit/service';
import { tenantPurge } from '@platform/kit/tenant-purge';
import type { ComplianceConfig } from '../config.ts';
import { composeConsents } from './consents.ts';
import { composeLegalDocuments } from './legal-documents.ts';

/** Puts the areas of compliance together. */
export function composeCompliance(platform: Platform, config: ComplianceConfig): ServiceParts {
  const { bus, log } = platform;
  tenantPurge({ bus, log });
  const consents = composeConsents(platform, config);
  const documents = composeLegalDocuments(platform, config);
  return {
    mounts: [...consents.mounts, ...documents.mounts],
    rpc: [...consents.rpc, ...documents.rpc],
    jobs: consents.jobs,
    singletons: consents.singletons,
  };
}
