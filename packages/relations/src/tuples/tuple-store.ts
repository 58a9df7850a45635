import { arrayLiteral, brokenUnique } from '@platform/kit/database';
import type { Tx, Selectable } from '@platform/kit/database';
import type { RelationsTables } from '../generated/tables.ts';
import { byBytes } from '../keys/byte-order.ts';
import { storeIdOf, tupleStoreOf } from '../store/store-key.ts';
import type { TupleKey } from '../keys/tuple-key.ts';
import type { Tuple } from './tuple-rules.ts';

/** A stored tuple. */
export interface TupleRow extends Omit<
  Selectable<RelationsTables['relationTuples']>,
  'tenantId' | 'revision' | 'conditionContext'
> {
  conditionContext: Record<string, unknown> | null;
}

/** A row that a write locked; an expired one is invisible to reads but still stored. */
export interface MetRow extends Omit<TupleRow, 'createdAt'> {
  isExpired: boolean;
}

export const keyColumns = [
  'object_type',
  'object_id',
  'relation',
  'subject_type',
  'subject_id',
  'subject_relation',
] as const;
const keyList = keyColumns.join(', ');
export const tupleColumns = (t: string): string => `${t}.object_type, ${t}.object_id, ${t}.relation,
  ${t}.subject_type, ${t}.subject_id, ${t}.subject_relation,
  ${t}.condition_name, ${t}.condition_context, ${t}.expires_at`;

const same = (t: string, k: string): string =>
  keyColumns.map((column) => `${t}.${column} = ${k}.${column}`).join(' AND ');
const keys = (first: number, alias: string): string =>
  `unnest(${[0, 1, 2, 3, 4, 5].map((i) => `$${first + i}::text[]`).join(', ')}) AS ${alias}(${keyList})`;

const columnsOf = (list: readonly TupleKey[]): string[] => [
  arrayLiteral(list.map((k) => k.object.type)),
  arrayLiteral(list.map((k) => k.object.id)),
  arrayLiteral(list.map((k) => k.relation)),
  arrayLiteral(list.map((k) => k.subject.type)),
  arrayLiteral(list.map((k) => k.subject.id)),
  arrayLiteral(list.map((k) => k.subject.relation ?? '')),
];
/** Lists of values, null where none of the tuples has one: beside the keys that is a list of nulls. */
const valuesOf = (list: readonly Tuple[]): ((string | Date | null)[] | null)[] => {
  const conditional = list.some((t) => t.condition !== undefined);
  return [
    conditional ? list.map((t) => t.condition?.name ?? null) : null,
    conditional
      ? list.map((t) => (t.condition ? JSON.stringify(t.condition.context) : null))
      : null,
    list.some((t) => t.expiresAt !== undefined)
      ? list.map((t) => (t.expiresAt === undefined ? null : new Date(t.expiresAt)))
      : null,
  ];
};

/** The order of the primary key. */
const byKey = (a: TupleKey, b: TupleKey): number =>
  byBytes(a.object.type, b.object.type) ||
  byBytes(a.object.id, b.object.id) ||
  byBytes(a.relation, b.relation) ||
  byBytes(a.subject.type, b.subject.type) ||
  byBytes(a.subject.id, b.subject.id) ||
  byBytes(a.subject.relation ?? '', b.subject.relation ?? '');

/** Writes with more keys use bulk statements. */
export const manyKeys = 100;

/**
 * For the rest of the transaction, many keys are looked up one by one in the index: the planner would read the whole
 * partition instead, which costs more with every tuple that is stored.
 */
export async function preferProbes(tx: Tx, keyCount: number): Promise<void> {
  if (keyCount > manyKeys)
    await tx.execute(
      `SELECT set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true), set_config('enable_seqscan', 'off', true)`,
    );
}

/** The rows of these keys, locked in the order of the keys, so that two writes never deadlock. */
export const lockTuples = (tx: Tx, wanted: readonly TupleKey[]): Promise<MetRow[]> =>
  tx.rows<MetRow>(
    `SELECT ${tupleColumns('t')}, coalesce(t.expires_at <= now(), false) AS is_expired
   FROM ${keys(2, 'k')} JOIN relation_tuples t ON t.tenant_id = $1 AND ${same('t', 'k')}
   ORDER BY ${keyColumns.map((column) => `t.${column}`).join(', ')} FOR UPDATE OF t`,
    [tupleStoreOf(tx), ...columnsOf(wanted)],
  );

