import type { ErasureItem } from '@platform/contracts';
import { eraseOutgoing, subjectKeysOf } from '@platform/data-lifecycle/data-subject';
import { lock } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { eraseJobSubject } from '@platform/kit/jobs';
import { eraseAccessRequests } from '../access-requests/access-erasure.ts';
import { complianceLocks } from '../advisory-locks.ts';
import { eraseFromAuditLog } from '../audit-log/audit-erasure.ts';
import { databaseNow } from '../database-clock.ts';
import type { ErasureSubject } from '../erasure/erasure-peers.ts';
import type { SubjectHash } from '../subject-hash.ts';
import { eraseSubjectConsents } from './subject-consents.ts';

/** Erases a person from compliance's own data. Idempotent. */
export const eraseHere =
  ({
    subjectHash,
    proofRetentionMs,
  }: {
    subjectHash: SubjectHash;
    /** Retention of anonymous consents as proof, in milliseconds. */
    proofRetentionMs: number;
  }) =>
  async (
    tx: Tx,
    { tenantId, request, identifiers }: ErasureSubject,
    messages: number,
  ): Promise<ErasureItem[]> => {
    // Transactions that record a consent of the person share the lock: their record is seen here,
    // or they fail.
    await lock(tx, complianceLocks.erasedSubject, request.subjectHash);
    const { userId } = request;
    const ids = [...(userId === null ? [] : [userId]), ...subjectKeysOf(identifiers)];
    const consents = await eraseSubjectConsents(tx, ids, subjectHash);
    const requests = await eraseAccessRequests(
      tx,
      ids.map((id) => subjectHash(tenantId, id)),
    );
    const records = await eraseFromAuditLog(tx, ids, subjectHash);
    if (userId !== null) await eraseJobSubject(tx, userId);
    await eraseOutgoing(tx, { personId: userId ?? '', identifiers });
    const keptUntil = new Date((await databaseNow(tx)).getTime() + proofRetentionMs);
    const items: ErasureItem[] = [
      {
        category: 'consents',
        action: 'ANONYMIZED',
        count: consents.own,
        retentionReason: 'Anonymized proof of consent (GDPR Art. 17(3)(e))',
        retainedUntil: keptUntil.toISOString(),
      },
      {
        category: 'consents_of_others',
        action: 'ANONYMIZED',
        count: consents.others,
        retentionReason: null,
        retainedUntil: null,
      },
      {
        category: 'access_requests',
        action: 'ANONYMIZED',
        count: requests,
        retentionReason: null,
        retainedUntil: null,
      },
      {
        category: 'audit_records',
        action: 'ANONYMIZED',
        count: records,
        retentionReason: null,
        retainedUntil: null,
      },
      {
        category: 'messages',
        action: 'DELETED',
        count: messages,
        retentionReason: null,
        retainedUntil: null,
      },
    ];
    return items.filter(({ count }) => count > 0);
  };
