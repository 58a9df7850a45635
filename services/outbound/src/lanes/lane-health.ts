import type { WebhookAttemptError } from '@platform/contracts';
import { maxRetryAfterMs, spread } from '../attempts/retry-schedule.ts';

/** How an endpoint has been doing. Times in epoch milliseconds. */
export interface LaneHealth {
  standing: 'new' | 'good' | 'poor';
  /** Requests at a time that the lane has earned. */
  width: number;
  circuit: 'closed' | 'open' | 'half_open';
  circuitUntil: number | null;
  /** Openings since the circuit was last closed by a success. */
  circuitOpenings: number;
  circuitFailures: number;
  consecutiveFailures: number;
  failingSince: number | null;
  failedAttempts: number;
  warned: boolean;
  lastSuccessAt: number | null;
  lastFailureAt: number | null;
  lastError: WebhookAttemptError | null;
  pausedUntil: number | null;
}

/** How an attempt ended, as far as the lane cares. */
export interface LaneAttempt {
  endedAt: number;
  durationMs: number;
  /** null: it succeeded. */
  error: WebhookAttemptError | null;
  status: number | null;
  retryAfterMs: number | null;
}

/** The rules a lane is judged by. */
export interface HealthRules {
  circuitFailures: number;
  circuitOpenMin: number;
  circuitOpenMax: number;
  maxInFlightPerEndpoint: number;
  autoDisableAfter: number;
  autoDisableWarnAfter: number;
}

/** An attempt this long makes a lane slow. */
export const slowMs = 5_000;
const enoughFailures = 10;

const networkErrors: ReadonlySet<WebhookAttemptError> = new Set([
  'dns_failed',
  'connect_failed',
  'connect_timeout',
  'connection_reset',
  'timeout',
]);

/** An error that may be our own network's. */
export const isNetworkError = (error: WebhookAttemptError | null): boolean =>
  error !== null && networkErrors.has(error);

/** A failure that says that the target is down or over its limit, not that it dislikes the request. */
const opensCircuit = ({ error, status }: LaneAttempt): boolean =>
  isNetworkError(error) ||
  error === 'tls_failed' ||
  (error === 'http_status' && status !== null && (status === 429 || status >= 500));

/** A lane without a past, or whose past is forgiven. */
export const freshHealth: LaneHealth = {
  standing: 'new',
  width: 1,
  circuit: 'closed',
  circuitUntil: null,
  circuitOpenings: 0,
  circuitFailures: 0,
  consecutiveFailures: 0,
  failingSince: null,
  failedAttempts: 0,
  warned: false,
  lastSuccessAt: null,
  lastFailureAt: null,
  lastError: null,
  pausedUntil: null,
};

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
interface Around {
  networkAtFault: boolean;
  random: () => number;
}

function circuitAfterFailure(
  health: LaneHealth,
  attempt: LaneAttempt,
  rules: HealthRules,
  { networkAtFault, random }: Around,
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
  around: Around,
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

/**
 * The lane after an attempt.
 * @param around our own network, and chance
 */
export function afterAttempt(
  health: LaneHealth,
  attempt: LaneAttempt,
  rules: HealthRules,
  { networkAtFault, random }: Around,
): LaneHealth {
  const { endedAt, error } = attempt;
  if (error === null) {
    return {
      ...freshHealth,
      standing: attempt.durationMs >= slowMs ? 'poor' : 'good',
      width: Math.min(health.width + 1, rules.maxInFlightPerEndpoint),
      lastSuccessAt: endedAt,
      lastFailureAt: health.lastFailureAt,
      lastError: health.lastError,
      pausedUntil: health.pausedUntil,
    };
  }
  const asked =
    attempt.retryAfterMs === null
      ? null
      : endedAt + Math.min(attempt.retryAfterMs, maxRetryAfterMs);
  const failed: LaneHealth = {
    ...health,
    standing: 'poor',
    width: 1,
    lastFailureAt: endedAt,
    lastError: error,
    consecutiveFailures: health.consecutiveFailures + 1,
    pausedUntil: asked === null ? health.pausedUntil : Math.max(asked, health.pausedUntil ?? 0),
  };
  if (networkAtFault && isNetworkError(error))
    return circuitAfterFailure(failed, attempt, rules, { networkAtFault, random });
  return circuitAfterFailure(
    {
      ...failed,
      failingSince: failed.failingSince ?? endedAt,
      failedAttempts: failed.failedAttempts + 1,
    },
    attempt,
    rules,
    { networkAtFault, random },
  );
}

/** What the time without a success calls for. */
export function failingVerdict(
  health: LaneHealth,
  now: number,
  rules: HealthRules,
  networkAtFault: boolean,
): 'disable' | 'warn' | undefined {
  if (health.failingSince === null || networkAtFault) return undefined;
  const failingMs = now - health.failingSince;
  if (
    rules.autoDisableAfter > 0 &&
    failingMs >= rules.autoDisableAfter &&
    health.failedAttempts >= enoughFailures
  )
    return 'disable';
  return !health.warned && failingMs >= rules.autoDisableWarnAfter ? 'warn' : undefined;
}

/** When {@link failingVerdict} may next say something, not before a minute from now; null while the endpoint is well. */
export function verdictDueAt(health: LaneHealth, now: number, rules: HealthRules): number | null {
  if (health.failingSince === null) return null;
  const times = [
    ...(health.warned ? [] : [rules.autoDisableWarnAfter]),
    ...(rules.autoDisableAfter > 0 ? [rules.autoDisableAfter] : []),
  ];
  return times.length === 0
    ? null
    : Math.max(now + 60_000, health.failingSince + Math.min(...times));
}
