import type { FieldError, RelationTupleWrite } from '@platform/contracts';
import { problem } from '@platform/kit/problem';
import { relationOf } from '../models/compiled-model.ts';
import type { CompiledModel } from '../models/compiled-model.ts';
import { keyText, parseObject, parseSubject } from '../keys/tuple-key.ts';
import type { ObjectRef, SubjectRef } from '../keys/tuple-key.ts';
import { readTuple, refuse } from '../tuples/tuple-rules.ts';
import type { MemoryTuple } from '../reading/memory-reader.ts';
import type { CheckQuestion } from '../evaluation/question.ts';

/** The faults of a request, each with its pointer. */
export type Faults = FieldError[];

const malformed = (pointer: string): FieldError => ({
  pointer,
  code: 'invalid_format',
  detail: 'is malformed',
});
const noType = (pointer: string, type: string): FieldError => ({
  pointer,
  code: 'type_not_found',
  detail: `The model has no type ${type}`,
});
const noRelation = (pointer: string, type: string, relation: string): FieldError => ({
  pointer,
  code: 'relation_not_found',
  detail: `The model has no relation ${type}#${relation}`,
});

/** Whether the model has the type. */
export function typeIn(
  model: CompiledModel,
  type: string,
  pointer: string,
  faults: Faults,
): boolean {
  if (model.types.has(type)) return true;
  faults.push(noType(pointer, type));
  return false;
}

/** An object whose type the model has. */
export function objectIn(
  model: CompiledModel,
  text: string,
  pointer: string,
  faults: Faults,
): ObjectRef | undefined {
  const object = parseObject(text);
  if (!object) return void faults.push(malformed(pointer));
  return typeIn(model, object.type, pointer, faults) ? object : undefined;
}

/** A subject whose type, and relation, the model has. */
export function subjectIn(
  model: CompiledModel,
  text: string,
  pointer: string,
  faults: Faults,
): SubjectRef | undefined {
  const subject = parseSubject(text);
  if (!subject) return void faults.push(malformed(pointer));
  if (!typeIn(model, subject.type, pointer, faults)) return undefined;
  if (subject.relation !== undefined && !relationOf(model, subject.type, subject.relation))
    return void faults.push(noRelation(pointer, subject.type, subject.relation));
  return subject;
}

/** A relation that the model gives the type. */
export function relationIn(
  model: CompiledModel,
  type: string,
  relation: string,
  pointer: string,
  faults: Faults,
): void {
  if (!model.types.has(type)) return;
  if (!relationOf(model, type, relation)) faults.push(noRelation(pointer, type, relation));
}

/** Contextual tuples, validated like those of a write. */
export function contextualIn(
  model: CompiledModel,
  inputs: readonly RelationTupleWrite[] | undefined,
  pointer: string,
  now: number,
  faults: Faults,
): MemoryTuple[] {
  const seen = new Map<string, string>();
  return (inputs ?? []).flatMap((input, i) => {
    const read = readTuple(model, input, `${pointer}/${i}`, now);
    if ('errors' in read) {
      faults.push(...read.errors);
      return [];
    }
    const key = keyText(read.tuple);
    const text = JSON.stringify([read.tuple.condition ?? null, read.tuple.expiresAt ?? null]);
    const before = seen.get(key);
    seen.set(key, text);
    if (before === undefined) return [read.tuple];
    // The same tuple twice says nothing new; two that differ contradict each other.
    if (before !== text)
      faults.push({
        pointer: `${pointer}/${i}`,
        code: 'duplicate_in_request',
        detail: 'repeats an earlier tuple with another condition or expiry',
      });
    return [];
  });
}

const maxContextBytes = 32_768;

/** The parts of a question besides its key. */
export interface QuestionInput {
  context?: Record<string, unknown> | undefined;
  contextualTuples?: readonly RelationTupleWrite[] | undefined;
}

/** Context and contextual tuples, within their bounds. */
export function contextIn(
  model: CompiledModel,
  { context, contextualTuples }: QuestionInput,
  {
    pointer = '',
    now,
    maxContextualTuples,
  }: { pointer?: string; now: number; maxContextualTuples: number },
  faults: Faults,
): { context: Record<string, unknown> | undefined; contextual: MemoryTuple[] } {
  if (context && Buffer.byteLength(JSON.stringify(context)) > maxContextBytes)
    faults.push({
      pointer: `${pointer}/context`,
      code: 'condition_context_invalid',
      detail: `must have at most ${maxContextBytes} bytes`,
    });
  if ((contextualTuples?.length ?? 0) > maxContextualTuples) {
    const detail = `must have at most ${maxContextualTuples} entries`;
    throw problem('limit_exceeded', {
      detail,
      errors: [{ pointer: `${pointer}/contextualTuples`, code: 'max_contextual_tuples', detail }],
    });
  }
  return {
    context,
    contextual: contextualIn(model, contextualTuples, `${pointer}/contextualTuples`, now, faults),
  };
}

/** Whether a subject has a relation to an object, as a caller writes it. */
export type Question = { subject: string; relation: string; object: string } & QuestionInput;

/** Reads a question against a model; 422 with all its faults. */
export function readQuestion(
  model: CompiledModel,
  input: Question,
  pointer: string,
  maxContextualTuples: number,
): CheckQuestion {
  const faults: Faults = [];
  const object = objectIn(model, input.object, `${pointer}/object`, faults);
  if (object) relationIn(model, object.type, input.relation, `${pointer}/relation`, faults);
  const subject = subjectIn(model, input.subject, `${pointer}/subject`, faults);
  const bounds = { pointer, now: Date.now(), maxContextualTuples };
  const surroundings = contextIn(model, input, bounds, faults);
  refuse(faults);
  return {
    subject: subject as SubjectRef,
    relation: input.relation,
    object: object as ObjectRef,
    ...surroundings,
  };
}
