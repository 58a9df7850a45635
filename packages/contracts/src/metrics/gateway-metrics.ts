import { counter, gauge, histogram } from './metric.ts';

/** Metrics of the gateway. */
export const gatewayMetrics = {
  gateway_requests_total: counter('Requests by operation and outcome.', [
    'operation',
    'method',
    'status',
    'code',
  ]),
  gateway_request_duration_seconds: histogram('Time of a request from its head to its last byte.', [
    'operation',
  ]),
  gateway_own_duration_seconds: histogram(
    'The part of a request that the gateway itself took: all but the time behind it.',
    ['operation'],
  ),
  gateway_upstream_duration_seconds: histogram(
    'The part of a request that the service behind the gateway took.',
    ['operation'],
  ),
  gateway_jwks_age_seconds: gauge(
    "Age of the hub's keys, which verify access tokens; -1 while there are none.",
  ),
  gateway_auth_total: counter('Verifications of access tokens, by result.', ['result']),
  gateway_scim_auth_total: counter('Verifications of SCIM tokens, by result.', ['result']),
  gateway_internal_auth_total: counter(
    'Checks of service tokens on `/internal`, by surface, mode and result.',
    ['surface', 'mode', 'result'],
  ),
  gateway_ip_decisions_total: counter('Decisions by IP rules.', ['decision']),
  gateway_rate_limited_total: counter('Requests rejected by a rate limit, by kind of limit.', [
    'key',
  ]),
  gateway_breaker_state: gauge('Circuit breaker of a service: 0 closed, 1 half open, 2 open.', [
    'upstream',
  ]),
  gateway_upstream_retries_total: counter('Requests sent to a service a second time.', [
    'upstream',
  ]),
  gateway_inflight: gauge('Requests under way to a service.', ['upstream']),
};
