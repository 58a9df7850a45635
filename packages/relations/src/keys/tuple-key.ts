/** `type:id`. */
export interface ObjectRef {
  type: string;
  id: string;
}

/** `type:id`, the userset `type:id#relation`, or `type:*` (id `*`, wildcard true). */
export interface SubjectRef {
  type: string;
  id: string;
  relation?: string;
  wildcard: boolean;
}

/** The key of a tuple. */
export interface TupleKey {
  object: ObjectRef;
  relation: string;
  subject: SubjectRef;
}

const refusedNames = new Set(['this', 'self', '__proto__', 'constructor', 'prototype']);
// White space, control characters, lone surrogates, and what separates the parts of a key.
const unfitInName = /[:#@*\s\p{Cc}\p{Surrogate}]/u;
const unfitInId = /[:#\s\p{Cc}\p{Surrogate}]/u;

/** Length in code points is at most `max`; the cheap test first. */
const fits = (s: string, max: number): boolean =>
  s.length <= max || (s.length <= 2 * max && [...s].length <= max);

const isName = (s: string, max: number): boolean =>
  s !== '' && fits(s, max) && !unfitInName.test(s) && !refusedNames.has(s);

/** 1 to 254 characters without `: # @ *`, white space or control characters; not a refused word. */
export const isTypeName = (s: string): boolean => isName(s, 254);

/** 1 to 50 characters, else as {@link isTypeName}. Conditions and parameters too. */
export const isRelationName = (s: string): boolean => isName(s, 50);

const isObjectId = (s: string): boolean => s !== '' && s !== '*' && !unfitInId.test(s);

/** Parses `type:id`; undefined when it is not of the form. */
export function parseObject(text: string): ObjectRef | undefined {
  const colon = text.indexOf(':');
  if (colon < 1 || !fits(text, 256)) return undefined;
  const type = text.slice(0, colon);
  const id = text.slice(colon + 1);
  return isTypeName(type) && isObjectId(id) ? { type, id } : undefined;
}

/** Parses any form of subject; undefined when it is of none. */
export function parseSubject(text: string): SubjectRef | undefined {
  const colon = text.indexOf(':');
  if (colon < 1 || !fits(text, 512)) return undefined;
  const type = text.slice(0, colon);
  if (!isTypeName(type)) return undefined;
  const rest = text.slice(colon + 1);
  if (rest === '*') return { type, id: '*', wildcard: true };
  const hash = rest.indexOf('#');
  const id = hash < 0 ? rest : rest.slice(0, hash);
  if (!isObjectId(id)) return undefined;
  if (hash < 0) return { type, id, wildcard: false };
  const relation = rest.slice(hash + 1);
  return isRelationName(relation) ? { type, id, relation, wildcard: false } : undefined;
}

export const objectText = ({ type, id }: ObjectRef): string => `${type}:${id}`;
export const subjectText = ({ type, id, relation }: SubjectRef): string =>
  relation === undefined ? `${type}:${id}` : `${type}:${id}#${relation}`;

/** The text of a key; no part can contain a separator. */
export const keyText = ({ object, relation, subject }: TupleKey): string =>
  `${objectText(object)}#${relation}@${subjectText(subject)}`;
