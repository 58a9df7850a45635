import { z } from 'zod';
import { time } from '../common/text.ts';

const count = z.int();
const outcome = { succeeded: count, failed: count };
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** Query of sign-in statistics. */
export const LoginAnalyticsQuery = z.strictObject({
  from: z
    .string()
    .max(40)
    .optional()
    .describe(
      'The first day, as a date or an RFC 3339 timestamp (its day in UTC). Defaults to 29 days before `to`.',
    ),
  to: z.string().max(40).optional().describe('The last day (inclusive). Defaults to today.'),
});

/** Sign-in statistics by day in UTC. */
export const LoginAnalytics = z
  .object({
    from: day,
    to: day,
    timezone: z.literal('UTC'),
    asOf: time
      .nullable()
      .describe('Time of the most recent sign-in that is included in the counts.'),
    retentionFrom: day,
    totals: z.object({
      ...outcome,
      blocked: count.describe(
        'Sign-ins that were rejected by a rule, a limit or a lock. Also included in `failed`.',
      ),
      signUps: count,
      mfaCompleted: count,
      successRate: z.number().nullable(),
      uniqueUsers: count.nullable().describe('Null if the range exceeds 31 days.'),
    }),
    byDay: z.array(
      z.object({ date: day, ...outcome, blocked: count, signUps: count, uniqueUsers: count }),
    ),
    byMethod: z.array(z.object({ method: z.string(), ...outcome })),
    byConnector: z.array(z.object({ provider: z.string(), ...outcome })),
    byClient: z.array(z.object({ clientId: z.string(), ...outcome })),
    byFailureReason: z.array(z.object({ reason: z.string(), count })),
    byAssurance: z.array(z.object({ acr: z.string(), succeeded: count })),
    byFlowVersion: z.array(z.object({ version: z.int(), ...outcome })),
  })
  .meta({ id: 'LoginAnalytics' });
/** See {@link LoginAnalytics}. */
export type LoginAnalyticsResource = z.input<typeof LoginAnalytics>;
