import type { LoginFlow, LoginFlowProblem, LoginFlowStep } from '@platform/contracts';
import type { LoginFlowSimulation } from '@platform/sdk';
import type { GraphEdge, GraphNode, GraphPath } from '../../kit/graph/graph-data.ts';
import { exitsOf, orderedSteps } from './flow-exits.ts';
import type { Exit } from './flow-exits.ts';

/** Words of a flow, in the language of the page. */
export interface FlowWords {
  nameOf: (step: LoginFlowStep) => string;
  /** A few words on the step; empty if its name is enough. */
  hintOf: (step: LoginFlowStep) => string;
  exitOf: (exit: Exit) => string;
  entryOf: (entrypoint: string) => string;
  problemCount: (problems: readonly LoginFlowProblem[]) => string;
}

/** Ids of entry points among those of steps, which have no colon. */
const entryId = (entrypoint: string): string => `entry:${entrypoint}`;

const edgeId = (step: string, exit: string): string => `${step} ${exit}`;

/** The index of the step that a problem is about; undefined if it is about the flow. */
export function stepIndexOf({ pointer }: Pick<LoginFlowProblem, 'pointer'>): number | undefined {
  const [, index] = /^\/steps\/(\d+)/.exec(pointer) ?? [];
  return index === undefined ? undefined : Number(index);
}

/** The problems of each step, by its id. */
export function problemsByStep(
  { steps }: LoginFlow,
  problems: readonly LoginFlowProblem[],
): ReadonlyMap<string, readonly LoginFlowProblem[]> {
  const byStep = new Map<string, LoginFlowProblem[]>();
  for (const problem of problems) {
    const id = steps[stepIndexOf(problem) ?? -1]?.id;
    if (id !== undefined) byStep.set(id, [...(byStep.get(id) ?? []), problem]);
  }
  return byStep;
}

const looks: Partial<Record<LoginFlowStep['type'], Pick<GraphNode, 'shape' | 'tone'>>> = {
  complete: { shape: 'pill', tone: 'ok' },
  deny: { shape: 'pill', tone: 'error' },
};

function badgeOf(problems: readonly LoginFlowProblem[], words: FlowWords) {
  if (problems.length === 0) return {};
  const isError = problems.some(({ severity }) => severity === 'error');
  const state = isError ? ('error' as const) : ('warning' as const);
  return { badge: { state, label: words.problemCount(problems) } };
}

/** Ways out that are not meant to be taken are less prominent. */
const sideExits = new Set(['failure', 'deny', 'refused']);

/** A flow as a graph: its entry points, its steps, and an edge for each way out that leads somewhere. */
export function graphOf(
  flow: LoginFlow,
  problems: readonly LoginFlowProblem[],
  words: FlowWords,
): { nodes: GraphNode[]; edges: GraphEdge[] } {
  const byStep = problemsByStep(flow, problems);
  const entries = Object.entries(flow.entrypoints);
  const nodes = orderedSteps(flow).map(({ step, isReached }): GraphNode => {
    const hint = words.hintOf(step);
    return {
      id: step.id,
      label: words.nameOf(step),
      ...(hint && { hint }),
      ...looks[step.type],
      ...(!isReached && { tone: 'quiet' as const }),
      ...badgeOf(byStep.get(step.id) ?? [], words),
    };
  });
  const edges = flow.steps.flatMap((step) =>
    exitsOf(step).flatMap((exit): GraphEdge[] =>
      exit.to === undefined
        ? []
        : [
            {
              id: edgeId(step.id, exit.id),
              from: step.id,
              to: exit.to,
              label: words.exitOf(exit),
              ...(sideExits.has(exit.id) && { tone: 'quiet' as const }),
            },
          ],
    ),
  );
  return {
    nodes: [
      ...entries.map(([name]): GraphNode => ({
        id: entryId(name),
        label: words.entryOf(name),
        shape: 'pill',
      })),
      ...nodes,
    ],
    edges: [
      ...entries.map(([name, to]) => ({ id: entryId(name), from: entryId(name), to })),
      ...edges,
    ],
  };
}

type Visit = LoginFlowSimulation['path'][number];

/** The exit that a visit took. */
function exitTaken(step: LoginFlowStep, { outcome, branches, next }: Visit): string | undefined {
  if (step.type !== 'condition') return outcome ?? undefined;
  const taken = branches.find(({ result }) => result === 'true');
  if (taken) return `branch ${taken.id}`;
  return next === null ? undefined : 'otherwise';
}

/** The steps and exits that a simulated sign-in took. */
export function pathOf(
  flow: LoginFlow,
  visits: readonly Visit[],
  entrypoint = 'default',
): GraphPath {
  const steps = new Map(flow.steps.map((step) => [step.id, step]));
  const edges = visits.flatMap((visit) => {
    const step = steps.get(visit.step);
    const exit = step && exitTaken(step, visit);
    return exit === undefined ? [] : [edgeId(visit.step, exit)];
  });
  const entry = entryId(entrypoint);
  return {
    nodes: new Set([entry, ...visits.map(({ step }) => step)]),
    edges: new Set([entry, ...edges]),
  };
}
