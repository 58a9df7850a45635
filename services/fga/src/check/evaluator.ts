import { mergedContext } from '../conditions/compiled-condition.ts';
import type { CompiledModel, Rewrite } from '../models/compiled-model.ts';
import { allowsSubject } from '../models/compiled-model.ts';
import type { ObjectRef, SubjectRef } from '../tuples/tuple-key.ts';
import { objectText } from '../tuples/tuple-key.ts';
import { contextualTuples, readMemo, readsOf } from './goal-reads.ts';
import type { ContextualTuples, GoalReads, ReadMemo } from './goal-reads.ts';
import { subjectKey } from './memory-reader.ts';
import type { MemoryTuple } from './memory-reader.ts';
import { planOf } from './model-plan.ts';
import type { RelationPlan } from './model-plan.ts';
import { solve } from './solver.ts';
import type { Solution } from './solver.ts';
import { contextualSet, unopenedSet } from './subject-closure.ts';
import type { SubjectSet } from './subject-closure.ts';
import { subjectPlanOf } from './subject-plan.ts';
import type { SubjectPlan, SubjectRelationPlan } from './subject-plan.ts';
import { exclusion, goal, intersection, known, no, union, unknown, unknownBecause, yes } from './truth.ts';
import type { Expression, Reason, Truth } from './truth.ts';
import { byBytes, classOf, subjectKeyText } from './tuple-reader.ts';
import type { FoundTuple, TupleReader } from './tuple-reader.ts';

/** One question; type and relation exist in the model. */
export interface CheckQuestion {
  subject: SubjectRef;
  relation: string;
  object: ObjectRef;
  context?: Record<string, unknown> | undefined;
  contextual?: readonly MemoryTuple[] | undefined;
}

/** Bounds of one check, inclusive. */
export interface CheckLimits { maxDepth: number; maxNodes: number; maxFanout: number }

export interface CheckOutcome {
  value: Truth;
  /** Why it is unknown. */
  reasons: Reason[];
  /** When the first of the tuples read expires, in milliseconds since the epoch. */
  expiresAt: number | undefined;
}

interface Goal { key: string; object: ObjectRef; relation: string; depth: number }
interface Search {
  question: CheckQuestion;
  root: string;
  /** The goal that the subject itself names, where it is a userset. */
  self: string;
  plan: SubjectPlan;
  subjects: SubjectSet;
  /** Shared by the searches of one set. */
  reads: Map<string, GoalReads>;
  contextual: ContextualTuples;
  goals: Map<string, Goal>;
  equations: Map<string, Expression>;
  expanded: number;
  expiresAt: number | undefined;
  solution: Solution;
}

const goalKey = (object: ObjectRef, relation: string): string => `${objectText(object)}#${relation}`;
const depthReason = ({ maxDepth }: CheckLimits): Reason => ({ code: 'check_depth_exceeded', detail: `deeper than ${maxDepth} hops` });
const nodesReason = ({ maxNodes }: CheckLimits): Reason => ({ code: 'check_nodes_exceeded', detail: `more than ${maxNodes} goals` });
const fanoutReason = (at: string, { maxFanout }: CheckLimits): Reason => ({ code: 'check_fanout_exceeded', detail: `${at} has more than ${maxFanout} rows to follow` });

/** What an evaluation stands on. */
export interface EvaluatorOptions {
  model: CompiledModel;
  reader: TupleReader;
  limits: CheckLimits;
  /** Called before each read; may throw to stop. */
  onLevel?: () => void;
  /** The usersets of a subject, where they are known already. */
  knownSet?: (subject: SubjectRef) => SubjectSet | undefined;
}

