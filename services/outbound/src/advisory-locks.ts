import { advisoryLocks } from '@platform/kit/database';

/** The advisory locks of outbound. */
export const outboundLocks = advisoryLocks('outbound', [
  'claimSchemas',
  'hooks',
  'sinks',
  'tenantPause',
  'webhookEndpoints',
]);
