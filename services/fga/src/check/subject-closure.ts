import type { SubjectRef } from '../tuples/tuple-key.ts';
import type { ContextualTuples, SubjectSet } from './goal-reads.ts';
import { closureOver, subjectKey } from './memory-reader.ts';
import type { ModelPlan } from './model-plan.ts';
import { classOf, subjectKeyText } from './tuple-reader.ts';
import type { Closure, ClosureRow, SubjectKey, TupleReader } from './tuple-reader.ts';

/** The subject, the wildcard that covers it, and what a userset is in by the model alone. */
function seedsOf(subject: SubjectRef, plan: ModelPlan): ClosureRow[] {
  const key = subjectKey(subject);
  const seeds: ClosureRow[] = [{ key, distance: 0 }];
  if (key.relation === '' && !subject.wildcard) seeds.push({ key: { type: key.type, id: '*', relation: '' }, distance: 0 });
  if (key.relation !== '') {
    for (const { type, relation, into, hops } of plan.closure.computed) {
      if (type === key.type && relation === key.relation && hops > 0) seeds.push({ key: { ...key, relation: into }, distance: 1 + hops });
    }
  }
  return seeds;
}

const mayLead = (plan: ModelPlan, key: SubjectKey): boolean => plan.closure.tuples.some((edge) => edge.subject === classOf(key));

/** The usersets that hold a subject and are decided from its side; contextual tuples count. */
export async function subjectSet(
  subject: SubjectRef, plan: ModelPlan, reader: TupleReader, contextual: ContextualTuples, limits: { maxDepth: number; maxRows: number },
): Promise<SubjectSet & { expiresAt: number | undefined; reads: number }> {
  const rows = new Map(seedsOf(subject, plan).map((seed) => [subjectKeyText(seed.key), seed]));
  let cut = false;
  let expiresAt: number | undefined;
  let reads = 0;
  const merge = (closure: Closure): ClosureRow[] => {
    cut ||= closure.cut;
    if (closure.expiresAt !== undefined && (expiresAt === undefined || closure.expiresAt < expiresAt)) expiresAt = closure.expiresAt;
    const added = closure.rows.filter((row) => row.distance < (rows.get(subjectKeyText(row.key))?.distance ?? Infinity));
    for (const row of added) rows.set(subjectKeyText(row.key), row);
    return added;
  };
  let fresh = [...rows.values()];
  while (fresh.length > 0) {
    const leading = fresh.filter((row) => mayLead(plan, row.key));
    if (leading.length === 0) break;
    merge(await reader.closure(leading, plan.closure, limits));
    reads += 1;
    // Contextual tuples may lead further, and from there stored ones again.
    fresh = contextual.tuples.length === 0 ? [] : merge(await closureOver([...rows.values()], plan.closure, limits, contextual.holding));
  }
  const keys = [...rows.values()].map((row) => row.key);
  if (keys.length > limits.maxRows + 2) cut = true;
  return { keys, distances: new Map([...rows].map(([text, row]) => [text, row.distance])), cut, expiresAt, reads };
}
