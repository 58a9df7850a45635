import { z } from 'zod';
import { time } from '../common/text.ts';

/**
 * Why nothing can be sent now: `endpoint_disabled` by an administrator or automatically;
 * `tenant_suspended`; `not_entitled` to webhooks; `circuit_open` after repeated failures;
 * `retry_after`, requested by the receiver with 429 or 503; `rate_limit` of the endpoint;
 * `strict_order` behind an earlier delivery.
 */
export const WebhookBlockReason = z.enum([
  'endpoint_disabled',
  'tenant_suspended',
  'not_entitled',
  'circuit_open',
  'retry_after',
  'rate_limit',
  'strict_order',
]);

/** One reason why nothing can be sent now, and when it ends. */
export const WebhookBlock = z
  .object({
    reason: WebhookBlockReason,
    until: time.nullable().describe('When the block ends. Null if that is not known.'),
  })
  .meta({ id: 'WebhookBlock' });

export type WebhookBlockResource = z.infer<typeof WebhookBlock>;
