import type { FieldError, RelationTupleWrite } from '@platform/contracts';
import { pointerOf } from '@platform/kit/http';
import { fieldSentences, problem } from '@platform/kit/problem';
import { inlineCondition, inlineName } from '../conditions/inline-condition.ts';
import { UnfitValue, celValue } from '../conditions/condition-value.ts';
import { allowsSubject, relationOf } from '../models/compiled-model.ts';
import type { CompiledModel } from '../models/compiled-model.ts';
import {
  keyText,
  objectText,
  parseObject,
  parseSubject,
  isRelationName,
} from '../keys/tuple-key.ts';
import type { SubjectRef, TupleKey } from '../keys/tuple-key.ts';

/** A tuple that may be stored. `expiresAt` is milliseconds since the epoch. */
export interface Tuple extends TupleKey {
  condition?: { name: string; context: Record<string, unknown> };
  expiresAt?: number;
}

const maxErrors = 100;
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

/** 422 with at most 100 errors. */
export function refuseTuples(errors: readonly FieldError[]): void {
  if (errors.length > 0)
    throw problem('validation_failed', {
      detail: fieldSentences(errors),
      errors: errors.slice(0, maxErrors),
    });
}

/** A key by its form alone. */
export function readKey(
  input: { subject: string; relation: string; object: string },
  pointer: string,
): { key: TupleKey } | { errors: FieldError[] } {
  const object = parseObject(input.object);
  const subject = parseSubject(input.subject);
  const errors: FieldError[] = [];
  if (!object)
    errors.push({
      pointer: `${pointer}/object`,
      code: 'invalid_format',
      detail: 'must be type:id',
    });
  if (!isRelationName(input.relation))
    errors.push({
      pointer: `${pointer}/relation`,
      code: 'invalid_format',
      detail: 'must be the name of a relation',
    });
  if (!subject)
    errors.push({
      pointer: `${pointer}/subject`,
      code: 'invalid_format',
      detail: 'must be type:id, type:id#relation or type:*',
    });
  return object && subject && errors.length === 0
    ? { key: { object, relation: input.relation, subject } }
    : { errors };
}

function contextError(
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
function subjectError(
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

/** A tuple that fits the model at `now` (milliseconds since the epoch), or its errors. */
export function readTuple(
  model: CompiledModel,
  input: RelationTupleWrite,
  pointer: string,
  now: number,
): { tuple: Tuple } | { errors: FieldError[] } {
  const read = readKey(input, pointer);
  if ('errors' in read) return read;
  const { condition } = input;
  const found =
    subjectError(model, read.key, condition?.name, pointer) ??
    (condition && contextError(model, condition, `${pointer}/condition/context`));
  const expiresAt = input.expiresAt === undefined ? undefined : Date.parse(input.expiresAt);
  const isPast = expiresAt !== undefined && expiresAt <= now;
  const errors = [
    ...(found ? [found] : []),
    ...(isPast
      ? [
          {
            pointer: `${pointer}/expiresAt`,
            code: 'expired' as const,
            detail: 'must be in the future',
          },
        ]
      : []),
  ];
  if (errors.length > 0) return { errors };
  return {
    tuple: {
      ...read.key,
      ...(condition
        ? { condition: { name: condition.name, context: condition.context ?? {} } }
        : {}),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    },
  };
}

/** A tuple with neither condition nor expiry that fits; undefined when {@link readTuple} has to decide. */
function plainTuple(
  model: CompiledModel,
  {
    object: objectInput,
    relation,
    subject: subjectInput,
    condition,
    expiresAt,
  }: RelationTupleWrite,
): Tuple | undefined {
  if (condition !== undefined || expiresAt !== undefined) return undefined;
  const object = parseObject(objectInput);
  const declared = object && relationOf(model, object.type, relation);
  const subject = declared && parseSubject(subjectInput);
  // Types and relations that a restriction names exist in the model.
  if (!subject || !allowsSubject(declared, subject, undefined)) return undefined;
  return subject.relation === relation && subject.type === object.type && subject.id === object.id
    ? undefined
    : { object, relation, subject };
}

/** All tuples of a list, or all their errors. Pointers are `{base}/{index}`. */
export function readTuples(
  model: CompiledModel,
  inputs: readonly RelationTupleWrite[],
  base: string,
  now: number,
): { tuples: Tuple[]; errors: FieldError[] } {
  const tuples: Tuple[] = [];
  const errors: FieldError[] = [];
  for (const [i, input] of inputs.entries()) {
    const plain = plainTuple(model, input);
    const read = plain ? { tuple: plain } : readTuple(model, input, `${base}/${i}`, now);
    if ('tuple' in read) tuples.push(read.tuple);
    else errors.push(...read.errors);
  }
  return { tuples, errors };
}

/** The second and later use of a key, across the lists of one request. */
export function duplicateErrors(
  lists: readonly { base: string; keys: readonly TupleKey[] }[],
): FieldError[] {
  const seen = new Set<string>();
  const errors: FieldError[] = [];
  for (const { base, keys } of lists) {
    for (const [i, key] of keys.entries()) {
      const before = seen.size;
      if (seen.add(keyText(key)).size === before)
        errors.push({
          pointer: `${base}/${i}`,
          code: 'duplicate_in_request',
          detail: 'repeats an earlier tuple of this request',
        });
    }
  }
  return errors;
}
