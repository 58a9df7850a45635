import { resealing } from '@platform/kit/resealing';
import type { Platform, ServiceParts } from '@platform/kit/service';
import { tenantPurge } from '@platform/kit/tenant-purge';
import type { ComplianceConfig } from '../config.ts';
import { sealedByErasure } from '../erasure/subject-seals.ts';
import { composeAccessRequests } from './access-requests.ts';
import { composeConsents } from './consents.ts';
import { composeErasure } from './erasure.ts';
import { composeLegalDocuments } from './legal-documents.ts';

/** Puts the areas of compliance together. */
export function composeCompliance(platform: Platform, config: ComplianceConfig): ServiceParts {
  const { bus, log } = platform;
  tenantPurge({ bus, log });
  const consents = composeConsents(platform, config);
  const documents = composeLegalDocuments(platform, config);
  const erasure = composeErasure(platform, config);
  const access = composeAccessRequests(platform, config);
  return {
    mounts: [...consents.mounts, ...documents.mounts, ...erasure.mounts, ...access.mounts],
    surfaces: access.surfaces,
    rpc: [...consents.rpc, ...documents.rpc, ...erasure.rpc],
    jobs: [...consents.jobs, ...erasure.jobs, ...access.jobs],
    singletons: [
      ...consents.singletons,
      ...erasure.singletons,
      ...access.singletons,
      resealing(platform, sealedByErasure),
    ],
  };
}
