import type { BrandingAsset } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { findCopy, listAssets } from './asset-store.ts';
import type { AssetCopy } from './asset-store.ts';
import { findPictureContent } from './picture-store.ts';

/** The images of the current branding, with the state of their copies. */
export const brandingImages = (tx: Tx): Promise<BrandingAsset[]> => listAssets(tx);

/** A copied or uploaded image, by its digest. */
export const imageContent = async (
  tx: Tx,
  sha256: string,
): Promise<Pick<AssetCopy, 'mediaType' | 'content'> | undefined> =>
  (await findCopy(tx, sha256)) ?? (await findPictureContent(tx, sha256));
