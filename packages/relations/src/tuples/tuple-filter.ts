import type { Tx } from '@platform/kit/database';
import type { ObjectRef, SubjectRef } from '../keys/tuple-key.ts';
import { tupleStoreOf } from '../store/store-key.ts';
import { keyColumns, tupleColumns } from './tuple-store.ts';
import type { TupleRow } from './tuple-store.ts';

/** Selects tuples by object or type of object, relation, and subject or type of subject. */
export interface TupleFilter {
  objectType?: string;
  object?: ObjectRef;
  relation?: string;
  subjectType?: string;
  subject?: SubjectRef;
}

const reverseOrder = ['relation', 'object_type', 'object_id'] as const;
const typeOrder = ['subject_id', 'subject_relation', ...reverseOrder] as const;

/** By the primary key, or by the reverse index where only the subject narrows the search. */
function orderOf({ object, objectType, subject, subjectType }: TupleFilter): readonly string[] {
  if (subject && !object) return reverseOrder;
  return subjectType !== undefined && !object && objectType === undefined ? typeOrder : keyColumns;
}

function conditionsOf(filter: TupleFilter, params: unknown[]): string[] {
  const equal = (column: string, value: string): string => `t.${column} = $${params.push(value)}`;
  const { object, subject, relation } = filter;
  const objectType = object?.type ?? filter.objectType;
  const subjectType = subject?.type ?? filter.subjectType;
  return [
    't.tenant_id = $1',
    '(t.expires_at IS NULL OR t.expires_at > now())',
    ...(objectType === undefined ? [] : [equal('object_type', objectType)]),
    ...(object ? [equal('object_id', object.id)] : []),
    ...(relation === undefined ? [] : [equal('relation', relation)]),
    ...(subjectType === undefined ? [] : [equal('subject_type', subjectType)]),
    ...(subject
      ? [equal('subject_id', subject.id), equal('subject_relation', subject.relation ?? '')]
      : []),
  ];
}

/** Where a page of this filter ends. */
export function positionOf(filter: TupleFilter, row: TupleRow): string[] {
  const byColumn: Record<string, string> = {
    object_type: row.objectType,
    object_id: row.objectId,
    relation: row.relation,
    subject_type: row.subjectType,
    subject_id: row.subjectId,
    subject_relation: row.subjectRelation,
  };
  return orderOf(filter).map((column) => byColumn[column] as string);
}

/** Visible tuples in the order of their index, behind `after`. */
export function listTuples(
  tx: Tx,
  filter: TupleFilter,
  after: readonly (string | number)[] | undefined,
  limit: number,
): Promise<TupleRow[]> {
  const params: unknown[] = [tupleStoreOf(tx)];
  const order = orderOf(filter)
    .map((column) => `t.${column}`)
    .join(', ');
  const where = conditionsOf(filter, params);
  if (after)
    where.push(`(${order}) > (${after.map((value) => `$${params.push(value)}`).join(', ')})`);
  return tx.rows<TupleRow>(
    `SELECT ${tupleColumns('t')}, t.created_at FROM relation_tuples t WHERE ${where.join(' AND ')} ORDER BY ${order} LIMIT $${params.push(limit)}`,
    params,
  );
}

/** The first visible tuples by key, locked in that order. */
export function lockFiltered(
  tx: Tx,
  filter: TupleFilter,
  limit: number,
): Promise<Omit<TupleRow, 'createdAt'>[]> {
  const params: unknown[] = [tupleStoreOf(tx)];
  const where = conditionsOf(filter, params);
  return tx.rows<Omit<TupleRow, 'createdAt'>>(
    `SELECT ${tupleColumns('t')} FROM relation_tuples t WHERE ${where.join(' AND ')}
     ORDER BY ${keyColumns.map((column) => `t.${column}`).join(', ')} LIMIT $${params.push(limit)} FOR UPDATE`,
    params,
  );
}
