import type { CompiledModel, Rewrite } from '../src/models/compiled-model.ts';
import { allowsSubject } from '../src/models/compiled-model.ts';
import type { ObjectRef, SubjectRef } from '../src/keys/tuple-key.ts';
import { objectText, subjectText } from '../src/keys/tuple-key.ts';
import type { MemoryTuple } from '../src/reading/memory-reader.ts';

/**
 * The definition, with no thought of cost: every goal over every object is iterated until nothing changes, twice over for
 * what is subtracted (the alternating fixed point). Neither true nor false: the model is not stratified for these tuples.
 */
export function naiveCheck(
  model: CompiledModel,
  tuples: readonly MemoryTuple[],
  subject: SubjectRef,
  context: Record<string, unknown>,
): (object: ObjectRef, relation: string) => boolean | undefined {
  const objects = new Map<string, ObjectRef>();
  for (const { object, subject: s } of tuples) {
    objects.set(objectText(object), object);
    objects.set(objectText(s), { type: s.type, id: s.id });
  }
  objects.set(objectText(subject), { type: subject.type, id: subject.id });
  const restricts = ({ object, relation, subject: s, condition }: MemoryTuple): boolean => {
    const held = model.types.get(object.type)?.relations.get(relation);
    return held !== undefined && allowsSubject(held, s, condition?.name);
  };
  const applies = ({ condition }: MemoryTuple): boolean => {
    if (!condition) return true;
    const outcome = model.conditions
      .get(condition.name)
      ?.evaluate({ ...context, ...condition.context });
    return outcome !== undefined && 'value' in outcome && outcome.value;
  };
  const live = tuples.filter((t) => restricts(t) && applies(t));
  const of = (object: ObjectRef, relation: string): MemoryTuple[] =>
    live.filter((t) => t.relation === relation && objectText(t.object) === objectText(object));

  function holds(
    object: ObjectRef,
    relation: string,
    rewrite: Rewrite,
    plus: Set<string>,
    minus: Set<string>,
  ): boolean {
    switch (rewrite.kind) {
      case 'this':
        return of(object, relation).some(
          ({ subject: s }) =>
            subjectText(s) === subjectText(subject) ||
            (s.wildcard &&
              subject.relation === undefined &&
              !subject.wildcard &&
              s.type === subject.type) ||
            (s.relation !== undefined && plus.has(subjectText(s))),
        );
      case 'computed':
        return plus.has(`${objectText(object)}#${rewrite.relation}`);
      case 'tupleToUserset':
        return of(object, rewrite.tupleset).some(
          ({ subject: s }) =>
            s.relation === undefined &&
            !s.wildcard &&
            plus.has(`${objectText(s)}#${rewrite.computed}`),
        );
      case 'union':
        return rewrite.children.some((child) => holds(object, relation, child, plus, minus));
      case 'intersection':
        return rewrite.children.every((child) => holds(object, relation, child, plus, minus));
      case 'exclusion':
        return (
          holds(object, relation, rewrite.base, plus, minus) &&
          !holds(object, relation, rewrite.subtract, minus, plus)
        );
    }
  }
  function least(minus: Set<string>): Set<string> {
    const plus = new Set<string>();
    for (let size = -1; size !== plus.size;) {
      size = plus.size;
      for (const object of objects.values()) {
        for (const { name, rewrite } of model.types.get(object.type)?.relations.values() ?? []) {
          const key = `${objectText(object)}#${name}`;
          if (key === subjectText(subject) || holds(object, name, rewrite, plus, minus))
            plus.add(key);
        }
      }
    }
    return plus;
  }

  let sure = new Set<string>();
  let possible = least(sure);
  for (let size = -1; size !== sure.size;) {
    size = sure.size;
    sure = least(possible);
    possible = least(sure);
  }
  return (object, relation) => {
    const key = `${objectText(object)}#${relation}`;
    if (sure.has(key) || key === subjectText(subject)) return true;
    return possible.has(key) ? undefined : false;
  };
}
