import type { WebhookBlockResource, WebhookDeliveryResource } from '@platform/contracts';

/** Why deliveries are blocked, and how to fix it. */
export const blockExplanations: Readonly<Record<WebhookBlockResource['reason'], string>> = {
  endpoint_disabled:
    "The endpoint is disabled, and its deliveries are held. The tenant can enable it; the endpoint's statusReason shows why it was disabled.",
  tenant_suspended: 'The tenant is suspended. `platformctl tenants reactivate` resumes it.',
  not_entitled:
    'The tenant is not entitled to webhooks. `platformctl entitlements grant` entitles it.',
  circuit_open:
    'Several consecutive attempts failed. The receiver must be fixed; the attempts show the errors.',
  retry_after: 'The receiver asked for a pause with Retry-After.',
  rate_limit: 'The endpoint has reached its rate limit. The tenant can raise rateLimitPerSecond.',
  strict_order:
    'The endpoint requires strict order, and an earlier delivery has not ended. Check its earliest open delivery.',
};

/** Why a delivery failed. */
export const endExplanations: Readonly<
  Record<NonNullable<WebhookDeliveryResource['reason']>, string>
> = {
  exhausted: 'All attempts of the retry schedule failed.',
  gone: 'The receiver returned 410 Gone.',
  expired: 'The delivery expired.',
  process_died: 'The process ended during the attempt, and the delivery is not repeated.',
  endpoint_deleted: 'The endpoint was deleted.',
  event_unavailable: 'The event is no longer stored.',
};

/** The explanation of a reason; empty for one that only a newer service knows. */
export const explained = (of: Readonly<Record<string, string>>, reason: string): string =>
  of[reason] ?? '';
