import type { Database } from '@platform/kit/database';
import type { SubjectPart } from '../data-subject/data-subject.ts';
import { listTuples, lockFiltered } from './tuple-filter.ts';
import type { TupleFilter } from './tuple-filter.ts';
import { parseSubject } from '../language/tuple-key.ts';
import { storedTupleResource, tupleOf } from './tuple-record.ts';
import type { TupleWriter } from './tuple-writes.ts';

const batch = 5_000;
const maxExported = 10_000;

const filterOf = (userId: string): TupleFilter | undefined => {
  const subject = parseSubject(`user:${userId}`);
  return subject && { subject };
};

/** Tuples whose subject is a person. */
export const tuplesPart = (db: Database, writer: TupleWriter): SubjectPart => ({
  async erase(tx, { userId, dryRun }) {
    const filter = filterOf(userId);
    if (!filter) return undefined;
    let count = 0;
    if (dryRun) count = (await listTuples(tx, filter, undefined, maxExported)).length;
    else {
      for (
        let rows = await lockFiltered(tx, filter, batch);
        rows.length > 0;
        rows = await lockFiltered(tx, filter, batch)
      ) {
        await writer.write(tx, {
          writes: [],
          deletes: rows.map(tupleOf),
          onDuplicate: 'error',
          onMissing: 'ignore',
          preconditions: [],
          source: 'grpc',
          pointers: { writes: '', deletes: '' },
        });
        count += rows.length;
      }
    }
    return count === 0 ? undefined : { category: 'relation_tuples', action: 'DELETED', count };
  },
  async *export(context, { userId }) {
    const filter = filterOf(userId);
    const rows = filter
      ? await db.read(context, (tx) => listTuples(tx, filter, undefined, maxExported + 1))
      : [];
    const truncated = rows.length > maxExported;
    yield {
      section: 'relationTuples',
      json: JSON.stringify({
        tuples: rows.slice(0, maxExported).map(storedTupleResource),
        truncated,
      }),
    };
  },
});
