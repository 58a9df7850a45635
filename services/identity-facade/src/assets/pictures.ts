import { pictureDigest } from '@platform/contracts';
import type { BrandingAsset } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { invalidFields } from '@platform/kit/problem';
import { imagesIn } from './branding-images.ts';
import type { BrandingImage, BrandingImages } from './branding-images.ts';
import { deleteUnusedPictures, listPictures, usePictures } from './picture-store.ts';

interface UploadedImage extends BrandingImage {
  sha256: string;
}

const uploadedIn = (settings: BrandingImages): UploadedImage[] =>
  imagesIn(settings).flatMap((image) => {
    const sha256 = pictureDigest(image.url);
    return sha256 === undefined ? [] : [{ ...image, sha256 }];
  });

/** Requires that the tenant has uploaded the pictures that a branding names by their paths. @throws 422 `not_found` */
export async function requirePictures(tx: Tx, settings: BrandingImages): Promise<void> {
  const uploaded = uploadedIn(settings);
  if (uploaded.length === 0) return;
  const stored = await listPictures(
    tx,
    uploaded.map(({ sha256 }) => sha256),
  );
  const known = new Set(stored.map(({ sha256 }) => sha256));
  const missing = uploaded.filter(({ sha256 }) => !known.has(sha256));
  if (missing.length === 0) return;
  throw invalidFields(
    missing.map(({ pointer }) => ({
      pointer,
      code: 'not_found',
      detail: 'must be the path of an uploaded picture. Upload the picture again.',
    })),
  );
}

/** Keeps the pictures that a saved branding uses, and deletes others after a while. */
export async function keepPictures(tx: Tx, settings: BrandingImages): Promise<void> {
  await usePictures(
    tx,
    uploadedIn(settings).map(({ sha256 }) => sha256),
  );
  await deleteUnusedPictures(tx);
}

/** The uploaded pictures of a branding, as its images in the API. */
export async function picturesOf(tx: Tx, settings: BrandingImages): Promise<BrandingAsset[]> {
  const uploaded = uploadedIn(settings);
  if (uploaded.length === 0) return [];
  const stored = await listPictures(
    tx,
    uploaded.map(({ sha256 }) => sha256),
  );
  const bySha256 = new Map(stored.map((picture) => [picture.sha256, picture]));
  const shown = uploaded.flatMap(({ kind, url, sha256 }): BrandingAsset[] => {
    const picture = bySha256.get(sha256);
    if (!picture) return [];
    const { mediaType, width, height } = picture;
    const state = { status: 'ready', failureReason: null } as const;
    return [{ kind, sourceUrl: url, ...state, sha256, mediaType, width, height }];
  });
  return [...new Map(shown.map((each) => [`${each.kind} ${each.sourceUrl}`, each])).values()];
}
