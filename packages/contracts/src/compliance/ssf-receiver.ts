import { z } from 'zod';
import { listOf } from '../common/list.ts';
import { text, time } from '../common/text.ts';
import { idSchema } from '../ids.ts';

/** Delivery methods of security event tokens: the URNs of RFC 8935 (push) and RFC 8936 (poll). */
export const ssfDeliveryMethods = { push: 'urn:ietf:rfc:8935', poll: 'urn:ietf:rfc:8936' } as const;

const caep = (name: string) => `https://schemas.openid.net/secevent/caep/event-type/${name}`;
const risc = (name: string) => `https://schemas.openid.net/secevent/risc/event-type/${name}`;
const ssf = (name: string) => `https://schemas.openid.net/secevent/ssf/event-type/${name}`;

/** Types of security events that describe a stream itself (SSF 1.0 §8.1.4, §8.1.5). */
export const ssfStreamEventTypes = {
  verification: ssf('verification'),
  streamUpdated: ssf('stream-updated'),
} as const;

/** Types of security events that receivers can request, of CAEP 1.0 and RISC 1.0. */
export const ssfEventTypes = {
  sessionRevoked: caep('session-revoked'),
  credentialChange: caep('credential-change'),
  assuranceLevelChange: caep('assurance-level-change'),
  accountDisabled: risc('account-disabled'),
  accountEnabled: risc('account-enabled'),
  accountPurged: risc('account-purged'),
  credentialCompromise: risc('credential-compromise'),
  accountCredentialChangeRequired: risc('account-credential-change-required'),
  recoveryActivated: risc('recovery-activated'),
} as const;

/** The types that the transmitter supports, sorted. */
export const supportedSsfEventTypes: readonly string[] = Object.values(ssfEventTypes).sort();

const pushDelivery = z.strictObject({
  method: z.literal(ssfDeliveryMethods.push),
  endpointUrl: z
    .string()
    .min(1)
    .max(2048)
    .describe('An https URL that receives security event tokens (RFC 8935).'),
  authorizationHeader: z
    .string()
    .regex(/^[\x21-\x7e]([\x20-\x7e]{0,4094}[\x21-\x7e])?$/, {
      error: 'must be 1 to 4096 visible ASCII characters',
    })
    .optional()
    .describe('Sent in the `Authorization` header of every push. Write-only.'),
});
const pollDelivery = z.strictObject({ method: z.literal(ssfDeliveryMethods.poll) });

const eventTypeUri = z.string().min(1).max(512);
const organizationId = idSchema('organization');
export const ssfStatus = z.enum(['enabled', 'paused', 'disabled']);

/** A stream requested by a receiver or an administrator. */
export const RegisterSsfReceiverRequest = z
  .strictObject({
    name: text({ max: 100 }),
    description: text({ max: 500 }).nullable().optional(),
    clientId: z
      .string()
      .min(1)
      .max(128)
      .nullable()
      .optional()
      .describe('The application whose tokens manage and poll this stream. Required for poll.'),
    audience: z
      .array(z.string().min(1).max(512))
      .min(1)
      .max(5)
      .optional()
      .describe(
        'The `aud` claim of every token. Defaults to the client id or, without one, to the origin of the URL.',
      ),
    delivery: z.discriminatedUnion('method', [pushDelivery, pollDelivery]),
    eventsRequested: z
      .array(eventTypeUri)
      .max(50)
      .optional()
      .describe(
        'Event type URIs. Unknown URIs are stored but ignored. Defaults to all supported types.',
      ),
    subjectFormat: z
      .enum(['iss_sub', 'email', 'complex'])
      .default('iss_sub')
      .describe('How tokens identify the subject (RFC 9493).'),
    organizationIds: z
      .array(organizationId)
      .max(50)
      .nullable()
      .optional()
      .describe(
        'Sends only events about members of these organizations. If null, sends events about all users.',
      ),
    enabled: z.boolean().default(true),
  })
  .meta({ id: 'RegisterSsfReceiverRequest' });
export type RegisterSsfReceiverRequest = z.output<typeof RegisterSsfReceiverRequest>;

/** Turns a stream on or off. */
export const ToggleSsfReceiverRequest = z
  .strictObject({
    enabled: z.boolean().optional().describe('`true` enables the receiver, `false` disables it.'),
    status: ssfStatus.optional(),
    reason: text({ max: 256 }).optional(),
  })
  .refine(({ enabled, status }) => (enabled === undefined) !== (status === undefined), {
    error: 'must have exactly one of enabled and status',
  })
  .meta({ id: 'ToggleSsfReceiverRequest' });
export type ToggleSsfReceiverRequest = z.output<typeof ToggleSsfReceiverRequest>;

/** A receiver of security events: one stream of the SSF transmitter. */
export const SsfReceiver = z
  .object({
    id: z.string().describe('The `stream_id` of SSF.'),
    name: z.string(),
    description: z.string().nullable(),
    clientId: z.string().nullable(),
    iss: z.string(),
    audience: z.array(z.string()),
    delivery: z.object({
      method: z.enum([ssfDeliveryMethods.push, ssfDeliveryMethods.poll]),
      endpointUrl: z.string(),
      hasAuthorizationHeader: z.boolean(),
    }),
    eventsSupported: z.array(z.string()),
    eventsRequested: z.array(z.string()).nullable(),
    eventsDelivered: z.array(z.string()),
    subjectFormat: z.enum(['iss_sub', 'email', 'complex']),
    organizationIds: z.array(z.string()).nullable(),
    status: ssfStatus,
    statusReason: z.string().nullable(),
    statusChangedBy: z.enum(['administrator', 'receiver', 'platform']),
    verification: z.object({
      state: z.enum(['unverified', 'verified', 'failed']),
      requestedAt: time.nullable(),
      verifiedAt: time.nullable(),
      lastError: z.string().nullable(),
    }),
    minVerificationIntervalSeconds: z.int(),
    inactivityTimeoutSeconds: z.int(),
    pendingCount: z.int(),
    oldestPendingAt: time.nullable(),
    lastDeliveredAt: time.nullable(),
    consecutiveFailures: z.int(),
    lastError: z.string().nullable(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'SsfReceiver' });
export type SsfReceiver = z.input<typeof SsfReceiver>;

export const ListSsfReceiversResponse = listOf(SsfReceiver).meta({
  id: 'ListSsfReceiversResponse',
});

/** The delivery of one security event token to a receiver. */
export const SsfDelivery = z
  .object({
    id: z.string().describe('The `jti` of the token.'),
    type: z.string().describe('Event type URI.'),
    eventId: z
      .string()
      .nullable()
      .describe("The platform event that caused the token; the token's `txn` claim."),
    state: z.enum(['pending', 'held', 'delivered', 'rejected', 'expired', 'discarded']),
    attempts: z.int(),
    lastAttemptAt: time.nullable(),
    responseStatus: z.int().nullable(),
    error: z.string().nullable(),
    createdAt: time,
  })
  .meta({ id: 'SsfDelivery' });
export type SsfDelivery = z.input<typeof SsfDelivery>;

export const ListSsfDeliveriesResponse = listOf(SsfDelivery).meta({
  id: 'ListSsfDeliveriesResponse',
});
