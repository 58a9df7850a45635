import { conditionOutcome } from '../conditions/inline-condition.ts';
import type { CompiledModel, Rewrite } from '../models/compiled-model.ts';
import { objectText } from '../keys/tuple-key.ts';
import { queueReads, readsOf } from './goal-reads.ts';
import type { GoalReads, ReadQueue, ScanRead } from './goal-reads.ts';
import { goalOf, goalOn } from './goal-scope.ts';
import type { Goal, Scope } from './goal-scope.ts';
import type { RelationPlan } from './model-plan.ts';
import type { SearchTrace } from './search-trace.ts';
import type { SubjectRelationPlan } from './subject-plan.ts';
import {
  exclusion,
  intersection,
  knownExpression,
  no,
  union,
  unknownBecause,
  yes,
} from './truth.ts';
import type { Expression } from './truth.ts';
import { classOf, subjectKeyText } from '../reading/tuple-reader.ts';
import type { FoundTuple } from '../reading/tuple-reader.ts';

/** The model, the reads and the limit that expansions share. */
export interface Expander {
  model: CompiledModel;
  queue: ReadQueue;
  maxFanout: number;
  /** Records what expansions find. */
  trace?: SearchTrace | undefined;
}

/** The expansion of goals of one scope, with the callbacks of their search. */
export interface Expansion {
  expander: Expander;
  scope: Scope;
  /** Another goal. */
  reach(goal: Goal): Expression;
  /** A tuple of the subject, or of a userset that contains it, this many hops away. */
  hit(distance: number): Expression;
  /** A tuple that counted and will expire (milliseconds since the epoch). */
  expires(at: number): void;
}

/** Queues the reads of a goal, and of the relations of the same object that it is computed from. */
export function wantReads(expander: Expander, scope: Scope, goal: Goal): void {
  for (const name of goal.plan?.together ?? []) {
    const together = name === goal.relation ? goal : goalOn(scope, goal.object, name);
    if (together.plan)
      queueReads(
        expander.queue,
        readsFor(expander, scope, together, together.plan),
        scope.subjects,
        together.plan.ahead,
      );
  }
}

/** The right side of a goal's equation; its reads are there. */
export function expandGoal(expansion: Expansion, goal: Goal): Expression {
  const { expander, scope } = expansion;
  expander.trace?.expand(goal);
  if (goal.key === scope.self) return knownExpression(yes);
  if (!goal.plan) return knownExpression(no);
  readsFor(expander, scope, goal, goal.plan);
  return expandRewrite(expansion, goal, goal.plan.of.relation.rewrite);
}

/** The reads of a goal, made once, and again if the closure of the subject turns out to be incomplete. */
function readsFor(
  { maxFanout }: Expander,
  { contextual, subjects }: Scope,
  goal: Goal,
  plan: SubjectRelationPlan,
): GoalReads {
  if (goal.reads?.closureCut !== subjects.cut)
    goal.reads = readsOf(plan, goal.object, {
      limit: maxFanout + 1 + contextual.extra,
      closureCut: subjects.cut,
    });
  return goal.reads;
}

function expandRewrite(expansion: Expansion, goal: Goal, rewrite: Rewrite): Expression {
  const expression = rewritten(expansion, goal, rewrite);
  expansion.expander.trace?.rewrite(goal, rewrite, expression);
  return expression;
}

function rewritten(expansion: Expansion, goal: Goal, rewrite: Rewrite): Expression {
  switch (rewrite.kind) {
    case 'this':
      return assigned(expansion, goal);
    case 'computed':
      return reachGoal(expansion, goalOn(expansion.scope, goal.object, rewrite.relation));
    case 'union':
      return union(rewrite.children.map((child) => expandRewrite(expansion, goal, child)));
    case 'intersection':
      return intersection(rewrite.children.map((child) => expandRewrite(expansion, goal, child)));
    case 'exclusion':
      return exclusion(
        expandRewrite(expansion, goal, rewrite.base),
        expandRewrite(expansion, goal, rewrite.subtract),
      );
    case 'tupleToUserset': {
      const scan = goal.reads?.tuplesets.find(
        (one) => one.computed === rewrite.computed && one.of.relation === rewrite.tupleset,
      );
      return scan ? union(follow(expansion, goal, scan, rewrite.computed)) : knownExpression(no);
    }
  }
}

