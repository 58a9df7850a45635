import { z } from 'zod';
import { time } from '../common/text.ts';
import { UserDevice } from '../common/user-device.ts';
import { idSchema } from '../ids.ts';

/** A session of a user at the issuer, in one browser. */
export const UserSession = z
  .object({
    id: z.string(),
    current: z.boolean().describe('Whether this is the session of the request.'),
    acr: z.string().nullable(),
    amr: z.array(z.string()),
    organizationId: idSchema('organization').nullable(),
    clientIds: z.array(z.string()).describe('The applications that the session signed in to.'),
    ip: z.string().nullable(),
    country: z.string().nullable().describe('ISO 3166-1 alpha-2, according to the IP address.'),
    userAgent: z.string().nullable(),
    device: UserDevice,
    signedInAt: time.describe('Time of the last sign-in or step-up.'),
    lastUsedAt: time.describe('Time of the last known use.'),
    expiresAt: time.describe('When the session ends if it is not used.'),
  })
  .meta({ id: 'UserSession' });

/** Response of ending one session. */
export const EndedSession = z
  .object({
    id: z.string(),
    deleted: z.literal(true),
    current: z.boolean().describe('Whether it was the session of the request.'),
  })
  .meta({ id: 'EndedSession' });

/** Response of ending several sessions. */
export const EndedSessions = z.object({ ended: z.int() }).meta({ id: 'EndedSessions' });

export type UserSessionResource = z.infer<typeof UserSession>;
