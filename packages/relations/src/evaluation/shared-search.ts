import type { SearchTools } from './exact-search.ts';
import { expandGoal, wantReads } from './goal-expansion.ts';
import type { Expansion } from './goal-expansion.ts';
import {
  goalGraph,
  isWithinLimits,
  nodeOf,
  openGoals,
  propagateValues,
  valueIn,
} from './goal-graph.ts';
import type { GoalGraph, GoalNode } from './goal-graph.ts';
import type { Goal, Scope } from './goal-scope.ts';
import type { CheckOutcome } from './question.ts';
import { solve } from './solver.ts';
import type { Solution } from './solver.ts';
import { knownExpression, unknown, yes } from './truth.ts';
import type { Expression } from './truth.ts';

const isComputedFrom = (from: Goal, to: Goal): boolean =>
  to.object === from.object && from.plan?.together.includes(to.relation) === true;

function expandAll(graph: GoalGraph, { expander, onGoal }: SearchTools): void {
  const ready = graph.frontier;
  const expanded: GoalNode[] = [];
  let at: GoalNode | undefined;
  const expansion: Expansion = {
    expander,
    scope: graph.scope,
    reach(met: Goal): Expression {
      const [from, to] = [at as GoalNode, nodeOf(graph, met)];
      if (!from.uses.includes(to)) {
        from.uses.push(to);
        to.usedBy.push(from);
      }
      // Relations of the same object that it is computed from were read together with it.
      if (!to.isRead && !to.expression && isComputedFrom(from.goal, met)) {
        to.isRead = true;
        ready.push(to);
      }
      return to.reference;
    },
    hit(distance: number): Expression {
      const node = at as GoalNode;
      node.farthest = Math.max(node.farthest, distance);
      return knownExpression(yes);
    },
    expires: (when: number) => {
      if (when < graph.expiresAt) graph.expiresAt = when;
    },
  };
  for (at = ready.pop(); at; at = ready.pop()) {
    if (at.expression) continue;
    at.expression = expandGoal(expansion, at.goal);
    graph.expanded += 1;
    onGoal();
    expanded.push(at);
  }
  propagateValues(graph, expanded);
}

/** Solves the goals that are open once everything was read: cycles and unknowns. */
function commit(graph: GoalGraph): Solution | undefined {
  if (graph.roots.every((root) => root.value !== unknown)) return undefined;
  const equations = new Map(
    [...graph.nodes.values()].flatMap((node) =>
      node.expression ? [[node.goal.key, node.expression] as const] : [],
    ),
  );
  return solve(equations, { valueOf: valueIn(graph) });
}

/**
 * Searches the questions of each scope together, every goal once. An outcome is undefined where a limit may matter to
 * its question, which is then to be searched by itself.
 */
export async function searchTogether(
  questions: readonly { scope: Scope; goal: Goal }[],
  tools: SearchTools,
): Promise<(CheckOutcome | undefined)[]> {
  const graphs = new Map<Scope, GoalGraph>();
  const roots = questions.map(({ scope, goal: root }) => {
    let graph = graphs.get(scope);
    if (!graph) graphs.set(scope, (graph = goalGraph(scope)));
    const node = nodeOf(graph, root);
    graph.roots.push(node);
    return { graph, node };
  });
  await searchGraphs([...graphs.values()], tools);
  const solutions = new Map([...graphs.values()].map((graph) => [graph, commit(graph)]));
  return roots.map(({ graph, node }) =>
    isWithinLimits(graph, node, tools.limits)
      ? outcomeOf(graph, node, solutions.get(graph))
      : undefined,
  );
}

/** Reads and expands the graphs level by level, until each is decided or comes to a limit. */
async function searchGraphs(graphs: readonly GoalGraph[], tools: SearchTools): Promise<void> {
  const { limits, expander, read } = tools;
  let active = graphs;
  for (let level = 0; level <= limits.maxDepth; level++) {
    for (const graph of active) graph.frontier = openGoals(graph);
    active = active.filter(
      ({ frontier, expanded, roots: { length } }) =>
        frontier.length > 0 && expanded + frontier.length <= limits.maxNodes * length,
    );
    if (active.length === 0) break;
    await read(() => {
      for (const { scope, frontier } of active)
        for (const node of frontier) wantReads(expander, scope, node.goal);
    });
    for (const graph of active) {
      for (const node of graph.frontier) node.isRead = true;
      expandAll(graph, tools);
    }
  }
}

/** The outcome of one question; undefined where the shared search ended before it was decided. */
function outcomeOf(
  graph: GoalGraph,
  node: GoalNode,
  solution: Solution | undefined,
): CheckOutcome | undefined {
  const first = Math.min(graph.expiresAt, graph.scope.subjects.expiresAt ?? Infinity);
  const expiresAt = first === Infinity ? undefined : first;
  if (!solution || node.value !== unknown) return { value: node.value, reasons: [], expiresAt };
  const value = solution.valueOf(node.goal.key);
  // The shared search ended before this question was decided.
  if (value === unknown && solution.openUnder([node.goal.key]).length > 0) return undefined;
  return {
    value,
    reasons: value === unknown ? solution.reasonsOf(node.goal.key) : [],
    expiresAt,
  };
}
