import { z } from 'zod';
import { text, time } from '../common/text.ts';
import { idSchema } from '../ids.ts';

const enrollment = z
  .enum(['none', 'auto_join'])
  .describe(
    '`auto_join`: users with a verified address at the domain join the organization when they sign in.',
  );

/** Body of POST. */
export const AddDomainRequest = z
  .strictObject({
    domain: text({ max: 253 })
      .optional()
      .describe(
        "Defaults to the organization's `primaryDomain` or, without one, to the domain of the caller's verified e-mail address.",
      ),
    enrollment: enrollment.default('none'),
  })
  .meta({ id: 'AddDomainRequest' });

/** Body of PATCH. */
export const UpdateDomainRequest = z
  .strictObject({ enrollment: enrollment.optional() })
  .meta({ id: 'UpdateDomainRequest' });

/** The DNS record that proves control of a domain, and the result of its last check. */
const DomainVerification = z.object({
  recordType: z.literal('TXT'),
  recordName: z.string(),
  recordValue: z.string(),
  expiresAt: time
    .nullable()
    .describe('When the verification fails if the domain is still pending.'),
  attempts: z.int(),
  lastCheckedAt: time.nullable(),
  lastResult: z
    .enum(['matched', 'no_record', 'mismatch', 'dns_error', 'taken'])
    .nullable()
    .describe(
      '`taken`: the record exists, but another organization has already verified the domain.',
    ),
  nextCheckAt: time.nullable(),
});

/** A domain that an organization claims or has verified. */
export const OrganizationDomain = z
  .object({
    id: idSchema('organizationDomain'),
    organizationId: idSchema('organization'),
    domain: z.string().describe('The domain as A-labels (Punycode).'),
    displayDomain: z.string().describe('The domain in Unicode.'),
    state: z
      .enum(['pending', 'verified', 'lapsed', 'failed'])
      .describe('`lapsed`: the record has disappeared; the domain stays reserved for a while.'),
    enrollment,
    verification: DomainVerification,
    verifiedAt: time.nullable(),
    lapsedAt: time.nullable(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'OrganizationDomain' });

export type OrganizationDomainResource = z.infer<typeof OrganizationDomain>;
