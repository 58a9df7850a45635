import { z } from 'zod';
import { httpsUrl, text, time } from '../common/text.ts';
import { idSchema } from '../ids.ts';

/** An application that a user has granted access to. */
export const AccountConsent = z
  .object({
    clientId: z.string(),
    clientName: z.string(),
    logoUri: z.string().nullable(),
    scopes: z.array(z.string()),
    resources: z.array(z.string()),
    firstParty: z.boolean(),
    grantedAt: time,
    lastUsedAt: time,
  })
  .meta({ id: 'AccountConsent' });

/** Number of revoked consents. */
export const RevokedConsents = z.object({ revoked: z.int() }).meta({ id: 'RevokedConsents' });

/** Body of POST: who may accept an invitation by signing in. */
export const CreateAccountLinkIntentRequest = z
  .strictObject({
    tenantId: idSchema('tenant').optional(),
    invitationId: text({ max: 128 }),
    organizationId: idSchema('organization'),
    userId: idSchema('user').optional().describe('The account that is expected to sign in.'),
    email: z
      .string()
      .min(3)
      .max(320)
      .describe('The e-mail address of the invitation. It is displayed in masked form.'),
    returnTo: httpsUrl
      .optional()
      .describe(
        'Where the browser is redirected once the invitation has been accepted. Its host must be one that the operator has configured. By default the browser returns to the application of the authorization request.',
      ),
    expiresInSeconds: z.int().min(60).max(3600).default(900),
  })
  .meta({ id: 'CreateAccountLinkIntentRequest' });

/** An intent to link an account, with its token, which is shown once. */
export const CreatedAccountLinkIntent = z
  .object({
    id: idSchema('linkIntent'),
    intentToken: z.string(),
    authorizeUrl: z
      .string()
      .describe('URL to which the application adds the parameters of its authorization request.'),
    expiresAt: time,
  })
  .meta({ id: 'CreatedAccountLinkIntent' });

export type AccountConsentResource = z.infer<typeof AccountConsent>;
export type LinkIntentCreation = z.infer<typeof CreateAccountLinkIntentRequest>;
export type CreatedLinkIntent = z.infer<typeof CreatedAccountLinkIntent>;
