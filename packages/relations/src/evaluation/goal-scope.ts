import type { CompiledModel } from '../models/compiled-model.ts';
import type { ObjectRef, SubjectRef } from '../keys/tuple-key.ts';
import type { CheckQuestion } from './question.ts';
import { contextualTuples } from './contextual-tuples.ts';
import type { ContextualTuples } from './contextual-tuples.ts';
import type { GoalReads } from './goal-reads.ts';
import { subjectKey } from '../reading/memory-reader.ts';
import type { MemoryTuple } from '../reading/memory-reader.ts';
import { planOf } from './model-plan.ts';
import { contextualSet, unopenedSet } from './subject-closure.ts';
import type { SubjectSet } from './subject-set.ts';
import { subjectPlanOf } from './subject-plan.ts';
import type { SubjectPlan, SubjectRelationPlan } from './subject-plan.ts';
import { classOf, subjectKeyText } from '../reading/tuple-reader.ts';
import type { ClosureLimits, TupleReader } from '../reading/tuple-reader.ts';

/** An object as a scope knows it. */
interface ScopedObject extends ObjectRef {
  readonly goals: Map<string, Goal>;
}

/** One `object#relation` of a scope, made once. */
export interface Goal {
  readonly key: string;
  readonly object: ScopedObject;
  readonly relation: string;
  /** Undefined where it cannot contain the subject. */
  readonly plan: SubjectRelationPlan | undefined;
  reads: GoalReads | undefined;
}

/** The subject, context and contextual tuples of a question: questions of one scope have one answer for each goal. */
export interface Scope {
  /** The goal that the subject itself names, where it is a userset. */
  self: string;
  plan: SubjectPlan;
  subjects: SubjectSet;
  contextual: ContextualTuples;
  context: Record<string, unknown> | undefined;
  objects: Map<string, Map<string, ScopedObject>>;
}

/** The goal of an object that the scope knows. */
export function goalOn({ plan }: Scope, object: ScopedObject, relation: string): Goal {
  let goal = object.goals.get(relation);
  if (!goal)
    object.goals.set(
      relation,
      (goal = {
        key: `${object.type}:${object.id}#${relation}`,
        object,
        relation,
        plan: plan.relation(object.type, relation),
        reads: undefined,
      }),
    );
  return goal;
}

/** The goal of any object. */
export function goalOf(scope: Scope, type: string, id: string, relation: string): Goal {
  let ofType = scope.objects.get(type);
  if (!ofType) scope.objects.set(type, (ofType = new Map()));
  let object = ofType.get(id);
  if (!object) ofType.set(id, (object = { type, id, goals: new Map() }));
  return goalOn(scope, object, relation);
}

/** Makes the scopes of a request's questions, each once. */
export function scopesOver({
  model,
  reader,
  limits,
  knownSet,
}: {
  model: CompiledModel;
  reader: TupleReader;
  limits: ClosureLimits;
  knownSet: ((subject: SubjectRef) => SubjectSet | undefined) | undefined;
}) {
  const plan = planOf(model);
  const overlays = new Map<
    readonly MemoryTuple[] | undefined,
    { contextual: ContextualTuples; number: number }
  >();
  const sets = new Map<string, SubjectSet>();
  const scopes = new Map<string, Scope>();
  const unopened: { subject: SubjectRef; set: SubjectSet }[] = [];

  function overlayOf(tuples: readonly MemoryTuple[] | undefined): {
    contextual: ContextualTuples;
    number: number;
  } {
    const own = tuples?.length ? tuples : undefined;
    let made = overlays.get(own);
    if (!made)
      overlays.set(
        own,
        (made = { contextual: contextualTuples(own ?? []), number: overlays.size }),
      );
    return made;
  }

  async function setOf(subject: SubjectRef, contextual: ContextualTuples): Promise<SubjectSet> {
    if (contextual.tuples.length > 0)
      return contextualSet(subject, plan, reader, contextual, limits);
    const set = knownSet?.(subject) ?? unopenedSet(subject, plan);
    if (set.opening) unopened.push({ subject, set });
    return set;
  }

  return {
    async scopeOf({ subject, context, contextual: tuples }: CheckQuestion): Promise<Scope> {
      const key = subjectKey(subject);
      const self = subjectKeyText(key);
      const { contextual, number } = overlayOf(tuples);
      const setKey = `${self} ${number}`;
      const scopeKey = context ? `${setKey} ${JSON.stringify(context)}` : setKey;
      const known = scopes.get(scopeKey);
      if (known) return known;
      let subjects = sets.get(setKey);
      if (!subjects) sets.set(setKey, (subjects = await setOf(subject, contextual)));
      const scope: Scope = {
        self,
        plan: subjectPlanOf(model, classOf(key)),
        contextual,
        context,
        subjects,
        objects: new Map(),
      };
      scopes.set(scopeKey, scope);
      return scope;
    },
    /** Sets of subjects that were opened on the way, whole. */
    opened: () => unopened.filter(({ set }) => !set.opening && !set.cut),
  };
}
