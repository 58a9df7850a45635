import type { BatchCheckInput, BatchCheckResult, CheckInput, ConsistencyInput } from '@platform/contracts';
import type { Tx, TxContext } from '@platform/kit/database';
import { asProblem, problem } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';
import type { StoreKnowledge, StoreSnapshot } from '../consistency/store-knowledge.ts';
import { tokenInvalid } from '../store/consistency-token.ts';
import type { ConsistencyTokens } from '../store/consistency-token.ts';
import type { Models } from '../models/model-cache.ts';
import type { CompiledModel } from '../models/compiled-model.ts';
import type { SubjectRef } from '../tuples/tuple-key.ts';
import type { ObjectRef } from '../tuples/tuple-key.ts';
import { objectIn, refuse, relationIn, subjectIn, surroundingsIn } from './check-request.ts';
import type { Faults, QuestionInput } from './check-request.ts';
import type { DecisionCache } from './decision-cache.ts';
import { evaluator } from './evaluator.ts';
import type { CheckLimits, CheckOutcome, CheckQuestion } from './evaluator.ts';
import { postgresReader } from './postgres-reader.ts';
import { unknown, yes } from './truth.ts';
import type { TupleReader } from './tuple-reader.ts';

/** How a request reads: in a transaction of this tenant, opened only when it has to. */
export interface Reading { context: Pick<TxContext, 'tenantId'>; read<T>(work: (scope: { tx: Tx }) => Promise<T>): Promise<T> }

/** What the evaluation stands on. */
export interface CheckOptions {
  models: Models;
  knowledge: StoreKnowledge;
  cache: DecisionCache;
  tokens: ConsistencyTokens;
  limits: CheckLimits & { maxBatchSize: number; maxContextualTuples: number; timeoutMs: number };
  clock?: () => number;
}

/** Which model, how fresh. */
export interface Wanted { modelId?: string | undefined; consistency?: ConsistencyInput | undefined }

/** One snapshot of a tenant's store. */
export interface Snapshot { model: CompiledModel; reader: TupleReader; store: StoreSnapshot; began: number; token: string; isLate: () => boolean; stopWhenLate: () => void }

export interface Decided { modelId: string; consistencyToken: string }
type Question = { subject: string; relation: string; object: string } & QuestionInput;

/** A root that is not known: 422, and which limit or condition it was. */
function unknownProblem({ reasons }: Pick<CheckOutcome, 'reasons'>): Problem {
  const isLimit = reasons.some((r) => r.code.startsWith('check_'));
  const detail = `it is not known: ${reasons.map((r) => r.detail).join('; ')}`;
  return problem(isLimit ? 'limit_exceeded' : 'validation_failed', { detail, errors: reasons.slice(0, 100).map(({ code, detail: why }) => ({ code, detail: why })) });
}

const lateProblem = (): Problem => problem('upstream_timeout', { detail: 'the check took too long' });
const isStatementTimeout = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '57014';

