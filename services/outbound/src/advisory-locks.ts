import { advisoryLocks } from '@platform/kit/database';

/** The advisory outboundLocks of this service. */
export const outboundLocks = advisoryLocks('outbound', [
  'claimSchemas',
  'hooks',
  'sinks',
  'tenantPause',
  'webhookEndpoints',
]);
