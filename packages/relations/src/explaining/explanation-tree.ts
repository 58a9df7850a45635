import type { ExplainNode } from '@platform/contracts';
import { goalOf, goalOn } from '../evaluation/goal-scope.ts';
import type { Goal, Scope } from '../evaluation/goal-scope.ts';
import type { SearchTrace, TracedGoal, TracedTuple } from '../evaluation/search-trace.ts';
import { evaluate, no, unknown, yes } from '../evaluation/truth.ts';
import type { Expression, GoalTruth } from '../evaluation/truth.ts';
import { objectText } from '../keys/tuple-key.ts';
import type { Rewrite } from '../models/compiled-model.ts';
import { subjectKeyText } from '../reading/tuple-reader.ts';
import { shortestProofs, tuplesOf } from './shortest-proof.ts';
import type { Proofs } from './shortest-proof.ts';

/** The search to explain. `search` searches a goal that was decided from the subject's side, so that it is in the trace. */
export interface ExplainedSearch {
  scope: Scope;
  trace: SearchTrace;
  search: (goal: Goal) => Promise<void>;
  maxNodes: number;
}

interface Building extends ExplainedSearch {
  proofs: Proofs;
  nodes: number;
  isTruncated: boolean;
  /** Goals that are not true and were explained already: they may lead to each other. */
  explained: Set<string>;
}

const maxTuples = 10;
const decisions = { [no]: 'denied', [unknown]: 'undecided', [yes]: 'allowed' } as const;
const valueOf = ({ trace }: Building, expression: Expression | undefined): GoalTruth =>
  expression ? evaluate(expression, trace.valueOf) : unknown;

const proofsOf = ({ trace, scope }: Pick<Building, 'trace' | 'scope'>): Proofs =>
  shortestProofs(trace, (of, relation) => goalOn(scope, of.object, relation));

/** The tree of a check: what decided it in full, and of the rest only how it ended. */
export async function explanationTree(
  explained: ExplainedSearch,
  root: Goal,
): Promise<{ tree: ExplainNode; steps: number | null; truncated: boolean }> {
  const building: Building = {
    ...explained,
    proofs: proofsOf(explained),
    nodes: 0,
    isTruncated: false,
    explained: new Set(),
  };
  const found = building.proofs.ofGoal(root);
  const tree = await goalNode(building, root, true);
  return { tree, steps: found === Infinity ? null : found, truncated: building.isTruncated };
}

/** Whether a node may have children: what did not decide has none, and a tree has a size. */
function mayDescend(building: Building, isDecisive: boolean): boolean {
  building.nodes += 1;
  if (!isDecisive) return false;
  if (building.nodes <= building.maxNodes) return true;
  building.isTruncated = true;
  return false;
}

async function goalNode(building: Building, goal: Goal, decisive: boolean): Promise<ExplainNode> {
  const { trace, scope, explained } = building;
  const traced = trace.goals.get(goal.key);
  const value = goal.key === scope.self ? yes : goal.plan ? trace.valueOf(goal.key) : no;
  const node = {
    type: 'relation' as const,
    name: goal.key,
    decision: decisions[value],
    decisive,
  };
  if (goal.key === scope.self) return { ...node, reason: { code: 'self' } };
  if (!goal.plan) return { ...node, reason: { code: 'cannot_contain' } };
  if (!traced) return { ...node, reason: { code: 'not_evaluated' } };
  if (!mayDescend(building, decisive)) return node;
  if (value !== yes && explained.has(goal.key)) return { ...node, reason: { code: 'repeated' } };
  if (value !== yes) explained.add(goal.key);
  const child = await rewriteNode(building, traced, goal.plan.of.relation.rewrite, true);
  return { ...node, children: [child] };
}

/** The reason of an expression that is unknown by itself. */
function reasonOf(expression: Expression | undefined): ExplainNode['reason'] {
  if (expression?.kind === 'known' && expression.reason) return expression.reason;
  if (expression?.kind !== 'union' && expression?.kind !== 'intersection') return undefined;
  return expression.of.map(reasonOf).find((reason) => reason !== undefined);
}

async function rewriteNode(
  building: Building,
  traced: TracedGoal,
  rewrite: Rewrite,
  decisive: boolean,
): Promise<ExplainNode> {
  const { goal } = traced;
  if (rewrite.kind === 'computed')
    return goalNode(building, goalOn(building.scope, goal.object, rewrite.relation), decisive);
  const expression = traced.rewrites.get(rewrite);
  const value = valueOf(building, expression);
  const isLeaf = rewrite.kind === 'this' || rewrite.kind === 'tupleToUserset';
  const node = {
    type: isLeaf
      ? rewrite.kind === 'this'
        ? ('direct' as const)
        : ('tuple_to_userset' as const)
      : rewrite.kind,
    name:
      rewrite.kind === 'tupleToUserset'
        ? `${objectText(goal.object)}#${rewrite.tupleset}`
        : goal.key,
    ...(rewrite.kind === 'tupleToUserset' ? { computed: rewrite.computed } : {}),
    decision: decisions[value],
    decisive,
    reason: reasonOf(expression),
  };
  const tuples = tuplesOf(traced, rewrite);
  if (isLeaf && tuples.length === 0)
    return { ...node, reason: node.reason ?? { code: 'no_tuple' } };
  if (!mayDescend(building, decisive)) return node;
  const children = isLeaf
    ? await tupleNodes(building, traced, value, tuples)
    : await operandNodes(building, traced, rewrite, value);
  return { ...node, children };
}

