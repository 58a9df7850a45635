import { brandingOperations, brandingPictureOperations } from '@platform/contracts';
import { serve } from '@platform/kit/http';
import type { Platform, ServiceParts } from '@platform/kit/service';
import { assetCopyJob } from '../assets/asset-copy-job.ts';
import { copyRequests } from '../assets/asset-requests.ts';
import { imageInspection } from '../assets/image-inspection.ts';
import { pictureHandlers } from '../assets/picture-handlers.ts';
import { brandingHandlers } from '../branding/branding-handlers.ts';
import { removeOverrides } from '../branding/branding-write.ts';
import type { IdentityFacadeConfig } from '../config.ts';
import { tenantNames } from './tenant-names.ts';
import { clockOf } from './test-options.ts';
import type { IdentityFacadeOptions } from './test-options.ts';

type BrandingPlatform = Pick<Platform, 'bus' | 'jobs' | 'egress' | 'metrics' | 'trust'>;

/** Removes overrides with the application or organization that they are for. */
function followDeletions({ bus }: BrandingPlatform, clock: () => number): void {
  bus.consume(
    'branding-overrides',
    ['client.deleted', 'organization.deleted'],
    async ({ tenantId, event }, db) => {
      const { type, id } = event.subject;
      const context = { tenantId, actor: { type: 'system', id: 'identity-facade' } } as const;
      await db.transact(context, (tx) =>
        removeOverrides(
          tx,
          (each) => (type === 'client' ? each.clientId : each.organizationId) === id,
          new Date(clock()),
        ),
      );
    },
  );
}

/** Composes the branding: its operations and the copies of its images. */
export function brandingParts(
  platform: BrandingPlatform,
  config: IdentityFacadeConfig,
  options: IdentityFacadeOptions,
): Required<Pick<ServiceParts, 'mounts' | 'jobs' | 'workers'>> {
  const clock = clockOf(options);
  const egress = platform.egress('assets', options.egress);
  const images = imageInspection(platform.metrics);
  followDeletions(platform, clock);
  const handlers = brandingHandlers({
    requestCopies: copyRequests({ jobs: platform.jobs, isEnabled: config.assetsEnabled }),
    tenantName: tenantNames(platform),
    clock,
  });
  return {
    mounts: [
      serve(brandingOperations, handlers),
      serve(brandingPictureOperations, pictureHandlers({ inspect: images.inspect, clock })),
    ],
    jobs: [assetCopyJob({ egress, inspect: images.inspect })],
    workers: [
      {
        start: () => undefined,
        async stop() {
          await images.close();
          await egress.close();
        },
      },
    ],
  };
}
