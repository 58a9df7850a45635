import { setTimeout as pause } from 'node:timers/promises';
import { newHistogram } from '../histogram.ts';
import type { Histogram } from '../histogram.ts';
import { throughput } from '../load.ts';
import { median } from '../report.ts';
import type { MeasuredQuestion } from './questions.ts';
import type { Answerer, MeasuredTarget } from './target.ts';

/** The extent of a measurement. */
export interface Effort {
  rounds: number;
  /** Of the engine by itself, so that one hiccup of the machine is not its 99th percentile. */ engineRounds: number;
  warmUpRounds: number;
  /** Of one kind of question; a slow one ends early, though not before `leastRounds`. */ patienceMillis: number;
  leastRounds: number;
  loadRounds: number;
  loadSeconds: number;
  connections: number;
}

/** So many questions, made beforehand. */
const several = (count: number, ask: () => MeasuredQuestion): MeasuredQuestion[] =>
  Array.from({ length: count }, ask);

/** What each target takes for the same questions, one at a time and in turn, so that whatever else the machine does befalls all. */
export async function latencies(
  targets: readonly Answerer[],
  ask: () => MeasuredQuestion,
  { rounds, warmUpRounds, patienceMillis, leastRounds }: Effort,
): Promise<Histogram[]> {
  const kept = targets.map(() => newHistogram());
  const questions = several(warmUpRounds + rounds, ask);
  const startedAt = performance.now();
  let isWarm = false;
  let measured = 0;
  for (const [n, question] of questions.entries()) {
    const waited = performance.now() - startedAt;
    if (measured === rounds || (measured >= leastRounds && waited > patienceMillis)) break;
    isWarm ||= n >= warmUpRounds || waited > patienceMillis / 10;
    for (let i = 0; i < targets.length; i++) {
      const at = (i + n) % targets.length;
      const ms = await (targets[at] as Answerer).ask(question);
      if (isWarm) (kept[at] as Histogram).add(ms * 1000);
    }
    if (isWarm) measured++;
  }
  return kept;
}

/** Requests a second, and how many were answered with another status than 200 (0: not at all), by status. */
export interface MeasuredLoad {
  perSecond: number;
  failed: ReadonlyMap<number, number>;
}

const restMillis = 500;
const questionsASecond = { check: 2_000, batch: 100, list: 400 };

/**
 * The answers of each target under concurrent questions, in turn; the median of the rounds. No question is repeated while there
 * are new ones.
 */
export async function loads(
  targets: readonly MeasuredTarget[],
  ask: () => MeasuredQuestion,
  { loadRounds, loadSeconds, connections }: Effort,
): Promise<MeasuredLoad[]> {
  const questions = several(questionsASecond[ask().kind] * loadSeconds * loadRounds, ask);
  const rates = targets.map((): number[] => []);
  const failed = targets.map(() => new Map<number, number>());
  for (let round = 0; round < loadRounds; round++) {
    const from = Math.floor((questions.length * round) / loadRounds);
    for (const [i, { port, bytes }] of targets.entries()) {
      const isRight = (status: number): boolean => {
        if (status !== 200) failed[i]?.set(status, (failed[i].get(status) ?? 0) + 1);
        return status === 200;
      };
      const { perSecond } = await throughput({
        port,
        connections,
        seconds: loadSeconds,
        isRight,
        request: (n) => bytes(questions[(from + n) % questions.length] as MeasuredQuestion),
      });
      rates[i]?.push(perSecond);
      await pause(restMillis);
    }
  }
  return targets.map((_, i) => ({
    perSecond: median(rates[i] ?? []),
    failed: failed[i] ?? new Map(),
  }));
}
