import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import type { TupleKey } from '../keys/tuple-key.ts';
import type { RevisionHints } from '../store/revision-hints.ts';
import { findStore, openStore, storeSubject } from '../store/store-row.ts';
import { anyTupleBut, applyStep, insertFree, manyKeys } from './tuple-store.ts';
import type { TupleStep } from './tuple-store.ts';
import type { TupleWrite, WriteOutcome, WriteSource } from './tuple-write.ts';
import { planWrite } from './write-plan.ts';

interface TupleWriterOptions {
  maxTuples: number;
  hints: RevisionHints;
}

export interface TupleWriter {
  write(tx: Tx, write: TupleWrite): Promise<WriteOutcome>;
}

/** Writes tuples: one transaction, whole or not at all. */
export const tupleWriter = (options: TupleWriterOptions): TupleWriter => ({
  async write(tx, write) {
    await openStore(tx);
    return (await writeFree(options, tx, write)) ?? writePlanned(options, tx, write);
  },
});

/** Writes many tuples whose keys are all free; undefined when one is taken. */
async function writeFree(
  options: TupleWriterOptions,
  tx: Tx,
  { writes, deletes, preconditions, source }: TupleWrite,
): Promise<WriteOutcome | undefined> {
  if (writes.length <= manyKeys || deletes.length + preconditions.length > 0) return undefined;
  const applied = await insertFree(tx, writes);
  if (!applied) return undefined;
  const { revision } = applied;
  checkTupleLimit(options, applied.tupleCount);
  await announceWrite(options, tx, {
    written: writes.length,
    deleted: 0,
    revision,
    changed: writes,
    source,
  });
  return { written: writes.length, deleted: 0, skipped: 0, revision };
}

/** Writes tuples whose keys may be taken. */
async function writePlanned(
  options: TupleWriterOptions,
  tx: Tx,
  write: TupleWrite,
): Promise<WriteOutcome> {
  const { step, skipped } = await planWrite(tx, write);
  const written = step.replaced.length + step.inserted.length;
  const deleted = step.deleted.length;
  if (written + deleted === 0)
    return { written, deleted, skipped, revision: (await findStore(tx))?.revision ?? 0 };
  const { revision, tupleCount } = await applyPlan(tx, step, write.preconditions);
  if (step.inserted.length > 0) checkTupleLimit(options, tupleCount);
  await announceWrite(options, tx, {
    written,
    deleted,
    revision,
    changed: step.changes.map((c) => c.tuple),
    source: write.source,
  });
  return { written, deleted, skipped, revision };
}

/** The last statement, and the checks that only it makes possible. */
async function applyPlan(
  tx: Tx,
  step: TupleStep,
  preconditions: TupleWrite['preconditions'],
): Promise<{ revision: number; tupleCount: number }> {
  const applied = await applyStep(tx, step);
  if (applied.inserted < step.inserted.length) throw outrun();
  // Writes that committed while this one waited for the store row are visible to this statement only.
  const absent = preconditions.filter((p) => !p.exists).map((p) => p.key);
  if (absent.length > 0 && (await anyTupleBut(tx, absent, applied.revision))) throw outrun();
  return applied;
}

/** Another write inserted a row under a key that was free: the transaction is retried and will see it. */
const outrun = (): Error =>
  Object.assign(new Error('another write of the same tuples came first'), { code: '40001' });

function checkTupleLimit({ maxTuples }: TupleWriterOptions, tupleCount: number): void {
  if (tupleCount <= maxTuples) return;
  const detail = `A tenant can have at most ${maxTuples} tuples; this write would make it ${tupleCount}`;
  throw problem('limit_exceeded', {
    detail,
    errors: [{ pointer: '', code: 'max_tuples_per_tenant', detail }],
  });
}

interface AppliedWrite {
  written: number;
  deleted: number;
  revision: number;
  changed: readonly TupleKey[];
  source: WriteSource;
}

/** Sends the hint to the caches of every process, and publishes the event. */
async function announceWrite(
  { hints }: TupleWriterOptions,
  tx: Tx,
  { changed, written, deleted, revision, source }: AppliedWrite,
): Promise<void> {
  const { types, relations } = touchedBy(changed);
  hints.announce(tx, { from: revision - 1, to: revision, touched: relations });
  await tx.publish({
    type: 'fga.tuples_written',
    subject: storeSubject(tx),
    data: { written, deleted, revision, objectTypes: types, source },
  });
}

/** Types, and relations of types, whose tuples changed. */
function touchedBy(changed: readonly TupleKey[]): { types: string[]; relations: string[] } {
  const relations = new Map<string, Set<string>>();
  for (const {
    object: { type },
    relation,
  } of changed) {
    const ofType = relations.get(type);
    if (ofType) ofType.add(relation);
    else relations.set(type, new Set([relation]));
  }
  return {
    types: [...relations.keys()].sort(),
    relations: [...relations]
      .flatMap(([type, names]) => [...names].map((name) => `${type}#${name}`))
      .sort(),
  };
}
