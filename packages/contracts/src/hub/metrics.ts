import { counter, gauge, histogram } from '../metrics/metric.ts';

/** Metrics of the hub. */
export const hubMetrics = {
  hub_tokens_issued_total: counter(
    'Responses of the token endpoint, by grant, result and resource: the management API (`platform`) or an API of the tenant (`tenant`).',
    ['grant', 'result', 'resource'],
  ),
  hub_resource_refusals_total: counter(
    'Requests for tokens of APIs of tenants that were rejected, by OAuth error.',
    ['reason'],
  ),
  hub_introspections_total: counter(
    'Introspected access tokens, by kind (`platform`, `api`, `opaque`) and result.',
    ['kind', 'result'],
  ),
  hub_token_duration_seconds: histogram('Response time of the token endpoint.', [
    'grant',
    'result',
  ]),
  hub_client_auth_failures_total: counter(
    'Failed authentications of OAuth clients, by endpoint and whether the client exists.',
    ['endpoint', 'client'],
  ),
  hub_login_total: counter('Completed sign-in attempts, by outcome.', ['result']),
  hub_providers: gauge('Number of issuers in memory.'),
  hub_signing_key_age_seconds: gauge('Age of the active signing key, by key family.', ['family']),
  hub_signing_key_rotation_seconds: gauge('Configured time between two rotations of signing keys.'),
  hub_scope_gaps: gauge('Platform clients that lack a required scope.'),
  hub_claims_webhook_total: counter('Tokens that need claims from a webhook, by result.', [
    'result',
  ]),
  hub_claims_webhook_duration_seconds: histogram(
    'Time until the claims for a token arrived or the call failed.',
    ['outcome'],
  ),
  hub_claims_webhook_dropped_total: counter(
    'Claims in webhook responses that were not added to a token, by reason.',
    ['reason'],
  ),
  hub_hook_calls_total: counter('Calls of inline hooks, by stage and result.', ['stage', 'result']),
  hub_hook_commands_ignored_total: counter(
    'Commands in inline hook responses that have no effect at their stage.',
    ['stage'],
  ),
  hub_access_policy_decisions_total: counter(
    'Decisions of access policies on tokens. `away`: fga was unavailable.',
    ['outcome', 'away'],
  ),
  hub_security_events_total: counter('Security events sent to the identity service, by result.', [
    'result',
  ]),
};
