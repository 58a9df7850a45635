import type { RelationTupleResource } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { parseSubject } from '../keys/tuple-key.ts';
import { deleteTuples } from './tuple-bulk.ts';
import { listTuples, lockFiltered } from './tuple-filter.ts';
import { storedTupleResource, tupleOf } from './tuple-record.ts';
import type { TupleWriter } from './tuple-writes.ts';

const batchSize = 5_000;

/** Tuples of one subject, at most `limit`; none if the text is not a subject. */
export async function tuplesOfSubject(
  tx: Tx,
  text: string,
  limit: number,
): Promise<RelationTupleResource[]> {
  const subject = parseSubject(text);
  const rows = subject ? await listTuples(tx, { subject }, undefined, limit) : [];
  return rows.map(storedTupleResource);
}

/** Deletes every tuple of one subject. Returns their number. */
export async function deleteTuplesOfSubject(
  tx: Tx,
  text: string,
  writer: TupleWriter,
): Promise<number> {
  const subject = parseSubject(text);
  if (!subject) return 0;
  let count = 0;
  for (let size = batchSize; size === batchSize; count += size) {
    const rows = await lockFiltered(tx, { subject }, batchSize);
    size = rows.length;
    if (size > 0) await deleteTuples(writer, tx, rows.map(tupleOf), 'grpc');
  }
  return count;
}
