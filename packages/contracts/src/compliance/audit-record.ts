import { z } from 'zod';
import { timeInput } from '../common/text.ts';
import { idSchema } from '../ids.ts';

const id = z
  .string()
  .min(1)
  .max(255)
  .refine((text) => !text.includes('\0'), { error: 'must not contain NUL' });
const shortText = z.string().max(512);

const person = { name: shortText.nullish(), email: z.string().max(320).nullish() };

/** What a caller did, as services and in-cluster emitters record it: `data` of `audit.recorded`. */
const AuditRecordData = z.looseObject({
  operationId: z.string().min(1).max(128),
  outcome: z.enum(['success', 'failure', 'denied']),
  status: z.int().min(0).max(999).nullish(),
  code: z.string().max(128).nullish(),
  sourceIp: z.string().max(64).nullish(),
  userAgent: shortText.nullish(),
  sessionId: id.nullish(),
  requestId: z.string().max(128).nullish(),
  changed: z.array(z.string().max(512)).max(200).nullish(),
  details: z.record(z.string(), z.unknown()).nullish(),
});

/** A record of the audit log: the envelope of events, whichever way it comes in. */
export const AuditRecordInput = z.looseObject({
  id: z.string().min(1).max(64),
  tenantId: idSchema('tenant'),
  type: z.literal('audit.recorded').default('audit.recorded'),
  occurredAt: timeInput,
  actor: z.looseObject({
    type: z.enum(['user', 'client', 'service', 'system']),
    id,
    clientId: id.nullish(),
    ...person,
  }),
  subject: z.looseObject({ type: z.string().min(1).max(64), id, ...person }),
  organizationId: id.nullish(),
  schemaVersion: z.literal(1).default(1),
  data: AuditRecordData,
});
export type AuditRecordInput = z.output<typeof AuditRecordInput>;

/** Records that an emitter outside the bus sends: 1 to 500, each judged alone. */
export const IngestAuditRecordsRequest = z.strictObject({
  records: z.array(z.unknown()).min(1).max(500),
});

/** What became of a batch of records. */
export interface IngestAuditRecordsResponse {
  accepted: number;
  duplicates: number;
  rejected: { index: number; code: string; detail: string }[];
}
