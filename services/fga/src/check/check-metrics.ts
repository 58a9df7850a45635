import type { Metrics } from '@platform/kit/metrics';

/** How a request for decisions ended. */
export type CheckEnd = 'allowed' | 'denied' | 'unknown' | 'batch' | 'refused' | 'failed';

/** Watches checks. */
export interface CheckMeter {
  decided(end: CheckEnd, seconds: number, rounds: number): void;
  goals(count: number): void;
  cached(cache: 'decision' | 'closure' | 'model', isHit: boolean): void;
  /** How old the knowledge of a store's revision was when a cached decision was given. */
  age(seconds: number): void;
  unknown(reason: string): void;
}

const manyRounds = 8;

/** Metrics of checks. Round trips are 0 to 8; 8 is all beyond. */
export function checkMeter(metrics: Metrics): CheckMeter {
  const seconds = metrics.histogram(
    'fga_check_seconds',
    'Duration of authorization requests, by outcome and database round trips.',
    ['outcome', 'round_trips'],
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5],
  );
  const goals = metrics.histogram(
    'fga_check_goals',
    'Goals that authorization requests expanded.',
    [],
    [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000],
  );
  const lookups = metrics.counter(
    'fga_cache_lookups_total',
    'Look-ups in the caches of this pod.',
    ['cache', 'result'],
  );
  const ages = metrics.histogram(
    'fga_known_revision_age_seconds',
    'Age of the store snapshot behind cached decisions.',
    [],
    [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  );
  const unknowns = metrics.counter(
    'fga_check_unknown_total',
    'Checks without an answer, by reason.',
    ['reason'],
  );
  return {
    decided: (outcome, time, rounds) =>
      seconds.observe({ outcome, round_trips: String(Math.min(rounds, manyRounds)) }, time),
    goals: (count) => goals.observe(count),
    cached: (cache, isHit) => lookups.inc({ cache, result: isHit ? 'hit' : 'miss' }),
    age: (time) => ages.observe(time),
    unknown: (reason) => unknowns.inc({ reason }),
  };
}
