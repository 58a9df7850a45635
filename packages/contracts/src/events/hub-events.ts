import { clientEvents } from './client-events.ts';
import { ipRuleEvents } from './ip-rule-events.ts';
import { tenantEvents } from './tenant-events.ts';

/** Facts of hub. */
export const hubEvents = { ...clientEvents, ...ipRuleEvents, ...tenantEvents };
