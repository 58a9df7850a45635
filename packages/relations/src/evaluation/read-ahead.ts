import type { ReadAhead } from '../reading/tuple-reader.ts';

/** The parts of a relation's plan that reading ahead follows. */
interface FollowedRelation {
  together: readonly string[];
  followed: readonly unknown[];
  tuplesets: readonly { tupleset: string; computed: string; forms: readonly { type: string }[] }[];
}

/** The tuplesets that lead on from a relation, and from the objects that they lead to; undefined where there are none. */
export function readAheadOf(
  plan: { relation(type: string, name: string): FollowedRelation | undefined },
  type: string,
  relation: string,
): ReadAhead | undefined {
  const steps = new Map<string, ReadAhead['steps'][number]>();
  const kept = new Map<string, Set<string>>();
  const seen = new Set<string>();
  const visit = (objectType: string, name: string, isReached: boolean): void => {
    const key = `${objectType}#${name} ${isReached}`;
    if (seen.has(key)) return;
    seen.add(key);
    for (const together of plan.relation(objectType, name)?.together ?? []) {
      const of = plan.relation(objectType, together);
      if (!of) continue;
      if (isReached) {
        const relations = kept.get(objectType) ?? new Set();
        kept.set(objectType, relations);
        if (of.followed.length > 0) relations.add(together);
        for (const { tupleset } of of.tuplesets) relations.add(tupleset);
      }
      for (const { tupleset, computed, forms } of of.tuplesets) {
        for (const { type: subjectType } of forms) {
          steps.set(`${objectType}#${tupleset} ${subjectType}`, {
            objectType,
            relation: tupleset,
            subjectType,
          });
          visit(subjectType, computed, true);
        }
      }
    }
  };
  visit(type, relation, false);
  return steps.size === 0 ? undefined : { steps: [...steps.values()], kept };
}

/** One for all of these. */
export function joinAhead(all: Iterable<ReadAhead>): ReadAhead | undefined {
  const [first, ...others] = all;
  if (!first || others.length === 0) return first;
  const steps = new Map(
    first.steps.map((step) => [`${step.objectType}#${step.relation} ${step.subjectType}`, step]),
  );
  const kept = new Map([...first.kept].map(([type, relations]) => [type, new Set(relations)]));
  for (const ahead of others) {
    for (const step of ahead.steps)
      steps.set(`${step.objectType}#${step.relation} ${step.subjectType}`, step);
    for (const [type, relations] of ahead.kept)
      kept.set(type, new Set([...(kept.get(type) ?? []), ...relations]));
  }
  return { steps: [...steps.values()], kept };
}
