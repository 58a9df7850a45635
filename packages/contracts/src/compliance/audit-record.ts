import { z } from 'zod';
import { maxAuditChanges, maxAuditPointerLength } from '../audit.ts';
import { timeInput } from '../common/text.ts';
import { idSchema } from '../ids.ts';

const id = z
  .string()
  .min(1)
  .max(255)
  .refine((text) => !text.includes('\0'), { error: 'must not contain NUL' });
const shortText = z.string().max(512);

const person = { name: shortText.nullish(), email: z.string().max(320).nullish() };

/**
 * A caller's action, as recorded by services and in-cluster emitters: `data` of `audit.recorded`.
 */
const AuditRecordData = z.looseObject({
  changed: z.array(z.string().max(maxAuditPointerLength)).max(maxAuditChanges).nullish(),
  code: z.string().max(128).nullish(),
  details: z.record(z.string(), z.unknown()).nullish(),
  operationId: z.string().min(1).max(128),
  outcome: z.enum(['success', 'failure', 'denied']),
  requestId: z.string().max(128).nullish(),
  sessionId: id.nullish(),
  sourceIp: z.string().max(64).nullish(),
  status: z.int().min(0).max(999).nullish(),
  userAgent: shortText.nullish(),
});

/**
 * A record of the audit log: the envelope of events, from any source. Members are declared, and so
 * parsed, in the order of RFC 8785, in which a record serializes fastest.
 */
export const AuditRecordInput = z.looseObject({
  actor: z.looseObject({
    clientId: id.nullish(),
    email: person.email,
    id,
    name: person.name,
    type: z.enum(['user', 'client', 'service', 'system', 'setup']),
  }),
  data: AuditRecordData,
  id: z.string().min(1).max(64),
  occurredAt: timeInput,
  organizationId: id.nullish(),
  schemaVersion: z.literal(1).default(1),
  subject: z.looseObject({
    email: person.email,
    id,
    name: person.name,
    type: z.string().min(1).max(64),
  }),
  tenantId: idSchema('tenant'),
  type: z.literal('audit.recorded').default('audit.recorded'),
});
export type AuditRecordInput = z.output<typeof AuditRecordInput>;

/** Records from an emitter outside the bus: 1 to 500, each validated separately. */
export const IngestAuditRecordsRequest = z.strictObject({
  records: z.array(z.unknown()).min(1).max(500),
});

/** The results of a batch of records. */
export interface IngestAuditRecordsResponse {
  accepted: number;
  duplicates: number;
  rejected: { index: number; code: string; detail: string }[];
}
