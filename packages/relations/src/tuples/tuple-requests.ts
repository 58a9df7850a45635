import type {
  FieldError,
  RelationTupleKey,
  RelationTupleWrite,
  TuplesWrite,
} from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { problemWithReason, problem } from '@platform/kit/problem';
import { compileAhead, inlineContexts } from '../conditions/inline-condition.ts';
import type { Models } from '../models/model-cache.ts';
import { findStore } from '../store/store-row.ts';
import { transactionTimeMs } from './change-store.ts';
import type { TupleKey } from '../keys/tuple-key.ts';
import { duplicateErrors, readKey, readTuples, refuse } from './tuple-rules.ts';
import type { Tuple } from './tuple-rules.ts';

const maxCompilingMs = 10_000;

/** 422 `limit_exceeded` beyond `max`. */
export function refuseBeyond(
  count: number,
  max: number,
  code: FieldError['code'],
  pointer: string,
): void {
  const detail = `must have at most ${max} entries; it has ${count}`;
  if (count > max) throw problemWithReason('limit_exceeded', { pointer, code, detail });
}

/** Conditions that tuples carry, within a time. */
function compileCarried(tuples: readonly RelationTupleWrite[], pointer: string): Promise<void> {
  return compileAhead(inlineContexts(tuples), (spentMs) => {
    const detail = `Parsing the conditions takes longer than ${maxCompilingMs} ms; send fewer at once`;
    if (spentMs > maxCompilingMs)
      throw problem('validation_failed', {
        detail,
        errors: [{ pointer, code: 'condition_context_invalid', detail }],
      });
  });
}

/** Tuples that fit the model in use, all or a refusal; without any, no model is needed. */
export async function fittingTuples(
  tx: Tx,
  models: Models,
  {
    tuples,
    modelId,
    pointer,
  }: { tuples: readonly RelationTupleWrite[]; modelId: string | undefined; pointer: string },
): Promise<{ tuples: Tuple[]; errors: FieldError[] }> {
  if (tuples.length === 0) return { tuples: [], errors: [] };
  const model = await models.inUse(tx, await findStore(tx), modelId);
  if (model.takesInline) await compileCarried(tuples, pointer);
  return readTuples(
    model,
    tuples,
    pointer,
    tuples.some((t) => t.expiresAt !== undefined) ? await transactionTimeMs(tx) : 0,
  );
}

/** Keys by their form. */
function readKeys(
  inputs: readonly RelationTupleKey[],
  pointer: string,
): { keys: TupleKey[]; errors: FieldError[] } {
  const read = inputs.map((input, i) => readKey(input, `${pointer}/${i}`));
  return {
    keys: read.flatMap((r) => ('key' in r ? [r.key] : [])),
    errors: read.flatMap((r) => ('errors' in r ? r.errors : [])),
  };
}

/** A request to write, as the store takes it. */
export async function readWrite(tx: Tx, models: Models, body: TuplesWrite, maxWrites: number) {
  const { writes, deletes, preconditions, modelId } = body;
  refuseBeyond(writes.length + deletes.length, maxWrites, 'max_writes_per_request', '/writes');
  if (writes.length + deletes.length === 0) {
    const detail = 'Send writes, deletes or both';
    throw problem('validation_failed', {
      detail,
      errors: [{ pointer: '/writes', code: 'required', detail }],
    });
  }
  const gone = readKeys(deletes, '/deletes');
  const conditions = readKeys(preconditions, '/preconditions');
  const made = await fittingTuples(tx, models, { tuples: writes, modelId, pointer: '/writes' });
  refuse([...made.errors, ...gone.errors, ...conditions.errors]);
  refuse(
    duplicateErrors([
      { base: '/writes', keys: made.tuples },
      { base: '/deletes', keys: gone.keys },
    ]),
  );
  return {
    writes: made.tuples,
    deletes: gone.keys,
    preconditions: conditions.keys.map((key, i) => ({
      key,
      exists: preconditions[i]?.exists as boolean,
    })),
  };
}
