import { problem } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';
import type { CheckOutcome } from '../evaluation/question.ts';
import { unknown, yes } from '../evaluation/truth.ts';
import { evaluateAll, isOfSnapshot, keepAll } from './cached-evaluation.ts';
import type { AskedQuestion, Evaluation } from './cached-evaluation.ts';
import { knownAnswers, unanswered } from './open-request.ts';
import type { DecisionAnswer, KnownAnswers, OpenRequest } from './open-request.ts';
import type { Snapshot, SnapshotStart } from './snapshots.ts';

/** The model and the state of the store that answers were decided with. */
export interface Decided {
  modelId: string;
  consistencyToken: string;
}

/** An evaluation of the questions that the cache does not answer. */
interface StartedEvaluation {
  known: KnownAnswers;
  evaluation: Evaluation;
}

/** Answers every question of a request: from the cache, else in a snapshot of the store. */
export async function decide(
  request: OpenRequest,
): Promise<Decided & { answers: DecisionAnswer[] }> {
  const cached = request.isCached ? await fromCache(request) : undefined;
  if (request.isCached) request.meter?.cached('decision', cached !== undefined);
  const { model, answers, token } = cached
    ? { ...cached, token: request.tokens.encode(request.storeKey, cached.revision) }
    : await request.snapshots.inSnapshot(
        request.source,
        request.wanted,
        (snapshot, started?: Promise<StartedEvaluation>) =>
          fromSnapshot(request, snapshot, started),
        (at) => startEvaluation(request, at),
      );
  return { answers: answers as DecisionAnswer[], modelId: model.id, consistencyToken: token };
}

/** From the cache, if this process's knowledge of the store is fresh enough. */
async function fromCache(
  request: OpenRequest,
): Promise<(KnownAnswers & { revision: number }) | undefined> {
  const { storeKey, models, knowledge, wanted } = request;
  for (let attempt = 0; ; attempt++) {
    const modelId = wanted.modelId ?? knowledge.lastActiveModel(storeKey) ?? '';
    const model = models.known(storeKey, modelId);
    if (!model) return undefined;
    const known = knownAnswers(request, model);
    const open = unanswered(known);
    const fresh = knowledge.fresh(storeKey);
    const atLeast = request.snapshots.freshAs(storeKey, wanted.consistency);
    if (open.length === 0 && fresh && atLeast <= fresh.revision) {
      request.meter?.age(fresh.ageMs / 1_000);
      return { ...known, revision: fresh.revision };
    }
    if (attempt > 0) return undefined;
    // Every answer is cached but may be outdated: one read of the store row serves all requests that wait for it.
    if (open.length === 0) await refresh(request);
    else if (!(await request.inProgress.join(open.map((a) => a.entry.key())))) return undefined;
  }
}

async function refresh({
  storeKey,
  inProgress,
  cost,
  source,
  knowledge,
}: OpenRequest): Promise<void> {
  const key = `store ${storeKey}`;
  if (await inProgress.join([key])) return;
  cost.rounds += 1;
  const row = source.read((tx) => knowledge.read(tx));
  inProgress.during([key], row);
  await row;
}

async function startEvaluation(
  request: OpenRequest,
  at: SnapshotStart,
): Promise<StartedEvaluation> {
  const known = knownAnswers(request, at.model);
  const open = unanswered(known);
  const keys = open.map((a) => a.entry.key());
  // Requests with the same questions wait until the answers are cached.
  if (request.isCached) request.inProgress.during(keys, request.ended);
  const evaluation = await evaluateAll(request, at, open, { cached: request.isCached });
  return { known, evaluation };
}

async function fromSnapshot(
  request: OpenRequest,
  snapshot: Snapshot,
  started: Promise<StartedEvaluation> | undefined,
): Promise<KnownAnswers & { token: string }> {
  const { storeKey, closures } = request;
  const { known, evaluation } = await (started ?? startEvaluation(request, snapshot));
  const outcomes = new Map<AskedQuestion, CheckOutcome>();
  if (isOfSnapshot(storeKey, evaluation, snapshot, closures))
    keepOutcomes(request, evaluation, snapshot, outcomes);
  const answers = stillValid(known, snapshot);
  const left = unanswered({ ...known, answers }).filter((a) => !outcomes.has(a));
  if (left.length > 0) {
    const repeated = await evaluateAll(request, snapshot, left, { cached: false });
    keepOutcomes(request, repeated, snapshot, outcomes);
  }
  return {
    ...known,
    token: snapshot.token,
    answers: known.asked.map((a, i) => {
      const outcome = a instanceof Error ? undefined : outcomes.get(a);
      return outcome ? answerOf(request, outcome) : answers[i];
    }),
  };
}

function keepOutcomes(
  { storeKey, closures, cost }: OpenRequest,
  done: Evaluation,
  snapshot: Snapshot,
  outcomes: Map<AskedQuestion, CheckOutcome>,
): void {
  keepAll(storeKey, done, snapshot, closures);
  done.asked.forEach((a, i) => outcomes.set(a, done.outcomes[i] as CheckOutcome));
  cost.rounds += Math.max(1, done.cost.rounds);
  cost.goals += done.cost.goals;
}

/** Answers that were cached before the store row was read may be outdated. */
const stillValid = (known: KnownAnswers, { store }: Snapshot): (DecisionAnswer | undefined)[] =>
  known.answers.map((answer, i) => {
    const asked = known.asked[i];
    if (answer === undefined || !asked || asked instanceof Error) return answer;
    return asked.entry.get(store.revision);
  });

function answerOf({ meter }: OpenRequest, outcome: CheckOutcome): DecisionAnswer {
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
