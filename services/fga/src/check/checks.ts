import type { BatchCheckInput, BatchCheckResult, CheckInput } from '@platform/contracts';
import { asProblem, problem } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';
import { compileAhead, inlineContexts } from '../conditions/inline-condition.ts';
import type { StoreKnowledge } from '../consistency/store-knowledge.ts';
import type { ConsistencyTokens } from '../store/consistency-token.ts';
import type { Models } from '../models/model-cache.ts';
import type { CompiledModel } from '../models/compiled-model.ts';
import type { ObjectRef, SubjectRef } from '../language/tuple-key.ts';
import type { CheckMeter } from './check-metrics.ts';
import { objectIn, refuse, relationIn, subjectIn, surroundingsIn } from './check-request.ts';
import type { Faults, QuestionInput } from './check-request.ts';
import type { ClosureCache } from './closure-cache.ts';
import type { DecisionCache } from './decision-cache.ts';
import { evaluateAll, isOfSnapshot, keepAll } from './evaluation.ts';
import type { Asked, Evaluation } from './evaluation.ts';
import type { CheckLimits, CheckOutcome, CheckQuestion } from '../evaluation/question.ts';
import { flights } from './flights.ts';
import { lateProblem, snapshots } from './snapshots.ts';
import type { Beginning, Reading, Snapshot, Wanted } from './snapshots.ts';
import { unknown, yes } from '../evaluation/truth.ts';

export type { Reading, Wanted } from './snapshots.ts';

/** What the evaluation stands on. */
export interface CheckOptions {
  models: Models;
  knowledge: StoreKnowledge;
  cache: DecisionCache;
  closures: ClosureCache;
  tokens: ConsistencyTokens;
  limits: CheckLimits & { maxBatchSize: number; maxContextualTuples: number; timeoutMs: number };
  meter?: CheckMeter | undefined;
  clock?: () => number;
}

export interface Decided {
  modelId: string;
  consistencyToken: string;
}
type Question = { subject: string; relation: string; object: string } & QuestionInput;
type Answer = boolean | Problem;

