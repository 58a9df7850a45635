import type { FieldError } from '@platform/contracts';
import { problem } from '@platform/kit/problem';
import { allowsSubject, relationOf } from '../models/compiled-model.ts';
import type { CompiledModel } from '../models/compiled-model.ts';
import { keyText, objectText, parseObject, parseSubject, subjectText } from '../tuples/tuple-key.ts';
import type { ObjectRef, SubjectRef } from '../tuples/tuple-key.ts';
import type { MemoryTuple } from './memory-reader.ts';

/** A tuple of one request, as it came. */
export interface ContextualTupleInput {
  subject: string;
  relation: string;
  object: string;
  condition?: { name: string; context?: Record<string, unknown> | undefined } | undefined;
  expiresAt?: string | undefined;
}

/** Collects what is wrong with a request, each fault with its pointer. */
export type Faults = FieldError[];

export const refuse = (faults: Faults): void => {
  const [first] = faults;
  if (first) throw problem('validation_failed', { detail: `${first.pointer ?? ''} ${first.detail}`.trim(), errors: faults.slice(0, 100) });
};

const malformed = (pointer: string): FieldError => ({ pointer, code: 'invalid_format', detail: 'is not of the form' });
const noType = (pointer: string, type: string): FieldError => ({ pointer, code: 'type_not_found', detail: `the model has no type ${type}` });
const noRelation = (pointer: string, type: string, relation: string): FieldError => ({ pointer, code: 'relation_not_found', detail: `the model has no relation ${type}#${relation}` });

/** An object whose type the model has. */
export function objectIn(model: CompiledModel, text: string, pointer: string, faults: Faults): ObjectRef | undefined {
  const object = parseObject(text);
  if (!object) return void faults.push(malformed(pointer));
  if (!model.types.has(object.type)) return void faults.push(noType(pointer, object.type));
  return object;
}

/** A subject whose type, and relation, the model has. */
export function subjectIn(model: CompiledModel, text: string, pointer: string, faults: Faults): SubjectRef | undefined {
  const subject = parseSubject(text);
  if (!subject) return void faults.push(malformed(pointer));
  if (!model.types.has(subject.type)) return void faults.push(noType(pointer, subject.type));
  if (subject.relation !== undefined && !relationOf(model, subject.type, subject.relation)) return void faults.push(noRelation(pointer, subject.type, subject.relation));
  return subject;
}

/** A relation that the model gives the type. */
export function relationIn(model: CompiledModel, type: string, relation: string, pointer: string, faults: Faults): void {
  if (!model.types.has(type)) return;
  if (!relationOf(model, type, relation)) faults.push(noRelation(pointer, type, relation));
}

function contextualTuple(model: CompiledModel, input: ContextualTupleInput, pointer: string, now: number, faults: Faults): MemoryTuple | undefined {
  const before = faults.length;
  const object = objectIn(model, input.object, `${pointer}/object`, faults);
  const subject = subjectIn(model, input.subject, `${pointer}/subject`, faults);
  if (object) relationIn(model, object.type, input.relation, `${pointer}/relation`, faults);
  if (faults.length > before || !object || !subject) return undefined;
  const relation = relationOf(model, object.type, input.relation);
  if (!relation) return undefined;
  const form = { type: subject.type, wildcard: subject.wildcard, ...(subject.relation === undefined ? {} : { relation: subject.relation }) };
  const expiresAt = input.expiresAt === undefined ? undefined : Date.parse(input.expiresAt);
  if (!relation.restrictions.some((r) => allowsSubject(relation, form, r.condition))) faults.push({ pointer, code: 'not_assignable', detail: `${input.subject} cannot be ${objectText(object)}#${input.relation} in this model` });
  else if (!allowsSubject(relation, form, input.condition?.name)) faults.push({ pointer: `${pointer}/condition`, code: 'condition_not_allowed', detail: 'the relation takes this subject with another condition' });
  else if (subjectText(subject) === `${objectText(object)}#${input.relation}`) faults.push({ pointer, code: 'self_reference', detail: 'a userset cannot hold itself' });
  else if (expiresAt !== undefined && expiresAt <= now) faults.push({ pointer: `${pointer}/expiresAt`, code: 'expired', detail: 'lies in the past' });
  return { object, relation: input.relation, subject, ...(input.condition ? { condition: input.condition } : {}), ...(expiresAt === undefined ? {} : { expiresAt }) };
}

/** The tuples of one request, held against the model like those of a write. */
export function contextualIn(model: CompiledModel, inputs: readonly ContextualTupleInput[] | undefined, pointer: string, now: number, faults: Faults): MemoryTuple[] {
  const seen = new Map<string, string>();
  return (inputs ?? []).flatMap((input, i) => {
    const tuple = contextualTuple(model, input, `${pointer}/${i}`, now, faults);
    if (!tuple) return [];
    const key = keyText(tuple);
    const text = JSON.stringify([input.condition ?? null, input.expiresAt ?? null]);
    const before = seen.get(key);
    seen.set(key, text);
    if (before === undefined) return [tuple];
    // The same tuple twice says nothing new; two that differ contradict each other.
    if (before !== text) faults.push({ pointer: `${pointer}/${i}`, code: 'duplicate_in_request', detail: 'the same key came before, with another condition or expiry' });
    return [];
  });
}
