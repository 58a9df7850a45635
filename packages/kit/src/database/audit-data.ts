import { maxAuditChanges, maxAuditDataBytes, maxAuditPointerLength } from '@platform/contracts';
import type { AuditData } from '@platform/contracts';

const isWithin = (data: AuditData): boolean =>
  Buffer.byteLength(JSON.stringify(data)) <= maxAuditDataBytes;

const memberOf = (pointer: string): string => pointer.split('/', 2).join('/');

const hasLongList = ({ changed = [] }: AuditData): boolean =>
  changed.length > maxAuditChanges ||
  changed.some((pointer) => pointer.length > maxAuditPointerLength);

/**
 * The data of an audit record within what the audit log accepts. How many members a request changes, and what they are called, is up to
 * the caller: pointers to too many of them give way to pointers to the members of the resource that contain them, and then details
 * to `{ "truncated": true }`.
 */
export function boundedAuditData(data: AuditData): AuditData {
  if (data.changed === undefined && data.details === undefined) return data;
  if (!hasLongList(data) && isWithin(data)) return data;
  const members = [...new Set(data.changed?.map(memberOf))]
    .filter((pointer) => pointer.length <= maxAuditPointerLength)
    .slice(0, maxAuditChanges);
  const shorter = { ...data, changed: data.changed && members };
  return isWithin(shorter)
    ? shorter
    : { ...data, changed: undefined, details: { truncated: true } };
}
