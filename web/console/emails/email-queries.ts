import { loginExperience } from '@platform/sdk';
import type { PutEmailTemplateRequest } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';

export const emailTypesQuery = apiQuery('loginExperienceListEmailTemplates', [], (api, options) =>
  loginExperience(api).emailTemplates.list(options),
);

export const emailTemplateQuery = (type: string, query: { locale?: string }) =>
  apiQuery('loginExperienceGetEmailTemplate', [type, query], (api, options) =>
    loginExperience(api).emailTemplates.get(type, { ...query, ...options }),
  );

/** A preview, kept for a moment: its address ends after some minutes. */
export const emailPreviewQuery = (
  type: string,
  { locale, template }: { locale: string; template: PutEmailTemplateRequest },
) => ({
  ...apiQuery('loginExperiencePreviewEmailTemplate', [type, { locale }, template], (api) =>
    loginExperience(api).emailTemplates.preview(type, template, { locale }),
  ),
  gcTime: 60_000,
  staleTime: Infinity,
});

export const emailReads = [
  'loginExperienceListEmailTemplates',
  'loginExperienceGetEmailTemplate',
] as const;
