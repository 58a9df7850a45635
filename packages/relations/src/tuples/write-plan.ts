import type { FieldError } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { canonicalJson } from '@platform/kit/formats';
import { keyText } from '../keys/tuple-key.ts';
import type { TupleKey } from '../keys/tuple-key.ts';
import { tupleOf } from './tuple-record.ts';
import { refuse } from './tuple-rules.ts';
import type { Tuple } from './tuple-rules.ts';
import { lockTuples, preferProbes } from './tuple-store.ts';
import type { Change } from './tuple-store.ts';
import type { TupleWrite } from './tuple-write.ts';

/** The changes of a write to rows, and the number of tuples that it leaves unchanged. */
export interface WritePlan {
  step: { deleted: TupleKey[]; replaced: Tuple[]; inserted: Tuple[]; changes: Change[] };
  skipped: number;
}

interface LockedTuple {
  tuple: Tuple;
  isExpired: boolean;
}
type LockedTuples = ReadonlyMap<string, LockedTuple>;

/** Plans a write, the rows under its keys locked. @throws 409 for a precondition, a duplicate or a missing tuple */
export async function planWrite(tx: Tx, write: TupleWrite): Promise<WritePlan> {
  const { writes, deletes, preconditions } = write;
  await preferProbes(tx, deletes.length + writes.length);
  const keys = [...deletes, ...writes, ...preconditions.map((p) => p.key)];
  const locked = new Map(
    (await lockTuples(tx, keys)).map((row) => {
      const tuple = tupleOf(row);
      return [keyText(tuple), { tuple, isExpired: row.isExpired }];
    }),
  );
  refuse(preconditionErrors(preconditions, locked), 'conflict');
  const plan: WritePlan = {
    step: { deleted: [], replaced: [], inserted: [], changes: [] },
    skipped: 0,
  };
  const missing = planDeletes(plan, write, locked);
  const taken = planWrites(plan, write, locked);
  refuse(missing, 'conflict');
  refuse(taken, 'already_exists');
  return plan;
}

const preconditionErrors = (
  preconditions: TupleWrite['preconditions'],
  locked: LockedTuples,
): FieldError[] =>
  preconditions.flatMap(({ key, exists }, i): FieldError[] => {
    const isThere = locked.get(keyText(key))?.isExpired === false;
    if (isThere === exists) return [];
    return [
      {
        pointer: `/preconditions/${i}`,
        code: 'precondition',
        detail: exists ? 'The tuple does not exist' : 'The tuple already exists',
      },
    ];
  });

/** Adds the deletes to the plan, and returns the errors of those that find nothing to delete. */
function planDeletes(
  plan: WritePlan,
  { deletes, onMissing, pointers }: TupleWrite,
  locked: LockedTuples,
): FieldError[] {
  const missing: FieldError[] = [];
  for (const [i, key] of deletes.entries()) {
    const row = locked.get(keyText(key));
    if (row && !row.isExpired) {
      plan.step.deleted.push(key);
      plan.step.changes.push({ operation: 'delete', tuple: row.tuple });
    } else if (onMissing === 'ignore') plan.skipped += 1;
    else
      missing.push({
        pointer: `${pointers.deletes}/${i}`,
        code: 'not_present',
        detail: 'The tuple does not exist',
      });
  }
  return missing;
}

/** Adds the writes to the plan, and returns the errors of those whose key is taken. */
function planWrites(
  plan: WritePlan,
  { writes, onDuplicate, pointers }: TupleWrite,
  locked: LockedTuples,
): FieldError[] {
  const taken: FieldError[] = [];
  for (const [i, tuple] of writes.entries()) {
    const row = locked.get(keyText(tuple));
    const isTaken = row !== undefined && !row.isExpired && onDuplicate !== 'replace';
    if (!isTaken) planPut(plan, row, tuple);
    else if (onDuplicate === 'ignore' && sameTuple(row.tuple, tuple)) plan.skipped += 1;
    else
      taken.push({
        pointer: `${pointers.writes}/${i}`,
        code: 'already_exists',
        detail:
          onDuplicate === 'ignore'
            ? 'The tuple already exists with another condition or expiry'
            : 'The tuple already exists',
      });
  }
  return taken;
}

/** An expired row is replaced like one that is there, and its end goes into the feed of changes. */
function planPut({ step }: WritePlan, row: LockedTuple | undefined, tuple: Tuple): void {
  if (row?.isExpired) step.changes.push({ operation: 'expire', tuple: row.tuple });
  (row ? step.replaced : step.inserted).push(tuple);
  step.changes.push({ operation: 'write', tuple });
}

const sameTuple = (a: Tuple, b: Tuple): boolean =>
  a.expiresAt === b.expiresAt &&
  (a.condition === b.condition ||
    canonicalJson(a.condition ?? null) === canonicalJson(b.condition ?? null));
