import type { LoginFlow, LoginFlowStep } from '@platform/contracts';
import { compareVersions } from '../../kit/form/versions.ts';

type Tree = Readonly<Record<string, unknown>>;

/** A flow as fields of a comparison: steps by their ids, so that they are compared wherever they are. */
export const fieldsOf = ({ name, description, entrypoints, settings, steps }: LoginFlow): Tree => ({
  name,
  description,
  entrypoints,
  settings,
  steps: Object.fromEntries(steps.map(({ id, ...step }) => [id, step])),
});

/** A property that differs. */
export interface FieldChange {
  /** Within the step or the flow, such as `config.methods`. */
  path: string;
  before: unknown;
  after: unknown;
}

export interface StepDifference {
  id: string;
  kind: 'added' | 'removed' | 'changed';
  /** The new step; the old one if it was removed. */
  step: LoginFlowStep;
  changes: readonly FieldChange[];
}

export interface FlowDifference {
  steps: readonly StepDifference[];
  /** Properties of the flow itself. */
  flow: readonly FieldChange[];
}

/** The fields that differ, with their paths. */
const changesOf = (before: Tree, after: Tree): FieldChange[] =>
  compareVersions(before, { theirs: before, mine: after }).map(({ path, base, mine }) => ({
    path,
    before: base,
    after: mine,
  }));

const byId = ({ steps }: LoginFlow) => new Map(steps.map((step) => [step.id, step]));

/** Compares two flows step by step, in the order of the new one. */
export function differenceOf(before: LoginFlow, after: LoginFlow): FlowDifference {
  const [old, now] = [byId(before), byId(after)];
  const present = after.steps.flatMap((step): StepDifference[] => {
    const was = old.get(step.id);
    if (!was) return [{ id: step.id, kind: 'added', step, changes: [] }];
    const changes = changesOf({ ...was }, { ...step });
    return changes.length === 0 ? [] : [{ id: step.id, kind: 'changed', step, changes }];
  });
  const removed = before.steps
    .filter(({ id }) => !now.has(id))
    .map((step): StepDifference => ({ id: step.id, kind: 'removed', step, changes: [] }));
  const { steps: _old, ...flowBefore } = fieldsOf(before);
  const { steps: _now, ...flowAfter } = fieldsOf(after);
  return { steps: [...present, ...removed], flow: changesOf(flowBefore, flowAfter) };
}

/** Counts what differs. */
export const countDifferences = ({ steps, flow }: FlowDifference): number =>
  flow.length + steps.reduce((sum, { changes }) => sum + Math.max(1, changes.length), 0);

/** A copy with the value at a path, which is removed if the value is undefined. */
function withValue(tree: Tree, [name = '', ...rest]: readonly string[], value: unknown): Tree {
  const { [name]: before, ...others } = tree;
  if (rest.length === 0) return value === undefined ? others : { ...others, [name]: value };
  return { ...others, [name]: withValue((before ?? {}) as Tree, rest, value) };
}

const valueAt = (tree: Tree, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Tree | undefined)?.[name], tree);

/** Their flow with the fields of mine at these paths. */
export function mergedFlow(
  theirs: LoginFlow,
  mine: LoginFlow,
  keepMine: readonly string[],
): LoginFlow {
  const ours = fieldsOf(mine);
  const merged = keepMine
    .map((path) => path.split('.'))
    .reduce((tree, path) => withValue(tree, path, valueAt(ours, path)), fieldsOf(theirs));
  const { steps, ...flow } = merged as Tree & { steps: Readonly<Record<string, object>> };
  const order = [...theirs.steps, ...mine.steps].map(({ id }) => id);
  return {
    schemaVersion: 1,
    ...flow,
    steps: [...new Set(order)].flatMap((id) => (steps[id] ? [{ id, ...steps[id] }] : [])),
  } as unknown as LoginFlow;
}
