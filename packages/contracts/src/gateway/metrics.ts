import { counter, gauge, histogram } from '../metrics/metric.ts';

/** Metrics of the gateway. */
export const gatewayMetrics = {
  gateway_requests_total: counter('Requests by operation and outcome.', [
    'operation',
    'method',
    'status',
    'code',
  ]),
  gateway_request_duration_seconds: histogram(
    'Duration of a request from its headers to the last byte of the response.',
    ['operation'],
  ),
  gateway_own_duration_seconds: histogram(
    'Time that the gateway itself spent on a request, excluding the time spent in services.',
    ['operation'],
  ),
  gateway_upstream_duration_seconds: histogram(
    'Time that the upstream service spent on a request.',
    ['operation'],
  ),
  gateway_jwks_age_seconds: gauge(
    "Age of the hub's key set, which verifies access tokens; -1 if there is none.",
  ),
  gateway_auth_total: counter('Verifications of access tokens, by result.', ['result']),
  gateway_web_sessions_total: counter(
    'Requests with a session of a web application, by result: `ok`, or `ended` if the session no longer exists.',
    ['result'],
  ),
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
  gateway_upstream_retries_total: counter('Requests to a service that were retried.', ['upstream']),
  gateway_inflight: gauge('Requests to a service that are in progress.', ['upstream']),
};
