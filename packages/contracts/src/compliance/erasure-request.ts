import { z } from 'zod';
import { ActorSchema, listOf } from '../common/list.ts';
import { isText, multilineText, text, time, timeInput } from '../common/text.ts';

/** Identifies the data subject of a request. */
export const RequestSubject = z.strictObject({
  type: z
    .enum(['user_id', 'external_id', 'email', 'consent_subject'])
    .describe(
      '`consent_subject`: an identifier from your own system under which consents were recorded.',
    ),
  value: z.string().normalize('NFC').min(1).max(320).refine(isText, {
    error: 'must not contain control characters, bidi overrides or unpaired surrogates',
  }),
});
export type RequestSubject = z.output<typeof RequestSubject>;

/** Who made the request on behalf of the data subject. */
export const RequestedBy = z.enum(['data_subject', 'guardian', 'agent', 'controller', 'authority']);

/** The law that the data subject invokes. */
export const Regulation = z.enum(['gdpr', 'ccpa', 'lgpd', 'other']);

/** How the tenant verified the data subject's identity. */
export const IdentityVerification = z.enum([
  'authenticated_session',
  'email_confirmation',
  'document',
  'none',
]);

/** Origin of an erasure or access request. */
export const requestOrigin = {
  requestedBy: RequestedBy.default('data_subject'),
  regulation: Regulation.default('gdpr'),
  identityVerification: IdentityVerification.default('none'),
  receivedAt: timeInput
    .optional()
    .describe(
      'When the data subject made the request. The statutory deadline is calculated from this time. Defaults to now.',
    ),
  externalReference: text({ max: 128 })
    .optional()
    .describe('Identifier of the case in your own system.'),
  note: multilineText({ max: 500 }).optional(),
};

/** Grounds for erasure (GDPR Art. 17(1)). */
export const ErasureReason = z.enum([
  'no_longer_necessary',
  'consent_withdrawn',
  'objection',
  'unlawful',
  'legal_obligation',
  'child_services',
  'account_closure',
  'other',
]);

/** Body of `erasureRequestCreate`. */
export const CreateErasureRequest = z
  .strictObject({
    subject: RequestSubject,
    reason: ErasureReason.default('other'),
    ...requestOrigin,
  })
  .meta({ id: 'CreateErasureRequest' });
export type CreateErasureRequest = z.output<typeof CreateErasureRequest>;

/** Why a data subject's data must be retained for now (GDPR Art. 17(3)). */
export const HoldReason = z.enum([
  'legal_claim',
  'legal_obligation',
  'fraud_investigation',
  'open_transaction',
  'public_interest',
  'freedom_of_expression',
  'other',
]);
export type HoldReason = z.infer<typeof HoldReason>;

/** Body of `erasureRequestRaiseHold`. */
export const RaiseHoldRequest = z
  .strictObject({
    reasonCode: HoldReason,
    reason: multilineText({ max: 1000 }),
    externalReference: text({ max: 128 })
      .optional()
      .describe('Identifier of the matter in your own system.'),
    expiresAt: timeInput.optional().describe('When the hold expires automatically.'),
  })
  .meta({ id: 'RaiseHoldRequest' });
export type RaiseHoldRequest = z.output<typeof RaiseHoldRequest>;

/** Body of `erasureRequestCancel`. */
export const CancelErasureRequest = z
  .strictObject({ reason: text({ max: 500 }).optional() })
  .meta({ id: 'CancelErasureRequest' });

/** States of an erasure request. */
export const ErasureState = z.enum([
  'RECEIVED',
  'DEACTIVATING',
  'DEACTIVATED',
  'HELD',
  'DEFERRED',
  'ERASING',
  'COMPLETED',
  'CANCELLING',
  'CANCELLED',
]);
export type ErasureState = z.infer<typeof ErasureState>;

