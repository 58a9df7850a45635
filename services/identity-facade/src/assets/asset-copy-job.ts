import { createHash } from 'node:crypto';
import { EgressFailed } from '@platform/kit/egress';
import type { Egress } from '@platform/kit/egress';
import { PermanentJobError, handleJob, jobKind } from '@platform/kit/jobs';
import type { JobMount } from '@platform/kit/jobs';
import { z } from 'zod';
import { findAssetSource, markAssetFailed, saveCopy } from './asset-store.ts';
import type { AssetCopy } from './asset-store.ts';
import type { InspectImage } from './image-inspection.ts';

/** Copies the images of a branding. */
export const assetCopyKind = jobKind({
  name: 'asset_copy',
  payload: z.object({
    kind: z.enum(['logo', 'logo_dark', 'icon', 'background_image']),
    urlHash: z.string(),
  }),
  concurrency: 4,
  perTenant: 4,
  maxAttempts: 5,
});

export interface AssetCopyOptions {
  egress: Pick<Egress, 'request'>;
  inspect: InspectImage;
}

const isTransient = (status: number): boolean => status === 429 || status >= 500;

async function fetched(
  { egress }: AssetCopyOptions,
  { tenantId, url, signal }: { tenantId: string; url: string; signal: AbortSignal },
): Promise<Buffer> {
  const { status, body, truncated } = await egress.request({
    tenantId,
    method: 'GET',
    url,
    signal,
    headers: {
      accept: 'image/png, image/jpeg, image/webp, image/svg+xml',
      'user-agent': 'Platform-Assets/1',
    },
  });
  if (status !== 200) {
    const message = `the server responded with status ${status}`;
    throw isTransient(status)
      ? new Error(message)
      : new PermanentJobError(`http_${status}`, message);
  }
  if (truncated) throw new PermanentJobError('too_large', 'the image is larger than 512 KiB');
  return Buffer.from(body);
}

/** The reason shown to administrators. */
const reasonOf = (code: string | undefined): string =>
  code === undefined || code === 'internal_error' ? 'unreachable' : code;

/** Copies one image: fetches it through the guarded egress and detects its type from its bytes. */
export const assetCopyJob = (options: AssetCopyOptions): JobMount =>
  handleJob(assetCopyKind, {
    async run(job) {
      const url = await job.read((tx) => findAssetSource(tx, job.payload));
      if (url === undefined) return;
      const { tenantId, signal } = job;
      const content = await fetched(options, { tenantId, url, signal }).catch((error: unknown) => {
        if (error instanceof EgressFailed && error.code === 'address_blocked')
          throw new PermanentJobError('address_blocked', 'the address is not public');
        throw error;
      });
      const image = await options.inspect(content, signal);
      if ('fault' in image)
        throw new PermanentJobError(image.fault, 'the file is not a supported image');
      const sha256 = createHash('sha256').update(content).digest('hex');
      const copy: AssetCopy = { ...image, sha256, content };
      await job.transact((tx) => saveCopy(tx, job.payload, copy));
    },
    async onEnded(tx, { payload, error }) {
      await markAssetFailed(tx, payload, reasonOf(error?.code));
    },
  });
