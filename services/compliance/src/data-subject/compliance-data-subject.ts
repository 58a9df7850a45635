import type { SubjectItem, SubjectRequest } from '@platform/protos';
import { serveDataSubject, subjectKeysOf } from '@platform/data-lifecycle/data-subject';
import type { SubjectAnswer } from '@platform/data-lifecycle/data-subject';
import type { Database, Tx } from '@platform/kit/database';
import type { RpcMount } from '@platform/kit/grpc';
import { auditRecordsNaming, eraseFromAuditLog } from '../audit-log/audit-erasure.ts';
import { countConsentsOf, countParticipations } from '../consents/consent-erasure.ts';
import type { SubjectHash } from '../subject-hash.ts';
import { ownSections } from './own-sections.ts';
import { eraseSubjectConsents } from './subject-consents.ts';

/** Returns the ids under which a person has consents: the user id, and the tenant's own keys. */
const subjectIdsOf = ({
  userId,
  identifiers,
}: Pick<SubjectRequest, 'userId' | 'identifiers'>): string[] =>
  [...new Set([userId, ...subjectKeysOf(identifiers)])].filter((id) => id !== '');

const item = (category: string, count: number): SubjectItem[] =>
  count === 0
    ? []
    : [{ category, action: 'ANONYMIZED', count, retentionReason: '', retainedUntil: '' }];

const answered = (items: SubjectItem[]): SubjectAnswer =>
  items.length === 0 ? { outcome: 'NOTHING_FOUND' } : { outcome: 'DONE', items };

/** The data subject requests about the consents of one person. */
export const complianceDataSubject = ({
  db,
  subjectHash,
}: {
  db: Database;
  subjectHash: SubjectHash;
}): RpcMount =>
  serveDataSubject({
    peer: 'compliance',
    db,
    erase: {
      async atOnce(tx: Tx, request: SubjectRequest) {
        const ids = subjectIdsOf(request);
        const consents = request.dryRun
          ? { own: await countConsentsOf(tx, ids), others: await countParticipations(tx, ids) }
          : await eraseSubjectConsents(tx, ids, subjectHash);
        const records = request.dryRun
          ? await auditRecordsNaming(tx, ids)
          : await eraseFromAuditLog(tx, ids, subjectHash);
        return answered([
          ...item('consents', consents.own),
          ...item('consents_of_others', consents.others),
          ...item('audit_records', records),
        ]);
      },
    },
    async *export(context, request) {
      for (const subjectId of subjectIdsOf(request))
        yield* ownSections({ db, subjectHash }, context, subjectId);
    },
  });
