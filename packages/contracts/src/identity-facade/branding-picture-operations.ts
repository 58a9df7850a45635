import { allOf, operations } from '../operation.ts';
import { BrandingPicture, UploadBrandingPictureRequest } from './branding-picture.ts';

/** Pictures of a branding that are uploaded instead of copied from elsewhere. */
export const brandingPictureOperations = operations({
  loginExperienceUploadAsset: {
    method: 'post',
    path: '/api/v1/login-experience/assets',
    scopes: allOf('tenant:idp.write'),
    summary: 'Uploads a picture for the branding',
    description:
      'The type is detected from the content. Uploading the same file again returns the stored one. A tenant can have 50 pictures; one that the saved branding does not use is deleted after 7 days.',
    body: UploadBrandingPictureRequest,
    response: BrandingPicture,
    errors: ['limit_exceeded'],
    noEtag: true,
    maxBodyBytes: 716_800,
  },
});
