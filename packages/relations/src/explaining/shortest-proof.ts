import type { Goal } from '../evaluation/goal-scope.ts';
import type { SearchTrace, TracedGoal } from '../evaluation/search-trace.ts';
import { evaluate, yes } from '../evaluation/truth.ts';
import type { Rewrite } from '../models/compiled-model.ts';

/** Steps of the shortest proofs of goals that are true; infinite for others. */
export interface Proofs {
  ofGoal(goal: Goal): number;
  ofRewrite(traced: TracedGoal, rewrite: Rewrite): number;
  ofTuple(tuple: TracedGoal['tuples'][number]): number;
}

/** The tuples that a rewrite reads directly. */
export const tuplesOf = ({ goal, tuples }: TracedGoal, rewrite: Rewrite): TracedGoal['tuples'] => {
  if (rewrite.kind === 'this')
    return tuples.filter(({ relation, into }) => relation === goal.relation && into === undefined);
  if (rewrite.kind !== 'tupleToUserset') return [];
  return tuples.filter(
    ({ relation, into }) => relation === rewrite.tupleset && into === rewrite.computed,
  );
};

/**
 * Finds the shortest proof of every goal. A goal costs one step more than what proves it, so that a proof that follows the least
 * cost never comes back to a goal.
 */
export function shortestProofs(
  trace: SearchTrace,
  goalIn: (of: Goal, relation: string) => Goal,
): Proofs {
  const steps = new Map<string, number>();
  const ofGoal = ({ key }: Goal): number => steps.get(key) ?? Infinity;
  const ofTuple: Proofs['ofTuple'] = ({ expression, to }) => {
    if (evaluate(expression, trace.valueOf) !== yes) return Infinity;
    return typeof to === 'number' ? to : ofGoal(to);
  };
  const ofRewrite: Proofs['ofRewrite'] = (traced, rewrite) => {
    const expression = traced.rewrites.get(rewrite);
    if (!expression || evaluate(expression, trace.valueOf) !== yes) return Infinity;
    switch (rewrite.kind) {
      case 'computed':
        return ofGoal(goalIn(traced.goal, rewrite.relation));
      case 'union':
        return Math.min(...rewrite.children.map((child) => ofRewrite(traced, child)));
      case 'intersection':
        return Math.max(...rewrite.children.map((child) => ofRewrite(traced, child)));
      case 'exclusion':
        return ofRewrite(traced, rewrite.base);
      default:
        return Math.min(...tuplesOf(traced, rewrite).map(ofTuple));
    }
  };
  const isTrue = [...trace.goals.values()].filter(({ goal }) => trace.valueOf(goal.key) === yes);
  for (let changed = true; changed;) {
    changed = false;
    for (const traced of isTrue) {
      const { goal } = traced;
      const rewrite = goal.plan?.of.relation.rewrite;
      // Without rewrites, the goal is the subject itself.
      const found = rewrite && traced.rewrites.size > 0 ? 1 + ofRewrite(traced, rewrite) : 0;
      if (found >= ofGoal(goal)) continue;
      steps.set(goal.key, found);
      changed = true;
    }
  }
  return { ofGoal, ofRewrite, ofTuple };
}
