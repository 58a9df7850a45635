import { loginExperience } from '@platform/sdk';
import type { CreateLoginPreviewRequest } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';

export const brandingQuery = apiQuery('loginExperienceGetBranding', [], (api, options) =>
  loginExperience(api).branding.get(options),
);

/** A preview, kept only while it is shown: its address ends after some minutes. */
export const previewQuery = (request: CreateLoginPreviewRequest) => ({
  ...apiQuery('loginExperienceCreatePreview', [request], (api, options) =>
    loginExperience(api).previews.create(request, options),
  ),
  gcTime: 0,
  staleTime: Infinity,
});
