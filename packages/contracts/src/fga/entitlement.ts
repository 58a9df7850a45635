import { z } from 'zod';
import { text, time, timeInput } from '../common/text.ts';

/** Body of the operator's PUT. */
export const PutEntitlementRequest = z
  .strictObject({
    entitled: z.boolean(),
    reason: text({ max: 512 }),
    expiresAt: timeInput
      .nullable()
      .optional()
      .describe('When the setting expires and the default applies again. Must be in the future.'),
  })
  .meta({ id: 'PutEntitlementRequest' });

/** Whether a tenant may use a family of operations. */
export const Entitlement = z
  .object({
    family: z.string(),
    displayName: z.string(),
    entitled: z.boolean(),
    source: z.enum(['always', 'default', 'operator', 'never']),
    reason: z.string().nullable(),
    since: time.nullable(),
    expiresAt: time.nullable(),
    areas: z.array(z.string()).describe('Scope areas that belong to the family.'),
  })
  .meta({ id: 'Entitlement' });

export type EntitlementResource = z.infer<typeof Entitlement>;
