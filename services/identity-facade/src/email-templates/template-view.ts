import { emailTypes, emailVariables } from '@platform/contracts';
import type {
  EmailTemplateResource,
  EmailTemplateTypeResource,
  EmailTypeName,
} from '@platform/contracts';
import { builtInLocales } from './built-in-templates.ts';
import type { FoundTemplate } from './template-lookup.ts';
import type { TemplateRecord } from './template-store.ts';

/** Differs for every state of a locale, even if a template is deleted and created again, which restarts its version numbers. */
export const templateVersion = ({
  locale,
  record,
}: Pick<FoundTemplate, 'locale' | 'record'>): string =>
  record
    ? `${locale}.${record.createdAt.getTime().toString(36)}.${record.version}`
    : `${locale}.built-in`;

/** The types of emails in the API, with the tenant's own templates. */
export const templateTypes = (
  own: readonly Pick<TemplateRecord, 'type' | 'locale' | 'subject' | 'enabled' | 'updatedAt'>[],
): EmailTemplateTypeResource[] =>
  (Object.keys(emailTypes) as EmailTypeName[]).map((type) => {
    const { secret, required, lifetimeSeconds } = emailTypes[type];
    return {
      type,
      kind: secret ?? 'notice',
      requiredVariables: [...required],
      availableVariables: [...emailVariables(type)],
      linkLifetimeSeconds: secret === 'link' ? lifetimeSeconds : null,
      custom: own
        .filter((row) => row.type === type)
        .map(({ locale, subject, enabled, updatedAt }) => ({
          locale,
          subject,
          enabled,
          updatedAt: updatedAt.toISOString(),
        })),
    };
  });

/** A template in the API. */
export function templateResource(
  type: EmailTypeName,
  requestedLocale: string,
  found: FoundTemplate,
): EmailTemplateResource {
  const { locale, source, template, record, own } = found;
  const { subject, html, text, fromName, replyTo, enabled, linkLifetimeSeconds } = template;
  const builtIn = builtInLocales.filter((each) => own.every((row) => row.locale !== each));
  return {
    id: `${type}:${locale}`,
    type,
    locale,
    requestedLocale,
    source,
    subject,
    html,
    text,
    fromName,
    replyTo,
    enabled,
    linkLifetimeSeconds,
    requiredVariables: [...emailTypes[type].required],
    availableVariables: [...emailVariables(type)],
    availableLocales: [
      ...own.map((row) => ({
        locale: row.locale,
        source: 'custom' as const,
        updatedAt: row.updatedAt.toISOString(),
      })),
      ...builtIn.map((each) => ({ locale: each, source: 'built_in' as const, updatedAt: null })),
    ],
    version: record?.version ?? 0,
    createdAt: record?.createdAt.toISOString() ?? null,
    updatedAt: record?.updatedAt.toISOString() ?? null,
  };
}
