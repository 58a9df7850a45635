import { z } from 'zod';
import { listOf } from '../common/list.ts';
import { time } from '../common/text.ts';

const personalParts = z.enum(['actor', 'subject', 'details']);

/** A record of the audit log: who did what, from where, and with which outcome. */
export const AuditRecord = z
  .object({
    seq: z.int().describe('The number of the record in the log, which has no gaps.'),
    id: z.string(),
    occurredAt: time,
    recordedAt: time.describe('When the record was added to the log.'),
    operationId: z.string(),
    outcome: z.enum(['success', 'failure', 'denied']),
    status: z.int().nullable(),
    code: z.string().nullable().describe('The code of the problem, if the operation failed.'),
    actor: z.object({
      type: z.enum(['user', 'client', 'service', 'system']),
      id: z.string(),
      clientId: z.string().nullable(),
      name: z.string().nullable(),
      email: z.string().nullable(),
    }),
    subject: z.object({
      type: z.string(),
      id: z.string(),
      name: z.string().nullable(),
      email: z.string().nullable(),
    }),
    organizationId: z.string().nullable(),
    sourceIp: z.string().nullable(),
    userAgent: z.string().nullable(),
    sessionId: z.string().nullable(),
    requestId: z.string().nullable(),
    changed: z.array(z.string()).describe('JSON pointers of the changed members.'),
    details: z.record(z.string(), z.unknown()).nullable(),
    erasedParts: z
      .array(personalParts)
      .describe('The parts that were removed from the log when a user was erased.'),
    recordHash: z.string(),
    hash: z.string().describe('The hash of the chain up to this record.'),
    sealed: z.boolean().describe('Whether a checkpoint seals the record.'),
  })
  .meta({ id: 'AuditRecord' });
export type AuditRecord = z.input<typeof AuditRecord>;

export const ListAuditRecordsResponse = listOf(AuditRecord).meta({
  id: 'ListAuditRecordsResponse',
});

/** A signed head of the chain. */
const AuditCheckpoint = z.object({
  seq: z.int(),
  hash: z.string(),
  previousSeq: z.int().nullable(),
  at: time,
  kid: z.string(),
  jws: z.string().describe('The signed checkpoint, for `platformctl audit verify --checkpoint`.'),
});

/** The extent of the audit log. */
export const AuditLog = z
  .object({
    records: z.int().describe('Number of records that are kept.'),
    firstSeq: z.int().nullable(),
    lastSeq: z.int().nullable(),
    lastHash: z.string(),
    lastRecordedAt: time.nullable(),
    lastCheckpoint: AuditCheckpoint.nullable().describe('The log is sealed up to its record.'),
  })
  .meta({ id: 'AuditLog' });
export type AuditLog = z.input<typeof AuditLog>;

/** Why a record does not verify. */
export const AuditFinding = z.object({
  seq: z.int(),
  code: z.enum([
    'record_missing',
    'record_changed',
    'chain_broken',
    'row_changed',
    'personal_data_changed',
    'checkpoint_invalid',
    'checkpoint_mismatch',
    'checkpoint_missing',
  ]),
  detail: z.string(),
});
export type AuditFinding = z.infer<typeof AuditFinding>;

/** A verification of the audit log. */
export const AuditVerification = z
  .object({
    id: z.string(),
    state: z.enum(['PENDING', 'RUNNING', 'COMPLETED', 'FAILED']),
    fromSeq: z.int().describe('The first record to verify.'),
    toSeq: z.int().describe('The last record to verify: the newest one at the creation.'),
    progress: z.object({
      verifiedSeq: z.int().nullable().describe('The newest record that has been verified.'),
    }),
    result: z
      .object({
        outcome: z.enum(['intact', 'broken']),
        verifiedSeq: z.int().nullable().describe('The newest record that verified.'),
        sealedSeq: z
          .int()
          .nullable()
          .describe('The newest record that a verified checkpoint seals.'),
        checkpoints: z.int().describe('Number of checkpoints that verified.'),
        firstBroken: AuditFinding.nullable(),
      })
      .nullable()
      .describe('Null until the verification is completed.'),
    error: z.object({ code: z.string(), detail: z.string() }).nullable(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'AuditVerification' });
export type AuditVerification = z.input<typeof AuditVerification>;
