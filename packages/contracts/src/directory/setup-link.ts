import { z } from 'zod';
import { ActorSchema } from '../common/list.ts';
import { locale, time } from '../common/text.ts';
import { idSchema } from '../ids.ts';
import { setupIntents } from '../setup-scopes.ts';
import { emailAddress } from './user.ts';

const hour = 3_600;
const day = 24 * hour;

/** Longest validity of a setup link, and of all links that replace it, in seconds. */
export const maxSetupSeconds = 30 * day;

/** A task that a setup link is for. */
export const SetupIntent = z.enum(setupIntents);

/** Body of POST. */
export const CreateSetupLinkRequest = z
  .strictObject({
    intents: z
      .array(SetupIntent)
      .min(1)
      .max(setupIntents.length)
      .refine((list) => new Set(list).size === list.length, { error: 'must not repeat an entry' })
      .meta({ uniqueItems: true })
      .describe(
        'What the contact may set up: identity providers (`sso`), directories (`directory`), domains (`domains`) and log streams (`logs`) of the organization.',
      ),
    recipient: emailAddress.describe(
      'Address of the contact. New links are sent only to this address.',
    ),
    expiresInSeconds: z
      .int()
      .min(hour)
      .max(maxSetupSeconds)
      .default(7 * day),
    mail: z.boolean().default(false).describe('Whether to send the link to the recipient.'),
    locale: locale.optional().describe('Language of the e-mails.'),
  })
  .meta({ id: 'CreateSetupLinkRequest' });

/** Something that was done in the sessions of a setup link. */
const SetupAction = z.object({
  type: z.string().describe('Type of the event, such as `organization.domain_verified`.'),
  resource: z.object({ type: z.string(), id: z.string() }),
  at: time.describe('When it was last done.'),
});

/** A link with which an IT contact of an organization sets up its connections, without an account. */
export const SetupLink = z
  .object({
    id: idSchema('setupLink'),
    organizationId: idSchema('organization'),
    intents: z.array(SetupIntent),
    recipient: z.string(),
    state: z
      .enum(['pending', 'opened', 'completed', 'expired', 'revoked'])
      .describe(
        '`pending`: not opened yet. `expired`: it can no longer be opened, but its recipient can have a new one sent until 30 days after it was created.',
      ),
    parentId: z
      .string()
      .nullable()
      .describe('The link whose contact sent this one to a colleague; null for any other.'),
    delivery: z
      .enum(['none', 'queued', 'sent', 'failed'])
      .describe('Delivery of the latest e-mail with the link. `none`: no e-mail was requested.'),
    actions: z
      .array(SetupAction)
      .describe('What was done with the link, latest first. At most 50 entries.'),
    createdBy: ActorSchema,
    expiresAt: time,
    openedAt: time.nullable(),
    completedAt: time.nullable(),
    revokedAt: time.nullable(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'SetupLink' });

/** A setup link with its secret, which only its creation returns. */
export const SetupLinkWithUrl = z
  .object({
    ...SetupLink.shape,
    url: z.string().describe('The link. It can be opened once. Returned only once.'),
  })
  .meta({ id: 'SetupLinkWithUrl' });

export type SetupLinkCreation = z.output<typeof CreateSetupLinkRequest>;
export type SetupLinkResource = z.infer<typeof SetupLink>;
