import type { Choice } from '../../kit/controls/choice-list.tsx';
import { relationsOf } from './model-json.ts';
import type { ModelJson, SubjectForm } from './model-json.ts';

const choice = (label: string, hint?: string): Choice => ({ id: label, label, hint });
const once = (choices: readonly Choice[]): Choice[] => [
  ...new Map(choices.map((one) => [one.id, one])).values(),
];

/** The type of a text such as `document:1`. */
export const typeIn = (text: string): string => text.split(':', 1)[0] ?? '';

/** How an object could begin: the types that have relations. */
export const objectSuggestions = (model: ModelJson): Choice[] =>
  once(relationsOf(model).map(({ type }) => choice(`${type}:`)));

/** Relations of the object's type; of all types while it has none. With `isWritten`, only those that tuples can have. */
export function relationSuggestions(model: ModelJson, object: string, isWritten = false): Choice[] {
  const all = relationsOf(model).filter(({ forms }) => !isWritten || forms.length > 0);
  const ofType = all.filter(({ type }) => type === typeIn(object));
  return once((ofType.length > 0 ? ofType : all).map(({ name, type }) => choice(name, type)));
}

const subjectStart = ({ type, wildcard }: SubjectForm): string =>
  wildcard ? `${type}:*` : `${type}:`;

/** How a subject of a tuple could begin. Of a userset, the relation follows the id that has been typed. */
export function subjectSuggestions(
  model: ModelJson,
  { object, relation, subject }: { object: string; relation: string; subject: string },
): Choice[] {
  const found = relationsOf(model).find(
    ({ type, name }) => type === typeIn(object) && name === relation,
  );
  const forms = found?.forms ?? [];
  const id = /^([^:#*]+):([^#*]+)/.exec(subject);
  const usersets = forms.flatMap(({ type, relation: of }) =>
    of !== undefined && id?.[1] === type ? [choice(`${type}:${id[2]}#${of}`)] : [],
  );
  if (usersets.length > 0) return usersets;
  return once(forms.map((form) => choice(subjectStart(form), form.relation)));
}

/** The conditions that a tuple of these can or must have; undefined is none. */
export function conditionsFor(
  model: ModelJson,
  { object, relation, subject }: { object: string; relation: string; subject: string },
): (string | undefined)[] {
  const found = relationsOf(model).find(
    ({ type, name }) => type === typeIn(object) && name === relation,
  );
  const of = /#(.+)$/.exec(subject)?.[1];
  const isWildcard = subject.endsWith(':*');
  return (found?.forms ?? [])
    .filter(
      (form) =>
        form.type === typeIn(subject) &&
        form.relation === of &&
        Boolean(form.wildcard) === isWildcard,
    )
    .map(({ condition }) => condition);
}
