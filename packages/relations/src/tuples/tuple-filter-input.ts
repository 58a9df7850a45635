import { invalid, problem } from '@platform/kit/problem';
import type { TupleFilter } from './tuple-filter.ts';
import { isRelationName, isTypeName, parseObject, parseSubject } from '../keys/tuple-key.ts';

/** The parts of a filter as a caller writes them. */
export interface FilterInput {
  object?: string | undefined;
  objectType?: string | undefined;
  relation?: string | undefined;
  subject?: string | undefined;
  subjectType?: string | undefined;
}

/** Reads the parts; `wrong` refuses one by its name. */
function filterFrom(
  { object, objectType, relation, subject, subjectType }: FilterInput,
  wrong: (name: string, detail: string) => Error,
): TupleFilter {
  const parsedObject = object === undefined ? undefined : parseObject(object);
  const parsedSubject = subject === undefined ? undefined : parseSubject(subject);
  if (object !== undefined && !parsedObject) throw wrong('object', 'must be type:id');
  if (objectType !== undefined && !isTypeName(objectType))
    throw wrong('objectType', 'must be the name of a type');
  if (relation !== undefined && !isRelationName(relation))
    throw wrong('relation', 'must be the name of a relation');
  if (subject !== undefined && !parsedSubject)
    throw wrong('subject', 'must be type:id, type:id#relation or type:*');
  if (subjectType !== undefined && !isTypeName(subjectType))
    throw wrong('subjectType', 'must be the name of a type');
  return { object: parsedObject, objectType, relation, subject: parsedSubject, subjectType };
}

/** The type of `document:`; undefined for any other text. */
const typeAlone = (text: string | undefined): string | undefined =>
  text?.endsWith(':') && text.indexOf(':') === text.length - 1 ? text.slice(0, -1) : undefined;

/** The filter of a query: `object` and `subject` may be a type alone, `document:`; a relation needs an object or a type. */
export function filterOfQuery({ object, relation, subject }: FilterInput): TupleFilter {
  if (relation !== undefined && object === undefined)
    throw problem('invalid_parameter', { detail: 'relation requires object' });
  const [objectType, subjectType] = [typeAlone(object), typeAlone(subject)];
  const of = objectType === undefined ? { object } : { objectType };
  const by = subjectType === undefined ? { subject } : { subjectType };
  const forms: Record<string, string> = {
    objectType: 'object must be type: or type:id',
    subjectType: 'subject must be type:, type:id, type:id#relation or type:*',
  };
  return filterFrom({ ...of, relation, ...by }, (name, detail) =>
    problem('invalid_parameter', { detail: forms[name] ?? `${name}: ${detail}` }),
  );
}

/** The filter of a body. */
export const filterOfBody = (filter: FilterInput): TupleFilter =>
  filterFrom(filter, (name, detail) => invalid(`/filter/${name}`, 'invalid_format', detail));

/** Refuses what cannot be the name of a type: the feed would stay empty without a reason. */
export function refuseNoType({ objectType }: Pick<FilterInput, 'objectType'>): void {
  if (objectType !== undefined && !isTypeName(objectType))
    throw problem('invalid_parameter', { detail: 'objectType must be the name of a type' });
}
