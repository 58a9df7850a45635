import type { CheckLimits, CheckOutcome } from './question.ts';
import type { SearchTools } from './exact-search.ts';
import type { Goal, Scope } from './goal-scope.ts';
import { solve } from './solver.ts';
import type { Solution } from './solver.ts';
import { evaluate, goal, knownExpression, unknown, yes } from './truth.ts';
import type { Expression, GoalTruth } from './truth.ts';

interface Node {
  goal: Goal;
  /** As expressions name it. */
  reference: Expression;
  expression: Expression | undefined;
  value: GoalTruth;
  /** Goals that its expression names, and those whose expressions name it. */
  uses: Node[];
  usedBy: Node[];
  /** Hops from the subject to the farthest of the usersets that its tuples hold. */
  farthest: number;
  /** Its reads are there. */
  isRead: boolean;
  /** The last walk that came by. */
  walk: number;
}

/** The goals of one scope, whichever question led to them. */
interface Graph {
  scope: Scope;
  nodes: Map<string, Node>;
  roots: Node[];
  expiresAt: number;
  expanded: number;
  walks: number;
  frontier: Node[];
}

function nodeOf({ nodes }: Graph, at: Goal): Node {
  let node = nodes.get(at.key);
  if (!node)
    nodes.set(
      at.key,
      (node = {
        goal: at,
        reference: goal(at.key),
        expression: undefined,
        value: unknown,
        uses: [],
        usedBy: [],
        farthest: 0,
        isRead: false,
        walk: 0,
      }),
    );
  return node;
}

const valueIn =
  ({ nodes }: Graph) =>
  (key: string): GoalTruth =>
    nodes.get(key)?.value ?? unknown;

/** Unread goals that can still change a root that is open. */
function openGoals(graph: Graph): Node[] {
  const valueOf = valueIn(graph);
  const walk = ++graph.walks;
  const open: Node[] = [];
  const waiting: Node[] = [];
  const reach = (node: Node | undefined): void => {
    if (!node || node.walk === walk || node.value !== unknown) return;
    node.walk = walk;
    (node.expression ? waiting : open).push(node);
  };
  const descend = (expression: Expression): void => {
    if (expression.kind === 'goal') return reach(graph.nodes.get(expression.goal));
    if (expression.kind === 'known' || evaluate(expression, valueOf) !== unknown) return;
    if (expression.kind === 'exclusion') {
      descend(expression.base);
      descend(expression.subtract);
    } else for (const operand of expression.of) descend(operand);
  };
  for (const root of graph.roots) reach(root);
  for (let node = waiting.pop(); node; node = waiting.pop()) descend(node.expression as Expression);
  return open;
}

/** Decides what follows from these goals alone; cycles are left for the end. */
function propagate(graph: Graph, changed: Node[]): void {
  const valueOf = valueIn(graph);
  for (let node = changed.pop(); node; node = changed.pop()) {
    if (node.value !== unknown || !node.expression) continue;
    node.value = evaluate(node.expression, valueOf);
    if (node.value !== unknown) changed.push(...node.usedBy);
  }
}

/** Could a limit have stood in the way of this root, had it been searched alone? */
function isWithin(graph: Graph, root: Node, { maxDepth, maxNodes }: CheckLimits): boolean {
  const walk = ++graph.walks;
  root.walk = walk;
  let layer = [root];
  let count = 1;
  for (let depth = 0; layer.length > 0; depth++) {
    const next: Node[] = [];
    for (const node of layer) {
      if (depth + node.farthest > maxDepth) return false;
      for (const used of node.uses) {
        if (used.walk === walk) continue;
        used.walk = walk;
        count += 1;
        next.push(used);
      }
    }
    if (count > maxNodes) return false;
    layer = next;
  }
  return true;
}

const isComputedFrom = (from: Goal, to: Goal): boolean =>
  to.object === from.object && from.plan?.together.includes(to.relation) === true;

function expandAll(graph: Graph, { expander, onGoal }: SearchTools): void {
  const ready = graph.frontier;
  const expanded: Node[] = [];
  let at: Node | undefined;
  const meeting = {
    reach(met: Goal): Expression {
      const [from, to] = [at as Node, nodeOf(graph, met)];
      if (!from.uses.includes(to)) {
        from.uses.push(to);
        to.usedBy.push(from);
      }
      // What it computes from on the same object was read with it.
      if (!to.isRead && !to.expression && isComputedFrom(from.goal, met)) {
        to.isRead = true;
        ready.push(to);
      }
      return to.reference;
    },
    hit(distance: number): Expression {
      const node = at as Node;
      node.farthest = Math.max(node.farthest, distance);
      return knownExpression(yes);
    },
    expires: (when: number) => {
      if (when < graph.expiresAt) graph.expiresAt = when;
    },
  };
  for (at = ready.pop(); at; at = ready.pop()) {
    if (at.expression) continue;
    at.expression = expander.expand(graph.scope, at.goal, meeting);
    graph.expanded += 1;
    onGoal();
    expanded.push(at);
  }
  propagate(graph, expanded);
}

/** What stays open when everything was read: cycles, and what is not known. */
function commit(graph: Graph): Solution | undefined {
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
  const { limits, expander, read } = tools;
  const graphs = new Map<Scope, Graph>();
  const roots = questions.map(({ scope, goal: root }) => {
    let graph = graphs.get(scope);
    if (!graph)
      graphs.set(
        scope,
        (graph = {
          scope,
          nodes: new Map(),
          roots: [],
          expiresAt: Infinity,
          expanded: 0,
          walks: 0,
          frontier: [],
        }),
      );
    const node = nodeOf(graph, root);
    graph.roots.push(node);
    return { graph, node };
  });

  let active = [...graphs.values()];
  for (let level = 0; level <= limits.maxDepth; level++) {
    for (const graph of active) graph.frontier = openGoals(graph);
    active = active.filter(
      ({ frontier, expanded, roots: { length } }) =>
        frontier.length > 0 && expanded + frontier.length <= limits.maxNodes * length,
    );
    if (active.length === 0) break;
    await read(() => {
      for (const { scope, frontier } of active)
        for (const node of frontier) expander.want(scope, node.goal);
    });
    for (const graph of active) {
      for (const node of graph.frontier) node.isRead = true;
      expandAll(graph, tools);
    }
  }

  const solutions = new Map([...graphs.values()].map((graph) => [graph, commit(graph)]));
  return roots.map(({ graph, node }) => {
    if (!isWithin(graph, node, limits)) return undefined;
    const first = Math.min(graph.expiresAt, graph.scope.subjects.expiresAt ?? Infinity);
    const expiresAt = first === Infinity ? undefined : first;
    const solution = solutions.get(graph);
    if (!solution || node.value !== unknown) return { value: node.value, reasons: [], expiresAt };
    const value = solution.valueOf(node.goal.key);
    // The search ended for all before this one was through.
    if (value === unknown && solution.openUnder([node.goal.key]).length > 0) return undefined;
    return {
      value,
      reasons: value === unknown ? solution.reasonsOf(node.goal.key) : [],
      expiresAt,
    };
  });
}
