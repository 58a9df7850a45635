import type { CompiledModel, CompiledRelation, Rewrite } from '../models/compiled-model.ts';
import { planOf, restrictionClass } from './model-plan.ts';
import type { RelationPlan } from './model-plan.ts';
import { readAheadOf } from './read-ahead.ts';
import type { ReadAhead, ScanForm, SubjectClass } from '../reading/tuple-reader.ts';

/** The reads of a relation in a search for subjects of one form. */
export interface SubjectRelationPlan {
  of: RelationPlan;
  /** Forms of subject that are probed for. */
  classes: readonly SubjectClass[];
  /** Usersets that are followed; when the closure was cut, the closable ones too. */
  followed: readonly ScanForm[];
  followedWhenCut: readonly ScanForm[];
  tuplesets: readonly { tupleset: string; computed: string; forms: readonly ScanForm[] }[];
  /** Relations of the same object that it computes from, itself included. */
  together: readonly string[];
  /** Where its tuplesets lead. */
  ahead: ReadAhead | undefined;
}

/** A model's relations that can contain subjects of one form. */
export interface SubjectPlan {
  relation(type: string, relation: string): SubjectRelationPlan | undefined;
}

/** Every `type#relation` that can contain a subject of this form. */
function containersOf(model: CompiledModel, subject: SubjectClass): Set<string> {
  const containers = new Set([subject]);
  const wildcard = `${subject}:*`;
  const may = (type: string, relation: CompiledRelation, rewrite: Rewrite): boolean => {
    switch (rewrite.kind) {
      case 'this':
        return relation.restrictions.some((r) => {
          const form = restrictionClass(r);
          return (
            form === subject ||
            form === wildcard ||
            (r.relation !== undefined && containers.has(form))
          );
        });
      case 'computed':
        return containers.has(`${type}#${rewrite.relation}`);
      case 'tupleToUserset':
        return [
          ...(model.types.get(type)?.relations.get(rewrite.tupleset)?.tuplesetTypes ?? []),
        ].some((t) => containers.has(`${t}#${rewrite.computed}`));
      case 'union':
        return rewrite.children.some((child) => may(type, relation, child));
      case 'intersection':
        return rewrite.children.every((child) => may(type, relation, child));
      case 'exclusion':
        return may(type, relation, rewrite.base);
    }
  };
  for (let size = -1; size !== containers.size;) {
    size = containers.size;
    for (const type of model.types.values())
      for (const relation of type.relations.values())
        if (may(type.name, relation, relation.rewrite))
          containers.add(`${type.name}#${relation.name}`);
  }
  return containers;
}

function makeSubjectPlan(model: CompiledModel, subject: SubjectClass): SubjectPlan {
  const plan = planOf(model);
  const containers = containersOf(model, subject);
  const byType = new Map<string, Map<string, SubjectRelationPlan>>();
  for (const { name: type, relations } of model.types.values()) {
    const planned = new Map<string, SubjectRelationPlan>();
    for (const name of relations.keys()) {
      const of = plan.relation(type, name);
      if (!of || !containers.has(`${type}#${name}`)) continue;
      const followed = of.followed.filter((f) => containers.has(`${f.type}#${f.relation}`));
      planned.set(name, {
        of,
        followed,
        followedWhenCut: [
          ...followed,
          ...of.closable.filter((f) => containers.has(`${f.type}#${f.relation}`)),
        ],
        classes: [...of.forms.keys()].filter(
          (form) => form === subject || form === `${subject}:*` || containers.has(form),
        ),
        tuplesets: of.tuplesets
          .map(({ tupleset, computed }) => ({
            tupleset,
            computed,
            forms: [...(plan.relation(type, tupleset)?.relation.tuplesetTypes ?? [])]
              .filter((t) => containers.has(`${t}#${computed}`))
              .map((t) => plan.relation(type, tupleset)?.forms.get(t) as ScanForm),
          }))
          .filter(({ forms }) => forms.length > 0),
        together: of.together.filter((other) => containers.has(`${type}#${other}`)),
        ahead: undefined,
      });
    }
    byType.set(type, planned);
  }
  const made: SubjectPlan = { relation: (type, relation) => byType.get(type)?.get(relation) };
  for (const [type, planned] of byType)
    for (const [name, relation] of planned) relation.ahead = readAheadOf(made, type, name);
  return made;
}

const plans = new WeakMap<CompiledModel, Map<SubjectClass, SubjectPlan>>();

/** The plan of a model for subjects of one form, made once. */
export function subjectPlanOf(model: CompiledModel, subject: SubjectClass): SubjectPlan {
  let ofModel = plans.get(model);
  if (!ofModel) plans.set(model, (ofModel = new Map()));
  let made = ofModel.get(subject);
  if (!made) ofModel.set(subject, (made = makeSubjectPlan(model, subject)));
  return made;
}
