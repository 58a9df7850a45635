import { mergedContext } from '../conditions/compiled-condition.ts';
import type { CompiledModel, Rewrite } from '../models/compiled-model.ts';
import { allowsSubject } from '../models/compiled-model.ts';
import { objectText } from '../tuples/tuple-key.ts';
import { readsOf } from './goal-reads.ts';
import type { GoalReads, ReadQueue } from './goal-reads.ts';
import { goalOf, goalOn } from './goal-scope.ts';
import type { Goal, Scope } from './goal-scope.ts';
import { planOf } from './model-plan.ts';
import type { RelationPlan } from './model-plan.ts';
import type { SubjectRelationPlan } from './subject-plan.ts';
import { exclusion, intersection, known, no, union, unknownBecause, yes } from './truth.ts';
import type { Expression } from './truth.ts';
import { subjectKeyText } from './tuple-reader.ts';
import type { FoundTuple } from './tuple-reader.ts';

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
export function expander({ model, queue, maxFanout }: { model: CompiledModel; queue: ReadQueue; maxFanout: number }) {
  const plan = planOf(model);

  function readsFor({ contextual, subjects }: Scope, goal: Goal, of: SubjectRelationPlan): GoalReads {
    if (goal.reads?.closureCut !== subjects.cut) goal.reads = readsOf(of, goal.object, { limit: maxFanout + 1 + contextual.extra, closureCut: subjects.cut });
    return goal.reads;
  }

  function conditionOf({ context }: Scope, tuple: FoundTuple): Expression {
    if (tuple.condition === undefined) return known(yes);
    const outcome = model.conditions.get(tuple.condition)?.evaluate(mergedContext(context, tuple.context));
    if (!outcome) return known(no);
    if ('value' in outcome) return known(outcome.value ? yes : no);
    if ('missing' in outcome) return unknownBecause({ code: 'condition_context_missing', detail: `condition ${tuple.condition} needs ${outcome.missing.join(', ')}` });
    return unknownBecause({ code: 'condition_failed', detail: `condition ${tuple.condition}: ${outcome.failed.join(', ')}` });
  }

  const counts = (of: RelationPlan, tuple: FoundTuple): boolean =>
    allowsSubject(of.relation, { type: tuple.type, wildcard: tuple.id === '*' && tuple.relation === '', ...(tuple.relation === '' ? {} : { relation: tuple.relation }) }, tuple.condition);

  return {
    /** Asks for what a goal reads, and for what the relations read that it computes from on the same object. */
    want(scope: Scope, goal: Goal): void {
      for (const name of goal.plan?.together ?? []) {
        const together = name === goal.relation ? goal : goalOn(scope, goal.object, name);
        if (together.plan) queue.want(readsFor(scope, together, together.plan), scope.subjects);
      }
    },

    /** The right side of a goal's equation; its reads are there. */
    expand(scope: Scope, goal: Goal, meeting: Meeting): Expression {
      const { subjects, contextual } = scope;
      const { key, object, plan: planned } = goal;
      if (key === scope.self) return known(yes);
      if (!planned) return known(no);
      const { of } = planned;
      const reads = readsFor(scope, goal, planned);
      const note = ({ expiresAt }: FoundTuple): void => { if (expiresAt !== undefined) meeting.expires(expiresAt); };
      // What cannot hold such a subject is not asked.
      const reach = (to: Goal): Expression => (to.plan || to.key === scope.self ? meeting.reach(to) : known(no));

      /** Rows that are followed, with what to do when there are more than may be. */
      function follow(rows: readonly FoundTuple[], held: RelationPlan, from: string, step: (tuple: FoundTuple) => Expression): Expression[] {
        if (rows.length === 0) return [];
        const counting = rows.filter((tuple) => counts(held, tuple));
        const operands = counting.slice(0, maxFanout).map((tuple) => {
          note(tuple);
          const condition = conditionOf(scope, tuple);
          return condition.kind === 'known' && condition.value === no ? condition : intersection([condition, step(tuple)]);
        });
        if (counting.length > maxFanout) operands.push(unknownBecause({ code: 'check_fanout_exceeded', detail: `${from} has more than ${maxFanout} rows to follow` }));
        return operands;
      }

      function direct(): Expression {
        const operands: Expression[] = [];
        for (const tuple of reads.probe ? contextual.overProbe(reads.probe.rows, reads.probe.of, subjects) : []) {
          if (!counts(of, tuple)) continue;
          note(tuple);
          operands.push(intersection([conditionOf(scope, tuple), meeting.hit(subjects.distances.get(subjectKeyText(tuple)) ?? 0)]));
        }
        if (reads.followed) {
          operands.push(...follow(contextual.overScan(reads.followed.rows, reads.followed.of), of, key, (tuple) => reach(goalOf(scope, tuple.type, tuple.id, tuple.relation))));
        }
        return union(operands);
      }

      function build(rewrite: Rewrite): Expression {
        switch (rewrite.kind) {
          case 'this': return direct();
          case 'computed': return reach(goalOn(scope, object, rewrite.relation));
          case 'union': return union(rewrite.children.map(build));
          case 'intersection': return intersection(rewrite.children.map(build));
          case 'exclusion': return exclusion(build(rewrite.base), build(rewrite.subtract));
          case 'tupleToUserset': {
            const name = `${rewrite.tupleset} ${rewrite.computed}`;
            const scan = reads.tuplesets.find((one) => one.name === name);
            const held = plan.relation(object.type, rewrite.tupleset);
            if (!scan || !held) return known(no);
            return union(follow(contextual.overScan(scan.rows, scan.of), held, `${objectText(object)}#${rewrite.tupleset}`, (tuple) => reach(goalOf(scope, tuple.type, tuple.id, rewrite.computed))));
          }
        }
      }
      return build(of.relation.rewrite);
    },
  };
}
export type Expander = ReturnType<typeof expander>;
