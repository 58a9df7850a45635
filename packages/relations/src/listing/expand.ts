import type { ExpandInput, ExpandNode } from '@platform/contracts';
import { objectIn, relationIn, contextIn } from '../check/question-input.ts';
import { refuse } from '../tuples/tuple-rules.ts';
import type { Faults } from '../check/question-input.ts';
import type { Checks, Decided, SnapshotSource } from '../check/checks.ts';
import type { CheckLimits } from '../evaluation/question.ts';
import { contextualTuples } from '../evaluation/contextual-tuples.ts';
import type { MemoryTuple } from '../reading/memory-reader.ts';
import { planOf } from '../evaluation/model-plan.ts';
import type { RelationPlan } from '../evaluation/model-plan.ts';
import { subjectKeyText } from '../reading/tuple-reader.ts';
import type { FoundTuple, Scan, TupleReader } from '../reading/tuple-reader.ts';
import type { CompiledModel, Rewrite } from '../models/compiled-model.ts';
import { objectText } from '../keys/tuple-key.ts';
import type { ObjectRef } from '../keys/tuple-key.ts';

/** Expands relations over snapshots of the store. */
export const expansions = ({
  inSnapshot,
  limits,
}: {
  inSnapshot: Checks['inSnapshot'];
  limits: Pick<CheckLimits, 'maxFanout'> & { maxContextualTuples: number };
}) => ({
  expand: (source: SnapshotSource, input: ExpandInput): Promise<Decided & { tree: ExpandNode }> =>
    inSnapshot(source, input, async ({ model, reader, token }) => {
      const { maxContextualTuples, maxFanout } = limits;
      const faults: Faults = [];
      const object = objectIn(model, input.object, '/object', faults);
      if (object) relationIn(model, object.type, input.relation, '/relation', faults);
      const bounds = { now: Date.now(), maxContextualTuples };
      const { contextual } = contextIn(model, input, bounds, faults);
      refuse(faults);
      const tree = await expand(
        { object: object as ObjectRef, relation: input.relation, contextual },
        { model, reader, maxRows: maxFanout },
      );
      return { tree, modelId: model.id, consistencyToken: token };
    }),
});

/** A relation of an object; it exists in the model. */
interface ExpandQuestion {
  object: ObjectRef;
  relation: string;
  contextual: readonly MemoryTuple[];
}

/** One level of the tree: the rewrite of a relation, with the rows that its leaves read. */
async function expand(
  { object, relation, contextual }: ExpandQuestion,
  { model, reader, maxRows }: { model: CompiledModel; reader: TupleReader; maxRows: number },
): Promise<ExpandNode> {
  const plan = planOf(model);
  const root = plan.relation(object.type, relation) as RelationPlan;
  const overlay = contextualTuples(contextual);
  const nameOf = (of: string): string => `${objectText(object)}#${of}`;
  const names = [...(root.hasDirect ? [relation] : []), ...root.tuplesets.map((t) => t.tupleset)];
  const scans = new Map<string, Scan>();
  for (const name of names) {
    const of = plan.relation(object.type, name);
    if (of)
      scans.set(name, {
        objectType: object.type,
        objectId: object.id,
        relation: name,
        forms: [...of.forms.values()],
        limit: maxRows + 1 + overlay.extra,
      });
  }
  const rows = (await reader.level({ probes: [], subjects: [], scans: [...scans.values()] })).scans;
  const found = new Map(
    [...scans].map(([name, scan], i) => [name, overlay.overScan(rows[i] ?? [], scan)] as const),
  );
  const leaf = (name: string): { kept: readonly FoundTuple[]; truncated: boolean } => {
    const tuples = found.get(name) ?? [];
    return { kept: tuples.slice(0, maxRows), truncated: tuples.length > maxRows };
  };
  function build(rewrite: Rewrite): ExpandNode {
    const name = nameOf(relation);
    switch (rewrite.kind) {
      case 'this': {
        const { kept, truncated } = leaf(relation);
        return { type: 'direct', name, subjects: kept.map(subjectKeyText), truncated };
      }
      case 'computed':
        return { type: 'computed', name, usersets: [nameOf(rewrite.relation)], truncated: false };
      case 'tupleToUserset': {
        const { kept, truncated } = leaf(rewrite.tupleset);
        const on = kept.filter(
          (t) => t.relation === '' && t.id !== '*' && plan.relation(t.type, rewrite.computed),
        );
        return {
          type: 'tuple_to_userset',
          name: nameOf(rewrite.tupleset),
          usersets: on.map((t) => `${t.type}:${t.id}#${rewrite.computed}`),
          truncated,
        };
      }
      case 'exclusion':
        return {
          type: 'exclusion',
          name,
          children: [build(rewrite.base), build(rewrite.subtract)],
          truncated: false,
        };
      default:
        return {
          type: rewrite.kind,
          name,
          children: rewrite.children.map(build),
          truncated: false,
        };
    }
  }
  return build(root.relation.rewrite);
}
