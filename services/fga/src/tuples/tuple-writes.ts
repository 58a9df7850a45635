import type { FieldError } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { fieldSentences, problem } from '@platform/kit/problem';
import canonicalize from 'canonicalize';
import type { RevisionHints } from '../store/revision-hints.ts';
import { findStore, openStore } from '../store/store-row.ts';
import { tupleOf } from './tuple-record.ts';
import { keyText } from '../language/tuple-key.ts';
import type { TupleKey } from '../language/tuple-key.ts';
import type { Tuple } from './tuple-rules.ts';
import {
  anyTupleBut,
  applyStep,
  insertFree,
  lockTuples,
  manyKeys,
  preferProbes,
} from './tuple-store.ts';
import type { Change, TupleStep } from './tuple-store.ts';

/** Where a write came from, for its event. */
export type WriteSource = 'api' | 'import' | 'filter' | 'grpc';

/** A write whose tuples fit the model. Keys are distinct. `pointers` name the lists in errors. */
export interface TupleWrite {
  writes: readonly Tuple[];
  deletes: readonly TupleKey[];
  onDuplicate: 'error' | 'ignore' | 'replace';
  onMissing: 'error' | 'ignore';
  preconditions: readonly { key: TupleKey; exists: boolean }[];
  source: WriteSource;
  pointers: { writes: string; deletes: string };
}

export interface WriteOutcome {
  written: number;
  deleted: number;
  skipped: number;
  revision: number;
}

/** What {@link tupleWriter} needs. */
export interface TupleWriterOptions {
  maxTuples: number;
  hints: RevisionHints;
}

const maxErrors = 100;
const refuse = (code: 'conflict' | 'already_exists', errors: readonly FieldError[]): void => {
  if (errors.length > 0)
    throw problem(code, {
      detail: fieldSentences(errors),
      errors: errors.slice(0, maxErrors),
    });
};

const sameTuple = (a: Tuple, b: Tuple): boolean =>
  a.expiresAt === b.expiresAt &&
  (a.condition === b.condition ||
    canonicalize(a.condition ?? null) === canonicalize(b.condition ?? null));

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

/** Another write put a row under a key that was free when we looked: the same transaction, tried again, will see it. */
const outrun = (): Error =>
  Object.assign(new Error('another write of the same tuples came first'), { code: '40001' });

