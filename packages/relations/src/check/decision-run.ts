import { asProblem, problem } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';
import type { CheckLimits, CheckOutcome } from '../evaluation/question.ts';
import { unknown, yes } from '../evaluation/truth.ts';
import type { StoreKnowledge } from './store-knowledge.ts';
import type { CompiledModel } from '../models/compiled-model.ts';
import type { Models } from '../models/model-cache.ts';
import type { ConsistencyTokens } from '../store/consistency-token.ts';
import type { CheckMeter } from './check-metrics.ts';
import { readQuestion } from './check-request.ts';
import type { Question } from './check-request.ts';
import type { ClosureCache } from './closure-cache.ts';
import type { DecisionCache } from './decision-cache.ts';
import { evaluateAll, isOfSnapshot, keepAll } from './evaluation.ts';
import type { Asked, Evaluation } from './evaluation.ts';
import type { flights } from './flights.ts';
import type { SnapshotStart, SnapshotSource, Snapshot, Snapshots, Wanted } from './snapshots.ts';

/** Allowed or not, or the problem that stands in the way. */
export type DecisionAnswer = boolean | Problem;

/** What answers were decided with. */
export interface Decided {
  modelId: string;
  consistencyToken: string;
}

/** What the decisions of one pod share. */
export interface DecisionGround {
  models: Models;
  knowledge: StoreKnowledge;
  cache: DecisionCache;
  closures: ClosureCache;
  tokens: ConsistencyTokens;
  limits: CheckLimits & { maxContextualTuples: number };
  meter?: CheckMeter | undefined;
  snapshots: Snapshots;
  underWay: ReturnType<typeof flights>;
}

/** One request for decisions. */
export interface DecisionRequest {
  source: SnapshotSource;
  inputs: readonly Question[];
  wanted: Wanted;
  /** Where in the request body a question stands. */
  pointerOf: (index: number) => string;
}

/** A request that is being answered. */
export interface DecisionRun extends DecisionGround, DecisionRequest {
  tenantId: string;
  /** Whether answers may come from the cache. */
  isCached: boolean;
  cost: { rounds: number; goals: number };
  /** Settles when the request has been answered, whatever came of it. */
  ended: Promise<void>;
  end(): void;
  /** The questions as each model reads them. */
  read: Map<CompiledModel, (Asked | Problem)[]>;
}

/** Questions as a model reads them, with the answers that need no reading. */
interface Sheet {
  model: CompiledModel;
  asked: (Asked | Problem)[];
  answers: (DecisionAnswer | undefined)[];
}

/** Begins to answer a request. Call `end` when it has been answered: others may wait for it. */
export function decisionRun(ground: DecisionGround, request: DecisionRequest): DecisionRun {
  const { consistency } = request.wanted;
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    ...ground,
    ...request,
    tenantId: request.source.context.tenantId,
    isCached: ground.cache.isOn && !(consistency && 'fullyConsistent' in consistency),
    cost: { rounds: 0, goals: 0 },
    ended,
    end,
    read: new Map(),
  };
}

/** Answers every question of a run: from the cache, else in a snapshot of the store. */
export async function runDecision(
  run: DecisionRun,
): Promise<Decided & { answers: DecisionAnswer[] }> {
  const kept = run.isCached ? await fromCache(run) : undefined;
  if (run.isCached) run.meter?.cached('decision', kept !== undefined);
  const { model, answers, token } = kept
    ? { ...kept, token: run.tokens.encode(run.tenantId, kept.revision) }
    : await run.snapshots.inSnapshot(
        run.source,
        run.wanted,
        (snapshot, begun?: ReturnType<typeof begin>) => inStore(run, snapshot, begun),
        (at) => begin(run, at),
      );
  return { answers: answers as DecisionAnswer[], modelId: model.id, consistencyToken: token };
}

/** From the cache, if what this pod knows of the store is fresh enough. */
async function fromCache(run: DecisionRun): Promise<(Sheet & { revision: number }) | undefined> {
  const { tenantId, models, knowledge, wanted } = run;
  for (let turn = 0; ; turn++) {
    const modelId = wanted.modelId ?? knowledge.lastActiveModel(tenantId) ?? '';
    const model = models.known(tenantId, modelId);
    if (!model) return undefined;
    const sheet = sheetOf(run, model);
    const open = openOf(sheet);
    const fresh = knowledge.fresh(tenantId);
    const atLeast = run.snapshots.freshAs(tenantId, wanted.consistency);
    if (open.length === 0 && fresh && atLeast <= fresh.revision) {
      run.meter?.age(fresh.ageMs / 1_000);
      return { ...sheet, revision: fresh.revision };
    }
    if (turn > 0) return undefined;
    // Everything is known, only not whether it still holds: one look at the store row is enough for all who ask.
    if (open.length === 0) await refresh(run);
    else if (!(await run.underWay.join(open.map((a) => a.entry.key())))) return undefined;
  }
}

