import { PutEmailTemplateRequest, canonicalLocale, emailTypes } from '@platform/contracts';
import type { EmailTypeName } from '@platform/contracts';
import type { EmailTemplate, PutEmailTemplateRequest as Body } from '@platform/sdk';
import { z } from 'zod';
import { eachOf } from '../tenant/each-of.ts';
import { defineKind } from './kind.ts';
import type { TenantView } from './kind.ts';

const types = Object.keys(emailTypes) as [EmailTypeName, ...EmailTypeName[]];

/** The API has no list of templates, but each type shows its locales. */
async function customTemplates({ platform }: TenantView): Promise<EmailTemplate[]> {
  const { emailTemplates } = platform.loginExperience;
  const shown = await eachOf(types, (type) => emailTemplates.get(type));
  const custom = shown.flatMap(({ type, availableLocales }) =>
    availableLocales
      .filter(({ source }) => source === 'custom')
      .map(({ locale }) => ({ type, locale })),
  );
  return eachOf(custom, ({ type, locale }) => emailTemplates.get(type, { locale }));
}

export const emailTemplate = defineKind<EmailTemplate, Body>({
  name: 'email-template',
  path: 'login-experience/email-templates',
  layout: 'files',
  schema: PutEmailTemplateRequest,
  additional: z.strictObject({ type: z.enum(types), locale: canonicalLocale }),
  key: ['type', 'locale'],
  refersBy: 'name',
  list: customTemplates,
  get: (platform, { type, locale }) =>
    platform.loginExperience.emailTemplates.get(type, { locale }).response(),
  create: ({ platform, additional, body }) =>
    platform.loginExperience.emailTemplates.put(String(additional['type']), body, {
      locale: String(additional['locale']),
    }),
  update: ({ platform, resource: { type, locale }, body, options }) =>
    platform.loginExperience.emailTemplates.put(type, body, { locale, ...options }),
  delete: ({ platform, resource: { type, locale }, options }) =>
    platform.loginExperience.emailTemplates.delete(type, { locale, ...options }),
});
