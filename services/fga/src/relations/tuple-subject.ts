import type { Database } from '@platform/kit/database';
import type { SubjectPart } from '../data-subject/data-subject.ts';
import type { RelationEngine } from '@platform/relations';

const maxExported = 10_000;
const subjectOf = ({ userId }: { userId: string }): string => `user:${userId}`;

/** Tuples whose subject is a user, in every store of the tenant. */
export const tuplesPart = (
  db: Database,
  { tuples, stores }: Pick<RelationEngine, 'tuples' | 'stores'>,
): SubjectPart => ({
  async erase(tx, request) {
    const subject = subjectOf(request);
    const counts = await stores.inEach(tx, async (own) =>
      request.dryRun
        ? (await tuples.ofSubject(own, subject, maxExported)).length
        : tuples.deleteOfSubject(own, subject),
    );
    const count = counts.reduce((sum, each) => sum + each, 0);
    return count === 0 ? undefined : { category: 'relation_tuples', action: 'DELETED', count };
  },
  async *export(context, request) {
    const subject = subjectOf(request);
    const ofStores = await db.read(context, (tx) =>
      stores.inEach(tx, (own) => tuples.ofSubject(own, subject, maxExported + 1)),
    );
    const found = ofStores.flat();
    yield {
      section: 'relationTuples',
      json: JSON.stringify({
        tuples: found.slice(0, maxExported),
        truncated: found.length > maxExported,
      }),
    };
  },
});
