import type { BrandingPictureResource } from '@platform/contracts';
import { any, now, sql } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { identityFacade } from '../generated/tables.ts';

const pictures = identityFacade.table('brandingPictures');
const shown = pictures.omit('content', 'unusedSince').compute((of) => ({
  bytes: sql<number>`length(${of.ref('content')})`,
}));
const expired = pictures.only((of) =>
  of('unusedSince', '<', sql<Date>`${now} - interval '7 days'`),
);

/** A picture to store. */
export interface NewPicture extends Pick<
  BrandingPictureResource,
  'sha256' | 'mediaType' | 'width' | 'height'
> {
  content: Buffer;
  createdAt: Date;
}

export const findPicture = (tx: Tx, sha256: string) => shown.find(tx, { sha256 });

export const findPictureContent = (tx: Tx, sha256: string) =>
  pictures.pick('mediaType', 'content').find(tx, { sha256 });

/** The pictures with these digests. */
export const listPictures = (tx: Tx, digests: readonly string[]) =>
  shown.list(tx, { where: { sha256: digests }, orderBy: 'sha256' });

export const countPictures = (tx: Tx): Promise<number> => pictures.count(tx, {});

export const insertPicture = (tx: Tx, picture: NewPicture): Promise<unknown> =>
  pictures.insert(tx, { ...picture, unusedSince: picture.createdAt });

/** Starts the time of an unused picture again, since it was uploaded again. */
export const touchPicture = (tx: Tx, sha256: string): Promise<number> =>
  pictures
    .only((of) => of('unusedSince', 'is not', null))
    .update(tx, { sha256 }, { unusedSince: now });

/** Deletes pictures that have been unused for a week: pages that are open may still show them before. */
export const deleteUnusedPictures = (tx: Tx): Promise<number> => expired.delete(tx, {});

/** Notes which pictures the saved branding uses. */
export async function usePictures(tx: Tx, digests: readonly string[]): Promise<void> {
  await pictures
    .only((of) => of('sha256', '=', any(digests)))
    .update(tx, {}, { unusedSince: null });
  await pictures
    .only((of) => of.not(of('sha256', '=', any(digests))))
    .update(tx, { unusedSince: null }, { unusedSince: now });
}
