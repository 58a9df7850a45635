import type { FieldError, ProblemCode, RelationTupleWrite } from '@platform/contracts';
import { fieldSentences, problem } from '@platform/kit/problem';
import { allowsSubject, relationOf } from '../models/compiled-model.ts';
import type { CompiledModel } from '../models/compiled-model.ts';
import { isRelationName, keyText, parseObject, parseSubject } from '../keys/tuple-key.ts';
import type { TupleKey } from '../keys/tuple-key.ts';
import { contextError, subjectError } from './tuple-fit.ts';

/** A tuple that may be stored. `expiresAt` is milliseconds since the epoch. */
export interface Tuple extends TupleKey {
  condition?: { name: string; context: Record<string, unknown> };
  expiresAt?: number;
}

const maxErrors = 100;

/** Throws if there are errors, with at most 100 of them. */
export function refuse(
  errors: readonly FieldError[],
  code: Extract<
    ProblemCode,
    'validation_failed' | 'conflict' | 'already_exists'
  > = 'validation_failed',
): void {
  if (errors.length > 0)
    throw problem(code, {
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
