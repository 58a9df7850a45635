import type { TuplesDeletion, TuplesImport } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { invalid } from '@platform/kit/problem';
import { keyText } from '../keys/tuple-key.ts';
import type { TupleKey } from '../keys/tuple-key.ts';
import type { Models } from '../models/model-cache.ts';
import { findStore } from '../store/store-row.ts';
import { listTuples, lockFiltered } from './tuple-filter.ts';
import { filterOfBody } from './tuple-filter-input.ts';
import { tupleOf } from './tuple-record.ts';
import { fittingTuples, refuseBeyond } from './tuple-requests.ts';
import { duplicateErrors, refuse } from './tuple-rules.ts';
import type { WriteOutcome, WriteSource } from './tuple-write.ts';
import type { TupleWriter } from './tuple-writes.ts';

/** Writes a list of tuples; `keys` are theirs as texts. */
export async function importTuples(
  {
    models,
    writer,
    limits,
  }: { models: Models; writer: TupleWriter; limits: { maxImportTuples: number } },
  tx: Tx,
  { tuples: given, modelId, onDuplicate }: TuplesImport,
): Promise<WriteOutcome & { keys: string[] }> {
  refuseBeyond(given.length, limits.maxImportTuples, 'max_import_tuples_per_request', '/tuples');
  if (given.length === 0) throw invalid('/tuples', 'required', 'must not be empty');
  const fitting = { tuples: given, modelId, pointer: '/tuples' };
  const { tuples, errors } = await fittingTuples(tx, models, fitting);
  refuse(errors);
  const keys = tuples.map(keyText);
  if (new Set(keys).size < keys.length)
    refuse(duplicateErrors([{ base: '/tuples', keys: tuples }]));
  const outcome = await writer.write(tx, {
    writes: tuples,
    deletes: [],
    onDuplicate,
    onMissing: 'error',
    preconditions: [],
    source: 'import',
    pointers: { writes: '/tuples', deletes: '' },
  });
  return { ...outcome, keys };
}

/** Deletes tuples that a filter finds, or only counts them; `more` when there are others besides. */
export async function deleteFiltered(
  writer: TupleWriter,
  tx: Tx,
  { filter, limit, dryRun }: TuplesDeletion,
): Promise<{ keys: string[]; more: boolean; revision: number }> {
  const read = filterOfBody(filter);
  const rows = dryRun
    ? await listTuples(tx, read, undefined, limit + 1)
    : await lockFiltered(tx, read, limit + 1);
  const deletes = rows.slice(0, limit).map(tupleOf);
  const found = { keys: deletes.map(keyText), more: rows.length > limit };
  if (dryRun || deletes.length === 0)
    return { ...found, revision: (await findStore(tx))?.revision ?? 0 };
  const { revision } = await deleteTuples(writer, tx, deletes, 'filter');
  return { ...found, revision };
}

/** Deletes tuples whose rows are locked. */
export const deleteTuples = (
  writer: TupleWriter,
  tx: Tx,
  deletes: readonly TupleKey[],
  source: WriteSource,
): Promise<WriteOutcome> =>
  writer.write(tx, {
    writes: [],
    deletes,
    onDuplicate: 'error',
    onMissing: 'ignore',
    preconditions: [],
    source,
    pointers: { writes: '', deletes: '' },
  });