/** Direct assignments: tuples of the subject and of the usersets that contain it, and usersets that are followed. */
function assigned(expansion: Expansion, goal: Goal): Expression {
  const { subjects, contextual } = expansion.scope;
  const { probe, followed } = goal.reads as GoalReads;
  const { of } = goal.plan as SubjectRelationPlan;
  const operands: Expression[] = [];
  for (const tuple of probe ? contextual.overProbe(probe.rows, probe.of, subjects) : []) {
    if (!counts(of, tuple)) continue;
    if (tuple.expiresAt !== undefined) expansion.expires(tuple.expiresAt);
    const condition = conditionOf(expansion, tuple);
    const to = subjects.distances.get(subjectKeyText(tuple)) ?? 0;
    const expression = intersection([condition, expansion.hit(to)]);
    const { name: relation } = of.relation;
    expansion.expander.trace?.tuple(goal, {
      relation,
      into: undefined,
      tuple,
      condition,
      expression,
      to,
    });
    operands.push(expression);
  }
  if (followed) operands.push(...follow(expansion, goal, followed, undefined));
  return union(operands);
}

/** Whether the model accepts such a tuple: tuples of earlier models may still be stored. */
const counts = ({ forms }: RelationPlan, tuple: FoundTuple): boolean =>
  forms.get(classOf(tuple))?.conditions.includes(tuple.condition) ?? false;

/** Rows that are followed to a relation of their subject, or to the userset that they name; beyond the limit the result is unknown. */
function follow(
  expansion: Expansion,
  goal: Goal,
  scan: ScanRead,
  into: string | undefined,
): Expression[] {
  const {
    expander: { maxFanout, trace },
    scope,
  } = expansion;
  const operands: Expression[] = [];
  for (const tuple of scope.contextual.overScan(scan.rows, scan.of)) {
    if (operands.length === maxFanout) {
      operands.push(
        unknownBecause({
          code: 'check_fanout_exceeded',
          detail: `${objectText(goal.object)}#${scan.of.relation} has more than ${maxFanout} rows to follow`,
        }),
      );
      break;
    }
    if (tuple.expiresAt !== undefined) expansion.expires(tuple.expiresAt);
    const condition = conditionOf(expansion, tuple);
    const to = goalOf(scope, tuple.type, tuple.id, into ?? tuple.relation);
    const isMet = condition.kind !== 'known' || condition.value !== no;
    const expression = isMet ? intersection([condition, reachGoal(expansion, to)]) : condition;
    const { relation } = scan.of;
    trace?.tuple(goal, { relation, into, tuple, condition, expression, to });
    operands.push(expression);
  }
  return operands;
}

/** Another goal, unless it cannot contain the subject. */
const reachGoal = (expansion: Expansion, to: Goal): Expression =>
  to.plan || to.key === expansion.scope.self ? expansion.reach(to) : knownExpression(no);

function conditionOf({ expander, scope }: Expansion, tuple: FoundTuple): Expression {
  const name = tuple.condition;
  if (name === undefined) return knownExpression(yes);
  const outcome = conditionOutcome(
    expander.model.conditions,
    { condition: name, context: tuple.context },
    scope.context,
  );
  if (!outcome) return knownExpression(no);
  if ('value' in outcome) return knownExpression(outcome.value ? yes : no);
  if ('missing' in outcome)
    return unknownBecause({
      code: 'condition_context_missing',
      detail: `The condition ${name} requires ${outcome.missing.join(', ')} in the context`,
    });
  return unknownBecause({
    code: 'condition_failed',
    detail: `The condition ${name} failed: ${outcome.failed.join(', ')}`,
  });
}
