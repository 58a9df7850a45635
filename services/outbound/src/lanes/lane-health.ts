import type { WebhookAttemptError } from '@platform/contracts';
import type { PriorityClass } from '@platform/kit/delivery';

/** The history of an endpoint. Times in epoch milliseconds. */
export interface LaneHealth {
  priorityClass: PriorityClass;
  /** The concurrency that the lane has earned by responses in time. */
  concurrency: number;
  circuit: 'closed' | 'open' | 'half_open';
  circuitUntil: number | null;
  /** Openings since a success last closed the circuit. */
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

/** The result of an attempt, as far as it affects the lane. */
export interface LaneAttempt {
  endedAt: number;
  durationMs: number;
  /** null for a success. */
  error: WebhookAttemptError | null;
  status: number | null;
  retryAfterMs: number | null;
}

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

/** Whether our own network may have caused the error. */
export const isNetworkError = (error: WebhookAttemptError | null): boolean =>
  error !== null && networkErrors.has(error);

/** The health of a new lane, or after a reset. */
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
