import { backoff } from '@platform/kit/async';
import { isNetworkError } from './lane-health.ts';
import type { HealthRules, LaneAttempt, LaneHealth } from './lane-health.ts';

/** Whether a failure indicates that the target is down or overloaded, rather than that it rejects the request. */
const opensCircuit = ({ error, status }: LaneAttempt): boolean =>
  isNetworkError(error) ||
  error === 'tls_failed' ||
  (error === 'http_status' && status !== null && (status === 429 || status >= 500));

function opened(
  health: LaneHealth,
  now: number,
  rules: HealthRules,
  random: () => number,
): LaneHealth {
  const pauses = { firstMs: rules.circuitOpenMin, maxMs: rules.circuitOpenMax };
  return {
    ...health,
    circuit: 'open',
    circuitUntil: Math.ceil(now + backoff(pauses, health.circuitOpenings + 1, random)),
    circuitOpenings: health.circuitOpenings + 1,
    circuitFailures: 0,
  };
}

/**
 * The context of an attempt. With `networkAtFault`, our own network is down, so a failure says
 * nothing about the endpoint.
 */
export interface AttemptContext {
  networkAtFault: boolean;
  random: () => number;
}

/** Returns the circuit after a failed attempt of a delivery. */
export function circuitAfterFailure(
  health: LaneHealth,
  attempt: LaneAttempt,
  rules: HealthRules,
  { networkAtFault, random }: AttemptContext,
): LaneHealth {
  const { endedAt, error } = attempt;
  // A trial that failed because of our own network is repeated, without a longer wait.
  if (networkAtFault && isNetworkError(error)) {
    return health.circuit === 'half_open'
      ? {
          ...opened({ ...health, circuitOpenings: 0 }, endedAt, rules, random),
          circuitOpenings: health.circuitOpenings,
        }
      : health;
  }
  const counted: LaneHealth = {
    ...health,
    circuitFailures: opensCircuit(attempt) ? health.circuitFailures + 1 : 0,
  };
  if (counted.circuit === 'half_open') return opened(counted, endedAt, rules, random);
  const isEnough =
    rules.circuitFailures > 0 &&
    counted.circuit === 'closed' &&
    counted.circuitFailures >= rules.circuitFailures;
  return isEnough ? opened(counted, endedAt, rules, random) : counted;
}

/**
 * Returns the circuit after a call other than a delivery, which affects nothing else of the lane;
 * the same object if nothing changes.
 */
export function circuitAfterCall(
  health: LaneHealth,
  attempt: LaneAttempt,
  rules: HealthRules,
  around: AttemptContext,
): LaneHealth {
  if (rules.circuitFailures === 0) return health;
  if (health.circuit === 'closed' && health.circuitFailures === 0 && !opensCircuit(attempt))
    return health;
  if (attempt.error === null)
    return {
      ...health,
      circuit: 'closed',
      circuitUntil: null,
      circuitOpenings: 0,
      circuitFailures: 0,
    };
  return circuitAfterFailure(health, attempt, rules, around);
}
