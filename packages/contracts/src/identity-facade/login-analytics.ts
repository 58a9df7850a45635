import { z } from 'zod';
import { time } from '../common/text.ts';

const count = z.int();
const outcome = { succeeded: count, failed: count };
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** Query of the numbers of sign-ins. */
export const LoginAnalyticsQuery = z.strictObject({
  from: z
    .string()
    .max(40)
    .optional()
    .describe('A date, or an RFC 3339 time: its day in UTC. Default: 29 days before `to`.'),
  to: z.string().max(40).optional().describe('The last day, included. Default: today.'),
});

/** Numbers of sign-ins, by day in UTC. */
export const LoginAnalytics = z
  .object({
    from: day,
    to: day,
    timezone: z.literal('UTC'),
    asOf: time.nullable().describe('When the newest sign-in that is counted took place.'),
    retentionFrom: day,
    totals: z.object({
      ...outcome,
      blocked: count.describe('Failures by a rule, a limit or a lock; counted in `failed` too.'),
      signUps: count,
      mfaCompleted: count,
      successRate: z.number().nullable(),
      uniqueUsers: count.nullable().describe('null for more than 31 days.'),
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