/** Answers checks over one snapshot and one model, level by level: one read a level for all of them. */
export function evaluator({ model, reader, limits, onLevel, knownSet }: EvaluatorOptions) {
  const plan = planOf(model);
  const closureLimits = { maxDepth: limits.maxDepth, maxRows: limits.maxNodes };
  const memo: ReadMemo = readMemo(reader, { edges: plan.closure, limits: closureLimits });
  const sets = new Map<string, SubjectSet>();
  const unopened: { subject: SubjectRef; set: SubjectSet }[] = [];
  const readsOfSets = new Map<SubjectSet, Map<string, GoalReads>>();
  let goalCount = 0;
  const overlays = new Map<readonly MemoryTuple[] | undefined, ContextualTuples>();
  function overlay(tuples: readonly MemoryTuple[] | undefined): ContextualTuples {
    const own = tuples?.length ? tuples : undefined;
    let made = overlays.get(own);
    if (!made) overlays.set(own, (made = contextualTuples(own ?? [])));
    return made;
  }

  async function setOf({ subject }: CheckQuestion, contextual: ContextualTuples): Promise<SubjectSet> {
    const key = `${subjectKeyText(subjectKey(subject))} ${contextual.tuples.length === 0 ? '' : [...overlays.values()].indexOf(contextual)}`;
    let set = sets.get(key);
    if (set) return set;
    if (contextual.tuples.length > 0) set = await contextualSet(subject, plan, reader, contextual, closureLimits);
    else {
      set = knownSet?.(subject) ?? unopenedSet(subject, plan);
      if (set.opening) unopened.push({ subject, set });
    }
    sets.set(key, set);
    return set;
  }

  async function begin(question: CheckQuestion): Promise<Search> {
    const contextual = overlay(question.contextual);
    const root = goalKey(question.object, question.relation);
    const subjects = await setOf(question, contextual);
    let reads = readsOfSets.get(subjects);
    if (!reads) readsOfSets.set(subjects, (reads = new Map()));
    const subject = subjectKey(question.subject);
    return {
      question, root, self: subjectKeyText(subject), plan: subjectPlanOf(model, classOf(subject)), contextual, subjects, reads,
      equations: new Map(), expanded: 0, expiresAt: undefined, solution: solve(new Map()),
      goals: new Map([[root, { key: root, object: question.object, relation: question.relation, depth: 0 }]]),
    };
  }

  function readsFor({ contextual, subjects, reads }: Search, key: string, object: ObjectRef, of: SubjectRelationPlan): GoalReads {
    const text = subjects.cut ? `${key} cut` : key;
    let made = reads.get(text);
    if (!made) reads.set(text, (made = readsOf(of, object, { limit: limits.maxFanout + 1 + contextual.extra, closureCut: subjects.cut })));
    return made;
  }

  function conditionOf(search: Search, tuple: FoundTuple): Expression {
    if (tuple.condition === undefined) return known(yes);
    const outcome = model.conditions.get(tuple.condition)?.evaluate(mergedContext(search.question.context, tuple.context));
    if (!outcome) return known(no);
    if ('value' in outcome) return known(outcome.value ? yes : no);
    if ('missing' in outcome) return unknownBecause({ code: 'condition_context_missing', detail: `condition ${tuple.condition} needs ${outcome.missing.join(', ')}` });
    return unknownBecause({ code: 'condition_failed', detail: `condition ${tuple.condition}: ${outcome.failed.join(', ')}` });
  }

  const counts = (of: RelationPlan, tuple: FoundTuple): boolean =>
    allowsSubject(of.relation, { type: tuple.type, wildcard: tuple.id === '*' && tuple.relation === '', ...(tuple.relation === '' ? {} : { relation: tuple.relation }) }, tuple.condition);

  function reach(search: Search, object: ObjectRef, relation: string, depth: number): Expression {
    const key = goalKey(object, relation);
    // What cannot hold such a subject is not asked.
    if (!search.plan.relation(object.type, relation) && key !== search.self) return known(no);
    const met = search.goals.get(key);
    if (!met) search.goals.set(key, { key, object, relation, depth });
    else if (depth < met.depth) met.depth = depth;
    return goal(key);
  }

  function expand(search: Search, at: Goal): Expression {
    const { key } = at;
    if (key === search.self) return known(yes);
    const planned = search.plan.relation(at.object.type, at.relation);
    if (!planned) return known(no);
    const { of } = planned;
    const reads = readsFor(search, key, at.object, planned);
    const note = (tuple: FoundTuple): void => {
      if (tuple.expiresAt !== undefined && (search.expiresAt === undefined || tuple.expiresAt < search.expiresAt)) search.expiresAt = tuple.expiresAt;
    };

    /** Rows that are followed, with what to do when there are more than may be. */
    function follow(rows: readonly FoundTuple[], held: RelationPlan, from: string, step: (tuple: FoundTuple) => Expression): Expression[] {
      const counting = rows.filter((tuple) => counts(held, tuple));
      const operands = counting.slice(0, limits.maxFanout).map((tuple) => {
        note(tuple);
        const condition = conditionOf(search, tuple);
        return condition.kind === 'known' && condition.value === no ? condition : intersection([condition, step(tuple)]);
      });
      if (counting.length > limits.maxFanout) operands.push(unknownBecause(fanoutReason(from, limits)));
      return operands;
    }

    function direct(held: RelationPlan): Expression {
      const hits = reads.probe ? search.contextual.overProbe(memo.probed(reads.probe, search.subjects), reads.probe, search.subjects) : [];
      const operands = hits.filter((tuple) => counts(held, tuple)).map((tuple) => {
        note(tuple);
        const distance = search.subjects.distances.get(subjectKeyText(tuple)) ?? 0;
        const within = at.depth + distance <= limits.maxDepth ? known(yes) : unknownBecause(depthReason(limits));
        return intersection([conditionOf(search, tuple), within]);
      });
      if (reads.followed) {
        operands.push(...follow(search.contextual.overScan(memo.scanned(reads.followed), reads.followed), held, key,
          (tuple) => reach(search, { type: tuple.type, id: tuple.id }, tuple.relation, at.depth + 1)));
      }
      return union(operands);
    }

    function build(rewrite: Rewrite): Expression {
      switch (rewrite.kind) {
        case 'this': return direct(of);
        case 'computed': return reach(search, at.object, rewrite.relation, at.depth + 1);
        case 'union': return union(rewrite.children.map(build));
        case 'intersection': return intersection(rewrite.children.map(build));
        case 'exclusion': return exclusion(build(rewrite.base), build(rewrite.subtract));
        case 'tupleToUserset': {
          const scan = reads.tuplesets.get(`${rewrite.tupleset} ${rewrite.computed}`);
          const held = plan.relation(at.object.type, rewrite.tupleset);
          if (!scan || !held) return known(no);
          return union(follow(search.contextual.overScan(memo.scanned(scan), scan), held, `${objectText(at.object)}#${rewrite.tupleset}`,
            (tuple) => reach(search, { type: tuple.type, id: tuple.id }, rewrite.computed, at.depth + 1)));
        }
      }
    }
    return build(of.relation.rewrite);
  }

  /** Which goals this search takes next; those beyond a limit are settled as unknown. */
  function takeNext(search: Search): Goal[] {
    const taken: Goal[] = [];
    const open = search.solution.openUnder([search.root]).map((key) => ({ key, at: search.goals.get(key) as Goal }));
    for (const { key, at } of open.sort((a, b) => a.at.depth - b.at.depth || byBytes(a.key, b.key))) {
      if (at.depth > limits.maxDepth) search.equations.set(key, unknownBecause(depthReason(limits)));
      else if (search.expanded >= limits.maxNodes) search.equations.set(key, unknownBecause(nodesReason(limits)));
      else {
        search.expanded += 1;
        goalCount += 1;
        taken.push(at);
      }
    }
    return taken;
  }

  function want(search: Search, { key, object, relation }: Goal): void {
    for (const name of search.plan.relation(object.type, relation)?.together ?? []) {
      const together = search.plan.relation(object.type, name);
      if (together) memo.want(readsFor(search, name === relation ? key : goalKey(object, name), object, together), search.subjects);
    }
  }

  return {
    /** Round trips so far, and goals. */
    cost: () => ({ rounds: memo.rounds, goals: goalCount }),
    /** Sets of subjects that were opened on the way, whole. */
    opened: () => unopened.filter(({ set }) => !set.opening && !set.cut),
    async check(questions: readonly CheckQuestion[]): Promise<CheckOutcome[]> {
      const searches: Search[] = [];
      for (const question of questions) searches.push(await begin(question));
      let active = searches;
      while (active.length > 0) {
        onLevel?.();
        const levels = active.map((search) => ({ search, taken: takeNext(search) }));
        const wantAll = (): void => { for (const { search, taken } of levels) for (const at of taken) want(search, at); };
        wantAll();
        // Where usersets were left out, those that may hold the subject are followed.
        if (await memo.read()) {
          wantAll();
          await memo.read();
        }
        for (const { search, taken } of levels) {
          for (const at of taken) search.equations.set(at.key, expand(search, at));
          search.solution = solve(search.equations, search.solution);
        }
        active = levels.filter(({ search, taken }) => taken.length > 0 && search.solution.valueOf(search.root) === unknown).map(({ search }) => search);
      }
      return searches.map(({ solution, root, expiresAt, subjects }) => {
        const value = solution.valueOf(root);
        const first = Math.min(expiresAt ?? Infinity, subjects.expiresAt ?? Infinity);
        return { value, reasons: value === unknown ? solution.reasonsOf(root) : [], expiresAt: first === Infinity ? undefined : first };
      });
    },
  };
}
