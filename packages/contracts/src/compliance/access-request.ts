import { z } from 'zod';
import { listOf } from '../common/list.ts';
import { time } from '../common/text.ts';
import {
  IdentityVerification,
  Regulation,
  RequestSubject,
  RequestedBy,
  requestOrigin,
} from './erasure-request.ts';

/** Access (GDPR Art. 15) or portability (Art. 20). */
export const AccessRequestKind = z.enum(['access', 'portability']);

/** Body of `accessRequestCreate`. */
export const CreateAccessRequest = z
  .strictObject({
    subject: RequestSubject,
    kind: AccessRequestKind.default('access'),
    ...requestOrigin,
  })
  .meta({ id: 'CreateAccessRequest' });
export type CreateAccessRequest = z.output<typeof CreateAccessRequest>;

/** States of an access request. */
export const AccessRequestState = z.enum([
  'PENDING',
  'RUNNING',
  'COMPLETED',
  'PARTIAL',
  'FAILED',
  'CANCELLED',
  'EXPIRED',
]);
export type AccessRequestState = z.infer<typeof AccessRequestState>;

/** The contribution of one service. */
export const AccessPart = z
  .object({
    peer: z.string(),
    status: z
      .enum(['pending', 'ok', 'empty', 'failed', 'disabled'])
      .describe(
        '`empty`: the service stores no data about the data subject. `disabled`: no address is configured for the service.',
      ),
    attempts: z.int(),
    bytes: z.int().nullable(),
    sha256: z.string().nullable(),
    error: z.string().nullable(),
    fetchedAt: time.nullable(),
  })
  .meta({ id: 'AccessPart' });
export type AccessPart = z.input<typeof AccessPart>;

const AccessBundle = z
  .object({
    bytes: z.int(),
    sha256: z.string(),
    fileName: z.string(),
    generatedAt: time,
    expiresAt: time,
    downloads: z.int(),
  })
  .meta({ id: 'AccessBundle' });

/** A data subject's request for their data. */
export const AccessRequest = z
  .object({
    id: z.string(),
    state: AccessRequestState,
    kind: AccessRequestKind,
    subject: z.object({
      type: RequestSubject.shape.type,
      userId: z.string().nullable().describe('Null after the data subject has been erased.'),
    }),
    requestedBy: RequestedBy,
    regulation: Regulation,
    identityVerification: IdentityVerification,
    externalReference: z.string().nullable(),
    note: z.string().nullable(),
    receivedAt: time,
    dueAt: time.describe('One month after `receivedAt` (GDPR Art. 12(3)).'),
    parts: z.array(AccessPart),
    bundle: AccessBundle.nullable(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'AccessRequest' });
export type AccessRequest = z.input<typeof AccessRequest>;

/** A page of access requests. */
export const ListAccessRequestsResponse = listOf(AccessRequest);
