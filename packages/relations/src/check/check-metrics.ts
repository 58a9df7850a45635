import type { Metrics } from '@platform/kit/telemetry';

/** How a request for decisions ended. */
export type CheckEnd = 'allowed' | 'denied' | 'unknown' | 'batch' | 'refused' | 'failed';

/** Watches checks. */
export interface CheckMeter {
  decided(end: CheckEnd, seconds: number, rounds: number): void;
  goals(count: number): void;
  cached(cache: 'decision' | 'closure' | 'model', isHit: boolean): void;
  /** The age of the known revision when a cached decision was returned. */
  age(seconds: number): void;
  unknown(reason: string): void;
}

const manyRounds = 8;

/** Metrics of checks. Round trips are 0 to 8; 8 is all beyond. */
export function checkMeter(metrics: Metrics): CheckMeter {
  const seconds = metrics.histogram('fga_check_seconds');
  const goals = metrics.histogram('fga_check_goals');
  const lookups = metrics.counter('fga_cache_lookups_total');
  const ages = metrics.histogram('fga_known_revision_age_seconds');
  const unknowns = metrics.counter('fga_check_unknown_total');
  return {
    decided: (outcome, time, rounds) =>
      seconds.observe({ outcome, round_trips: String(Math.min(rounds, manyRounds)) }, time),
    goals: (count) => goals.observe(count),
    cached: (cache, isHit) => lookups.inc({ cache, result: isHit ? 'hit' : 'miss' }),
    age: (time) => ages.observe(time),
    unknown: (reason) => unknowns.inc({ reason }),
  };
}
