import type {
  WebhookAttemptError,
  WebhookAttemptResource,
  WebhookDeliveryResource,
} from '@platform/contracts';
import type { DeliveryReason, DeliveryStatus } from './delivery-state.ts';

/** A row of webhook_deliveries. */
export interface DeliveryRecord {
  id: string;
  endpointId: string;
  eventId: string;
  eventIngestedAt: Date;
  eventSeq: number | null;
  eventType: string;
  trigger: 'event' | 'recovery' | 'test';
  status: DeliveryStatus;
  reason: DeliveryReason | null;
  attemptCount: number;
  step: number;
  manual: boolean;
  nextAttemptAt: Date | null;
  claimedAt: Date | null;
  createdAt: Date;
  expiresAt: Date;
  completedAt: Date | null;
}

/** A row of webhook_attempts. */
export interface AttemptRecord {
  deliveryId: string;
  id: string;
  startedAt: Date;
  number: number;
  trigger: 'scheduled' | 'manual' | 'test';
  /** Without its query. */
  url: string;
  durationMs: number;
  outcome: 'succeeded' | 'failed' | 'aborted' | null;
  error: WebhookAttemptError | null;
  responseStatus: number | null;
  responseHeaders: Record<string, string>;
  responseBody: string | null;
  responseBodyTruncated: boolean;
  secretIds: string[];
}

const maxAttemptsShown = 20;

/** An attempt as the API answers it; lists leave bodies and headers out. */
export function attemptResource(
  {
    deliveryId: _deliveryId,
    startedAt,
    outcome,
    responseHeaders,
    responseBody,
    ...attempt
  }: AttemptRecord,
  isFull: boolean,
): WebhookAttemptResource {
  return {
    ...attempt,
    startedAt: startedAt.toISOString(),
    outcome: outcome ?? 'aborted',
    ...(isFull ? { responseHeaders, responseBody } : {}),
  };
}

/** A delivery as the API answers it. `attempts` newest first. */
export function deliveryResource(
  d: DeliveryRecord,
  attempts: readonly AttemptRecord[],
  isFull: boolean,
): WebhookDeliveryResource {
  const shown = attempts.slice(0, maxAttemptsShown).map((a) => attemptResource(a, isFull));
  return {
    id: d.id,
    endpointId: d.endpointId,
    eventId: d.eventId,
    eventType: d.eventType,
    sequence: d.eventSeq,
    trigger: d.trigger,
    status: d.status,
    reason: d.reason,
    createdAt: d.createdAt.toISOString(),
    nextAttemptAt: d.status === 'pending' ? (d.nextAttemptAt?.toISOString() ?? null) : null,
    expiresAt: d.expiresAt.toISOString(),
    completedAt: d.completedAt?.toISOString() ?? null,
    attemptCount: d.attemptCount,
    lastAttempt: shown[0] ?? null,
    attempts: shown,
  };
}
