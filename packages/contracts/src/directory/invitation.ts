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
      .describe("Direct roles of the member to be; default: the organization's default roles."),
    expiresInSeconds: z.int().min(minTtlSeconds).max(maxTtlSeconds).optional(),
    locale: locale.optional().describe('Language of the e-mail.'),
    message: text({ max: 500 }).optional().describe('Plain text; part of the e-mail.'),
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
    acceptedBy: z.string().nullable().describe('The user who joined.'),
    revokedAt: time.nullable(),
    sentCount: z.int(),
    lastSentAt: time.nullable(),
    delivery: z
      .enum(['queued', 'sent', 'failed', 'not_configured'])
      .describe('`not_configured`: the platform sends no e-mail; deliver the `token` yourself.'),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Invitation' });

/** An invitation with its secret: the answer of create and resend alone. */
export const InvitationWithSecret = z
  .object({
    ...Invitation.shape,
    acceptUrl: z.string().nullable().describe('Where the invitation is accepted. Shown once.'),
    token: z
      .string()
      .optional()
      .describe('Shown once, and only where the platform sends no e-mail.'),
  })
  .meta({ id: 'InvitationWithSecret' });

export type InvitationResource = z.infer<typeof Invitation>;
export type InvitationCreation = z.output<typeof CreateInvitationRequest>;
