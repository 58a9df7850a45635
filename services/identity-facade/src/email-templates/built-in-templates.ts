import { readFileSync } from 'node:fs';
import { emailTypes } from '@platform/contracts';
import type { EmailTemplateInput, EmailTypeName } from '@platform/contracts';
import { mailHtml, mailText } from './built-in-layout.ts';
import type { CommonCopy, MailCopy } from './built-in-layout.ts';

interface LocaleCopy {
  common: CommonCopy;
  mails: Record<EmailTypeName, MailCopy>;
}

/** Languages of the built-in templates. */
export const builtInLocales: readonly string[] = ['en', 'de', 'fr', 'es'];

const copies = new Map(
  builtInLocales.map((locale) => [
    locale,
    JSON.parse(
      readFileSync(new URL(`../../email-copy/${locale}.json`, import.meta.url), 'utf8'),
    ) as LocaleCopy,
  ]),
);

/** The built-in template of a type. @throws Error if the locale has none, which is a bug */
export function builtInTemplate(type: EmailTypeName, locale: string): EmailTemplateInput {
  const copy = copies.get(locale);
  if (!copy) throw new Error(`no built-in templates in ${locale}`);
  const { common, mails } = copy;
  const { secret } = emailTypes[type];
  const parts = { locale, common, mail: mails[type], secret };
  return {
    subject: mails[type].subject,
    html: mailHtml(parts),
    text: mailText(parts),
    fromName: null,
    replyTo: null,
    enabled: true,
    linkLifetimeSeconds: null,
  };
}
