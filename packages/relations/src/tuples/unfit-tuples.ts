import type { ModelValidationResult } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { tupleStoreOf } from '../store/store-key.ts';
import type { CompiledModel } from '../models/compiled-model.ts';
import { classOf } from '../reading/tuple-reader.ts';
import { subjectError } from './tuple-fit.ts';

/** Tuples that differ only in their ids: a model accepts all of them, or none. */
interface TupleGroup {
  objectType: string;
  relation: string;
  subjectType: string;
  subjectRelation: string;
  isWildcard: boolean;
  conditionName: string | null;
  count: number;
}

const maxCounted = 100_000;
const maxGroups = 50;

const groupsSql = `SELECT object_type, relation, subject_type, subject_relation, is_wildcard, condition_name, count(*)::int AS count
  FROM (SELECT object_type, relation, subject_type, subject_relation, subject_id = '*' AS is_wildcard, condition_name
    FROM relation_tuples WHERE tenant_id = $1 AND (expires_at IS NULL OR expires_at > now()) LIMIT $2) AS counted
  GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6`;

const formOf = ({ subjectType, subjectRelation, isWildcard }: TupleGroup): string =>
  classOf({ type: subjectType, id: isWildcard ? '*' : '', relation: subjectRelation });

/** Why the model would ignore the tuples of a group; undefined if it accepts them. */
function unfitness(model: CompiledModel, group: TupleGroup): string | undefined {
  const { objectType, relation, subjectType, subjectRelation, isWildcard, conditionName } = group;
  const subject = {
    type: subjectType,
    id: isWildcard ? '*' : 'a',
    wildcard: isWildcard,
    ...(subjectRelation === '' ? {} : { relation: subjectRelation }),
  };
  // The ids differ, so that no tuple seems to refer to itself.
  const key = { object: { type: objectType, id: 'b' }, relation, subject };
  return subjectError(model, key, conditionName ?? undefined, '')?.detail;
}

/** Counts the tuples of the store that a model would ignore, among the first ones. */
export async function unfitTuples(
  tx: Tx,
  model: CompiledModel,
): Promise<NonNullable<ModelValidationResult['tuples']>> {
  const groups = await tx.rows<TupleGroup>(groupsSql, [tupleStoreOf(tx), maxCounted + 1]);
  const counted = groups.reduce((total, { count }) => total + count, 0);
  const unfit = groups.flatMap((group) => {
    const detail = unfitness(model, group);
    return detail === undefined ? [] : [{ group, detail }];
  });
  return {
    counted: Math.min(counted, maxCounted),
    complete: counted <= maxCounted,
    unfit: unfit.reduce((total, { group }) => total + group.count, 0),
    groups: unfit.slice(0, maxGroups).map(({ group, detail }) => ({
      relation: `${group.objectType}#${group.relation}`,
      subject: formOf(group),
      ...(group.conditionName === null ? {} : { condition: group.conditionName }),
      count: group.count,
      detail,
    })),
  };
}
