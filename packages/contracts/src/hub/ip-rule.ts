import { z } from 'zod';
import { ActorSchema } from '../common/list.ts';
import { text, time, timeInput } from '../common/text.ts';
import { idSchema } from '../ids.ts';

const action = z.enum(['allow', 'deny']);

/** Body of POST. */
export const CreateTenantIpRuleRequest = z
  .strictObject({
    action,
    cidr: z
      .string()
      .min(1)
      .max(49)
      .meta({ pattern: '^[0-9A-Fa-f:.]+(?:/[0-9]{1,3})?$' })
      .describe(
        'An address, or a CIDR range without host bits, such as 192.0.2.0/24 or 2001:db8::/32.',
      ),
    description: text({ max: 200 }).nullable().optional(),
    expiresAt: timeInput.nullable().optional().describe('Must be in the future and within a year.'),
    allowLockout: z
      .boolean()
      .default(false)
      .describe('Creates the rule even if it denies your own address. Not stored.'),
  })
  .meta({ id: 'CreateTenantIpRuleRequest' });

/** A rule for addresses that may use the tenant's API. Immutable: add and delete. */
export const TenantIpRuleResponse = z
  .object({
    id: idSchema('ipRule'),
    action,
    cidr: z.string().describe('Canonical (RFC 5952).'),
    family: z.enum(['ipv4', 'ipv6']),
    description: z.string().nullable(),
    expiresAt: time.nullable(),
    createdBy: ActorSchema,
    createdAt: time,
  })
  .meta({ id: 'TenantIpRuleResponse' });

/** The result of the rules for an address. */
export const IpRuleEvaluation = z
  .object({
    address: z.string(),
    decision: action,
    ruleId: z.string().nullable().describe('The rule that decided. Null if no rule matched.'),
    version: z.int().describe('Version of the rule set.'),
  })
  .meta({ id: 'IpRuleEvaluation' });

export type IpRuleResource = z.infer<typeof TenantIpRuleResponse>;
export type IpRuleCreation = z.infer<typeof CreateTenantIpRuleRequest>;
