import { createHash } from 'node:crypto';
import type { IdKind } from '@platform/contracts';
import { idFromUuid } from '@platform/kit/ids';

/** The `createdAt` of built-in items. */
export const systemSince = '2026-11-20T00:00:00.000Z';

/**
 * The id of a built-in item: derived from its name, so that it is the same in every tenant and
 * release.
 */
export function systemId(kind: IdKind, name: string): string {
  const bytes = createHash('sha256').update(`${kind} ${name}`).digest().subarray(0, 16);
  bytes.writeUIntBE(Date.parse(systemSince), 0, 6);
  // RFC 9562 §5.7: version 7, variant 10.
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return idFromUuid(kind, hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'));
}
