import type { Database } from '@platform/kit/database';
import type { SubjectPart } from '../data-subject/data-subject.ts';
import type { RelationEngine } from '@platform/relations';

const maxExported = 10_000;
const subjectOf = ({ userId }: { userId: string }): string => `user:${userId}`;

/** Tuples whose subject is a user. */
export const tuplesPart = (
  db: Database,
  { tuples }: Pick<RelationEngine, 'tuples'>,
): SubjectPart => ({
  async erase(tx, request) {
    const subject = subjectOf(request);
    const count = request.dryRun
      ? (await tuples.ofSubject(tx, subject, maxExported)).length
      : await tuples.deleteOfSubject(tx, subject);
    return count === 0 ? undefined : { category: 'relation_tuples', action: 'DELETED', count };
  },
  async *export(context, request) {
    const found = await db.read(context, (tx) =>
      tuples.ofSubject(tx, subjectOf(request), maxExported + 1),
    );
    yield {
      section: 'relationTuples',
      json: JSON.stringify({
        tuples: found.slice(0, maxExported),
        truncated: found.length > maxExported,
      }),
    };
  },
});
