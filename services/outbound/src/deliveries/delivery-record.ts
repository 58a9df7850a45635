import type { WebhookAttemptError } from '@platform/contracts';
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