/** Writes tuples: one transaction, whole or not at all. */
export function tupleWriter({ maxTuples, hints }: TupleWriterOptions) {
  /** What the request does to the rows that are there. */
  async function planStep(
    tx: Tx,
    { writes, deletes, onDuplicate, onMissing, preconditions, pointers }: TupleWrite,
  ): Promise<{ step: TupleStep; skipped: number }> {
    await preferProbes(tx, deletes.length + writes.length);
    const met = new Map(
      (await lockTuples(tx, [...deletes, ...writes, ...preconditions.map((p) => p.key)])).map(
        (row) => {
          const tuple = tupleOf(row);
          return [keyText(tuple), { tuple, isExpired: row.isExpired }];
        },
      ),
    );
    const isThere = (key: TupleKey): boolean => met.get(keyText(key))?.isExpired === false;
    refuse(
      'conflict',
      preconditions.flatMap(({ key, exists }, i): FieldError[] =>
        isThere(key) === exists
          ? []
          : [
              {
                pointer: `/preconditions/${i}`,
                code: 'precondition',
                detail: exists ? 'The tuple does not exist' : 'The tuple already exists',
              },
            ],
      ),
    );

    let skipped = 0;
    const missing: FieldError[] = [];
    const taken: FieldError[] = [];
    const step = {
      deleted: [] as TupleKey[],
      replaced: [] as Tuple[],
      inserted: [] as Tuple[],
      changes: [] as Change[],
    };
    for (const [i, key] of deletes.entries()) {
      const row = met.get(keyText(key));
      if (row && !row.isExpired) {
        step.deleted.push(key);
        step.changes.push({ operation: 'delete', tuple: row.tuple });
      } else if (onMissing === 'ignore') skipped += 1;
      else
        missing.push({
          pointer: `${pointers.deletes}/${i}`,
          code: 'not_present',
          detail: 'The tuple does not exist',
        });
    }
    for (const [i, tuple] of writes.entries()) {
      const row = met.get(keyText(tuple));
      if (row && !row.isExpired && onDuplicate !== 'replace') {
        if (onDuplicate === 'ignore' && sameTuple(row.tuple, tuple)) skipped += 1;
        else
          taken.push({
            pointer: `${pointers.writes}/${i}`,
            code: 'already_exists',
            detail:
              onDuplicate === 'ignore'
                ? 'The tuple already exists with another condition or expiry'
                : 'The tuple already exists',
          });
        continue;
      }
      if (row?.isExpired) step.changes.push({ operation: 'expire', tuple: row.tuple });
      (row ? step.replaced : step.inserted).push(tuple);
      step.changes.push({ operation: 'write', tuple });
    }
    refuse('conflict', missing);
    refuse('already_exists', taken);
    return { step, skipped };
  }

  /** The last statement, and the checks that only it makes possible. */
  async function apply(
    tx: Tx,
    step: TupleStep,
    preconditions: TupleWrite['preconditions'],
  ): Promise<{ revision: number; tupleCount: number }> {
    const applied = await applyStep(tx, step);
    if (applied.inserted < step.inserted.length) throw outrun();
    // What came while we waited for the store row is visible to this statement only.
    const absent = preconditions.filter((p) => !p.exists).map((p) => p.key);
    if (absent.length > 0 && (await anyTupleBut(tx, absent, applied.revision))) throw outrun();
    return applied;
  }

  /** The limit, the hint, the event. */
  async function commit(
    tx: Tx,
    { inserted, replaced, deleted }: Omit<TupleStep, 'changes'>,
    changed: readonly TupleKey[],
    { revision, tupleCount }: { revision: number; tupleCount: number },
    source: WriteSource,
  ): Promise<number> {
    if (inserted.length > 0 && tupleCount > maxTuples) {
      const detail = `A tenant can have at most ${maxTuples} tuples; this write would make it ${tupleCount}`;
      throw problem('limit_exceeded', {
        detail,
        errors: [{ pointer: '', code: 'max_tuples_per_tenant', detail }],
      });
    }
    const { types, relations } = touchedBy(changed);
    hints.announce(tx, { from: revision - 1, to: revision, touched: relations });
    await tx.publish({
      type: 'fga.tuples_written',
      subject: { type: 'fga_store', id: tx.context.tenantId },
      data: {
        written: replaced.length + inserted.length,
        deleted: deleted.length,
        revision,
        objectTypes: types,
        source,
      },
    });
    return revision;
  }

  /** Many tuples under keys that are all free; undefined when they are not. */
  async function writeFree(
    tx: Tx,
    { writes, deletes, preconditions, source }: TupleWrite,
  ): Promise<WriteOutcome | undefined> {
    if (writes.length <= manyKeys || deletes.length + preconditions.length > 0) return undefined;
    const applied = await insertFree(tx, writes);
    if (!applied) return undefined;
    return {
      written: writes.length,
      deleted: 0,
      skipped: 0,
      revision: await commit(
        tx,
        { deleted: [], replaced: [], inserted: writes },
        writes,
        applied,
        source,
      ),
    };
  }

  return {
    async write(tx: Tx, write: TupleWrite): Promise<WriteOutcome> {
      await openStore(tx);
      const free = await writeFree(tx, write);
      if (free) return free;
      const { step, skipped } = await planStep(tx, write);
      const written = step.replaced.length + step.inserted.length;
      if (written + step.deleted.length === 0)
        return {
          written,
          deleted: 0,
          skipped,
          revision: (await findStore(tx))?.revision ?? 0,
        };
      return {
        written,
        deleted: step.deleted.length,
        skipped,
        revision: await commit(
          tx,
          step,
          step.changes.map((c) => c.tuple),
          await apply(tx, step, write.preconditions),
          write.source,
        ),
      };
    },
  };
}

export interface TupleWriter extends ReturnType<typeof tupleWriter> {}
