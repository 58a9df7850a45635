import type { CheckLimits, CheckOutcome } from './question.ts';
import { expandGoal, wantReads } from './goal-expansion.ts';
import type { Expander } from './goal-expansion.ts';
import type { Goal, Scope } from './goal-scope.ts';
import { solve } from './solver.ts';
import type { Solution } from './solver.ts';
import { goal, knownExpression, unknown, unknownBecause, yes } from './truth.ts';
import type { Expression, Reason } from './truth.ts';
import { byBytes } from '../keys/byte-order.ts';

interface DeepGoal {
  key: string;
  goal: Goal;
  depth: number;
}
interface Search {
  scope: Scope;
  root: string;
  goals: Map<string, DeepGoal>;
  equations: Map<string, Expression>;
  expanded: number;
  expiresAt: number;
  solution: Solution;
}

const depthReason = ({ maxDepth }: CheckLimits): Reason => ({
  code: 'check_depth_exceeded',
  detail: `The check goes deeper than ${maxDepth} hops`,
});
const nodesReason = ({ maxNodes }: CheckLimits): Reason => ({
  code: 'check_nodes_exceeded',
  detail: `The check needs more than ${maxNodes} goals`,
});

/** The tools of a search. `read` does the reads that `want` queues, and calls it again if a closure turns out to be incomplete. */
export interface SearchTools {
  expander: Expander;
  limits: CheckLimits;
  read: (want: () => void) => Promise<void>;
  onGoal: () => void;
}

/** Takes the next goals of a search; those beyond a limit are unknown. */
function takeNext(search: Search, { limits, onGoal }: SearchTools): DeepGoal[] {
  const { solution, root, goals, equations } = search;
  const taken: DeepGoal[] = [];
  const open = solution.openUnder([root]).map((key) => goals.get(key) as DeepGoal);
  for (const at of open.sort((a, b) => a.depth - b.depth || byBytes(a.key, b.key))) {
    if (at.depth > limits.maxDepth) equations.set(at.key, unknownBecause(depthReason(limits)));
    else if (search.expanded >= limits.maxNodes)
      equations.set(at.key, unknownBecause(nodesReason(limits)));
    else {
      search.expanded += 1;
      onGoal();
      taken.push(at);
    }
  }
  return taken;
}

const searchOf = ({ scope, goal: root }: { scope: Scope; goal: Goal }): Search => ({
  scope,
  root: root.key,
  goals: new Map([[root.key, { key: root.key, goal: root, depth: 0 }]]),
  equations: new Map(),
  expanded: 0,
  expiresAt: Infinity,
  solution: solve(new Map()),
});

/** The equation of a goal; goals that it meets are one hop deeper. */
const expandDeep = (search: Search, at: DeepGoal, { expander, limits }: SearchTools): Expression =>
  expandGoal(
    {
      expander,
      scope: search.scope,
      reach(to) {
        const depth = at.depth + 1;
        const met = search.goals.get(to.key);
        if (!met) search.goals.set(to.key, { key: to.key, goal: to, depth });
        else if (depth < met.depth) met.depth = depth;
        return goal(to.key);
      },
      hit: (distance) =>
        at.depth + distance <= limits.maxDepth
          ? knownExpression(yes)
          : unknownBecause(depthReason(limits)),
      expires: (when) => {
        if (when < search.expiresAt) search.expiresAt = when;
      },
    },
    at.goal,
  );

/** Searches each question on its own, with limits counted for it alone; goals beyond them are unknown. */
export async function searchExactly(
  questions: readonly { scope: Scope; goal: Goal }[],
  tools: SearchTools,
): Promise<CheckOutcome[]> {
  const searches = questions.map(searchOf);
  for (let active = searches; active.length > 0;) {
    const levels = active.map((search) => ({
      search,
      taken: takeNext(search, tools),
    }));
    await tools.read(() => {
      for (const { search, taken } of levels)
        for (const at of taken) wantReads(tools.expander, search.scope, at.goal);
    });
    for (const { search, taken } of levels) {
      for (const at of taken) search.equations.set(at.key, expandDeep(search, at, tools));
      search.solution = solve(search.equations, search.solution);
    }
    active = levels
      .filter(
        ({ search, taken }) => taken.length > 0 && search.solution.valueOf(search.root) === unknown,
      )
      .map(({ search }) => search);
  }
  for (const { solution } of searches) tools.expander.trace?.solved(solution);
  return searches.map(outcomeOf);
}

function outcomeOf({ solution, root, expiresAt, scope: { subjects } }: Search): CheckOutcome {
  const value = solution.valueOf(root);
  const first = Math.min(expiresAt, subjects.expiresAt ?? Infinity);
  return {
    value,
    reasons: value === unknown ? solution.reasonsOf(root) : [],
    expiresAt: first === Infinity ? undefined : first,
  };
}