/** Opens snapshots, and answers checks from them or from the cache. */
export function checks({ models, knowledge, cache, tokens, limits, clock = () => performance.now() }: CheckOptions) {
  const freshAs = (tenantId: string, consistency: ConsistencyInput | undefined): number =>
    consistency && 'atLeastAsFresh' in consistency ? tokens.decode(tenantId, consistency.atLeastAsFresh) : 0;
  const mayBeCached = (consistency: ConsistencyInput | undefined): boolean => !(consistency && 'fullyConsistent' in consistency);

  /** Runs in one snapshot; 422 for a token of a revision that the store has not reached. */
  async function inSnapshot<T>({ context, read }: Reading, wanted: Wanted, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    const atLeast = freshAs(context.tenantId, wanted.consistency);
    const began = clock();
    const isLate = (): boolean => clock() - began > limits.timeoutMs;
    try {
      return await read(async ({ tx }) => {
        const store = await knowledge.read(tx);
        if (atLeast > store.revision) throw tokenInvalid();
        const model = await models.inUse(tx, store, wanted.modelId);
        return work({
          model, store, began, isLate, reader: postgresReader(tx), token: tokens.encode(context.tenantId, store.revision),
          stopWhenLate: () => { if (isLate()) throw lateProblem(); },
        });
      });
    } catch (error) {
      throw isStatementTimeout(error) ? lateProblem() : error;
    }
  }

  function readQuestion(model: CompiledModel, input: Question, pointer: string): CheckQuestion {
    const faults: Faults = [];
    const object = objectIn(model, input.object, `${pointer}/object`, faults);
    if (object) relationIn(model, object.type, input.relation, `${pointer}/relation`, faults);
    const subject = subjectIn(model, input.subject, `${pointer}/subject`, faults);
    const around = surroundingsIn(model, input, { pointer, now: Date.now(), maxContextualTuples: limits.maxContextualTuples }, faults);
    refuse(faults);
    return { subject: subject as SubjectRef, relation: input.relation, object: object as ObjectRef, ...around };
  }

  const readAll = (model: CompiledModel, inputs: readonly Question[], pointerOf: (i: number) => string): (CheckQuestion | Problem)[] => inputs.map((input, i) => {
    try {
      return readQuestion(model, input, pointerOf(i));
    } catch (error) {
      return asProblem(error);
    }
  });

  type Answer = boolean | Problem;
  const fromCache = (tenantId: string, model: CompiledModel, questions: readonly (CheckQuestion | Problem)[]): (Answer | undefined)[] =>
    questions.map((question) => (question instanceof Error ? question : cache.get(tenantId, model, question)));

  async function evaluate(tenantId: string, { model, reader, store, began, stopWhenLate }: Snapshot, questions: readonly (CheckQuestion | Problem)[], answers: (Answer | undefined)[]): Promise<Answer[]> {
    const open = questions.flatMap((question, i) => (answers[i] === undefined && !(question instanceof Error) ? [{ question, i }] : []));
    const outcomes = await evaluator({ model, reader, limits, onLevel: stopWhenLate }).check(open.map((o) => o.question));
    open.forEach(({ question, i }, n) => {
      const outcome = outcomes[n] as CheckOutcome;
      answers[i] = outcome.value === unknown ? unknownProblem(outcome) : outcome.value === yes;
      if (outcome.value !== unknown) cache.put(tenantId, model, question, { allowed: outcome.value === yes, expiresAt: outcome.expiresAt }, { revision: store.revision, now: store.now, began });
    });
    return answers as Answer[];
  }

  /** Answers each question by itself: allowed or not, or the problem that stands in the way. */
  async function decide(reading: Reading, inputs: readonly Question[], wanted: Wanted, pointerOf: (i: number) => string): Promise<Decided & { answers: Answer[] }> {
    const { tenantId } = reading.context;
    const cached = mayBeCached(wanted.consistency);
    const fresh = cached ? knowledge.fresh(tenantId) : undefined;
    const model = fresh && models.known(tenantId, wanted.modelId ?? fresh.activeModelId ?? '');
    if (fresh && model && freshAs(tenantId, wanted.consistency) <= fresh.revision) {
      const answers = fromCache(tenantId, model, readAll(model, inputs, pointerOf));
      if (answers.every((a) => a !== undefined)) return { answers, modelId: model.id, consistencyToken: tokens.encode(tenantId, fresh.revision) };
    }
    return inSnapshot(reading, wanted, async (snapshot) => {
      const questions = readAll(snapshot.model, inputs, pointerOf);
      const known = cached ? fromCache(tenantId, snapshot.model, questions) : questions.map((q) => (q instanceof Error ? q : undefined));
      return { answers: await evaluate(tenantId, snapshot, questions, known), modelId: snapshot.model.id, consistencyToken: snapshot.token };
    });
  }

  return {
    inSnapshot, decide,
    async check(reading: Reading, { modelId, consistency, ...input }: CheckInput): Promise<Decided & { allowed: boolean }> {
      const { answers: [answer], ...decided } = await decide(reading, [input], { modelId, consistency }, () => '');
      if (answer instanceof Error) throw answer;
      return { allowed: answer === true, ...decided };
    },
    async batch(reading: Reading, { checks: items, modelId, consistency }: BatchCheckInput): Promise<Decided & { results: BatchCheckResult[] }> {
      if (items.length > limits.maxBatchSize) {
        const detail = `${limits.maxBatchSize} checks at most`;
        throw problem('limit_exceeded', { detail, errors: [{ pointer: '/checks', code: 'max_batch_size', detail }] });
      }
      const { answers, ...decided } = await decide(reading, items, { modelId, consistency }, (i) => `/checks/${i}`);
      const results = items.map(({ correlationId }, i): BatchCheckResult => {
        const answer = answers[i] as Answer;
        if (!(answer instanceof Error)) return { correlationId, allowed: answer };
        return { correlationId, error: { status: answer.status, code: answer.code, detail: answer.message, errors: answer.details.errors ?? [] } };
      });
      return { results, ...decided };
    },
  };
}
export type Checks = ReturnType<typeof checks>;
