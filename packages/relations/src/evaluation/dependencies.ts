import type { CompiledModel } from '../models/compiled-model.ts';
import { planOf, rewriteNodes } from './model-plan.ts';

/** Every `type#relation` whose subjects a relation may have, itself included; with `tuplesets`, those that it only follows too. */
export function relationsBehind(
  model: CompiledModel,
  start: string,
  { tuplesets }: { tuplesets: boolean },
): Set<string> {
  const plan = planOf(model);
  const reached = new Set([start]);
  for (const key of reached) {
    const [type, name] = key.split('#') as [string, string];
    const relation = plan.relation(type, name)?.relation;
    if (!relation) continue;
    for (const node of rewriteNodes(relation.rewrite)) {
      if (node.kind === 'computed') reached.add(`${type}#${node.relation}`);
      if (node.kind === 'this')
        for (const r of relation.restrictions)
          if (r.relation !== undefined) reached.add(`${r.type}#${r.relation}`);
      if (node.kind === 'tupleToUserset') {
        if (tuplesets) reached.add(`${type}#${node.tupleset}`);
        for (const t of plan.relation(type, node.tupleset)?.relation.tuplesetTypes ?? [])
          reached.add(`${t}#${node.computed}`);
      }
    }
  }
  return reached;
}

const dependencies = new WeakMap<CompiledModel, Map<string, ReadonlySet<string>>>();

/** Every `type#relation` whose tuples can matter to a relation, computed once. */
export function dependenciesOf(
  model: CompiledModel,
  type: string,
  relation: string,
): ReadonlySet<string> {
  let ofModel = dependencies.get(model);
  if (!ofModel) dependencies.set(model, (ofModel = new Map()));
  const start = `${type}#${relation}`;
  let found = ofModel.get(start);
  if (!found) ofModel.set(start, (found = relationsBehind(model, start, { tuplesets: true })));
  return found;
}
