import { createHmac, createSecretKey } from 'node:crypto';
import type { AuditRecordInput } from '@platform/contracts';
import { canonicalText } from '@platform/kit/audit-chain';

/** Digest of a whole record under a key of the platform's: it tells copies apart, and no value can be guessed from it. */
export type RecordDigest = (record: AuditRecordInput) => string;

/** Digests under a key derived from this one, 32 bytes in base64. */
export function recordDigests(key: string): RecordDigest {
  const derived = createHmac('sha256', Buffer.from(key, 'base64')).update('audit records').digest();
  const secret = createSecretKey(derived);
  return (record) => createHmac('sha256', secret).update(canonicalText(record)).digest('base64url');
}
