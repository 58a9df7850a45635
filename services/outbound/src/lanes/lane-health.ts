import type { WebhookAttemptError } from '@platform/contracts';
import type { PriorityClass } from '@platform/kit/delivery';

/** How an endpoint has been doing. Times in epoch milliseconds. */
export interface LaneHealth {
  priorityClass: PriorityClass;
  /** Requests at a time that the lane has earned by answers in time. */
  concurrency: number;
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

/** A lane without a past, or whose past is forgiven. */
export const freshHealth: LaneHealth = {
  priorityClass: 'new',
  concurrency: 1,
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
