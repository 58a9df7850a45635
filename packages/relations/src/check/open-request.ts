import { asProblem } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';
import type { CheckLimits } from '../evaluation/question.ts';
import type { CompiledModel } from '../models/compiled-model.ts';
import type { Models } from '../models/model-cache.ts';
import type { ConsistencyTokens } from '../store/consistency-token.ts';
import { storeKeyOf } from '../store/store-key.ts';
import type { CheckMeter } from './check-metrics.ts';
import type { ClosureCache } from './closure-cache.ts';
import type { DecisionCache } from './decision-cache.ts';
import type { AskedQuestion } from './cached-evaluation.ts';
import type { inFlight } from './in-flight.ts';
import { readQuestion } from './question-input.ts';
import type { Question } from './question-input.ts';
import type { SnapshotSource, Snapshots, Wanted } from './snapshots.ts';
import type { StoreKnowledge } from './store-knowledge.ts';

/** Allowed or not, or the problem that prevents a decision. */
export type DecisionAnswer = boolean | Problem;

/** The state that all decisions of one process share. */
export interface DecisionContext {
  models: Models;
  knowledge: StoreKnowledge;
  cache: DecisionCache;
  closures: ClosureCache;
  tokens: ConsistencyTokens;
  limits: CheckLimits & { maxContextualTuples: number };
  meter?: CheckMeter | undefined;
  snapshots: Snapshots;
  inProgress: ReturnType<typeof inFlight>;
}

/** One request for decisions. */
export interface DecisionRequest {
  source: SnapshotSource;
  inputs: readonly Question[];
  wanted: Wanted;
  /** The JSON pointer of a question in the request body. */
  pointerOf: (index: number) => string;
}

/** A request that is being answered. */
export interface OpenRequest extends DecisionContext, DecisionRequest {
  storeKey: string;
  /** Whether answers may come from the cache. */
  isCached: boolean;
  cost: { rounds: number; goals: number };
  /** Settles when the request has been answered, whatever the result. */
  ended: Promise<void>;
  end(): void;
  /** The questions as each model reads them. */
  questions: Map<CompiledModel, (AskedQuestion | Problem)[]>;
}

/** Questions as a model reads them, with the answers that need no read of tuples. */
export interface KnownAnswers {
  model: CompiledModel;
  asked: (AskedQuestion | Problem)[];
  answers: (DecisionAnswer | undefined)[];
}

/** Begins to answer a request. Call `end` when it has been answered: others may wait for it. */
export function openRequest(context: DecisionContext, request: DecisionRequest): OpenRequest {
  const { consistency } = request.wanted;
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    ...context,
    ...request,
    storeKey: storeKeyOf(request.source.context),
    isCached: context.cache.isOn && !(consistency && 'fullyConsistent' in consistency),
    cost: { rounds: 0, goals: 0 },
    ended,
    end,
    questions: new Map(),
  };
}

/** The questions of a request as a model reads them, with cached answers. */
export function knownAnswers(request: OpenRequest, model: CompiledModel): KnownAnswers {
  const asked = readQuestions(request, model);
  const answerOf = (a: AskedQuestion | Problem): DecisionAnswer | undefined => {
    if (a instanceof Error) return a;
    return request.isCached ? a.entry.get() : undefined;
  };
  return { model, asked, answers: asked.map(answerOf) };
}

/** Questions that have no answer yet. */
export const unanswered = ({ asked, answers }: KnownAnswers): AskedQuestion[] =>
  asked.filter((a, i): a is AskedQuestion => answers[i] === undefined && !(a instanceof Error));

function readQuestions(request: OpenRequest, model: CompiledModel): (AskedQuestion | Problem)[] {
  const known = request.questions.get(model);
  if (known) return known;
  const { cache, storeKey, limits, pointerOf } = request;
  const asked = request.inputs.map((input, i): AskedQuestion | Problem => {
    try {
      const question = readQuestion(model, input, pointerOf(i), limits.maxContextualTuples);
      return { question, entry: cache.entry(storeKey, model, question) };
    } catch (error) {
      return asProblem(error);
    }
  });
  request.questions.set(model, asked);
  return asked;
}
