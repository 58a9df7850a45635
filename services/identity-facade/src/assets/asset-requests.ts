import { createHash } from 'node:crypto';
import { pictureDigest } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { Jobs } from '@platform/kit/jobs';
import { assetCopyKind } from './asset-copy-job.ts';
import { markAssetFailed, replaceAssets } from './asset-store.ts';
import type { AssetSource } from './asset-store.ts';
import { imagesIn } from './branding-images.ts';
import type { BrandingImages } from './branding-images.ts';

const urlHashOf = (url: string): string => createHash('sha256').update(url).digest('hex');

/** The images to copy, each once. Uploaded pictures need no copy. */
function sourcesIn(settings: BrandingImages): AssetSource[] {
  const sources = imagesIn(settings)
    .filter(({ url }) => pictureDigest(url) === undefined)
    .map(({ kind, url }) => ({ kind, sourceUrl: url, urlHash: urlHashOf(url) }));
  return [...new Map(sources.map((each) => [`${each.kind} ${each.urlHash}`, each])).values()];
}

/**
 * Enqueues copies of a branding's images in the transaction that stores it. Every save fetches them again, since they may have
 * changed.
 */
export const copyRequests =
  ({ jobs, isEnabled }: { jobs: Pick<Jobs, 'enqueue'>; isEnabled: boolean }) =>
  async (tx: Tx, settings: BrandingImages): Promise<void> => {
    const sources = sourcesIn(settings);
    await replaceAssets(tx, sources);
    for (const { kind, urlHash } of sources) {
      const key = { kind, urlHash };
      if (isEnabled)
        await jobs.enqueue(tx, assetCopyKind, key, { dedupeKey: `${kind} ${urlHash}` });
      else await markAssetFailed(tx, key, 'copies_disabled');
    }
  };

/** See {@link copyRequests}. */
export type RequestCopies = ReturnType<typeof copyRequests>;
