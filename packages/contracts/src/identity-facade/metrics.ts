import { counter, gauge } from '../metrics/metric.ts';

/** Metrics of the identity service. */
export const identityFacadeMetrics = {
  platform_identity_service_breaker_state: gauge(
    'Circuit breaker of an identity service in another process: 0 closed, 1 half open, 2 open.',
  ),
  platform_password_hashes_total: counter(
    'Password hashes computed. `dummy`: computed for an unknown user so that the response takes the same time.',
    ['purpose'],
  ),
};
