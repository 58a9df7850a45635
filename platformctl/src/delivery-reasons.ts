import type { WebhookBlockResource, WebhookDeliveryResource } from '@platform/contracts';

/** Why nothing is sent, and what to do about it. */
export const blockExplanations: Readonly<Record<WebhookBlockResource['reason'], string>> = {
  endpoint_disabled:
    'The endpoint is disabled, and its deliveries are held. The tenant can enable it; statusReason of the endpoint says who disabled it.',
  tenant_suspended: 'The tenant is suspended. `platformctl tenants reactivate` resumes it.',
  not_entitled:
    'The tenant is not entitled to webhooks. `platformctl entitlements grant` changes that.',
  circuit_open:
    'Several attempts in a row failed. The receiver must be repaired; the attempts say what failed.',
  retry_after: 'The receiver asked for a pause with Retry-After.',
  rate_limit: 'The endpoint has reached its rate. The tenant can raise rateLimitPerSecond.',
  strict_order:
    'The endpoint is in strict order, and an earlier delivery is not done. Look at its earliest open delivery.',
};

/** Why a delivery ended without success. */
export const endExplanations: Readonly<
  Record<NonNullable<WebhookDeliveryResource['reason']>, string>
> = {
  exhausted: 'Every attempt of its schedule failed.',
  gone: 'The receiver answered 410 Gone.',
  expired: 'It was not delivered within its lifetime.',
  process_died:
    'The process that sent it ended during the attempt, and deliveries are at-most-once.',
  endpoint_deleted: 'The endpoint was deleted.',
  event_unavailable: 'The event is not stored any more.',
};

/** The explanation of a reason; empty for one that a newer service has. */
export const explained = (of: Readonly<Record<string, string>>, reason: string): string =>
  of[reason] ?? '';
