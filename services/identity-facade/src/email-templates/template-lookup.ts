import type { EmailTemplateInput, EmailTypeName } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { storedBranding } from '../branding/stored-branding.ts';
import { defaultBranding } from '../branding/branding-view.ts';
import { builtInLocales, builtInTemplate } from './built-in-templates.ts';
import { chooseTemplate } from './template-locale.ts';
import type { TemplateChoice } from './template-locale.ts';
import { findTemplate, listTemplateLocales } from './template-store.ts';
import type { TemplateRecord } from './template-store.ts';

/** The template to send, with the tenant's row if it is the tenant's own. */
export interface FoundTemplate extends TemplateChoice {
  template: EmailTemplateInput;
  record: TemplateRecord | undefined;
  /** Locales of the tenant's own templates of the type. */
  own: readonly Pick<TemplateRecord, 'locale' | 'updatedAt'>[];
}

/** The default locale of the tenant's mails. */
export const defaultLocaleOf = async (tx: Tx): Promise<string> =>
  (await storedBranding(tx))?.settings.defaultLocale ?? defaultBranding.defaultLocale;

/** Finds the template of a type for readers of these locales. */
export async function lookUpTemplate(
  tx: Tx,
  type: EmailTypeName,
  wished: readonly string[],
): Promise<FoundTemplate> {
  const { supportedLocales, defaultLocale } =
    (await storedBranding(tx))?.settings ?? defaultBranding;
  const own = await listTemplateLocales(tx, type);
  const choice = chooseTemplate(wished, {
    own: own.map(({ locale }) => locale),
    builtIn: builtInLocales,
    supported: supportedLocales,
    defaultLocale,
  });
  const record =
    choice.source === 'custom' ? await findTemplate(tx, type, choice.locale) : undefined;
  return { ...choice, record, own, template: record ?? builtInTemplate(type, choice.locale) };
}
