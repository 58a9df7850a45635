import { AuditRecordInput, isId, partitionOf } from '@platform/contracts';
import { readMessage } from '@platform/kit/bus';
import type { JsMsg } from '@platform/kit/bus';

/** Why a record is not taken. */
export interface RecordFault {
  code: 'validation_failed' | 'too_large' | 'out_of_window';
  detail: string;
}

const maxDataBytes = 8 * 1024;
const maxAheadMs = 5 * 60_000;
const maxAgeMs = 30 * 86_400_000;

/** A record that can be stored, or what is wrong with it. */
export function readRecord(value: unknown): AuditRecordInput | RecordFault {
  const parsed = AuditRecordInput.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const at = issue?.path.map((name) => `/${String(name)}`).join('') ?? '';
    return { code: 'validation_failed', detail: `${at || 'The record'}: ${issue?.message ?? ''}` };
  }
  if (Buffer.byteLength(JSON.stringify(parsed.data.data)) > maxDataBytes)
    return { code: 'too_large', detail: `data must have at most ${maxDataBytes} bytes` };
  return parsed.data;
}

export const isFault = (read: AuditRecordInput | RecordFault): read is RecordFault =>
  !('data' in read);

/** The time of a record that comes by HTTP: at most 30 days ago, so that ids need not be known for ever. */
export function windowFault(
  { occurredAt }: Pick<AuditRecordInput, 'occurredAt'>,
  now: number,
): RecordFault | undefined {
  const at = Date.parse(occurredAt);
  if (at <= now + maxAheadMs && at >= now - maxAgeMs) return undefined;
  return {
    code: 'out_of_window',
    detail: 'occurredAt must be within the last 30 days and not in the future',
  };
}

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

/** A record as it came over the bus, or the word under which its message is kept in DLQ. */
export function recordIn(message: JsMsg): AuditRecordInput | 'unreadable' | 'misplaced' {
  const received = readMessage(message);
  if (!received || !isId('tenant', received.tenantId)) return 'unreadable';
  const { tenantId, event } = received;
  // The subject is what permissions on the bus are about.
  if (!message.subject.startsWith(subjectPrefixOf(tenantId))) return 'misplaced';
  const record = BusRecord.safeParse(event);
  return record.success ? { ...record.data, tenantId } : 'unreadable';
}
