import { createHmac, createSecretKey } from 'node:crypto';

/**
 * Pseudonym of an erased person: HMAC-SHA-256 with a key per tenant, so that hashes of two tenants
 * cannot be compared.
 */
export type SubjectHash = (tenantId: string, subjectId: string) => string;

/** Returns hashes with keys derived from `key`, 32 bytes in base64. */
export function subjectHashes(key: string): SubjectHash {
  const root = createSecretKey(Buffer.from(key, 'base64'));
  const keyOf = (tenantId: string) =>
    createSecretKey(createHmac('sha256', root).update(tenantId).digest());
  // A batch names many people of one tenant.
  let last = { tenantId: '', secret: root };
  return (tenantId, subjectId) => {
    if (last.tenantId !== tenantId) last = { tenantId, secret: keyOf(tenantId) };
    return `erased_${createHmac('sha256', last.secret).update(subjectId).digest('hex')}`;
  };
}
