import type { BatchCheckInput, BatchCheckResult, CheckInput } from '@platform/contracts';
import { asProblem, problem } from '@platform/kit/problem';
import { compileAhead, inlineContexts } from '../conditions/inline-condition.ts';
import type { CheckMeter } from './check-metrics.ts';
import type { Question, QuestionInput } from './question-input.ts';
import { decide } from './decide.ts';
import type { Decided } from './decide.ts';
import { inFlight } from './in-flight.ts';
import { openRequest } from './open-request.ts';
import type { DecisionAnswer, DecisionContext, DecisionRequest } from './open-request.ts';
import { lateProblem, snapshots } from './snapshots.ts';
import type { SnapshotSource, Snapshot, Wanted } from './snapshots.ts';

export type { Decided } from './decide.ts';
export type { SnapshotSource, Wanted } from './snapshots.ts';

/** Opens snapshots, and answers checks from them or from the cache. */
export function accessChecks({
  clock = () => performance.now(),
  ...options
}: Omit<DecisionContext, 'snapshots' | 'inProgress' | 'limits'> & {
  limits: DecisionContext['limits'] & { maxBatchSize: number; timeoutMs: number };
  clock?: () => number;
}) {
  const { limits, meter } = options;
  const opened = snapshots({ ...options, timeoutMs: limits.timeoutMs, meter, clock });
  const shared: DecisionContext = { ...options, snapshots: opened, inProgress: inFlight() };

  /** Compiles inline conditions of contextual tuples before the request takes a connection. */
  async function compileCarried(inputs: readonly QuestionInput[]): Promise<void> {
    const carried = inputs.flatMap(({ contextualTuples }) => [...inlineContexts(contextualTuples)]);
    const began = clock();
    if (carried.length > 0)
      await compileAhead(carried, () => {
        if (clock() - began > limits.timeoutMs) throw lateProblem();
      });
  }

  /** Answers each question on its own: allowed or not, or the problem that prevents a decision. */
  async function checkEach(
    source: SnapshotSource,
    inputs: readonly Question[],
    wanted: Wanted,
    pointerOf: DecisionRequest['pointerOf'],
  ): Promise<Decided & { answers: DecisionAnswer[] }> {
    const began = clock();
    await compileCarried(inputs);
    const request = openRequest(shared, { source, inputs, wanted, pointerOf });
    const record = (end: Parameters<CheckMeter['decided']>[0]): void =>
      meter?.decided(end, (clock() - began) / 1_000, request.cost.rounds);
    try {
      const decided = await decide(request);
      record(endOf(decided.answers));
      if (request.cost.goals > 0) meter?.goals(request.cost.goals);
      return decided;
    } catch (error) {
      record(asProblem(error).status < 500 ? 'refused' : 'failed');
      throw error;
    } finally {
      request.end();
    }
  }

  return {
    checkEach,
    /** {@link snapshots} for other questions than checks. */
    async inSnapshot<T>(
      source: SnapshotSource,
      wanted: Wanted & QuestionInput,
      work: (snapshot: Snapshot) => Promise<T>,
    ): Promise<T> {
      await compileCarried([wanted]);
      return opened.inSnapshot(source, wanted, work);
    },
    async check(
      source: SnapshotSource,
      { modelId, consistency, ...input }: CheckInput,
    ): Promise<Decided & { allowed: boolean }> {
      const {
        answers: [allowed],
        ...decided
      } = await checkEach(source, [input], { modelId, consistency }, () => '');
      if (allowed instanceof Error) throw allowed;
      return { allowed: allowed === true, ...decided };
    },
    async batchCheck(
      source: SnapshotSource,
      { checks: items, modelId, consistency }: BatchCheckInput,
    ): Promise<Decided & { results: BatchCheckResult[] }> {
      requireBatchSize(items.length, limits.maxBatchSize);
      const wanted = { modelId, consistency };
      const { answers, ...decided } = await checkEach(source, items, wanted, (i) => `/checks/${i}`);
      const results = items.map(({ correlationId }, i) =>
        batchResult(correlationId, answers[i] as DecisionAnswer),
      );
      return { results, ...decided };
    },
  };
}
export type Checks = ReturnType<typeof accessChecks>;

function requireBatchSize(size: number, max: number): void {
  if (size <= max) return;
  const detail = `must have at most ${max} entries`;
  throw problem('limit_exceeded', {
    detail,
    errors: [{ pointer: '/checks', code: 'max_batch_size', detail }],
  });
}

function batchResult(correlationId: string, outcome: DecisionAnswer): BatchCheckResult {
  if (!(outcome instanceof Error)) return { correlationId, allowed: outcome };
  const { status, code, message: detail, details } = outcome;
  return { correlationId, error: { status, code, detail, errors: details.errors ?? [] } };
}

function endOf(answers: readonly DecisionAnswer[]): Parameters<CheckMeter['decided']>[0] {
  const [outcome] = answers;
  if (answers.length !== 1) return 'batch';
  if (!(outcome instanceof Error)) return outcome ? 'allowed' : 'denied';
  const isUnknown = outcome.details.errors?.some(({ code }) => /^(check|condition)_/.test(code));
  return isUnknown ? 'unknown' : 'refused';
}
