import { z } from 'zod';
import { TenantIpRuleResponse } from './ip-rule.ts';
import { eventData, eventType } from '../events/event.ts';
import type { EventType } from '../events/event.ts';
import { exampleIpRule } from '../events/examples.ts';

const rule = (description: string, severity: EventType['severity'] = 'medium'): EventType =>
  eventType({
    description,
    severity,
    emittedBy: 'hub',
    subject: 'ip_rule',
    data: eventData('rule', TenantIpRuleResponse, { version: z.int() }),
    example: { rule: exampleIpRule, version: 3 },
  });

/** Events of IP rules; `version` is that of the tenant's set. */
export const ipRuleEvents = {
  'ip_rule.created': rule('An IP rule was created.'),
  'ip_rule.deleted': rule('An IP rule was deleted.'),
  'ip_rule.expired': rule('An IP rule expired.'),
  'ip_rule.expiring': rule(
    'The last allow rule expires within 24 hours. After that, every address that no rule denies is allowed.',
    'high',
  ),
};
