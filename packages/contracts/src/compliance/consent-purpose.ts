import { z } from 'zod';
import { listOf } from '../common/list.ts';
import { canonicalLocale, multilineText, text, time, timeInput } from '../common/text.ts';

const purposeKeyForm = /^[a-z][a-z0-9._-]{0,63}$/;

/** Whether a string has the form of a purpose key. */
export const isPurposeKey = (value: string): boolean => purposeKeyForm.test(value);

/** The key of a purpose. */
export const purposeKey = z.string().regex(purposeKeyForm, {
  error: 'must be 1 to 64 of a-z, 0-9, ".", "_" and "-", and begin with a letter',
});

/** Grounds for processing: GDPR Art. 6(1), and Art. 9(2)(a) for explicit consent. */
export const LegalBasis = z.enum([
  'consent',
  'explicit_consent',
  'contract',
  'legal_obligation',
  'vital_interests',
  'public_task',
  'legitimate_interests',
]);
export type LegalBasis = z.infer<typeof LegalBasis>;

/** ISO 3166-1 alpha-2. */
export const country = z
  .string()
  .regex(/^[A-Z]{2}$/, { error: 'must be an ISO 3166-1 alpha-2 code' });

/** ISO 3166-1 alpha-2 or ISO 3166-2. */
export const jurisdiction = z
  .string()
  .regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/, { error: 'must be an ISO 3166-1 or 3166-2 code' });

const categories = z
  .array(
    z.strictObject({
      type: text({ max: 128 }),
      optional: z.boolean().default(false),
      special: z
        .boolean()
        .default(false)
        .describe(
          'Whether the purpose involves special categories of personal data (GDPR Art. 9).',
        ),
    }),
  )
  .max(50);
const recipients = z
  .array(
    z.strictObject({
      name: text({ max: 200 }),
      role: z.enum(['processor', 'recipient', 'third_party']),
      country: country.nullable().default(null),
    }),
  )
  .max(30);
const translation = z.strictObject({
  name: text({ max: 200 }),
  description: multilineText({ min: 0, max: 2000 }).optional(),
});
const maxTranslations = 30;
const translations = z
  .record(canonicalLocale, translation)
  .refine((all) => Object.keys(all).length <= maxTranslations, {
    error: `must have at most ${maxTranslations} locales`,
  })
  .meta({ maxProperties: maxTranslations });

/** The content of a purpose version, except its translations. */
const contentFields = {
  name: text({ max: 200 }),
  description: multilineText({ min: 0, max: 2000 }).nullable().default(null),
  legalBasis: LegalBasis.default('consent'),
  purposeType: text({ max: 128 })
    .nullable()
    .default(null)
    .describe('A purpose term from the Data Privacy Vocabulary (DPV).'),
  personalDataCategories: categories.default([]),
  processingMethods: z
    .array(text({ max: 200 }))
    .max(20)
    .default([]),
  storageLocations: z.array(country).max(30).default([]),
  processingLocations: z.array(country).max(30).default([]),
  retention: text({ max: 200 })
    .nullable()
    .default(null)
    .describe('An ISO 8601 duration, or a description in words.'),
  recipients: recipients.default([]),
  services: z
    .array(text({ max: 200 }))
    .max(20)
    .default([]),
  withdrawalMethod: text({ max: 500 }).nullable().default(null),
  jurisdiction: jurisdiction.nullable().default(null),
  validitySeconds: z
    .int()
    .min(3600)
    .max(315_360_000)
    .nullable()
    .default(null)
    .describe('How long a consent is valid. If null, it is valid until it is withdrawn.'),
};

/** The content of a version of a purpose. */
export const ConsentPurposeContent = z.object(contentFields);
export type ConsentPurposeContent = z.output<typeof ConsentPurposeContent>;

/** Body of PUT. */
export const PutConsentPurposeRequest = z
  .strictObject({
    ...contentFields,
    translations: translations.default({}),
    requiresReconsent: z
      .boolean()
      .default(false)
      .describe('Data subjects who agreed to an earlier version must agree again.'),
    effectiveAt: timeInput
      .optional()
      .describe(
        'When the new version takes effect; consents to earlier versions no longer pass checks from then on. Defaults to now.',
      ),
  })
  .meta({ id: 'PutConsentPurposeRequest' });
export type PutConsentPurposeRequest = z.output<typeof PutConsentPurposeRequest>;

/** A purpose in one of its versions. */
export const ConsentPurpose = z
  .object({
    id: z.string().describe('The key of the purpose.'),
    purposeKey: z.string(),
    version: z.int(),
    minVersion: z
      .int()
      .describe('Data subjects who agreed to an earlier version must agree again.'),
    state: z.enum(['active', 'retired']),
    source: z
      .enum(['declared', 'implicit'])
      .describe(
        'An implicit purpose was registered automatically by the first consent that named it.',
      ),
    ...contentFields,
    translations,
    requiresReconsent: z.boolean(),
    effectiveAt: time,
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'ConsentPurpose' });
export type ConsentPurpose = z.input<typeof ConsentPurpose>;

/** A page of purposes. */
export const ListConsentPurposesResponse = listOf(ConsentPurpose);
