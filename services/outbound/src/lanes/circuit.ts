import { spread } from '@platform/kit/async';
import { isNetworkError } from './lane-health.ts';
import type { HealthRules, LaneAttempt, LaneHealth } from './lane-health.ts';

/** A failure that says that the target is down or over its limit, not that it dislikes the request. */
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
  const openMs = Math.min(
    rules.circuitOpenMax,
    rules.circuitOpenMin * 2 ** Math.min(health.circuitOpenings, 30),
  );
  return {
    ...health,
    circuit: 'open',
    circuitUntil: Math.ceil(now + spread(openMs, random)),
    circuitOpenings: health.circuitOpenings + 1,
    circuitFailures: 0,
  };
}

/** What surrounds an attempt: `networkAtFault` when our own network is down, so that a failure says nothing of the endpoint. */
export interface AttemptContext {
  networkAtFault: boolean;
  random: () => number;
}

/** The circuit after a failed attempt of a delivery. */
export function circuitAfterFailure(
  health: LaneHealth,
  attempt: LaneAttempt,
  rules: HealthRules,
  { networkAtFault, random }: AttemptContext,
): LaneHealth {
  const { endedAt, error } = attempt;
  // A trial that failed for reasons of our own is repeated, without a longer wait.
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

/** The circuit after a call that is no delivery: nothing else of the lane's past is its business. The same object where nothing changes. */
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
