import { personalParts } from '@platform/audit/chain';
import type { FixedRecord } from '@platform/audit/chain';
import type { AuditRecord } from '@platform/contracts';
import type { FoundRecord } from './record-search.ts';

type Fixed = FixedRecord &
  Pick<
    AuditRecord,
    | 'id'
    | 'occurredAt'
    | 'recordedAt'
    | 'operationId'
    | 'outcome'
    | 'status'
    | 'code'
    | 'organizationId'
    | 'sessionId'
    | 'requestId'
    | 'changed'
  > & {
    actor: Pick<AuditRecord['actor'], 'type' | 'id' | 'clientId'>;
    subject: Pick<AuditRecord['subject'], 'type' | 'id'>;
  };

const textOf = (part: Record<string, unknown> | null | undefined, name: string): string | null =>
  typeof part?.[name] === 'string' ? part[name] : null;

/** Returns a record as the API shows it: from the text that the chain covers, not from its columns. */
export function asAuditRecord(found: FoundRecord, sealedSeq: number): AuditRecord {
  const { seq, recordHash, hash, personal } = found;
  const {
    commitments,
    ingestedBy: _i,
    type: _t,
    tenantId: _o,
    ...fixed
  } = JSON.parse(found.fixed) as Fixed;
  const { actor, subject } = personal ?? {};
  return {
    seq,
    id: fixed.id,
    occurredAt: fixed.occurredAt,
    recordedAt: fixed.recordedAt,
    operationId: fixed.operationId,
    outcome: fixed.outcome,
    status: fixed.status,
    code: fixed.code,
    actor: { ...fixed.actor, name: textOf(actor, 'name'), email: textOf(actor, 'email') },
    subject: { ...fixed.subject, name: textOf(subject, 'name'), email: textOf(subject, 'email') },
    organizationId: fixed.organizationId,
    sourceIp: textOf(actor, 'sourceIp'),
    userAgent: textOf(actor, 'userAgent'),
    sessionId: fixed.sessionId,
    requestId: fixed.requestId,
    changed: fixed.changed,
    details: personal?.details ?? null,
    erasedParts: personalParts.filter((part) => commitments[part] && !personal?.[part]),
    recordHash,
    hash,
    sealed: seq <= sealedSeq,
  };
}