async function refresh({
  tenantId,
  underWay,
  cost,
  source,
  knowledge,
}: DecisionRun): Promise<void> {
  const key = `store ${tenantId}`;
  if (await underWay.join([key])) return;
  cost.rounds += 1;
  const row = source.read((tx) => knowledge.read(tx));
  underWay.during([key], row);
  await row;
}

function readAll(run: DecisionRun, model: CompiledModel): (Asked | Problem)[] {
  const known = run.read.get(model);
  if (known) return known;
  const { cache, tenantId, limits, pointerOf } = run;
  const asked = run.inputs.map((input, i): Asked | Problem => {
    try {
      const question = readQuestion(model, input, pointerOf(i), limits.maxContextualTuples);
      return { question, entry: cache.entry(tenantId, model, question) };
    } catch (error) {
      return asProblem(error);
    }
  });
  run.read.set(model, asked);
  return asked;
}

function sheetOf(run: DecisionRun, model: CompiledModel): Sheet {
  const asked = readAll(run, model);
  const answerOf = (a: Asked | Problem): DecisionAnswer | undefined => {
    if (a instanceof Error) return a;
    return run.isCached ? a.entry.get() : undefined;
  };
  return { model, asked, answers: asked.map(answerOf) };
}

const openOf = ({ asked, answers }: Sheet): Asked[] =>
  asked.filter((a, i): a is Asked => answers[i] === undefined && !(a instanceof Error));

async function begin(
  run: DecisionRun,
  at: SnapshotStart,
): Promise<{ sheet: Sheet; evaluation: Evaluation }> {
  const sheet = sheetOf(run, at.model);
  const open = openOf(sheet);
  const keys = open.map((a) => a.entry.key());
  // Who asks the same waits until the answers are kept.
  if (run.isCached) run.underWay.during(keys, run.ended);
  return {
    sheet,
    evaluation: await evaluateAll(run.tenantId, at, open, settings(run, run.isCached)),
  };
}

const settings = ({ limits, closures, meter }: DecisionRun, cached: boolean) => ({
  limits,
  closures,
  meter,
  cached,
});

async function inStore(
  run: DecisionRun,
  snapshot: Snapshot,
  begun: ReturnType<typeof begin> | undefined,
): Promise<Sheet & { token: string }> {
  const { tenantId, closures } = run;
  const { sheet, evaluation } = await (begun ?? begin(run, snapshot));
  const outcomes = new Map<Asked, CheckOutcome>();
  if (isOfSnapshot(tenantId, evaluation, snapshot, closures))
    keepOutcomes(run, evaluation, snapshot, outcomes);
  const answers = stillValid(sheet, snapshot);
  const left = openOf({ ...sheet, answers }).filter((a) => !outcomes.has(a));
  if (left.length > 0) {
    const again = await evaluateAll(tenantId, snapshot, left, settings(run, false));
    keepOutcomes(run, again, snapshot, outcomes);
  }
  return {
    ...sheet,
    token: snapshot.token,
    answers: sheet.asked.map((a, i) => {
      const outcome = a instanceof Error ? undefined : outcomes.get(a);
      return outcome ? answerOf(run, outcome) : answers[i];
    }),
  };
}

function keepOutcomes(
  { tenantId, closures, cost }: DecisionRun,
  done: Evaluation,
  snapshot: Snapshot,
  outcomes: Map<Asked, CheckOutcome>,
): void {
  keepAll(tenantId, done, snapshot, closures);
  done.asked.forEach((a, i) => outcomes.set(a, done.outcomes[i] as CheckOutcome));
  cost.rounds += Math.max(1, done.cost.rounds);
  cost.goals += done.cost.goals;
}

/** What was taken from the cache before the store row was seen may hold no longer. */
const stillValid = (sheet: Sheet, { store }: Snapshot): (DecisionAnswer | undefined)[] =>
  sheet.answers.map((known, i) => {
    const asked = sheet.asked[i];
    if (known === undefined || !asked || asked instanceof Error) return known;
    return asked.entry.get(store.revision);
  });

function answerOf({ meter }: DecisionRun, outcome: CheckOutcome): DecisionAnswer {
  if (outcome.value !== unknown) return outcome.value === yes;
  for (const { code } of outcome.reasons) meter?.unknown(code);
  return unknownProblem(outcome);
}

/** A root that is not known: 422, and which limit or condition it was. */
function unknownProblem({ reasons }: Pick<CheckOutcome, 'reasons'>): Problem {
  const isLimit = reasons.some((r) => r.code.startsWith('check_'));
  const detail = `The check could not be completed: ${reasons.map((r) => r.detail).join('; ')}`;
  return problem(isLimit ? 'limit_exceeded' : 'validation_failed', {
    detail,
    errors: reasons.slice(0, 100).map(({ code, detail: why }) => ({ code, detail: why })),
  });
}
