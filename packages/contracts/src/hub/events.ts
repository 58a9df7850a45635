import { apiResourceEvents } from './api-resource-events.ts';
import { clientEvents } from './client-events.ts';
import { ipRuleEvents } from './ip-rule-events.ts';
import { signInEvents } from './sign-in-events.ts';
import { tenantEvents } from './tenant-events.ts';

/** Events of the hub. */
export const hubEvents = {
  ...signInEvents,
  ...clientEvents,
  ...apiResourceEvents,
  ...ipRuleEvents,
  ...tenantEvents,
};
