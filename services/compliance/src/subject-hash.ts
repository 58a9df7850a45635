import { createHmac } from 'node:crypto';

/** Stands for an erased person: HMAC-SHA-256 under a key of each tenant, so that hashes of two tenants cannot be compared. */
export type SubjectHash = (tenantId: string, subjectId: string) => string;

/** Hashes with keys derived from this one, 32 bytes in base64. */
export function subjectHashes(key: string): SubjectHash {
  const root = Buffer.from(key, 'base64');
  return (tenantId, subjectId) => {
    const ofTenant = createHmac('sha256', root).update(tenantId).digest();
    return `erased_${createHmac('sha256', ofTenant).update(subjectId).digest('hex')}`;
  };
}
