import { createHash } from 'node:crypto';
import { maxPictureBytes, picturePath } from '@platform/contracts';
import type { BrandingPictureResource, brandingPictureOperations } from '@platform/contracts';
import { lock } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { invalid, problem } from '@platform/kit/problem';
import { identityLocks } from '../advisory-locks.ts';
import type { InspectImage } from './image-inspection.ts';
import {
  countPictures,
  deleteUnusedPictures,
  findPicture,
  insertPicture,
  touchPicture,
} from './picture-store.ts';
import type { NewPicture } from './picture-store.ts';

const maxPictures = 50;
const inspectionMs = 5_000;
const rasterTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];
const isRaster = (type: string): type is BrandingPictureResource['mediaType'] =>
  rasterTypes.includes(type);

const faults: Readonly<Record<string, string>> = {
  too_many_pixels: 'must be at most 4096 pixels wide and high',
  no_dimensions: 'must be a picture with a width and a height',
};

type Inspected = Omit<NewPicture, 'createdAt'>;

/** Decodes a picture and detects its type. @throws 422 for anything but a small raster picture */
async function inspected(inspect: InspectImage, base64: string): Promise<Inspected> {
  const content = Buffer.from(base64, 'base64');
  if (content.length > maxPictureBytes)
    throw invalid('/content', 'invalid_format', `must have at most ${maxPictureBytes} bytes`);
  const found = await inspect(content, AbortSignal.timeout(inspectionMs));
  if ('fault' in found || !isRaster(found.mediaType)) {
    const detail = 'fault' in found ? faults[found.fault] : undefined;
    throw invalid('/content', 'invalid_format', detail ?? 'must be a PNG, JPEG or WebP picture');
  }
  const { mediaType, width, height } = found;
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { sha256, mediaType, width, height, content };
}

async function requireRoom(tx: Tx): Promise<void> {
  await deleteUnusedPictures(tx);
  if ((await countPictures(tx)) < maxPictures) return;
  const detail = `A tenant can have at most ${maxPictures} uploaded pictures. Pictures that the saved branding does not use are deleted after 7 days.`;
  throw problem('limit_exceeded', { detail, errors: [{ code: 'limit_exceeded', detail }] });
}

/** Stores a picture, unless it is stored already. Returns whether it is new. */
async function store(tx: Tx, picture: NewPicture): Promise<boolean> {
  const { sha256, mediaType } = picture;
  if (await findPicture(tx, sha256)) {
    await touchPicture(tx, sha256);
    return false;
  }
  await requireRoom(tx);
  await insertPicture(tx, picture);
  await tx.publish({
    type: 'login_experience.asset_uploaded',
    subject: { type: 'branding', id: 'branding' },
    data: { branding: { id: 'branding' }, sha256, mediaType },
  });
  return true;
}

/** The handler of uploads. Pictures are inspected before the transaction is opened. */
export const pictureHandlers = ({
  inspect,
  clock,
}: {
  inspect: InspectImage;
  clock: () => number;
}): Handlers<typeof brandingPictureOperations> => ({
  loginExperienceUploadAsset: prepared(
    ({ body }) => inspected(inspect, body.content),
    async ({ tx, prepared: picture, audit }) => {
      // Saving a branding deletes unused pictures under the same lock.
      await lock(tx, identityLocks.branding, tx.context.tenantId);
      const isNew = await store(tx, { ...picture, createdAt: new Date(clock()) });
      const { sha256, mediaType, width, height, content } = picture;
      audit({ details: { sha256, isNew } });
      const { createdAt } = (await findPicture(tx, sha256))!;
      return {
        url: picturePath(sha256),
        sha256,
        mediaType,
        width,
        height,
        bytes: content.length,
        createdAt: createdAt.toISOString(),
      };
    },
  ),
});
