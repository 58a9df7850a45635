import type { CompiledModel } from '../models/compiled-model.ts';
import type { SubjectRef } from '../keys/tuple-key.ts';
import type { CheckMeter } from './check-metrics.ts';
import type { ClosureCache, KnownClosure } from './closure-cache.ts';
import type { DecisionEntry } from './decision-cache.ts';
import { evaluator } from '../evaluation/evaluator.ts';
import type { CheckLimits, CheckOutcome, CheckQuestion } from '../evaluation/question.ts';
import type { SnapshotStart, Snapshot } from './snapshots.ts';
import { unknown, yes } from '../evaluation/truth.ts';

/** A question and its place in the cache. */
export interface AskedQuestion {
  question: CheckQuestion;
  entry: DecisionEntry;
}

/** Outcomes of some questions, and the cached closures that they are based on. */
export interface Evaluation {
  asked: readonly AskedQuestion[];
  outcomes: readonly CheckOutcome[];
  model: CompiledModel;
  used: readonly KnownClosure[];
  opened: ReturnType<ReturnType<typeof evaluator>['opened']>;
  cost: { rounds: number; goals: number };
}

/** Evaluates questions of one tenant; with `cached`, closures come from the cache where it has them. */
export async function evaluateAll(
  {
    storeKey,
    limits,
    closures,
    meter,
  }: {
    storeKey: string;
    limits: CheckLimits;
    closures: ClosureCache;
    meter?: CheckMeter | undefined;
  },
  { model, reader, stopWhenLate }: SnapshotStart,
  asked: readonly AskedQuestion[],
  { cached }: { cached: boolean },
): Promise<Evaluation> {
  const used: KnownClosure[] = [];
  const knownSet = (subject: SubjectRef) => {
    const known = closures.get(storeKey, model, subject);
    meter?.cached('closure', known !== undefined);
    if (known) used.push(known);
    return known?.set;
  };
  const evaluation = evaluator({
    model,
    reader,
    limits,
    onLevel: stopWhenLate,
    ...(cached ? { knownSet } : {}),
  });
  const outcomes =
    asked.length === 0 ? [] : await evaluation.check(asked.map(({ question }) => question));
  return { asked, outcomes, model, used, opened: evaluation.opened(), cost: evaluation.cost() };
}

/** True when every closure that was used is that of the snapshot: one of another revision would mix two states of the store. */
export const isOfSnapshot = (
  storeKey: string,
  { model, used }: Evaluation,
  { store }: Snapshot,
  closures: ClosureCache,
): boolean => used.every((closure) => closures.isValidAt(storeKey, model, closure, store.revision));

/** Caches decisions and closures for later requests. */
export function keepAll(
  storeKey: string,
  { asked, outcomes, model, opened }: Evaluation,
  { store: { revision, now }, began }: Snapshot,
  closures: ClosureCache,
): void {
  const snapshot = { revision, now, began };
  outcomes.forEach(({ value, expiresAt }, i) => {
    if (value !== unknown) asked[i]?.entry.put({ allowed: value === yes, expiresAt }, snapshot);
  });
  for (const { subject, set } of opened) closures.put(storeKey, model, subject, set, snapshot);
}
