import { z } from 'zod';
import { canonicalLocale, isText, multilineText, text, timeInput } from '../common/text.ts';
import { idSchema, isId } from '../ids.ts';
import { LegalBasis, jurisdiction, purposeKey } from './consent-purpose.ts';

/**
 * The data subject of a consent: a user id, or an identifier chosen by the tenant. As long as ids
 * in events may be.
 */
export const consentSubjectId = z
  .string()
  .normalize('NFC')
  .min(1)
  .max(256)
  .refine(isText, {
    error: 'must not contain control characters, bidi overrides or unpaired surrogates',
  })
  .refine((s) => !s.startsWith('usr_') || isId('user', s), {
    error: 'must be a complete user id if it begins with usr_',
  });

/** How a consent was expressed (ISO/IEC TS 27560, event type). */
export const ConsentType = z.enum(['expressed', 'explicitly_expressed', 'implied']);

/** How a consent was collected (ISO/IEC TS 27560). */
export const CollectionMethod = z.enum([
  'web_form',
  'mobile_app',
  'sdk',
  'api',
  'paper',
  'verbal',
  'email_link',
  'import',
]);

/** Who acted on behalf of the data subject. */
export const GivenBy = z.strictObject({
  type: z.enum(['subject', 'guardian', 'representative']),
  id: text({ max: 256 }),
});
export type GivenBy = z.output<typeof GivenBy>;

const proof = z.strictObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/, { error: 'must be 64 hexadecimal digits' }),
  mediaType: text({ max: 128 }),
  uri: text({ max: 2048 }),
});

/** Evidence of a consent (GDPR Art. 7(1)). */
export const ConsentEvidence = z.strictObject({
  ip: z.union([z.ipv4(), z.ipv6()]).optional(),
  userAgent: text({ max: 512 }).optional(),
  url: text({ max: 2048 })
    .refine((url) => URL.canParse(url), { error: 'must be an absolute URL' })
    .optional()
    .describe('The page or screen on which the data subject decided.'),
  formId: text({ max: 128 }).optional(),
  statement: multilineText({ max: 2000 })
    .optional()
    .describe('The text that was shown to the data subject.'),
  proofs: z.array(proof).max(5).optional(),
});
export type ConsentEvidence = z.output<typeof ConsentEvidence>;

const maxMetadata = 16;
/** Short texts of the caller, by name. */
export const ConsentMetadata = z
  .record(
    z.string().regex(/^(?!__proto__$)[A-Za-z0-9_.-]{1,40}$/, {
      error: 'must be 1 to 40 of A-Z, a-z, 0-9, "_", "." and "-"',
    }),
    text({ min: 0, max: 500 }),
  )
  .refine((all) => Object.keys(all).length <= maxMetadata, {
    error: `must have at most ${maxMetadata} entries`,
  })
  .meta({ maxProperties: maxMetadata });

const noticeDocumentIds = z
  .array(idSchema('legalDocument'))
  .max(10)
  .refine((all) => new Set(all).size === all.length, { error: 'must not contain an entry twice' })
  .meta({ uniqueItems: true })
  .describe('The legal documents that were shown to the data subject.');
const version = z.int().min(1).max(2_147_483_647);
const reason = text({ max: 500 });

/** Body of `consentGrant`. */
export const CreateConsentRequest = z
  .strictObject({
    subjectId: consentSubjectId,
    purposeKey,
    version: version
      .optional()
      .describe('The version of the purpose. Defaults to the current version.'),
    decision: z
      .enum(['given', 'refused', 'requested'])
      .default('given')
      .describe('`requested`: the data subject has not confirmed yet (double opt-in).'),
    legalBasis: LegalBasis.optional().describe('Defaults to the value of the purpose.'),
    consentType: ConsentType.default('expressed'),
    clientId: text({ max: 128 }).optional().describe('The application that collected the consent.'),
    language: canonicalLocale.optional().describe('The language of the notice that was shown.'),
    jurisdiction: jurisdiction.optional().describe('Defaults to the value of the purpose.'),
    noticeDocumentIds: noticeDocumentIds.optional(),
    collectionMethod: CollectionMethod.default('api'),
    givenBy: GivenBy.optional().describe('Defaults to the data subject.'),
    evidence: ConsentEvidence.default({}),
    givenAt: timeInput
      .optional()
      .describe('When the data subject made the decision. Defaults to now.'),
    expiresAt: timeInput.nullable().optional(),
    metadata: ConsentMetadata.default({}),
  })
  .meta({ id: 'CreateConsentRequest' });
export type CreateConsentRequest = z.output<typeof CreateConsentRequest>;

/** Body of `consentChange`. */
export const ChangeConsentRequest = z
  .strictObject({
    decision: z.enum(['given', 'refused']).optional(),
    version: version.optional(),
    expiresAt: timeInput.nullable().optional(),
    noticeDocumentIds: noticeDocumentIds.optional(),
    language: canonicalLocale.optional(),
    consentType: ConsentType.optional(),
    collectionMethod: CollectionMethod.optional(),
    givenBy: GivenBy.optional(),
    evidence: ConsentEvidence.optional(),
    metadata: ConsentMetadata.optional(),
    reason: reason.optional(),
    changedAt: timeInput
      .optional()
      .describe('When the data subject made the decision. Defaults to now.'),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    error: 'must have at least one property',
  })
  .meta({ id: 'ChangeConsentRequest', minProperties: 1 });
export type ChangeConsentRequest = z.output<typeof ChangeConsentRequest>;

/** Body of `consentWithdraw`. */
export const WithdrawConsentRequest = z
  .strictObject({
    reason: reason.optional(),
    withdrawnAt: timeInput
      .optional()
      .describe('When the data subject made the decision. Defaults to now.'),
    collectionMethod: CollectionMethod.optional(),
    givenBy: GivenBy.optional(),
    evidence: ConsentEvidence.optional(),
  })
  .meta({ id: 'WithdrawConsentRequest' });
export type WithdrawConsentRequest = z.output<typeof WithdrawConsentRequest>;
