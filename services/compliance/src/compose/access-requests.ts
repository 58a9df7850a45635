import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accessRequestOperations, ownAccessRequestOperations } from '@platform/contracts';
import { subjectExport } from '@platform/data-lifecycle/data-subject';
import { serve } from '@platform/kit/http';
import { objectStores } from '@platform/kit/objects';
import type { ObjectStores } from '@platform/kit/objects';
import type { Platform, ServiceParts } from '@platform/kit/service';
import type { TenantFiles } from '@platform/data-lifecycle/tenant-purge';
import { accessCleanup } from '../access-requests/access-cleanup.ts';
import { accessHandlers } from '../access-requests/access-handlers.ts';
import { accessJob, accessJobKind } from '../access-requests/access-job.ts';
import { ownAccessHandlers } from '../access-requests/own-access-handlers.ts';
import type { AccessPeer } from '../access-requests/access-store.ts';
import { listAccessLocations } from '../access-requests/access-store.ts';
import { productSections } from '../access-requests/product-answer.ts';
import type { ComplianceConfig } from '../config.ts';
import { ownSections } from '../data-subject/own-sections.ts';
import { erasedSubjects } from '../erasure/erased-subjects.ts';
import { documentSigner } from '../document-signer.ts';
import { subjectHashes } from '../subject-hash.ts';
import { directoryIdentifiers } from '../subjects/subject-resolution.ts';
import { resolveSubjects } from './subjects.ts';

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

const peersOf = (config: ComplianceConfig): Record<AccessPeer, string> => ({
  hub: withoutSlash(config.dsarHubUrl),
  'identity-service': withoutSlash(config.dsarIdentityUrl),
  'product-api': withoutSlash(config.dsarProductUrl),
});

const storesOf = ({ egress, log }: Platform, config: ComplianceConfig): ObjectStores =>
  objectStores({
    bucket: config.dsarBucket,
    region: config.dsarRegion,
    endpoint: config.dsarEndpoint,
    keyPrefix: config.dsarKeyPrefix,
    baseDir: config.dsarBaseDir || join(tmpdir(), 'platform-dsar'),
    egress: (trustedOrigins) => egress('object-store', { trustedOrigins }),
    log,
  });

/** Composes access requests: their operations, the collection of data, and the product API's own part. */
export function composeAccessRequests(
  platform: Platform,
  config: ComplianceConfig,
): Required<Pick<ServiceParts, 'mounts' | 'surfaces' | 'jobs' | 'singletons'>> & {
  files: TenantFiles;
} {
  const { db, jobs, cursors, peer, log } = platform;
  const subjectHash = subjectHashes(config.subjectHashKey);
  const peers = peersOf(config);
  const stores = storesOf(platform, config);
  const isOpen = config.dsarToken !== '';
  if (!isOpen)
    log.warn('platform.dsar.fanout.service-account-token is empty; access requests return 503');
  const kind = accessJobKind({
    maxAttempts: config.dsarMaxAttempts,
    perTenant: config.dsarMaxActive,
  });
  const trusted = Object.values(peers).filter((url) => url !== '');
  const job = accessJob({
    kind,
    stores,
    peers,
    token: config.dsarToken,
    egress: platform.egress('access-requests', {
      trustedOrigins: trusted.map((url) => new URL(url).origin),
      // Siblings are inside the cluster: calls bypass the proxy.
      allowedHosts: trusted.map((url) => new URL(url).hostname),
    }),
    signer: documentSigner(() => peer('hub')),
    timeoutMs: config.dsarTimeout,
    maxPartBytes: config.dsarMaxPartBytes,
    bundleTtlMs: config.dsarBundleTtl,
  });
  const rules = {
    subjectHash,
    peers,
    maxActive: config.dsarMaxActive,
    isErased: erasedSubjects(subjectHash),
  };
  const resolve = resolveSubjects(platform);
  const requests = { cursors, resolve, rules, jobs, kind, stores, isOpen };
  const product = {
    peer,
    deadlineMs: config.dsarTimeout,
    own: ownSections.bind(undefined, { db, subjectHash }),
    identifiersOf: directoryIdentifiers(() => peer('directory')),
  };
  return {
    mounts: [
      serve(accessRequestOperations, accessHandlers(requests)),
      serve(ownAccessRequestOperations, ownAccessHandlers(requests)),
    ],
    surfaces: [
      subjectExport({
        service: 'product-api',
        token: config.dsarToken,
        sections: (context, subjectId) => productSections(product, context, subjectId),
      }),
    ],
    jobs: [job],
    singletons: [accessCleanup(db, stores)],
    files: { stores, locations: listAccessLocations },
  };
}
