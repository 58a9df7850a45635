import { AuditRecordInput, isId, maxAuditDataBytes, partitionOf } from '@platform/contracts';
import { readMessage } from '@platform/kit/bus';
import type { JsMsg } from '@platform/kit/bus';

/** Why a record is not taken. */
export interface RecordFault {
  code: 'validation_failed' | 'too_large';
  detail: string;
}

/** Text of a number, written out after it was read, is at most this many times as long: `1e20` has 21 digits. */
const maxGrowth = 6;

const isTooLarge = ({ data }: Pick<AuditRecordInput, 'data'>): boolean =>
  Buffer.byteLength(JSON.stringify(data)) > maxAuditDataBytes;

/** A record that can be stored, or what is wrong with it. */
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

/** The beginning of a tenant's subjects. Records mostly come many of one tenant at a time, and the partition is a checksum. */
function subjectPrefixes(): (tenantId: string) => string {
  let last = { tenantId: '', prefix: '' };
  return (tenantId) => {
    if (tenantId !== last.tenantId)
      last = { tenantId, prefix: `audit.${partitionOf(tenantId)}.${tenantId}.` };
    return last.prefix;
  };
}

const subjectPrefixOf = subjectPrefixes();

/** What a message brings besides its tenant, which is checked by the subject. */
const BusRecord = AuditRecordInput.omit({ tenantId: true });

/** Why a message from the bus is moved to DLQ unread. */
export type MessageFault = 'unreadable' | 'misplaced' | 'over_size';

/** A record as it came over the bus, or why its message is moved to DLQ. */
export function recordIn(message: JsMsg): AuditRecordInput | MessageFault {
  const received = readMessage(message);
  if (!received || !isId('tenant', received.tenantId)) return 'unreadable';
  const { tenantId, event } = received;
  // The subject is what permissions on the bus are about.
  if (!message.subject.startsWith(subjectPrefixOf(tenantId))) return 'misplaced';
  const record = BusRecord.safeParse(event);
  if (!record.success) return 'unreadable';
  // Most messages are too short for data over the limit, and are not serialized to find that out.
  if (message.data.length * maxGrowth > maxAuditDataBytes && isTooLarge(record.data))
    return 'over_size';
  return { ...record.data, tenantId };
}
