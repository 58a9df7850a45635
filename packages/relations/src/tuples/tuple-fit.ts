import { pointerOf } from '@platform/contracts';
import type { FieldError, RelationTupleWrite } from '@platform/contracts';
import { UnfitValue, celValue } from '../conditions/condition-value.ts';
import { inlineCondition, inlineName } from '../conditions/inline-condition.ts';
import { objectText } from '../keys/tuple-key.ts';
import type { SubjectRef, TupleKey } from '../keys/tuple-key.ts';
import { allowsSubject, relationOf } from '../models/compiled-model.ts';
import type { CompiledModel } from '../models/compiled-model.ts';

const maxContextBytes = 32_768;
const unstorable = /[\0\p{Surrogate}]/u;

/** NUL and unpaired surrogates cannot be kept. */
function isUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return unstorable.test(value);
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(([key, item]) => unstorable.test(key) || isUnstorable(item))
  );
}

/** The error of a tuple's condition context, or undefined. */
export function contextError(
  model: CompiledModel,
  { name, context = {} }: NonNullable<RelationTupleWrite['condition']>,
  pointer: string,
): FieldError | undefined {
  if (Buffer.byteLength(JSON.stringify(context)) > maxContextBytes)
    return {
      pointer,
      code: 'condition_context_invalid',
      detail: `must have at most ${maxContextBytes} bytes`,
    };
  if (isUnstorable(context))
    return {
      pointer,
      code: 'invalid_format',
      detail: 'must not contain NUL or an unpaired surrogate',
    };
  if (name === inlineName) {
    const inline = inlineCondition(context);
    return 'fault' in inline
      ? {
          pointer: `${pointer}${pointerOf(inline.fault.path)}`,
          code: 'condition_context_invalid',
          detail: inline.fault.detail,
        }
      : undefined;
  }
  const parameters = model.conditions.get(name)?.parameters;
  for (const [key, value] of Object.entries(context)) {
    const type = parameters?.get(key);
    if (!type)
      return {
        pointer: `${pointer}/${key}`,
        code: 'condition_context_invalid',
        detail: `is not a parameter of ${name}`,
      };
    try {
      celValue(type, value);
    } catch (error) {
      if (!(error instanceof UnfitValue)) throw error;
      return {
        pointer: `${pointer}/${key}`,
        code: 'condition_context_invalid',
        detail: error.message,
      };
    }
  }
  return undefined;
}

/** The first reason for which the model does not accept this subject, or undefined. */
export function subjectError(
  model: CompiledModel,
  { object, relation, subject }: TupleKey,
  condition: string | undefined,
  pointer: string,
): FieldError | undefined {
  const type = model.types.get(object.type);
  if (!type)
    return {
      pointer: `${pointer}/object`,
      code: 'type_not_found',
      detail: `The model has no type ${object.type}`,
    };
  const declared = type.relations.get(relation);
  if (!declared)
    return {
      pointer: `${pointer}/relation`,
      code: 'relation_not_found',
      detail: `The type ${object.type} has no relation ${relation}`,
    };
  if (declared.restrictions.length === 0)
    return {
      pointer: `${pointer}/relation`,
      code: 'not_assignable',
      detail: `The relation ${object.type}#${relation} is computed and cannot be written`,
    };
  if (!model.types.has(subject.type))
    return {
      pointer: `${pointer}/subject`,
      code: 'type_not_found',
      detail: `The model has no type ${subject.type}`,
    };
  if (subject.relation !== undefined && !relationOf(model, subject.type, subject.relation)) {
    return {
      pointer: `${pointer}/subject`,
      code: 'relation_not_found',
      detail: `The type ${subject.type} has no relation ${subject.relation}`,
    };
  }
  const sameForm = (s: SubjectRef) =>
    declared.restrictions.some(
      (r) => r.type === s.type && r.relation === s.relation && r.wildcard === s.wildcard,
    );
  if (!sameForm(subject))
    return {
      pointer: `${pointer}/subject`,
      code: 'not_assignable',
      detail: `The relation ${object.type}#${relation} does not accept this subject`,
    };
  if (!allowsSubject(declared, subject, condition)) {
    return {
      pointer: `${pointer}/condition`,
      code: 'condition_not_allowed',
      detail:
        condition === undefined
          ? 'The model requires a condition for this subject'
          : `The model does not accept the condition ${condition} for this subject`,
    };
  }
  if (subject.relation === relation && subject.type === object.type && subject.id === object.id) {
    return {
      pointer: `${pointer}/subject`,
      code: 'self_reference',
      detail: `The set ${objectText(object)}#${relation} cannot contain itself`,
    };
  }
  return undefined;
}
