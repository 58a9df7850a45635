import { createHash } from 'node:crypto';
import type { BrandingAssetKind, BrandingSettings } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { Jobs } from '@platform/kit/jobs';
import { assetCopyKind } from './asset-copy-job.ts';
import { markAssetFailed, replaceAssets } from './asset-store.ts';
import type { AssetSource } from './asset-store.ts';

type Images = Pick<
  BrandingSettings,
  'logoUrl' | 'logoDarkUrl' | 'iconUrl' | 'backgroundImageUrl' | 'overrides'
>;

const urlHashOf = (url: string): string => createHash('sha256').update(url).digest('hex');

/** The images of a branding, each once. */
function imagesOf(settings: Images): AssetSource[] {
  const named: [BrandingAssetKind, string | null | undefined][] = [
    ['logo', settings.logoUrl],
    ['logo_dark', settings.logoDarkUrl],
    ['icon', settings.iconUrl],
    ['background_image', settings.backgroundImageUrl],
    ...settings.overrides.flatMap(({ logoUrl, logoDarkUrl }): typeof named => [
      ['logo', logoUrl],
      ['logo_dark', logoDarkUrl],
    ]),
  ];
  const sources = named.flatMap(([kind, sourceUrl]) =>
    sourceUrl ? [{ kind, sourceUrl, urlHash: urlHashOf(sourceUrl) }] : [],
  );
  return [...new Map(sources.map((each) => [`${each.kind} ${each.urlHash}`, each])).values()];
}

/**
 * Enqueues copies of a branding's images in the transaction that stores it. Every save fetches them again, since they may have
 * changed.
 */
export const copyRequests =
  ({ jobs, isEnabled }: { jobs: Pick<Jobs, 'enqueue'>; isEnabled: boolean }) =>
  async (tx: Tx, settings: Images): Promise<void> => {
    const sources = imagesOf(settings);
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
