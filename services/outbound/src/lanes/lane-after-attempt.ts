import { slowMs } from '@platform/kit/delivery';
import { withRetryAfter } from '@platform/kit/async';
import { circuitAfterFailure } from './circuit.ts';
import type { AttemptContext } from './circuit.ts';
import { freshHealth, isNetworkError } from './lane-health.ts';
import type { HealthRules, LaneAttempt, LaneHealth } from './lane-health.ts';

/** A success resets failures. Only a response in time increases the concurrency. */
function afterSuccess(health: LaneHealth, attempt: LaneAttempt, rules: HealthRules): LaneHealth {
  const isSlow = attempt.durationMs >= slowMs;
  return {
    ...freshHealth,
    priorityClass: isSlow ? 'poor' : 'good',
    concurrency: isSlow ? 1 : Math.min(health.concurrency + 1, rules.maxInFlightPerEndpoint),
    lastSuccessAt: attempt.endedAt,
    lastFailureAt: health.lastFailureAt,
    lastError: health.lastError,
    pausedUntil: health.pausedUntil,
  };
}

/** Returns the later of the current pause and the one that the target requests. */
function pausedUntil(health: LaneHealth, { endedAt, retryAfterMs }: LaneAttempt): number | null {
  if (retryAfterMs === null) return health.pausedUntil;
  return Math.max(endedAt + withRetryAfter(0, retryAfterMs), health.pausedUntil ?? 0);
}

/** Returns the lane after an attempt. */
export function laneAfterAttempt(
  health: LaneHealth,
  attempt: LaneAttempt,
  rules: HealthRules,
  context: AttemptContext,
): LaneHealth {
  const { endedAt, error } = attempt;
  if (error === null) return afterSuccess(health, attempt, rules);
  const failed: LaneHealth = {
    ...health,
    priorityClass: 'poor',
    concurrency: 1,
    lastFailureAt: endedAt,
    lastError: error,
    consecutiveFailures: health.consecutiveFailures + 1,
    pausedUntil: pausedUntil(health, attempt),
  };
  const isOurFault = context.networkAtFault && isNetworkError(error);
  const counted = isOurFault
    ? failed
    : {
        ...failed,
        failingSince: failed.failingSince ?? endedAt,
        failedAttempts: failed.failedAttempts + 1,
      };
  return circuitAfterFailure(counted, attempt, rules, context);
}
