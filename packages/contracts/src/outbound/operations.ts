import { claimSchemaOperations } from './claim-schema-operations.ts';
import { eventOperations } from './event-operations.ts';
import { hookOperations, hookTestOperations } from './hook-operations.ts';
import { ownActivityOperations } from './own-activity-operations.ts';
import { setupLogStreamOperations } from './setup-log-stream-operations.ts';
import { siemOperations } from './siem-operations.ts';
import { webhookOperations } from './webhook-operations.ts';

/** The operations of the API that outbound serves. */
export const outboundOperations = {
  ...eventOperations,
  ...webhookOperations,
  ...hookOperations,
  ...hookTestOperations,
  ...siemOperations,
  ...setupLogStreamOperations,
  ...claimSchemaOperations,
  ...ownActivityOperations,
};
