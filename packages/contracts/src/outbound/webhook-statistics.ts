import { z } from 'zod';
import { time } from '../common/text.ts';

const counts = {
  attempts: z.int(),
  succeeded: z.int(),
  failed: z.int(),
};

/** Statistics of the attempts to reach an endpoint, and of what waits for it. */
export const WebhookEndpointStatistics = z
  .object({
    from: time,
    to: time,
    ...counts,
    durationMs: z
      .object({ p50: z.int(), p95: z.int(), max: z.int() })
      .nullable()
      .describe('Response times of all attempts. Null if there was none.'),
    errors: z
      .array(z.object({ error: z.string(), attempts: z.int() }))
      .describe('Failed attempts by their error, the most frequent first.'),
    waiting: z
      .object({ pending: z.int(), held: z.int(), oldestAt: time.nullable() })
      .describe('Deliveries that have not ended at the moment, regardless of the hours.'),
    deadLettered: z.int().describe('Deliveries of these hours that have been given up.'),
    series: z
      .array(z.object({ from: time, ...counts }))
      .describe('By the hour, in UTC. Hours without attempts are left out.'),
  })
  .meta({ id: 'WebhookEndpointStatistics' });
export type WebhookEndpointStatistics = z.input<typeof WebhookEndpointStatistics>;
