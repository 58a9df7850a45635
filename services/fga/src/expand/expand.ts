import type { ExpandNode } from '@platform/contracts';
import { contextualTuples } from '../check/goal-reads.ts';
import type { MemoryTuple } from '../check/memory-reader.ts';
import { planOf } from '../check/model-plan.ts';
import type { RelationPlan } from '../check/model-plan.ts';
import { subjectKeyText } from '../check/tuple-reader.ts';
import type { FoundTuple, Scan, ScanForm, TupleReader } from '../check/tuple-reader.ts';
import { allowsSubject } from '../models/compiled-model.ts';
import type { CompiledModel, Rewrite } from '../models/compiled-model.ts';
import { objectText } from '../tuples/tuple-key.ts';
import type { ObjectRef } from '../tuples/tuple-key.ts';

/** What is expanded; the relation exists in the model. */
export interface ExpandQuestion { object: ObjectRef; relation: string; contextual: readonly MemoryTuple[] }

const formsOf = ({ relation }: RelationPlan): ScanForm[] =>
  [...new Map(relation.restrictions.map((r) => [`${r.type}#${r.relation ?? ''}${r.wildcard}`, { type: r.type, relation: r.relation ?? '', wildcard: r.wildcard }])).values()];
const holds = (of: RelationPlan, { type, id, relation, condition }: FoundTuple): boolean =>
  allowsSubject(of.relation, { type, wildcard: id === '*' && relation === '', ...(relation === '' ? {} : { relation }) }, condition);

/** One level of what a relation of an object is made of: its rewrite, with the rows that its leaves name. */
export async function expand({ object, relation, contextual }: ExpandQuestion, { model, reader, maxRows }: { model: CompiledModel; reader: TupleReader; maxRows: number }): Promise<ExpandNode> {
  const plan = planOf(model);
  const root = plan.relation(object.type, relation) as RelationPlan;
  const overlay = contextualTuples(contextual);
  const nameOf = (of: string): string => `${objectText(object)}#${of}`;
  const names = [...(root.hasDirect ? [relation] : []), ...root.tuplesets.map((t) => t.tupleset)];
  const scans = new Map<string, Scan>();
  for (const name of names) {
    const of = plan.relation(object.type, name);
    if (of) scans.set(name, { objectType: object.type, objectId: object.id, relation: name, forms: formsOf(of), limit: maxRows + 1 + overlay.extra });
  }
  const rows = (await reader.level({ probes: [], subjects: [], scans: [...scans.values()] })).scans;
  const found = new Map([...scans].map(([name, scan], i) => {
    const of = plan.relation(object.type, name) as RelationPlan;
    const stored = rows[i] ?? [];
    return [name, { tuples: overlay.overScan(stored, scan).filter((tuple) => holds(of, tuple)), isCut: stored.length >= scan.limit }] as const;
  }));
  const leaf = (name: string): { kept: readonly FoundTuple[]; truncated: boolean } => {
    const { tuples, isCut } = found.get(name) ?? { tuples: [], isCut: false };
    return { kept: tuples.slice(0, maxRows), truncated: isCut || tuples.length > maxRows };
  };
  function build(rewrite: Rewrite): ExpandNode {
    const name = nameOf(relation);
    switch (rewrite.kind) {
      case 'this': {
        const { kept, truncated } = leaf(relation);
        return { type: 'direct', name, subjects: kept.map(subjectKeyText), truncated };
      }
      case 'computed': return { type: 'computed', name, usersets: [nameOf(rewrite.relation)], truncated: false };
      case 'tupleToUserset': {
        const { kept, truncated } = leaf(rewrite.tupleset);
        const on = kept.filter((t) => t.relation === '' && t.id !== '*' && plan.relation(t.type, rewrite.computed));
        return { type: 'tuple_to_userset', name: nameOf(rewrite.tupleset), usersets: on.map((t) => `${t.type}:${t.id}#${rewrite.computed}`), truncated };
      }
      case 'exclusion': return { type: 'exclusion', name, children: [build(rewrite.base), build(rewrite.subtract)], truncated: false };
      default: return { type: rewrite.kind, name, children: rewrite.children.map(build), truncated: false };
    }
  }
  return build(root.relation.rewrite);
}