/** A reason to retain a data subject's data for now. */
export const ErasureHold = z
  .object({
    id: z.string(),
    state: z.enum(['active', 'lifted', 'expired']),
    source: z
      .enum(['api', 'veto', 'service'])
      .describe('Who placed the hold: an API caller, a veto client or a service of the platform.'),
    reasonCode: HoldReason,
    reason: z.string().describe('Empty once the request is COMPLETED.'),
    externalReference: z.string().nullable(),
    vetoClientId: z.string().nullable(),
    service: z.string().nullable(),
    raisedBy: ActorSchema,
    raisedAt: time,
    expiresAt: time.nullable(),
    liftedBy: ActorSchema.nullable(),
    liftedAt: time.nullable(),
  })
  .meta({ id: 'ErasureHold' });
export type ErasureHold = z.input<typeof ErasureHold>;

/** The result of a service for one category of data. */
export const ErasureItem = z.object({
  category: z.string(),
  action: z.enum(['DELETED', 'ANONYMIZED', 'RETAINED', 'DISABLED', 'REVOKED']),
  count: z.int(),
  retentionReason: z.string().nullable(),
  retainedUntil: z.string().nullable(),
});
export type ErasureItem = z.infer<typeof ErasureItem>;

const ErasurePeer = z
  .object({
    peer: z.string(),
    phase: z.enum(['deactivate', 'erase', 'reactivate']),
    outcome: z.enum(['PENDING', 'DONE', 'NOTHING_FOUND', 'BLOCKED', 'FAILED']),
    attempts: z.int(),
    lastError: z.string().nullable(),
    completedAt: time.nullable(),
    items: z.array(ErasureItem),
  })
  .meta({ id: 'ErasurePeer' });

const fields = {
  id: z.string(),
  state: ErasureState,
  subject: z.object({
    type: RequestSubject.shape.type,
    userId: z.string().nullable().describe('Null once the request is COMPLETED.'),
  }),
  reason: ErasureReason,
  requestedBy: RequestedBy,
  regulation: Regulation,
  identityVerification: IdentityVerification,
  externalReference: z.string().nullable(),
  note: z.string().nullable(),
  receivedAt: time,
  dueAt: time.describe('One month after `receivedAt` (GDPR Art. 12(3)).'),
  deactivatedAt: time.nullable(),
  graceEndsAt: time.nullable().describe('The earliest time at which the data can be erased.'),
  erasureStartedAt: time.nullable(),
  completedAt: time.nullable(),
  cancelledAt: time.nullable(),
  heldSince: time.nullable(),
  deferredAt: time.nullable(),
  stalled: z
    .boolean()
    .describe('Whether the erasure is taking unusually long. It continues regardless.'),
  nextSweepAt: time
    .nullable()
    .describe('When the request is processed next. Null after it has ended.'),
  certificateAvailable: z.boolean(),
  createdAt: time,
  updatedAt: time,
};

/** An erasure request as lists show it. */
export const ErasureRequestSummary = z.object(fields).meta({ id: 'ErasureRequestSummary' });
export type ErasureRequestSummary = z.input<typeof ErasureRequestSummary>;

/** An erasure request with its holds and the results of each service. */
export const ErasureRequest = z
  .object({ ...fields, holds: z.array(ErasureHold), peers: z.array(ErasurePeer) })
  .meta({ id: 'ErasureRequest' });
export type ErasureRequest = z.input<typeof ErasureRequest>;

/** A page of erasure requests. */
export const ListErasureRequestsResponse = listOf(ErasureRequestSummary);

/** Proof that a data subject was erased. */
export const ErasureCertificate = z
  .object({
    requestId: z.string(),
    issuedAt: time,
    certificate: z.record(z.string(), z.unknown()).describe('The payload of the JWS.'),
    jws: z.string().describe('JWS in compact serialization.'),
    kid: z.string(),
    jwksUri: z.string(),
  })
  .meta({ id: 'ErasureCertificate' });
export type ErasureCertificate = z.input<typeof ErasureCertificate>;
