import type { WebhookAttemptResource, WebhookDeliveryResource } from '@platform/contracts';
import { contentVersion } from '@platform/kit/http';
import { blockResource } from '../lanes/lane-blocks.ts';
import type { Block } from '../lanes/lane-blocks.ts';
import { earliestAttemptAt } from './delivery-blocks.ts';
import type { AttemptRecord } from './attempt-store.ts';
import type { DeliveryRecord } from './delivery-store.ts';

const maxAttemptsShown = 20;

/** Returns an attempt as in the API; lists omit bodies and headers. */
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
  const brief = {
    ...attempt,
    startedAt: startedAt.toISOString(),
    outcome: outcome ?? ('aborted' as const),
  };
  return isFull ? { ...brief, responseHeaders, responseBody } : brief;
}

/** Returns a delivery as in the API; `attempts` newest first. */
export function deliveryResource(
  d: DeliveryRecord,
  attempts: readonly AttemptRecord[],
  { isFull, blocks }: { isFull: boolean; blocks: readonly Block[] },
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
    nextAttemptAt: earliestAttemptAt(d, blocks)?.toISOString() ?? null,
    blockedBy: blocks.map(blockResource),
    expiresAt: d.expiresAt.toISOString(),
    completedAt: d.completedAt?.toISOString() ?? null,
    attemptCount: d.attemptCount,
    lastAttempt: shown[0] ?? null,
    attempts: shown,
  };
}

/** Returns the version of a delivery, which blocks do not change: they come and go. */
export const deliveryVersion = (d: DeliveryRecord, attempts: readonly AttemptRecord[]): string =>
  contentVersion(deliveryResource(d, attempts, { isFull: true, blocks: [] }));
