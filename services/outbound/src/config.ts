import type { Config, ConfigShape } from '@platform/kit/config';

/** The properties of outbound beyond those of every process. */
export const outboundShape = {
  testLimit: 'platform.hooks.test-delivery.rate-limit.limit',
  testWindow: 'platform.hooks.test-delivery.rate-limit.window',
  webhooksEnabled: 'platform.webhooks.enabled',
  guarantee: 'platform.webhooks.delivery.guarantee',
  deliveredTypes: 'platform.webhooks.delivery.event-types',
  retrySchedule: 'platform.webhooks.delivery.retry-schedule',
  deliveryMaxAge: 'platform.webhooks.delivery.max-age',
  maxInFlight: 'platform.webhooks.delivery.max-in-flight',
  maxInFlightPerTenant: 'platform.webhooks.delivery.max-in-flight-per-tenant',
  maxInFlightPerEndpoint: 'platform.webhooks.delivery.max-in-flight-per-endpoint',
  maxRatePerEndpoint: 'platform.webhooks.delivery.max-rate-per-endpoint',
  responseCaptureBytes: 'platform.webhooks.delivery.response-capture-bytes',
  attemptsRetention: 'platform.webhooks.attempts-retention',
  circuitFailures: 'platform.webhooks.circuit.failures',
  circuitOpenMin: 'platform.webhooks.circuit.open-min',
  circuitOpenMax: 'platform.webhooks.circuit.open-max',
  autoDisableAfter: 'platform.webhooks.auto-disable.after',
  autoDisableWarnAfter: 'platform.webhooks.auto-disable.warn-after',
  maxEndpointsPerTenant: 'platform.webhooks.max-endpoints-per-tenant',
  allowInsecureHttp: 'platform.webhooks.allow-insecure-http',
  origin: 'platform.webhooks.origin',
  sourceAddresses: 'platform.webhooks.source-addresses',
  allowedInternalHosts: 'platform.webhooks.allowed-internal-hosts',
  claimTimeout: 'platform.webhook-claims.timeout',
  claimCacheEntries: 'platform.webhook-claims.cache-max-entries',
  claimAnswerBytes: 'platform.token-claims.max-response-bytes',
  siemEnabled: 'platform.siem.enabled',
  maxSinksPerTenant: 'platform.siem.max-sinks-per-tenant',
  auditRetention: 'platform.siem.audit-retention',
  syslogEnterpriseId: 'platform.siem.syslog.enterprise-id',
  eventsRetention: 'platform.events.retention',
  longPollMaxWait: 'platform.events.long-poll.max-wait',
  longPollMaxWaiters: 'platform.events.long-poll.max-waiters-per-tenant',
} as const satisfies ConfigShape;

/** The configuration of outbound. Durations in milliseconds. */
export type OutboundConfig = Config<typeof outboundShape>;

/** Returns faults that involve several properties. */
export function outboundConfigProblems({
  retrySchedule,
  deliveryMaxAge,
  eventsRetention,
  circuitOpenMin,
  circuitOpenMax,
}: OutboundConfig): string[] {
  const faults: string[] = [];
  const longest = 1.2 * retrySchedule.reduce((sum, wait) => sum + wait, 0);
  if (deliveryMaxAge <= longest)
    faults.push(
      'platform.webhooks.delivery.max-age must be greater than 1.2 times the sum of platform.webhooks.delivery.retry-schedule',
    );
  if (deliveryMaxAge >= eventsRetention)
    faults.push('platform.webhooks.delivery.max-age must be less than platform.events.retention');
  if (circuitOpenMax < circuitOpenMin)
    faults.push(
      'platform.webhooks.circuit.open-max must not be less than platform.webhooks.circuit.open-min',
    );
  return faults;
}
