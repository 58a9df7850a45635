import { AuditRecordInput, isId, maxAuditDataBytes, partitionOf } from '@platform/contracts';
import { readMessage } from '@platform/kit/bus';
import type { JsMsg } from '@platform/kit/bus';

/** The reason why a record is rejected. */
export interface RecordFault {
  code: 'validation_failed' | 'too_large';
  detail: string;
}

/** The most that a number can grow when it is parsed and serialized again: `1e20` has 21 digits. */
const maxGrowth = 6;

const isTooLarge = ({ data }: Pick<AuditRecordInput, 'data'>): boolean =>
  Buffer.byteLength(JSON.stringify(data)) > maxAuditDataBytes;

/** Parses a record. Returns what is wrong with an invalid one. */
export function readRecord(value: unknown): AuditRecordInput | RecordFault {
  const parsed = AuditRecordInput.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const at = issue?.path.map((name) => `/${String(name)}`).join('') ?? '';
    return { code: 'validation_failed', detail: `${at || 'The record'}: ${issue?.message ?? ''}` };
  }
  if (isTooLarge(parsed.data))
    return { code: 'too_large', detail: `data must have at most ${maxAuditDataBytes} bytes` };
  return parsed.data;
}

export const isFault = (read: AuditRecordInput | RecordFault): read is RecordFault =>
  !('data' in read);

/**
 * Returns the subject prefix of a tenant. Caches the last one: consecutive records are mostly of
 * one tenant, and the partition is a checksum.
 */
function subjectPrefixes(): (tenantId: string) => string {
  let last = { tenantId: '', prefix: '' };
  return (tenantId) => {
    if (tenantId !== last.tenantId)
      last = { tenantId, prefix: `audit.${partitionOf(tenantId)}.${tenantId}.` };
    return last.prefix;
  };
}

const subjectPrefixOf = subjectPrefixes();

/** The record without its tenant, which is checked by the subject. */
const BusRecord = AuditRecordInput.omit({ tenantId: true });

/** The reason why a message goes to the DLQ without being stored. */
export type MessageFault = 'unreadable' | 'misplaced' | 'over_size';

/** Parses a message from the bus. Returns the reason if it goes to the DLQ. */
export function recordIn(message: JsMsg): AuditRecordInput | MessageFault {
  const received = readMessage(message);
  if (!received || !isId('tenant', received.tenantId)) return 'unreadable';
  const { tenantId, event } = received;
  // Permissions on the bus apply to the subject.
  if (!message.subject.startsWith(subjectPrefixOf(tenantId))) return 'misplaced';
  const record = BusRecord.safeParse(event);
  if (!record.success) return 'unreadable';
  // Most messages are too short to exceed the limit, and need no serialization to find out.
  if (message.data.length * maxGrowth > maxAuditDataBytes && isTooLarge(record.data))
    return 'over_size';
  return { ...record.data, tenantId };
}
