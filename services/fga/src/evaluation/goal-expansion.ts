import { conditionOutcome } from '../conditions/inline-condition.ts';
import type { CompiledModel, Rewrite } from '../models/compiled-model.ts';
import { objectText } from '../language/tuple-key.ts';
import { readsOf } from './goal-reads.ts';
import type { GoalReads, ReadQueue, ScanRead } from './goal-reads.ts';
import { goalOf, goalOn } from './goal-scope.ts';
import type { Goal, Scope } from './goal-scope.ts';
import type { RelationPlan } from './model-plan.ts';
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

/** What a search makes of what an expansion meets. */
export interface Meeting {
  /** Another goal. */
  reach(goal: Goal): Expression;
  /** A tuple of the subject, or of a userset that holds it so many hops away. */
  hit(distance: number): Expression;
  /** A tuple that counted and will expire (milliseconds since the epoch). */
  expires(at: number): void;
}

/** Turns goals into equations, from what was read. */
export function expander({
  model,
  queue,
  maxFanout,
}: {
  model: CompiledModel;
  queue: ReadQueue;
  maxFanout: number;
}) {
  function readsFor(
    { contextual, subjects }: Scope,
    goal: Goal,
    of: SubjectRelationPlan,
  ): GoalReads {
    if (goal.reads?.closureCut !== subjects.cut)
      goal.reads = readsOf(of, goal.object, {
        limit: maxFanout + 1 + contextual.extra,
        closureCut: subjects.cut,
      });
    return goal.reads;
  }

  function conditionOf({ context }: Scope, tuple: FoundTuple): Expression {
    const name = tuple.condition;
    if (name === undefined) return knownExpression(yes);
    const outcome = conditionOutcome(
      model.conditions,
      { condition: name, context: tuple.context },
      context,
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

  /** Does the model take such a tuple? Those of an earlier one may be there still. */
  const counts = ({ forms }: RelationPlan, tuple: FoundTuple): boolean =>
    forms.get(classOf(tuple))?.conditions.includes(tuple.condition) ?? false;

  /** Another goal; what cannot hold such a subject is not asked. */
  const reach = (scope: Scope, to: Goal, meeting: Meeting): Expression =>
    to.plan || to.key === scope.self ? meeting.reach(to) : knownExpression(no);

  /** Rows that are followed to a relation of their subject, or to the one that they name themselves; and what to do when there are more than may be. */
  function follow(
    scope: Scope,
    scan: ScanRead,
    goal: Goal,
    into: string | undefined,
    meeting: Meeting,
  ): Expression[] {
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
      if (tuple.expiresAt !== undefined) meeting.expires(tuple.expiresAt);
      const condition = conditionOf(scope, tuple);
      operands.push(
        condition.kind === 'known' && condition.value === no
          ? condition
          : intersection([
              condition,
              reach(scope, goalOf(scope, tuple.type, tuple.id, into ?? tuple.relation), meeting),
            ]),
      );
    }
    return operands;
  }

  function direct(
    scope: Scope,
    goal: Goal,
    { probe, followed }: GoalReads,
    of: RelationPlan,
    meeting: Meeting,
  ): Expression {
    const { subjects, contextual } = scope;
    const operands: Expression[] = [];
    for (const tuple of probe ? contextual.overProbe(probe.rows, probe.of, subjects) : []) {
      if (!counts(of, tuple)) continue;
      if (tuple.expiresAt !== undefined) meeting.expires(tuple.expiresAt);
      operands.push(
        intersection([
          conditionOf(scope, tuple),
          meeting.hit(subjects.distances.get(subjectKeyText(tuple)) ?? 0),
        ]),
      );
    }
    if (followed) operands.push(...follow(scope, followed, goal, undefined, meeting));
    return union(operands);
  }

  function build(
    scope: Scope,
    goal: Goal,
    reads: GoalReads,
    rewrite: Rewrite,
    meeting: Meeting,
  ): Expression {
    switch (rewrite.kind) {
      case 'this':
        return direct(scope, goal, reads, (goal.plan as SubjectRelationPlan).of, meeting);
      case 'computed':
        return reach(scope, goalOn(scope, goal.object, rewrite.relation), meeting);
      case 'union':
        return union(rewrite.children.map((child) => build(scope, goal, reads, child, meeting)));
      case 'intersection':
        return intersection(
          rewrite.children.map((child) => build(scope, goal, reads, child, meeting)),
        );
      case 'exclusion':
        return exclusion(
          build(scope, goal, reads, rewrite.base, meeting),
          build(scope, goal, reads, rewrite.subtract, meeting),
        );
      case 'tupleToUserset': {
        const scan = reads.tuplesets.find(
          (one) => one.computed === rewrite.computed && one.of.relation === rewrite.tupleset,
        );
        return scan
          ? union(follow(scope, scan, goal, rewrite.computed, meeting))
          : knownExpression(no);
      }
    }
  }

  return {
    /** Asks for what a goal reads, and for what the relations read that it computes from on the same object. */
    want(scope: Scope, goal: Goal): void {
      for (const name of goal.plan?.together ?? []) {
        const together = name === goal.relation ? goal : goalOn(scope, goal.object, name);
        if (together.plan)
          queue.want(readsFor(scope, together, together.plan), scope.subjects, together.plan.ahead);
      }
    },

    /** The right side of a goal's equation; its reads are there. */
    expand(scope: Scope, goal: Goal, meeting: Meeting): Expression {
      if (goal.key === scope.self) return knownExpression(yes);
      if (!goal.plan) return knownExpression(no);
      return build(
        scope,
        goal,
        readsFor(scope, goal, goal.plan),
        goal.plan.of.relation.rewrite,
        meeting,
      );
    },
  };
}
export type Expander = ReturnType<typeof expander>;
