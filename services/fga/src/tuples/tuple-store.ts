import { brokenUnique } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import type { TupleKey } from './tuple-key.ts';
import type { Tuple } from './tuple-rules.ts';

/** A stored tuple. */
export interface TupleRow {
  objectType: string; objectId: string; relation: string; subjectType: string; subjectId: string; subjectRelation: string;
  conditionName: string | null; conditionContext: Record<string, unknown> | null; expiresAt: Date | null; createdAt: Date;
}

/** A row that a write met; one that has expired is invisible, and yet there. */
export interface MetRow extends TupleRow { isExpired: boolean }

export const keyColumns = ['object_type', 'object_id', 'relation', 'subject_type', 'subject_id', 'subject_relation'] as const;
const keyList = keyColumns.join(', ');
export const tupleColumns = (t: string): string => `${t}.object_type AS "objectType", ${t}.object_id AS "objectId", ${t}.relation,
  ${t}.subject_type AS "subjectType", ${t}.subject_id AS "subjectId", ${t}.subject_relation AS "subjectRelation",
  ${t}.condition_name AS "conditionName", ${t}.condition_context AS "conditionContext", ${t}.expires_at AS "expiresAt"`;

const same = (t: string, k: string): string => keyColumns.map((column) => `${t}.${column} = ${k}.${column}`).join(' AND ');
const keys = (first: number, alias: string): string => `unnest(${[0, 1, 2, 3, 4, 5].map((i) => `$${first + i}::text[]`).join(', ')}) AS ${alias}(${keyList})`;

const columnsOf = (list: readonly TupleKey[]): string[][] => [
  list.map((k) => k.object.type), list.map((k) => k.object.id), list.map((k) => k.relation),
  list.map((k) => k.subject.type), list.map((k) => k.subject.id), list.map((k) => k.subject.relation ?? ''),
];
const valuesOf = (list: readonly Tuple[]): (string | Date | null)[][] => [
  list.map((t) => t.condition?.name ?? null), list.map((t) => (t.condition ? JSON.stringify(t.condition.context) : null)),
  list.map((t) => (t.expiresAt === undefined ? null : new Date(t.expiresAt))),
];

/** From so many keys on, a write is made for bulk. */
export const manyKeys = 100;

/**
 * For the rest of the transaction, many keys are looked up one by one in the index: the planner would read the whole
 * partition instead, which costs more with every tuple that is stored.
 */
export async function preferProbes(tx: Tx, keyCount: number): Promise<void> {
  if (keyCount > manyKeys) await tx.execute(`SELECT set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true), set_config('enable_seqscan', 'off', true)`);
}

/** The rows that stand under these keys, locked in the order of the keys, so that two writes never wait for each other. */
export const lockTuples = (tx: Tx, wanted: readonly TupleKey[]): Promise<MetRow[]> => tx.rows<MetRow>(
  `SELECT ${tupleColumns('t')}, t.created_at AS "createdAt", coalesce(t.expires_at <= now(), false) AS "isExpired"
   FROM ${keys(2, 'k')} JOIN relation_tuples t ON t.tenant_id = $1 AND ${same('t', 'k')}
   ORDER BY ${keyColumns.map((column) => `t.${column}`).join(', ')} FOR UPDATE OF t`,
  [tx.context.tenantId, ...columnsOf(wanted)]);

/** One entry of the feed of changes. */
export interface Change { operation: 'write' | 'delete' | 'expire'; tuple: Tuple }

/** What the last statement of a write does. */
export interface Step {
  deleted: readonly TupleKey[];
  /** Their rows are there and locked. */
  replaced: readonly Tuple[];
  /** No row is there, as far as was seen. */
  inserted: readonly Tuple[];
  changes: readonly Change[];
}

/**
 * Rows, changes, counter and revision in one statement: the store row is locked for no longer, and the order of revisions
 * is that of the commits. `inserted` is short of what was asked when another write came first.
 */