/** One entry of the feed of changes. */
export interface Change {
  operation: 'write' | 'delete' | 'expire';
  tuple: Tuple;
}

/** With more changes, a row of the feed would be stored outside of its page. */
export const maxChangesPerRow = 20;

/** The number of the row that each change goes into: changes of one kind to one type, one after the other. */
function feedRowNumbers(changes: readonly Change[]): number[] {
  let row = 0;
  let length = 0;
  return changes.map(({ operation, tuple }, i) => {
    const before = changes[i - 1];
    if (
      length === maxChangesPerRow ||
      before?.operation !== operation ||
      before.tuple.object.type !== tuple.object.type
    ) {
      row += 1;
      length = 0;
    }
    length += 1;
    return row;
  });
}

/** Puts changes into the feed, as `changes` names them in their order: the columns of a tuple, `operation`, `feed_row` and the number `n`. */
const feedSql = (changes: string, actor: string): string => `
  INSERT INTO fga_changes (tenant_id, revision, sequence, at, operation, object_type, object_ids, relations, subject_types, subject_ids, subject_relations, condition_names, condition_contexts, expiries, actor)
  SELECT $1, s.revision, max(c.n), s.at, c.operation, c.object_type,
    array_agg(c.object_id), array_agg(c.relation), array_agg(c.subject_type), array_agg(c.subject_id), array_agg(c.subject_relation),
    CASE WHEN count(c.condition_name) > 0 THEN array_agg(c.condition_name) END, CASE WHEN count(c.condition_name) > 0 THEN array_agg(c.condition_context::jsonb) END,
    CASE WHEN count(c.expires_at) > 0 THEN array_agg(c.expires_at) END, ${actor}::jsonb
  FROM (${changes} ORDER BY n) c, s GROUP BY c.feed_row, c.operation, c.object_type, s.revision, s.at`;

/** The tuples of the tenant after a write to one of its stores, as far as the others have committed. */
const tenantTuples = (store: string): string =>
  `tuple_count + coalesce((SELECT sum(o.tuple_count) FROM fga_stores o WHERE o.tenant_id = $1 AND o.id <> ${store}), 0)::bigint`;

/** The changes that the last statement of a write makes. */
export interface TupleStep {
  deleted: readonly TupleKey[];
  /** Their rows are there and locked. */
  replaced: readonly Tuple[];
  /** No row is there, as far as was seen. */
  inserted: readonly Tuple[];
  changes: readonly Change[];
}

/**
 * Writes rows, changes, counter and revision in one statement: this keeps the lock of the store row short, and revisions
 * in commit order. `inserted` is lower than requested if another write came first.
 */
export async function applyStep(
  tx: Tx,
  { deleted, replaced, inserted, changes }: TupleStep,
): Promise<{ revision: number; tupleCount: number; inserted: number }> {
  const value = (n: number): string => `$${n}::text[], $${n + 1}::text[], $${n + 2}::timestamptz[]`;
  const wide = (first: number, alias: string): string =>
    `unnest(${[0, 1, 2, 3, 4, 5].map((i) => `$${first + i}::text[]`).join(', ')}, ${value(first + 6)}) AS ${alias}(${keyList}, condition_name, condition_context, expires_at)`;
  const set = `SET condition_name = w.condition_name, condition_context = w.condition_context::jsonb, expires_at = w.expires_at, created_at = now(), revision = s.revision`;
  const changed = changes.map((c) => c.tuple);
  const row = await tx.row<{ revision: number; tupleCount: number; inserted: number }>(
    `WITH s AS (
       UPDATE fga_stores SET revision = revision + 1, tuple_count = tuple_count + $2, updated_at = now() WHERE tenant_id = $1 AND id = $40
       RETURNING revision, ${tenantTuples('$40')} AS tuple_count, clock_timestamp() AS at),
     gone AS (DELETE FROM relation_tuples t USING ${keys(3, 'k')}, s WHERE t.tenant_id = $39 AND ${same('t', 'k')}),
     renewed AS (UPDATE relation_tuples t ${set} FROM ${wide(9, 'w')}, s WHERE t.tenant_id = $39 AND ${same('t', 'w')}),
     made AS (
       INSERT INTO relation_tuples (tenant_id, ${keyList}, condition_name, condition_context, expires_at, revision)
       SELECT $39, ${keyColumns.map((column) => `w.${column}`).join(', ')}, w.condition_name, w.condition_context::jsonb, w.expires_at, s.revision FROM ${wide(18, 'w')}, s
       ON CONFLICT DO NOTHING RETURNING 1),
     logged AS (${feedSql(
       `SELECT * FROM unnest(${[27, 28, 29, 30, 31, 32].map((i) => `$${i}::text[]`).join(', ')}, ${value(33)}, $36::text[], $37::integer[]) WITH ORDINALITY
       AS c(${keyList}, condition_name, condition_context, expires_at, operation, feed_row, n)`,
       '$38',
     )})
     SELECT s.revision, s.tuple_count, (SELECT count(*)::int FROM made) AS inserted FROM s`,
    [
      tx.context.tenantId,
      inserted.length - deleted.length,
      ...columnsOf(deleted),
      ...columnsOf(replaced),
      ...valuesOf(replaced),
      ...columnsOf(inserted),
      ...valuesOf(inserted),
      ...columnsOf(changed),
      ...valuesOf(changed),
      changes.map((c) => c.operation),
      feedRowNumbers(changes),
      JSON.stringify(tx.context.actor),
      tupleStoreOf(tx),
      storeIdOf(tx),
    ],
  );
  return row as { revision: number; tupleCount: number; inserted: number };
}

