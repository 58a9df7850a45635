import type { CheckLimits, CheckOutcome } from './question.ts';
import type { Expander } from './goal-expansion.ts';
import type { Goal, Scope } from './goal-scope.ts';
import { solve } from './solver.ts';
import type { Solution } from './solver.ts';
import { goal, knownExpression, unknown, unknownBecause, yes } from './truth.ts';
import type { Expression, Reason } from './truth.ts';
import { byBytes } from '../language/byte-order.ts';

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

/** What a search stands on; `read` reads what was wanted, `want` asks anew for what a cut closure leaves open. */
export interface SearchTools {
  expander: Expander;
  limits: CheckLimits;
  read: (want: () => void) => Promise<void>;
  onGoal: () => void;
}

/** Which goals a search takes next; those beyond a limit count as unknown. */
function takeNext(
  { solution, root, goals, equations, ...search }: Search,
  { limits, onGoal }: SearchTools,
  count: () => void,
): DeepGoal[] {
  let { expanded } = search;
  const taken: DeepGoal[] = [];
  const open = solution.openUnder([root]).map((key) => goals.get(key) as DeepGoal);
  for (const at of open.sort((a, b) => a.depth - b.depth || byBytes(a.key, b.key))) {
    if (at.depth > limits.maxDepth) equations.set(at.key, unknownBecause(depthReason(limits)));
    else if (expanded >= limits.maxNodes)
      equations.set(at.key, unknownBecause(nodesReason(limits)));
    else {
      expanded += 1;
      count();
      onGoal();
      taken.push(at);
    }
  }
  return taken;
}

/** Searches each question by itself, every limit counted for it alone: what lies beyond is unknown. */
export async function searchExactly(
  questions: readonly { scope: Scope; goal: Goal }[],
  tools: SearchTools,
): Promise<CheckOutcome[]> {
  const { expander, limits, read } = tools;
  const searches = questions.map(({ scope, goal: root }): Search => ({
    scope,
    root: root.key,
    goals: new Map([[root.key, { key: root.key, goal: root, depth: 0 }]]),
    equations: new Map(),
    expanded: 0,
    expiresAt: Infinity,
    solution: solve(new Map()),
  }));

  function expand(search: Search, at: DeepGoal): Expression {
    return expander.expand(search.scope, at.goal, {
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
    });
  }

  for (let active = searches; active.length > 0;) {
    const levels = active.map((search) => ({
      search,
      taken: takeNext(search, tools, () => {
        search.expanded += 1;
      }),
    }));
    await read(() => {
      for (const { search, taken } of levels)
        for (const at of taken) expander.want(search.scope, at.goal);
    });
    for (const { search, taken } of levels) {
      for (const at of taken) search.equations.set(at.key, expand(search, at));
      search.solution = solve(search.equations, search.solution);
    }
    active = levels
      .filter(
        ({ search, taken }) => taken.length > 0 && search.solution.valueOf(search.root) === unknown,
      )
      .map(({ search }) => search);
  }
  return searches.map(({ solution, root, expiresAt, scope: { subjects } }) => {
    const value = solution.valueOf(root);
    const first = Math.min(expiresAt, subjects.expiresAt ?? Infinity);
    return {
      value,
      reasons: value === unknown ? solution.reasonsOf(root) : [],
      expiresAt: first === Infinity ? undefined : first,
    };
  });
}
