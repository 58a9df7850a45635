import { z } from 'zod';
import { medium, outline } from './outline.ts';
import { siemEvents } from './siem-events.ts';
import { webhookEvents } from './webhook-events.ts';

const hook = outline('outbound', 'hook', 'hok');
const claimSchema = outline('outbound', 'claim_schema', 'clm');
const change = { data: { change: z.enum(['created', 'updated', 'deleted', 'secret_rotated']) }, example: { change: 'updated' } };

/** Facts of outbound. */
export const outboundEvents = {
  'webhook.hook_changed': hook('An inline hook was created, changed or deleted, or got a new secret.', { severity: 'high', ...change }),
  'webhook.claim_schema_put': claimSchema('A claim schema was created or replaced.', { severity: 'high' }),
  'webhook.claim_schema_deleted': claimSchema('A claim schema was deleted.', medium),
  ...webhookEvents, ...siemEvents,
};