/** Questions as a model reads them, with the answers that need no reading. */
interface Sheet {
  model: CompiledModel;
  asked: (Asked | Problem)[];
  answers: (Answer | undefined)[];
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

/** Opens snapshots, and answers checks from them or from the cache. */
export function checks({
  models,
  knowledge,
  cache,
  closures,
  tokens,
  limits,
  meter,
  clock = () => performance.now(),
}: CheckOptions) {
  const { inSnapshot, freshAs } = snapshots({
    models,
    knowledge,
    tokens,
    timeoutMs: limits.timeoutMs,
    meter,
    clock,
  });
  const underWay = flights();

  /** Conditions that tuples of the request carry are compiled before a connection is taken for it. */
  async function compileCarried(inputs: readonly QuestionInput[]): Promise<void> {
    const carried = inputs.flatMap(({ contextualTuples }) => [...inlineContexts(contextualTuples)]);
    const began = clock();
    if (carried.length > 0)
      await compileAhead(carried, () => {
        if (clock() - began > limits.timeoutMs) throw lateProblem();
      });
  }

  function readQuestion(model: CompiledModel, input: Question, pointer: string): CheckQuestion {
    const faults: Faults = [];
    const object = objectIn(model, input.object, `${pointer}/object`, faults);
    if (object) relationIn(model, object.type, input.relation, `${pointer}/relation`, faults);
    const subject = subjectIn(model, input.subject, `${pointer}/subject`, faults);
    const around = surroundingsIn(
      model,
      input,
      { pointer, now: Date.now(), maxContextualTuples: limits.maxContextualTuples },
      faults,
    );
    refuse(faults);
    return {
      subject: subject as SubjectRef,
      relation: input.relation,
      object: object as ObjectRef,
      ...around,
    };
  }

  /** One request for decisions. */
  function request(
    reading: Reading,
    inputs: readonly Question[],
    wanted: Wanted,
    pointerOf: (i: number) => string,
  ) {
    const { tenantId } = reading.context;
    const cached = cache.isOn && !(wanted.consistency && 'fullyConsistent' in wanted.consistency);
    let cost = { rounds: 0, goals: 0 };
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const read = new Map<CompiledModel, (Asked | Problem)[]>();

    function readAll(model: CompiledModel): (Asked | Problem)[] {
      const known = read.get(model);
      if (known) return known;
      const asked = inputs.map((input, i): Asked | Problem => {
        try {
          const question = readQuestion(model, input, pointerOf(i));
          return { question, entry: cache.entry(tenantId, model, question) };
        } catch (error) {
          return asProblem(error);
        }
      });
      read.set(model, asked);
      return asked;
    }

    function sheetOf(model: CompiledModel): Sheet {
      const asked = readAll(model);
      return {
        model,
        asked,
        answers: asked.map((a) => (a instanceof Error ? a : cached ? a.entry.get() : undefined)),
      };
    }
    const openOf = ({ asked, answers }: Sheet): Asked[] =>
      asked.filter((a, i): a is Asked => answers[i] === undefined && !(a instanceof Error));

    /** From the cache, if what this pod knows of the store is fresh enough. */
    async function fromCache(): Promise<(Sheet & { revision: number }) | undefined> {
      for (let turn = 0; ; turn++) {
        const model = models.known(
          tenantId,
          wanted.modelId ?? knowledge.lastActiveModel(tenantId) ?? '',
        );
        if (!model) return undefined;
        const sheet = sheetOf(model);
        const open = openOf(sheet);
        const fresh = knowledge.fresh(tenantId);
        if (open.length === 0 && fresh && freshAs(tenantId, wanted.consistency) <= fresh.revision) {
          meter?.age(fresh.ageMs / 1_000);
          return { ...sheet, revision: fresh.revision };
        }
        if (turn > 0) return undefined;
        // Everything is known, only not whether it still holds: one look at the store row is enough for all who ask.
        if (open.length === 0) await refresh();
        else if (!(await underWay.join(open.map((a) => a.entry.key())))) return undefined;
      }
    }

    async function refresh(): Promise<void> {
      const key = `store ${tenantId}`;
      if (await underWay.join([key])) return;
      cost = { ...cost, rounds: cost.rounds + 1 };
      const row = reading.read((tx) => knowledge.read(tx));
      underWay.during([key], row);
      await row;
    }

    const evaluate = (
      at: Beginning,
      asked: readonly Asked[],
      from: { cached: boolean },
    ): Promise<Evaluation> =>
      evaluateAll(tenantId, at, asked, { limits, closures, meter, ...from });

    async function begin(at: Beginning): Promise<{ sheet: Sheet; evaluation: Evaluation }> {
      const sheet = sheetOf(at.model);
      const open = openOf(sheet);
      // Who asks the same waits until the answers are kept.
      if (cached)
        underWay.during(
          open.map((a) => a.entry.key()),
          ended,
        );
      return { sheet, evaluation: await evaluate(at, open, { cached }) };
    }

    async function inStore(
      snapshot: Snapshot,
      begun: ReturnType<typeof begin> | undefined,
    ): Promise<Sheet & { token: string }> {
      const { sheet, evaluation } = await (begun ?? begin(snapshot));
      const outcomes = new Map<Asked, CheckOutcome>();
      const take = (done: Evaluation): void => {
        keepAll(tenantId, done, snapshot, closures);
        done.asked.forEach((a, i) => outcomes.set(a, done.outcomes[i] as CheckOutcome));
        cost = {
          rounds: cost.rounds + Math.max(1, done.cost.rounds),
          goals: cost.goals + done.cost.goals,
        };
      };
      if (isOfSnapshot(tenantId, evaluation, snapshot, closures)) take(evaluation);
      // What was taken from the cache before the store row was seen may hold no longer.
      const answers = sheet.answers.map((answer, i) => {
        const asked = sheet.asked[i];
        return answer === undefined || !asked || asked instanceof Error
          ? answer
          : asked.entry.get(snapshot.store.revision);
      });
      const left = openOf({ ...sheet, answers }).filter((a) => !outcomes.has(a));
      if (left.length > 0) take(await evaluate(snapshot, left, { cached: false }));
      return {
        ...sheet,
        token: snapshot.token,
        answers: sheet.asked.map((a, i) => {
          const outcome = a instanceof Error ? undefined : outcomes.get(a);
          if (!outcome) return answers[i];
          if (outcome.value !== unknown) return outcome.value === yes;
          for (const { code } of outcome.reasons) meter?.unknown(code);
          return unknownProblem(outcome);
        }),
      };
    }

    return {
      async answers(): Promise<Decided & { answers: Answer[] }> {
        const kept = cached ? await fromCache() : undefined;
        if (cached) meter?.cached('decision', kept !== undefined);
        const { model, answers, token } = kept
          ? { ...kept, token: tokens.encode(tenantId, kept.revision) }
          : await inSnapshot(reading, wanted, inStore, begin);
        return { answers: answers as Answer[], modelId: model.id, consistencyToken: token };
      },
      cost: () => cost,
      end: () => end(),
    };
  }

  /** Answers each question by itself: allowed or not, or the problem that stands in the way. */
  async function decide(
    reading: Reading,
    inputs: readonly Question[],
    wanted: Wanted,
    pointerOf: (i: number) => string,
  ): Promise<Decided & { answers: Answer[] }> {
    const began = clock();
    await compileCarried(inputs);
    const asked = request(reading, inputs, wanted, pointerOf);
    const watch = (end: Parameters<CheckMeter['decided']>[0]): void =>
      meter?.decided(end, (clock() - began) / 1_000, asked.cost().rounds);
    try {
      const decided = await asked.answers();
      watch(endOf(decided.answers));
      if (asked.cost().goals > 0) meter?.goals(asked.cost().goals);
      return decided;
    } catch (error) {
      watch(asProblem(error).status < 500 ? 'refused' : 'failed');
      throw error;
    } finally {
      asked.end();
    }
  }

  return {
    decide,
    /** {@link snapshots} for what is no check. */
    async inSnapshot<T>(
      reading: Reading,
      wanted: Wanted & QuestionInput,
      work: (snapshot: Snapshot) => Promise<T>,
    ): Promise<T> {
      await compileCarried([wanted]);
      return inSnapshot(reading, wanted, work);
    },
    async check(
      reading: Reading,
      { modelId, consistency, ...input }: CheckInput,
    ): Promise<Decided & { allowed: boolean }> {
      const {
        answers: [answer],
        ...decided
      } = await decide(reading, [input], { modelId, consistency }, () => '');
      if (answer instanceof Error) throw answer;
      return { allowed: answer === true, ...decided };
    },
    async batch(
      reading: Reading,
      { checks: items, modelId, consistency }: BatchCheckInput,
    ): Promise<Decided & { results: BatchCheckResult[] }> {
      if (items.length > limits.maxBatchSize) {
        const detail = `must have at most ${limits.maxBatchSize} entries`;
        throw problem('limit_exceeded', {
          detail,
          errors: [{ pointer: '/checks', code: 'max_batch_size', detail }],
        });
      }
      const { answers, ...decided } = await decide(
        reading,
        items,
        { modelId, consistency },
        (i) => `/checks/${i}`,
      );
      const results = items.map(({ correlationId }, i): BatchCheckResult => {
        const answer = answers[i] as Answer;
        if (!(answer instanceof Error)) return { correlationId, allowed: answer };
        return {
          correlationId,
          error: {
            status: answer.status,
            code: answer.code,
            detail: answer.message,
            errors: answer.details.errors ?? [],
          },
        };
      });
      return { results, ...decided };
    },
  };
}
export type Checks = ReturnType<typeof checks>;

function endOf(answers: readonly Answer[]): Parameters<CheckMeter['decided']>[0] {
  const [answer] = answers;
  if (answers.length !== 1) return 'batch';
  if (answer instanceof Error)
    return answer.details.errors?.some(
      (e) => e.code.startsWith('check_') || e.code.startsWith('condition_'),
    )
      ? 'unknown'
      : 'refused';
  return answer ? 'allowed' : 'denied';
}
