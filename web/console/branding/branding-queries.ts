import { loginExperience } from '@platform/sdk';
import type { CreateLoginPreviewRequest } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';

export const brandingQuery = apiQuery('loginExperienceGetBranding', [], (api, options) =>
  loginExperience(api).branding.get(options),
);

/** Reads that show the branding: previews of e-mails contain it, whatever their request says. */
export const brandedReads = [
  'loginExperienceGetBranding',
  'loginExperiencePreviewEmailTemplate',
] as const;

/** A preview, kept for a moment: its address ends after some minutes. */
export const previewQuery = (request: CreateLoginPreviewRequest) => ({
  ...apiQuery('loginExperienceCreatePreview', [request], (api) =>
    loginExperience(api).previews.create(request),
  ),
  gcTime: 60_000,
  staleTime: Infinity,
});
