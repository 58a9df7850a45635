import { goalOf, goalOn } from '../evaluation/goal-scope.ts';
import type { Goal, Scope } from '../evaluation/goal-scope.ts';
import type { SearchTrace } from '../evaluation/search-trace.ts';
import { evaluate, no, yes } from '../evaluation/truth.ts';
import type { SubjectRef, TupleKey } from '../keys/tuple-key.ts';
import type { MemoryTuple } from '../reading/memory-reader.ts';
import type { Rewrite, TypeRestriction } from '../models/compiled-model.ts';
import { tuplesOf } from './shortest-proof.ts';

interface Candidate {
  tuple: MemoryTuple;
  /** Lower is better: a tuple of this subject alone, then hops from the object that was asked about. */
  rank: number;
}

/** Everybody would have the relation: the last resort. */
const wildcardRank = 1_000;
const maxCandidates = 10;

const takes = (restriction: TypeRestriction, { type, relation, wildcard }: SubjectRef): boolean =>
  restriction.type === type &&
  restriction.relation === relation &&
  restriction.wildcard === wildcard;

/** Subjects of a tuple that would contain the subject of the check. */
function subjectsFor(subject: SubjectRef): { subject: SubjectRef; penalty: number }[] {
  const own = { subject, penalty: 0 };
  if (subject.wildcard || subject.relation !== undefined) return [own];
  const everyone = { type: subject.type, id: '*', wildcard: true };
  return [own, { subject: everyone, penalty: wildcardRank }];
}

/** Tuples any of which might make a denied goal true, the smallest first. Whether one does is for a check to say. */
export function missingTuples(
  { scope, trace, subject }: { scope: Scope; trace: SearchTrace; subject: SubjectRef },
  root: Goal,
): MemoryTuple[] {
  const candidates: Candidate[] = [];
  const seen = new Set<string>();

  function visit(goal: Goal, hops: number): void {
    if (!goal.plan || seen.has(goal.key) || trace.valueOf(goal.key) === yes) return;
    seen.add(goal.key);
    visitRewrite(goal, goal.plan.of.relation.rewrite, hops);
  }

  function assign(goal: Goal, hops: number): void {
    const restrictions = goal.plan?.of.relation.restrictions ?? [];
    for (const { subject: of, penalty } of subjectsFor(subject))
      for (const restriction of restrictions.filter((one) => takes(one, of))) {
        const { condition } = restriction;
        const key: TupleKey = {
          object: { type: goal.object.type, id: goal.object.id },
          relation: goal.relation,
          subject: of,
        };
        candidates.push({
          tuple: { ...key, ...(condition === undefined ? {} : { condition: { name: condition } }) },
          rank: hops + penalty + (condition === undefined ? 0 : 0.5),
        });
      }
  }

  function visitRewrite(goal: Goal, rewrite: Rewrite, hops: number): void {
    const traced = trace.goals.get(goal.key);
    switch (rewrite.kind) {
      case 'this':
        assign(goal, hops);
        break;
      case 'computed':
        return visit(goalOn(scope, goal.object, rewrite.relation), hops + 1);
      case 'union':
      case 'intersection':
        return rewrite.children.forEach((child) => visitRewrite(goal, child, hops));
      case 'exclusion':
        return visitRewrite(goal, rewrite.base, hops);
    }
    for (const { to, condition, tuple } of traced ? tuplesOf(traced, rewrite) : []) {
      if (evaluate(condition, trace.valueOf) === no) continue;
      if (typeof to !== 'number') visit(to, hops + 1);
      else if (tuple.relation !== '')
        visit(goalOf(scope, tuple.type, tuple.id, tuple.relation), hops + 1);
    }
  }

  visit(root, 0);
  return candidates
    .sort((a, b) => a.rank - b.rank)
    .slice(0, maxCandidates)
    .map(({ tuple }) => tuple);
}
