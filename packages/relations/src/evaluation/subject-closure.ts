import type { SubjectRef } from '../keys/tuple-key.ts';
import type { ContextualTuples } from './contextual-tuples.ts';
import { closureOver, subjectKey } from '../reading/memory-reader.ts';
import type { ModelPlan } from './model-plan.ts';
import type { SubjectSet } from './subject-set.ts';
import { classOf, subjectKeyText } from '../reading/tuple-reader.ts';
import type { Closure, ClosureLimits, ClosureRow, TupleReader } from '../reading/tuple-reader.ts';

/** The subject, the wildcard of its type, and the usersets that contain it by the model alone. */
function seedsOf(subject: SubjectRef, plan: ModelPlan): ClosureRow[] {
  const key = subjectKey(subject);
  const seeds: ClosureRow[] = [{ key, distance: 0 }];
  if (key.relation === '' && !subject.wildcard)
    seeds.push({ key: { type: key.type, id: '*', relation: '' }, distance: 0 });
  if (key.relation !== '') {
    for (const { type, relation, into, hops } of plan.closure.computed) {
      if (type === key.type && relation === key.relation && hops > 0)
        seeds.push({ key: { ...key, relation: into }, distance: 1 + hops });
    }
  }
  return seeds;
}

const mayLead = (plan: ModelPlan, { key }: ClosureRow): boolean =>
  plan.closure.tuples.some((edge) => edge.subject === classOf(key));

const leading = (
  plan: ModelPlan,
  rows: readonly ClosureRow[],
): readonly ClosureRow[] | undefined => {
  const found = rows.filter((row) => mayLead(plan, row));
  return found.length > 0 ? found : undefined;
};

/** The set of a subject whose usersets no tuple was asked for yet. */
export function unopenedSet(subject: SubjectRef, plan: ModelPlan): SubjectSet {
  const seeds = seedsOf(subject, plan);
  return {
    keys: seeds.map((seed) => seed.key),
    distances: new Map(seeds.map((seed) => [subjectKeyText(seed.key), seed.distance])),
    cut: false,
    expiresAt: undefined,
    opening: leading(plan, seeds),
  };
}

/** Adds the rows of a closure; returns those that are new, or nearer than before. */
export function openSet(
  set: SubjectSet,
  closure: Closure,
  { maxRows }: ClosureLimits,
): ClosureRow[] {
  const added: ClosureRow[] = [];
  for (const row of closure.rows) {
    const text = subjectKeyText(row.key);
    const before = set.distances.get(text);
    if (before !== undefined && before <= row.distance) continue;
    if (before === undefined) set.keys.push(row.key);
    set.distances.set(text, row.distance);
    added.push(row);
  }
  set.cut ||= closure.cut || set.keys.length > maxRows + 2;
  if (
    closure.expiresAt !== undefined &&
    (set.expiresAt === undefined || closure.expiresAt < set.expiresAt)
  )
    set.expiresAt = closure.expiresAt;
  set.opening = undefined;
  return added;
}

/** The usersets that contain a subject, over stored and contextual tuples. */
export async function contextualSet(
  subject: SubjectRef,
  plan: ModelPlan,
  reader: TupleReader,
  contextual: ContextualTuples,
  limits: ClosureLimits,
): Promise<SubjectSet> {
  const set = unopenedSet(subject, plan);
  for (let from = set.opening; from;) {
    openSet(set, await reader.closure(from, plan.closure, limits), limits);
    const rows = set.keys.map((key): ClosureRow => ({
      key,
      distance: set.distances.get(subjectKeyText(key)) as number,
    }));
    from = leading(
      plan,
      openSet(set, await closureOver(rows, plan.closure, limits, contextual.containing), limits),
    );
  }
  return set;
}
