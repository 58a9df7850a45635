import { webhookEvents } from './webhook-events.ts';

/** Facts of outbound. */
export const outboundEvents = { ...webhookEvents };