/**
 * {@link applyStep} for many tuples whose keys are free: nothing is looked up beforehand. Undefined, and nothing done,
 * when one of the keys was taken.
 */
export async function insertFree(
  tx: Tx,
  tuples: readonly Tuple[],
): Promise<{ revision: number; tupleCount: number } | undefined> {
  // As the database orders keys, which takes it six times as long. Every second one goes in first: the others then fill the pages
  // of the index that the first have split, which would stay half full.
  const sorted = tuples.toSorted(byKey);
  try {
    const [, row] = await Promise.all([
      tx.execute('SAVEPOINT free_keys'),
      tx.row<{ revision: number; tupleCount: number }>(
        `WITH s AS (
         UPDATE fga_stores SET revision = revision + 1, tuple_count = tuple_count + $2, updated_at = now() WHERE tenant_id = $1 AND id = $14
         RETURNING revision, ${tenantTuples('$14')} AS tuple_count, clock_timestamp() AS at),
       w AS MATERIALIZED (
         SELECT * FROM unnest(${[3, 4, 5, 6, 7, 8].map((i) => `$${i}::text[]`).join(', ')}, $9::text[], $10::text[], $11::timestamptz[]) WITH ORDINALITY
           AS w(${keyList}, condition_name, condition_context, expires_at, n)),
       made AS (
         INSERT INTO relation_tuples (tenant_id, ${keyList}, condition_name, condition_context, expires_at, revision)
         SELECT $13, ${keyList}, condition_name, condition_context::jsonb, expires_at, s.revision FROM w, s ORDER BY n % 2, n),
       logged AS (${feedSql(`SELECT *, 'write' AS operation, (n - 1) / ${maxChangesPerRow} AS feed_row FROM w`, '$12')})
       SELECT revision, tuple_count FROM s`,
        [
          tx.context.tenantId,
          tuples.length,
          ...columnsOf(sorted),
          ...valuesOf(sorted),
          JSON.stringify(tx.context.actor),
          tupleStoreOf(tx),
          storeIdOf(tx),
        ],
      ),
    ]);
    return row;
  } catch (error) {
    if (!/^relation_tuples_.*pkey$/.test(brokenUnique(error) ?? '')) throw error;
    await tx.execute('ROLLBACK TO SAVEPOINT free_keys');
    return undefined;
  }
}

/** Whether one of these keys exists now, apart from rows that `revision` itself wrote. */
export const anyTupleBut = async (
  tx: Tx,
  wanted: readonly TupleKey[],
  revision: number,
): Promise<boolean> =>
  (await tx.row(
    `SELECT 1 FROM ${keys(3, 'k')} JOIN relation_tuples t ON t.tenant_id = $1 AND ${same('t', 'k')}
   WHERE t.revision <> $2 AND (t.expires_at IS NULL OR t.expires_at > now()) LIMIT 1`,
    [tupleStoreOf(tx), revision, ...columnsOf(wanted)],
  )) !== undefined;
