import { maxAuditChanges, maxAuditDataBytes, maxAuditPointerLength } from '@platform/contracts';
import type { AuditData } from '@platform/contracts';

const isWithin = (data: AuditData): boolean =>
  Buffer.byteLength(JSON.stringify(data)) <= maxAuditDataBytes;

const memberOf = (pointer: string): string => pointer.split('/', 2).join('/');

const hasLongList = ({ changed = [] }: AuditData): boolean =>
  changed.length > maxAuditChanges ||
  changed.some((pointer) => pointer.length > maxAuditPointerLength);

/**
 * Trims the data of an audit record to what the audit log accepts. The caller controls how many
 * members a request changes, and their names: if there are too many pointers, they are replaced by
 * pointers to the resource's members that contain them; details that are too long become `{
 * "truncated": true }`.
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
