import { z } from 'zod';
import { ActorSchema, listOf } from '../common/list.ts';
import { canonicalLocale, httpsUrl, multilineText, text, time, timeInput } from '../common/text.ts';
import { purposeKey } from './consent-purpose.ts';

/** Types of legal documents with a fixed meaning. A tenant may define others. */
export const legalDocumentTypes = [
  'terms-of-service',
  'privacy-policy',
  'cookie-policy',
  'acceptable-use-policy',
  'data-processing-agreement',
  'end-user-license-agreement',
  'marketing-terms',
  'imprint',
] as const;

/** Path segments below an application that belong to other areas, in any case. */
const reservedTypes = new Set([
  'token-claims',
  'access-policies',
  'consents',
  'secrets',
  'keys',
  'scopes',
]);

/** A type of legal documents. */
export const docType = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9._-]{0,63}$/, {
    error: 'must be 1 to 64 of A-Z, a-z, 0-9, ".", "_" and "-", and begin with a letter',
  })
  .refine((type) => !reservedTypes.has(type.toLowerCase()), { error: 'is reserved' })
  .describe(`One of ${legalDocumentTypes.join(', ')}, or a custom type.`);

const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/, { error: 'must be 64 hexadecimal digits in lower case' });

/** Body of `legalDocumentsCreate`. */
export const CreateLegalDocumentRequest = z
  .strictObject({
    title: text({ max: 200 }),
    locale: canonicalLocale,
    content: z
      .string()
      .min(1)
      .refine((s) => !/[\u0000\p{Surrogate}]/u.test(s), {
        error: 'must not contain U+0000 or unpaired surrogates',
      })
      .optional()
      .describe('CommonMark. It is stored unchanged, so escape raw HTML where you display it.'),
    contentUrl: httpsUrl
      .optional()
      .describe('URL where the text is published. The platform never fetches it.'),
    sha256: sha256.optional().describe('SHA-256 digest of the text, encoded in UTF-8.'),
    version: z.int().min(1).max(2_147_483_647).optional().describe('Defaults to the next version.'),
    versionLabel: text({ max: 32 }).optional(),
    changeSummary: multilineText({ max: 2000 }).optional(),
    requiresReconsent: z
      .boolean()
      .default(true)
      .describe('Whether data subjects who agreed to an earlier version must agree again.'),
    effectiveAt: timeInput
      .optional()
      .describe(
        'When the document takes effect. Defaults to, and cannot be earlier than, its activation.',
      ),
    purposeKeys: z
      .array(purposeKey)
      .max(20)
      .refine((all) => new Set(all).size === all.length, {
        error: 'must not contain an entry twice',
      })
      .meta({ uniqueItems: true })
      .optional()
      .describe(
        'The purposes that data subjects agree to by accepting the document. Defaults to its type, if that can be a purpose.',
      ),
  })
  .superRefine(({ content, contentUrl, sha256: hash }, context) => {
    const issue = (path: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [path], message });
    if ((content === undefined) === (contentUrl === undefined))
      issue('content', 'exactly one of content and contentUrl is required');
    if (contentUrl !== undefined && hash === undefined)
      issue('sha256', 'is required with contentUrl');
  })
  .meta({
    id: 'CreateLegalDocumentRequest',
    oneOf: [{ required: ['content'] }, { required: ['contentUrl', 'sha256'] }],
  });
export type CreateLegalDocumentRequest = z.output<typeof CreateLegalDocumentRequest>;

/** States of a legal document. */
export const LegalDocumentState = z.enum(['draft', 'active', 'retired']);
export type LegalDocumentState = z.infer<typeof LegalDocumentState>;

const fields = {
  id: z.string(),
  clientId: z.string(),
  docType: z.string(),
  locale: z.string(),
  version: z.int(),
  versionLabel: z.string().nullable(),
  title: z.string(),
  state: LegalDocumentState,
  contentUrl: z.string().nullable(),
  contentBytes: z.int().nullable(),
  sha256: z.string(),
  changeSummary: z.string().nullable(),
  requiresReconsent: z.boolean(),
  effectiveAt: time.nullable(),
  purposeKeys: z.array(z.string()),
  activatedAt: time.nullable(),
  activatedBy: ActorSchema.nullable(),
  retiredAt: time.nullable(),
  referencedByConsents: z.boolean(),
  createdAt: time,
  updatedAt: time,
};

/** A legal document as lists and events show it. */
export const LegalDocumentSummary = z.object(fields).meta({ id: 'LegalDocumentSummary' });
export type LegalDocumentSummary = z.input<typeof LegalDocumentSummary>;

/** A version of a legal document of an application. */
export const LegalDocument = z
  .object({ ...fields, content: z.string().nullable() })
  .meta({ id: 'LegalDocument' });
export type LegalDocument = z.input<typeof LegalDocument>;

/** A page of legal documents. */
export const ListLegalDocumentsResponse = listOf(LegalDocumentSummary);
