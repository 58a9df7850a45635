import { z } from 'zod';
import { claimSchemaEvents } from './claim-schema-events.ts';
import { outline } from '../events/outline.ts';
import { siemEvents } from './siem-events.ts';
import { webhookEvents } from './webhook-events.ts';

const hook = outline('outbound', 'hook', 'hok');
const change = {
  data: { change: z.enum(['created', 'updated', 'deleted', 'secret_rotated']) },
  example: { change: 'updated' },
};

/** Events of outbound. */
export const outboundEvents = {
  'webhook.hook_changed': hook(
    'An inline hook was created, updated or deleted, or its secret was rotated.',
    { severity: 'high', ...change },
  ),
  ...claimSchemaEvents,
  ...webhookEvents,
  ...siemEvents,
};
