import { z } from 'zod';
import { time } from '../common/text.ts';
import { publicUrl } from './public-url.ts';

/** Maximum size of an uploaded picture in bytes. */
export const maxPictureBytes = 524_288;

const uploadedPath = /^\/login\/assets\/([0-9a-f]{64})$/;

/** The path at which every host of the tenant serves a picture, by the SHA-256 digest of its content. */
export const picturePath = (sha256: string): string => `/login/assets/${sha256}`;

/** Returns the digest of the uploaded picture that the path is of; undefined for any other address. */
export const pictureDigest = (url: string): string | undefined => uploadedPath.exec(url)?.[1];

/** The address of a picture of a branding: elsewhere, or the path of an uploaded one. */
export const pictureUrl = z
  .string()
  .normalize('NFC')
  .max(2048)
  .refine((value) => pictureDigest(value) !== undefined || publicUrl.safeParse(value).success, {
    error: 'must be an https URL of a public host name, or the path of an uploaded picture',
  })
  .meta({ format: 'uri-reference' });

/** Body of POST. */
export const UploadBrandingPictureRequest = z
  .strictObject({
    content: z
      .base64({ error: 'must be base64 (RFC 4648 §4)' })
      .min(1)
      .max(Math.ceil(maxPictureBytes / 3) * 4)
      .describe('The file in base64: PNG, JPEG or WebP, at most 512 KiB and 4096 pixels.'),
  })
  .meta({ id: 'UploadBrandingPictureRequest' });
/** See {@link UploadBrandingPictureRequest}. */
export type UploadBrandingPictureRequest = z.output<typeof UploadBrandingPictureRequest>;

/** An uploaded picture. */
export const BrandingPicture = z
  .object({
    url: z
      .string()
      .describe(
        'For the branding. A path that every host of the tenant serves; its content never changes.',
      ),
    sha256: z.string(),
    mediaType: z.enum(['image/png', 'image/jpeg', 'image/webp']),
    width: z.int(),
    height: z.int(),
    bytes: z.int(),
    createdAt: time,
  })
  .meta({ id: 'BrandingPicture' });
/** See {@link BrandingPicture}. */
export type BrandingPictureResource = z.input<typeof BrandingPicture>;
