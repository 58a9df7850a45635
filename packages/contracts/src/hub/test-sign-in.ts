import { z } from 'zod';
import { time } from '../common/text.ts';
import { idSchema } from '../ids.ts';

/** A sign-in that tests a connection to an identity provider. It does not sign the user in. */
export const TestSignIn = z
  .object({
    id: idSchema('testSignIn'),
    connectionId: idSchema('directory'),
    state: z
      .enum(['pending', 'started', 'succeeded', 'failed'])
      .describe('`pending`: its URL has not been opened yet.'),
    url: z.string().describe('URL to open in a browser tab, until `expiresAt`.'),
    result: z
      .object({
        issuer: z.string(),
        subject: z.string(),
        email: z.string().describe('Empty if the provider sent none.'),
        emailVerified: z.boolean(),
        attributes: z
          .record(z.string(), z.unknown())
          .describe('Properties of the user, as the connection maps the claims.'),
        claims: z.record(z.string(), z.unknown()).describe('The claims or attributes as received.'),
      })
      .nullable(),
    failure: z
      .object({
        reason: z.enum(['access_denied', 'response_invalid', 'connection_unavailable']),
        detail: z.string().nullable().describe('What is wrong with the response.'),
      })
      .nullable(),
    createdAt: time,
    endedAt: time.nullable(),
    expiresAt: time,
  })
  .meta({ id: 'TestSignIn' });

export type TestSignInResource = z.infer<typeof TestSignIn>;