/** The tuples of a leaf. One is enough to allow; all of them have to fail to deny. */
async function tupleNodes(
  building: Building,
  traced: TracedGoal,
  value: GoalTruth,
  tuples: readonly TracedTuple[],
): Promise<ExplainNode[]> {
  const { proofs } = building;
  const steps = new Map(tuples.map((one) => [one, proofs.ofTuple(one)]));
  const sorted = [...tuples].sort((a, b) => stepsBetween(steps.get(a), steps.get(b)));
  if (sorted.length > maxTuples) building.isTruncated = true;
  const nodes: ExplainNode[] = [];
  for (const [i, one] of sorted.slice(0, maxTuples).entries()) {
    const decisive = value === yes ? i === 0 : valueOf(building, one.expression) === value;
    nodes.push(await tupleNode(building, traced, one, decisive));
  }
  return nodes;
}

/** Infinity minus itself is no order. */
const stepsBetween = (a = Infinity, b = Infinity): number => (a === b ? 0 : a - b);

function tupleReason(building: Building, { condition, tuple }: TracedTuple): ExplainNode['reason'] {
  const value = valueOf(building, condition);
  if (value === yes) return undefined;
  if (value === no)
    return { code: 'condition_not_met', detail: `The condition ${tuple.condition} is not met` };
  return reasonOf(condition);
}

async function tupleNode(
  building: Building,
  { goal }: TracedGoal,
  one: TracedTuple,
  decisive: boolean,
): Promise<ExplainNode> {
  const { tuple, relation, to, expression } = one;
  const reason = tupleReason(building, one);
  const node = {
    type: 'tuple' as const,
    name: `${objectText(goal.object)}#${relation}`,
    decision: decisions[valueOf(building, expression)],
    decisive,
    tuple: {
      object: objectText(goal.object),
      relation,
      subject: subjectKeyText(tuple),
      ...(tuple.condition === undefined ? {} : { condition: tuple.condition }),
      ...(tuple.expiresAt === undefined
        ? {}
        : { expiresAt: new Date(tuple.expiresAt).toISOString() }),
    },
    reason,
  };
  if (!mayDescend(building, decisive) || reason) return node;
  const next = typeof to === 'number' ? await searched(building, one) : to;
  return next ? { ...node, children: [await goalNode(building, next, decisive)] } : node;
}

/** The goal of a userset that was found from the subject's side, which the trace does not have yet. */
async function searched(building: Building, { tuple }: TracedTuple): Promise<Goal | undefined> {
  const { scope, trace } = building;
  if (tuple.relation === '' || subjectKeyText(tuple) === scope.self) return undefined;
  const goal = goalOf(scope, tuple.type, tuple.id, tuple.relation);
  if (!trace.goals.has(goal.key)) {
    await building.search(goal);
    building.proofs = proofsOf(building);
  }
  return goal;
}

/** Whether an operand is among those that decided: of those that could have, the one with the shortest proof. */
function decidingOperands(
  building: Building,
  traced: TracedGoal,
  rewrite: Exclude<Rewrite, { kind: 'this' | 'computed' | 'tupleToUserset' }>,
  value: GoalTruth,
): readonly [Rewrite, boolean][] {
  const valueIn = (of: Rewrite): GoalTruth => valueOf(building, traced.rewrites.get(of));
  if (rewrite.kind === 'exclusion') {
    const { base, subtract } = rewrite;
    const isBase = value === yes || valueIn(base) === value;
    return [
      [base, isBase],
      [subtract, !isBase],
    ];
  }
  const { children } = rewrite;
  const steps = children.map((child) => building.proofs.ofRewrite(traced, child));
  const first = steps.indexOf(Math.min(...steps));
  return children.map((child, i) => [
    child,
    rewrite.kind === 'union' && value === yes ? i === first : valueIn(child) === value,
  ]);
}

async function operandNodes(
  building: Building,
  traced: TracedGoal,
  rewrite: Rewrite,
  value: GoalTruth,
): Promise<ExplainNode[]> {
  if (rewrite.kind === 'this' || rewrite.kind === 'computed' || rewrite.kind === 'tupleToUserset')
    return [];
  const nodes: ExplainNode[] = [];
  for (const [child, decisive] of decidingOperands(building, traced, rewrite, value))
    nodes.push(await rewriteNode(building, traced, child, decisive));
  return nodes;
}
