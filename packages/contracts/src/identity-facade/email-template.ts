import { z } from 'zod';
import { text, time } from '../common/text.ts';

const bytes = (max: number) => (value: string) => new TextEncoder().encode(value).length <= max;
const template = (max: number) =>
  z
    .string()
    .normalize('NFC')
    .refine(bytes(max), { error: `must have at most ${max} bytes` });

/** Whether a mail client would turn the text into a link. */
export const looksLikeUrl = (value: string): boolean =>
  /:\/\/|www\.|[\p{L}\p{N}-]+\.[\p{L}]{2,}(?:\/|\b)/iu.test(value);

const fromName = text({ max: 64 }).refine((name) => !looksLikeUrl(name), {
  error: 'must not look like a web address',
});

/** Body of PUT. Subject, html and text are Liquid templates. */
export const PutEmailTemplateRequest = z
  .strictObject({
    subject: text({ max: 255 }),
    html: template(102_400)
      .min(1)
      .describe('At most 100 KiB, because some mail clients truncate longer messages.'),
    text: template(51_200)
      .nullable()
      .default(null)
      .describe('If null, the text is generated from `html`.'),
    fromName: fromName
      .nullable()
      .default(null)
      .describe('If null, the `displayName` of the branding is used.'),
    replyTo: z.email().max(254).nullable().default(null),
    enabled: z.boolean().default(true).describe('Only notices can be disabled.'),
    linkLifetimeSeconds: z
      .int()
      .min(300)
      .max(2_592_000)
      .nullable()
      .default(null)
      .describe(
        'Lifetime of the link, for types that contain one. If null, the default of the type is used.',
      ),
  })
  .meta({ id: 'PutEmailTemplateRequest' });
/** See {@link PutEmailTemplateRequest}. */
export type EmailTemplateInput = z.output<typeof PutEmailTemplateRequest>;

/** A template of a type of email in a locale. */
export const EmailTemplate = z
  .object({
    id: z.string(),
    type: z.string(),
    locale: z.string(),
    requestedLocale: z.string(),
    source: z.enum(['custom', 'built_in']),
    subject: z.string(),
    html: z.string(),
    text: z.string().nullable(),
    fromName: z.string().nullable(),
    replyTo: z.string().nullable(),
    enabled: z.boolean(),
    linkLifetimeSeconds: z.int().nullable(),
    requiredVariables: z.array(z.string()),
    availableVariables: z.array(z.string()),
    availableLocales: z.array(
      z.object({
        locale: z.string(),
        source: z.enum(['custom', 'built_in']),
        updatedAt: time.nullable(),
      }),
    ),
    version: z.int(),
    createdAt: time.nullable(),
    updatedAt: time.nullable(),
  })
  .meta({ id: 'EmailTemplate' });
/** See {@link EmailTemplate}. */
export type EmailTemplateResource = z.input<typeof EmailTemplate>;

/** A type of email, with the locales in which the tenant has templates of its own. */
export const EmailTemplateType = z
  .object({
    type: z.string(),
    kind: z
      .enum(['link', 'code', 'notice'])
      .describe(
        'What the e-mail is for: to follow a link, to enter a code, or to report an event.',
      ),
    requiredVariables: z.array(z.string()),
    availableVariables: z.array(z.string()),
    linkLifetimeSeconds: z.int().nullable().describe('The default of the type.'),
    custom: z.array(
      z.object({ locale: z.string(), subject: z.string(), enabled: z.boolean(), updatedAt: time }),
    ),
  })
  .meta({ id: 'EmailTemplateType' });

/** See {@link EmailTemplateType}. */
export type EmailTemplateTypeResource = z.input<typeof EmailTemplateType>;

/** An email with sample data. */
export const EmailPreview = z
  .object({
    locale: z.string(),
    source: z.enum(['custom', 'built_in', 'unsaved']),
    fromName: z.string(),
    replyTo: z.string().nullable(),
    subject: z.string(),
    html: z
      .string()
      .describe('Show it in a sandboxed frame only: it is written by administrators.'),
    path: z
      .string()
      .describe(
        "Where the e-mail can be framed by pages of the host of the tenant's issuer, for 10 minutes.",
      ),
    text: z.string(),
  })
  .meta({ id: 'EmailPreview' });

/** See {@link EmailPreview}. */
export type EmailPreviewResource = z.input<typeof EmailPreview>;

/** The result of a test email. */
export const EmailTestResult = z
  .object({
    messageId: z.string(),
    to: z.string(),
    subject: z.string(),
    locale: z.string(),
    source: z.enum(['custom', 'built_in']),
    smtpResponse: z.string(),
    sentAt: time,
  })
  .meta({ id: 'EmailTestResult' });
