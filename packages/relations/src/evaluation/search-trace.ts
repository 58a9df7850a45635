import type { Rewrite } from '../models/compiled-model.ts';
import type { FoundTuple } from '../reading/tuple-reader.ts';
import type { Goal } from './goal-scope.ts';
import type { Solution } from './solver.ts';
import { unknown } from './truth.ts';
import type { Expression, GoalTruth } from './truth.ts';

/** A tuple that the expansion of a goal found. */
export interface TracedTuple {
  /** The relation of the goal's object that it is of, and the relation that it is followed to; undefined for a direct one. */
  relation: string;
  into: string | undefined;
  tuple: FoundTuple;
  condition: Expression;
  /** The tuple's operand in the goal's equation. */
  expression: Expression;
  /** The goal that it leads to, or the hops to the subject where it was found from the subject's side. */
  to: Goal | number;
}

/** The expansion of a goal: its rewrites with their expressions, and the tuples behind them. */
export interface TracedGoal {
  goal: Goal;
  rewrites: Map<Rewrite, Expression>;
  tuples: TracedTuple[];
}

/** Records a search, so that its result can be explained without evaluating anything again. */
export interface SearchTrace {
  goals: ReadonlyMap<string, TracedGoal>;
  expand(goal: Goal): void;
  rewrite(goal: Goal, rewrite: Rewrite, expression: Expression): void;
  tuple(goal: Goal, tuple: TracedTuple): void;
  solved(solution: Solution): void;
  /** The value of a goal in the searches so far. */
  valueOf(goal: string): GoalTruth;
}

export function searchTrace(): SearchTrace {
  const goals = new Map<string, TracedGoal>();
  const solutions: Solution[] = [];
  return {
    goals,
    expand: (goal) => void goals.set(goal.key, { goal, rewrites: new Map(), tuples: [] }),
    rewrite: (goal, rewrite, expression) =>
      void goals.get(goal.key)?.rewrites.set(rewrite, expression),
    tuple: (goal, tuple) => void goals.get(goal.key)?.tuples.push(tuple),
    solved: (solution) => void solutions.push(solution),
    valueOf(key) {
      for (const solution of solutions) {
        const value = solution.valueOf(key);
        if (value !== unknown) return value;
      }
      return unknown;
    },
  };
}
