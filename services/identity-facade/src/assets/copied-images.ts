import type { BrandingAsset } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { findCopy, listAssets } from './asset-store.ts';
import type { AssetCopy } from './asset-store.ts';

/** The images of the current branding, with the state of their copies. */
export const brandingImages = (tx: Tx): Promise<BrandingAsset[]> => listAssets(tx);

/** A copied image, by its digest. */
export const copiedImage = (
  tx: Tx,
  sha256: string,
): Promise<Pick<AssetCopy, 'mediaType' | 'content'> | undefined> => findCopy(tx, sha256);
