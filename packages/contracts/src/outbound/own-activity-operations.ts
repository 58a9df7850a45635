import { z } from 'zod';
import { listOf, paging } from '../common/list.ts';
import { time } from '../common/text.ts';
import { operations } from '../operation.ts';
import { selfRead } from '../self-operations.ts';

/** Something that happened to the account of a user, or that the user did with it. */
export const MyActivity = z
  .object({
    id: z.string(),
    type: z.string().describe('The type of the event.'),
    summary: z.string().describe('What happened, in English.'),
    occurredAt: time,
    by: z
      .enum(['you', 'administrator', 'application', 'platform'])
      .describe('Who caused it. The identity of others is not shown.'),
    severity: z.enum(['low', 'medium', 'high']),
    ip: z.string().nullable(),
    userAgent: z.string().nullable(),
    country: z.string().nullable().describe('ISO 3166-1 alpha-2, derived from `ip`.'),
    method: z.string().nullable().describe('How the user signed in, or the kind of credential.'),
    reason: z.string().nullable(),
    clientId: z.string().nullable().describe('The application that was used.'),
    organizationId: z.string().nullable(),
    changed: z.array(z.string()).describe('JSON Pointers to the properties that changed.'),
  })
  .meta({ id: 'MyActivity' });
export type MyActivity = z.input<typeof MyActivity>;

/** The activity of the token's user. */
export const ownActivityOperations = operations({
  meActivityList: {
    method: 'get',
    path: '/api/v1/me/activity',
    scopes: selfRead,
    summary: 'Lists what happened to your account, newest first',
    description:
      'Sign-ins, elevations, and changes of your profile, sign-in methods and memberships, as long as events are kept (90 days by default).',
    query: z.strictObject(paging),
    response: listOf(MyActivity),
    errors: [],
    noEtag: true,
  },
});
