import type { RelationTupleResource } from '@platform/contracts';
import { objectText, subjectText } from '../keys/tuple-key.ts';
import type { SubjectRef, TupleKey } from '../keys/tuple-key.ts';
import type { Tuple } from './tuple-rules.ts';
import type { TupleRow } from './tuple-store.ts';

/** The tuple of a row. */
export const tupleOf = (row: Omit<TupleRow, 'createdAt'>): Tuple => ({
  object: { type: row.objectType, id: row.objectId },
  relation: row.relation,
  subject: {
    type: row.subjectType,
    id: row.subjectId,
    wildcard: row.subjectId === '*' && row.subjectRelation === '',
    ...(row.subjectRelation === '' ? {} : { relation: row.subjectRelation }),
  } satisfies SubjectRef,
  ...(row.conditionName === null
    ? {}
    : { condition: { name: row.conditionName, context: row.conditionContext ?? {} } }),
  ...(row.expiresAt === null ? {} : { expiresAt: row.expiresAt.getTime() }),
});

const keyResource = ({
  object,
  relation,
  subject,
}: TupleKey): { subject: string; relation: string; object: string } => ({
  subject: subjectText(subject),
  relation,
  object: objectText(object),
});

/** A tuple as the API answers it, without the time of its creation. */
export const tupleResource = (tuple: Tuple): Omit<RelationTupleResource, 'createdAt'> => ({
  ...keyResource(tuple),
  ...(tuple.condition ? { condition: tuple.condition } : {}),
  ...(tuple.expiresAt === undefined ? {} : { expiresAt: new Date(tuple.expiresAt).toISOString() }),
});

/** A stored tuple as the API answers it. */
export const storedTupleResource = (row: TupleRow): RelationTupleResource => ({
  ...tupleResource(tupleOf(row)),
  createdAt: row.createdAt.toISOString(),
});
