import { z } from 'zod';
import { canonicalLocale, httpsUrl, text, time } from '../common/text.ts';
import { jurisdiction } from './consent-purpose.ts';

const optional = <T extends z.ZodType>(schema: T) => schema.nullable().default(null);

const fields = {
  controllerName: optional(text({ max: 200 })),
  controllerAddress: optional(text({ max: 500 })),
  contactEmail: optional(z.email().max(254)),
  phone: optional(text({ max: 50 })),
  url: optional(httpsUrl),
  dpoContact: optional(text({ max: 320 })).describe(
    'Contact details of the data protection officer.',
  ),
  supervisoryAuthority: optional(text({ max: 200 })),
  rightsUrl: optional(httpsUrl).describe(
    'Page where data subjects can read about and exercise their rights.',
  ),
  jurisdiction: optional(jurisdiction),
  defaultLocale: optional(canonicalLocale),
};

/** Body of PUT. An absent member becomes null. */
export const PutComplianceProfileRequest = z
  .strictObject(fields)
  .meta({ id: 'PutComplianceProfileRequest' });
export type PutComplianceProfileRequest = z.output<typeof PutComplianceProfileRequest>;

/** The controller of personal data, as receipts name it. */
export const ComplianceProfile = z
  .object({
    ...fields,
    createdAt: time.nullable().describe('Null until the profile is first saved.'),
    updatedAt: time.nullable(),
  })
  .meta({ id: 'ComplianceProfile' });
export type ComplianceProfile = z.output<typeof ComplianceProfile>;