export async function applyStep(tx: Tx, { deleted, replaced, inserted, changes }: Step): Promise<{ revision: number; tupleCount: number; inserted: number }> {
  const value = (n: number): string => `$${n}::text[], $${n + 1}::text[], $${n + 2}::timestamptz[]`;
  const wide = (first: number, alias: string): string =>
    `unnest(${[0, 1, 2, 3, 4, 5].map((i) => `$${first + i}::text[]`).join(', ')}, ${value(first + 6)}) AS ${alias}(${keyList}, condition_name, condition_context, expires_at)`;
  const set = `SET condition_name = w.condition_name, condition_context = w.condition_context::jsonb, expires_at = w.expires_at, created_at = now(), revision = s.revision`;
  const changed = changes.map((c) => c.tuple);
  const row = await tx.row<{ revision: number; tupleCount: number; inserted: number }>(
    `WITH s AS (
       UPDATE fga_stores SET revision = revision + 1, tuple_count = tuple_count + $2, updated_at = now() WHERE tenant_id = $1
       RETURNING revision, tuple_count, clock_timestamp() AS at),
     gone AS (DELETE FROM relation_tuples t USING ${keys(3, 'k')}, s WHERE t.tenant_id = $1 AND ${same('t', 'k')}),
     renewed AS (UPDATE relation_tuples t ${set} FROM ${wide(9, 'w')}, s WHERE t.tenant_id = $1 AND ${same('t', 'w')}),
     made AS (
       INSERT INTO relation_tuples (tenant_id, ${keyList}, condition_name, condition_context, expires_at, revision)
       SELECT $1, ${keyColumns.map((column) => `w.${column}`).join(', ')}, w.condition_name, w.condition_context::jsonb, w.expires_at, s.revision FROM ${wide(18, 'w')}, s
       ON CONFLICT DO NOTHING RETURNING 1),
     told AS (
       INSERT INTO fga_changes (tenant_id, revision, sequence, at, operation, ${keyList}, condition_name, condition_context, expires_at, actor)
       SELECT $1, s.revision, c.n, s.at, c.operation, ${keyColumns.map((column) => `c.${column}`).join(', ')}, c.condition_name, c.condition_context::jsonb, c.expires_at, $37::jsonb
       FROM unnest(${[27, 28, 29, 30, 31, 32].map((i) => `$${i}::text[]`).join(', ')}, ${value(33)}, $36::text[]) WITH ORDINALITY
         AS c(${keyList}, condition_name, condition_context, expires_at, operation, n), s)
     SELECT s.revision, s.tuple_count AS "tupleCount", (SELECT count(*)::int FROM made) AS inserted FROM s`,
    [
      tx.context.tenantId, inserted.length - deleted.length, ...columnsOf(deleted), ...columnsOf(replaced), ...valuesOf(replaced), ...columnsOf(inserted), ...valuesOf(inserted),
      ...columnsOf(changed), ...valuesOf(changed), changes.map((c) => c.operation), JSON.stringify(tx.context.actor),
    ]);
  return row as { revision: number; tupleCount: number; inserted: number };
}

/**
 * {@link applyStep} for many tuples whose keys are free: nothing is looked up beforehand. Undefined, and nothing done,
 * when one of the keys was taken.
 */
export async function insertFree(tx: Tx, tuples: readonly Tuple[]): Promise<{ revision: number; tupleCount: number } | undefined> {
  await tx.execute('SAVEPOINT free_keys');
  try {
    return await tx.row<{ revision: number; tupleCount: number }>(
      `WITH s AS (
         UPDATE fga_stores SET revision = revision + 1, tuple_count = tuple_count + $2, updated_at = now() WHERE tenant_id = $1
         RETURNING revision, tuple_count, clock_timestamp() AS at),
       w AS MATERIALIZED (
         SELECT * FROM unnest(${[3, 4, 5, 6, 7, 8].map((i) => `$${i}::text[]`).join(', ')}, $9::text[], $10::text[], $11::timestamptz[]) WITH ORDINALITY
           AS w(${keyList}, condition_name, condition_context, expires_at, n)),
       made AS (
         INSERT INTO relation_tuples (tenant_id, ${keyList}, condition_name, condition_context, expires_at, revision)
         SELECT $1, ${keyList}, condition_name, condition_context::jsonb, expires_at, s.revision FROM w, s ORDER BY ${keyColumns.map((column) => `${column} COLLATE "C"`).join(', ')}),
       told AS (
         INSERT INTO fga_changes (tenant_id, revision, sequence, at, operation, ${keyList}, condition_name, condition_context, expires_at, actor)
         SELECT $1, s.revision, n, s.at, 'write', ${keyList}, condition_name, condition_context::jsonb, expires_at, $12::jsonb FROM w, s)
       SELECT revision, tuple_count AS "tupleCount" FROM s`,
      [tx.context.tenantId, tuples.length, ...columnsOf(tuples), ...valuesOf(tuples), JSON.stringify(tx.context.actor)]);
  } catch (error) {
    if (!/^relation_tuples_.*pkey$/.test(brokenUnique(error) ?? '')) throw error;
    await tx.execute('ROLLBACK TO SAVEPOINT free_keys');
    return undefined;
  }
}

/** Is one of these keys there, as of now, but for what `revision` itself wrote? */
export const anyTupleBut = async (tx: Tx, wanted: readonly TupleKey[], revision: number): Promise<boolean> => (await tx.row(
  `SELECT 1 FROM ${keys(3, 'k')} JOIN relation_tuples t ON t.tenant_id = $1 AND ${same('t', 'k')}
   WHERE t.revision <> $2 AND (t.expires_at IS NULL OR t.expires_at > now()) LIMIT 1`, [tx.context.tenantId, revision, ...columnsOf(wanted)])) !== undefined;
