import { z } from 'zod';
import { ActorSchema } from '../common/list.ts';
import { locale, text, time } from '../common/text.ts';
import { idSchema } from '../ids.ts';
import { emailAddress, roleKey } from './user.ts';

const minTtlSeconds = 3_600;
const maxTtlSeconds = 30 * 86_400;

/** Body of POST. */
export const CreateInvitationRequest = z
  .strictObject({
    email: emailAddress,
    roles: z
      .array(roleKey)
      .max(50)
      .optional()
      .describe("Direct roles of the future member. Defaults to the organization's default roles."),
    expiresInSeconds: z.int().min(minTtlSeconds).max(maxTtlSeconds).optional(),
    locale: locale.optional().describe('Language of the e-mail.'),
    message: text({ max: 500 }).optional().describe('Plain text to include in the e-mail.'),
  })
  .meta({ id: 'CreateInvitationRequest' });

/** States of an invitation. */
export const InvitationState = z.enum(['pending', 'accepted', 'revoked', 'expired']);

/** An invitation to join an organization. */
export const Invitation = z
  .object({
    id: idSchema('invitation'),
    organizationId: idSchema('organization'),
    email: z.string(),
    roles: z.array(z.string()),
    state: InvitationState,
    inviter: ActorSchema,
    expiresAt: time,
    acceptedAt: time.nullable(),
    acceptedBy: z.string().nullable().describe('The user who accepted the invitation.'),
    revokedAt: time.nullable(),
    sentCount: z.int(),
    lastSentAt: time.nullable(),
    delivery: z
      .enum(['queued', 'sent', 'failed', 'not_configured'])
      .describe(
        '`not_configured`: the platform does not send e-mail, so deliver the `token` yourself.',
      ),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Invitation' });

/** An invitation with its secret, returned only by create and resend. */
export const InvitationWithSecret = z
  .object({
    ...Invitation.shape,
    acceptUrl: z.string().nullable().describe('Link to accept the invitation. Returned only once.'),
    token: z
      .string()
      .optional()
      .describe('Returned only once, and only if the platform does not send e-mail.'),
  })
  .meta({ id: 'InvitationWithSecret' });

export type InvitationResource = z.infer<typeof Invitation>;
export type InvitationCreation = z.output<typeof CreateInvitationRequest>;
