import type { Goal, Scope } from './goal-scope.ts';
import type { CheckLimits } from './question.ts';
import { evaluate, goal, unknown } from './truth.ts';
import type { Expression, GoalTruth } from './truth.ts';

/** A goal as a search meets it. */
export interface GoalNode {
  goal: Goal;
  /** As expressions name it. */
  reference: Expression;
  expression: Expression | undefined;
  value: GoalTruth;
  /** Goals that its expression names, and those whose expressions name it. */
  uses: GoalNode[];
  usedBy: GoalNode[];
  /** Hops from the subject to the farthest of the usersets that its tuples name. */
  farthest: number;
  /** Its reads are there. */
  isRead: boolean;
  /** The last walk that came by. */
  walk: number;
}

/** The goals of one scope, whichever question led to them. */
export interface GoalGraph {
  scope: Scope;
  nodes: Map<string, GoalNode>;
  roots: GoalNode[];
  expiresAt: number;
  expanded: number;
  walks: number;
  frontier: GoalNode[];
}

export const goalGraph = (scope: Scope): GoalGraph => ({
  scope,
  nodes: new Map(),
  roots: [],
  expiresAt: Infinity,
  expanded: 0,
  walks: 0,
  frontier: [],
});

export function nodeOf({ nodes }: GoalGraph, at: Goal): GoalNode {
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

export const valueIn =
  ({ nodes }: GoalGraph) =>
  (key: string): GoalTruth =>
    nodes.get(key)?.value ?? unknown;

/** Unread goals that can still change a root that is open. */
export function openGoals(graph: GoalGraph): GoalNode[] {
  const valueOf = valueIn(graph);
  const walk = ++graph.walks;
  const open: GoalNode[] = [];
  const waiting: GoalNode[] = [];
  const reach = (node: GoalNode | undefined): void => {
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

/** Propagates the values of these goals; cycles are left for the end. */
export function propagateValues(graph: GoalGraph, changed: GoalNode[]): void {
  const valueOf = valueIn(graph);
  for (let node = changed.pop(); node; node = changed.pop()) {
    if (node.value !== unknown || !node.expression) continue;
    node.value = evaluate(node.expression, valueOf);
    if (node.value !== unknown) changed.push(...node.usedBy);
  }
}

/** Whether a search for this root alone would have stayed within the limits. */
export function isWithinLimits(
  graph: GoalGraph,
  root: GoalNode,
  { maxDepth, maxNodes }: CheckLimits,
): boolean {
  const walk = ++graph.walks;
  root.walk = walk;
  let layer = [root];
  let count = 1;
  for (let depth = 0; layer.length > 0; depth++) {
    const next: GoalNode[] = [];
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
