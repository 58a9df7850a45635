import { relationsBehind } from '../evaluation/dependencies.ts';
import { planOf } from '../evaluation/model-plan.ts';
import { classOf } from '../reading/tuple-reader.ts';
import type { FormConditions, SubjectKey } from '../reading/tuple-reader.ts';
import type { CompiledModel, Rewrite } from '../models/compiled-model.ts';

/** A relation that something leads into; `isCertain` when no confirmation is needed. */
export interface RelationEdge {
  type: string;
  relation: string;
  isCertain: boolean;
}
/** Tuples `type:?#relation@subject` lead in, those that the model takes with one of these conditions. */
interface TupleEdge extends RelationEdge {
  conditions: FormConditions;
}
/** Tuples `type:?#tupleset@object` lead into `relation` of their object. */
interface TuplesetEdge extends TupleEdge {
  tupleset: string;
}

/** Ways from a subject towards `type#relation`, and no other ways. */
export interface ReverseEdges {
  direct(subject: SubjectKey): readonly TupleEdge[];
  computed(type: string, relation: string): readonly RelationEdge[];
  tuplesets(type: string, relation: string): readonly TuplesetEdge[];
}

/** Leaves of a rewrite, except those that are subtracted, each with whether only unions are above it. */
function* leaves(
  rewrite: Rewrite,
  isCertain = true,
): Generator<{ leaf: Rewrite; isCertain: boolean }> {
  if (rewrite.kind === 'exclusion') yield* leaves(rewrite.base, false);
  else if (rewrite.kind === 'union' || rewrite.kind === 'intersection')
    for (const child of rewrite.children)
      yield* leaves(child, isCertain && rewrite.kind === 'union');
  else yield { leaf: rewrite, isCertain };
}

const push = <T>(into: Map<string, T[]>, key: string, value: T): void => {
  const list = into.get(key);
  if (list) list.push(value);
  else into.set(key, [value]);
};

function findReverseEdges(model: CompiledModel, type: string, relation: string): ReverseEdges {
  const plan = planOf(model);
  const direct = new Map<string, TupleEdge[]>();
  const computed = new Map<string, RelationEdge[]>();
  const tuplesets = new Map<string, TuplesetEdge[]>();
  for (const key of relationsBehind(model, `${type}#${relation}`, { tuplesets: false })) {
    const [into, name] = key.split('#') as [string, string];
    const of = plan.relation(into, name);
    if (!of) continue;
    for (const { leaf, isCertain } of leaves(of.relation.rewrite)) {
      const edge = { type: into, relation: name, isCertain };
      if (leaf.kind === 'this')
        for (const [cls, { conditions }] of of.forms) push(direct, cls, { ...edge, conditions });
      else if (leaf.kind === 'computed') push(computed, `${into}#${leaf.relation}`, edge);
      else if (leaf.kind === 'tupleToUserset') {
        for (const { type: from, relation: userset, wildcard, conditions } of plan
          .relation(into, leaf.tupleset)
          ?.forms.values() ?? []) {
          if (userset === '' && !wildcard)
            push(tuplesets, `${from}#${leaf.computed}`, {
              ...edge,
              tupleset: leaf.tupleset,
              conditions,
            });
        }
      }
    }
  }
  return {
    direct: (subject) => direct.get(classOf(subject)) ?? [],
    computed: (of, name) => computed.get(`${of}#${name}`) ?? [],
    tuplesets: (of, name) => tuplesets.get(`${of}#${name}`) ?? [],
  };
}

const edgesOfModels = new WeakMap<CompiledModel, Map<string, ReverseEdges>>();

/** The ways to a relation; found once for each model. */
export function reverseEdges(model: CompiledModel, type: string, relation: string): ReverseEdges {
  const known = edgesOfModels.get(model) ?? new Map<string, ReverseEdges>();
  edgesOfModels.set(model, known);
  const target = `${type}#${relation}`;
  const edges = known.get(target) ?? findReverseEdges(model, type, relation);
  known.set(target, edges);
  return edges;
}
