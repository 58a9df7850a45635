import { invalid, problem } from '@platform/kit/problem';
import type { TupleFilter } from './tuple-filter.ts';
import { isRelationName, isTypeName, parseObject, parseSubject } from './tuple-key.ts';

type Input = {
  object?: string | undefined;
  objectType?: string | undefined;
  relation?: string | undefined;
  subject?: string | undefined;
};

/** Reads the parts; `wrong` refuses one by its name. */
function filterFrom(
  { object, objectType, relation, subject }: Input,
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
  return {
    ...(parsedObject ? { object: parsedObject } : {}),
    ...(objectType === undefined ? {} : { objectType }),
    ...(relation === undefined ? {} : { relation }),
    ...(parsedSubject ? { subject: parsedSubject } : {}),
  };
}

/** The filter of a query: `object` may be a type alone, `document:`; a relation needs one of the two. */
export function filterOfQuery({ object, relation, subject }: Input): TupleFilter {
  if (relation !== undefined && object === undefined)
    throw problem('invalid_parameter', { detail: 'relation: needs object' });
  const isType = object?.endsWith(':') === true && object.indexOf(':') === object.length - 1;
  const of = isType ? { objectType: object.slice(0, -1) } : { object };
  return filterFrom({ ...of, relation, subject }, (name, detail) =>
    problem('invalid_parameter', {
      detail: `${name}: ${isType && name === 'objectType' ? 'must be type: or type:id' : detail}`,
    }),
  );
}

/** The filter of a body. */
export const filterOfBody = (filter: Input): TupleFilter =>
  filterFrom(filter, (name, detail) => invalid(`/filter/${name}`, 'invalid_format', detail));

/** Refuses what can be the name of no type: followed, it would only look like silence. */
export function refuseNoType({ objectType }: Pick<Input, 'objectType'>): void {
  if (objectType !== undefined && !isTypeName(objectType))
    throw problem('invalid_parameter', { detail: 'objectType: must be the name of a type' });
}
