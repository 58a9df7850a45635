import type { SubjectRequest } from '@platform/protos';
import { serveDataSubject } from '@platform/kit/data-subject';
import type { SubjectAnswer } from '@platform/kit/data-subject';
import type { Database, Tx } from '@platform/kit/database';
import type { RpcMount } from '@platform/kit/grpc';
import { countConsentsOf } from '../consents/consent-erasure.ts';
import type { SubjectHash } from '../subject-hash.ts';
import { ownSections } from './own-sections.ts';
import { eraseSubject } from './subject-consents.ts';

/** The names under which a person has consents: the user id, and keys of the tenant's own. */
const subjectIdsOf = ({
  userId,
  identifiers,
}: Pick<SubjectRequest, 'userId' | 'identifiers'>): string[] => {
  const keys = identifiers.filter(({ type }) => type === 'consent_subject');
  return [...new Set([userId, ...keys.map(({ value }) => value)])].filter((id) => id !== '');
};

const answered = (count: number): SubjectAnswer =>
  count === 0
    ? { outcome: 'NOTHING_FOUND' }
    : {
        outcome: 'DONE',
        items: [
          {
            category: 'consents',
            action: 'ANONYMIZED',
            count,
            retentionReason: '',
            retainedUntil: '',
          },
        ],
      };

/** Requests about the consents of one person. */
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
        return answered(
          request.dryRun
            ? await countConsentsOf(tx, ids)
            : await eraseSubject(tx, ids, subjectHash),
        );
      },
    },
    async *export(context, request) {
      for (const subjectId of subjectIdsOf(request))
        yield* ownSections({ db, subjectHash }, context, subjectId);
    },
  });
