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

/** Facts of IP rules; `version` is that of the tenant's set. */
export const ipRuleEvents = {
  'ip_rule.created': rule('An IP rule was added.'),
  'ip_rule.deleted': rule('An IP rule was deleted.'),
  'ip_rule.expired': rule('An IP rule has ended.'),
  'ip_rule.expiring': rule(
    'The last allow rule ends within a day: from then on every address may enter that no rule denies.',
    'high',
  ),
};
