import type { ListObjectsInput, ListSubjectsInput } from '@platform/contracts';
import { parseObject } from '../keys/tuple-key.ts';
import type { ObjectRef, SubjectRef } from '../keys/tuple-key.ts';
import type { ListObjectsQuestion } from './list-objects.ts';
import type { ListSubjectsQuestion } from './subject-edges.ts';
import type { CompiledModel } from '../models/compiled-model.ts';
import { objectIn, relationIn, subjectIn, contextIn, typeIn } from '../check/question-input.ts';
import { refuse } from '../tuples/tuple-rules.ts';
import type { Faults } from '../check/question-input.ts';

interface QuestionLimits {
  now: number;
  maxContextualTuples: number;
}

/** The question of a request for objects; 422 for what the model does not know. */
export function objectsQuestion(
  model: CompiledModel,
  input: ListObjectsInput,
  limits: QuestionLimits,
): ListObjectsQuestion {
  const { type, relation } = input;
  const faults: Faults = [];
  const subject = subjectIn(model, input.subject, '/subject', faults);
  if (parseObject(`${type}:x`)) typeIn(model, type, '/type', faults);
  else
    faults.push({
      pointer: '/type',
      code: 'invalid_format',
      detail: 'must be the name of a type',
    });
  relationIn(model, type, relation, '/relation', faults);
  const given = contextIn(model, input, limits, faults);
  refuse(faults);
  return { subject: subject as SubjectRef, relation, type, ...given };
}

/** The question of a request for subjects; 422 for what the model does not know. */
export function subjectsQuestion(
  model: CompiledModel,
  input: ListSubjectsInput,
  limits: QuestionLimits,
): ListSubjectsQuestion {
  const { relation, subjectFilters: filters } = input;
  const faults: Faults = [];
  const object = objectIn(model, input.object, '/object', faults);
  if (object) relationIn(model, object.type, relation, '/relation', faults);
  for (const [i, filter] of filters.entries()) {
    const pointer = `/subjectFilters/${i}`;
    const isKnown = typeIn(model, filter.type, `${pointer}/type`, faults);
    if (isKnown && filter.relation !== undefined)
      relationIn(model, filter.type, filter.relation, `${pointer}/relation`, faults);
  }
  const given = contextIn(model, input, limits, faults);
  refuse(faults);
  return { object: object as ObjectRef, relation, filters, ...given };
}
