import type { EventTypeName } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { ErasureRecord } from './erasure-store.ts';

type ErasureEvent = Exclude<
  Extract<EventTypeName, `erasure.${string}`>,
  'erasure.subject_deactivated'
>;

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null;

/** The data of events. The user id is the only data of the person. */
const published = (r: ErasureRecord, userId: string | null) => ({
  id: r.id,
  state: r.state,
  userId,
  reason: r.reason,
  regulation: r.regulation,
  receivedAt: r.receivedAt.toISOString(),
  dueAt: r.dueAt.toISOString(),
  deactivatedAt: timeOf(r.deactivatedAt),
  graceEndsAt: timeOf(r.graceEndsAt),
  completedAt: timeOf(r.completedAt),
  heldSince: timeOf(r.heldSince),
});

/** Publishes an event about a request; pass `userId` if the request itself has lost it. */
export const publishErasure = (
  tx: Tx,
  type: ErasureEvent,
  request: ErasureRecord,
  { userId = request.userId, ...more }: Record<string, unknown> & { userId?: string | null } = {},
) =>
  tx.publish({
    type,
    subject: { type: 'erasure_request', id: request.id },
    data: { erasureRequest: published(request, userId), ...more },
  });

/** Notifies other systems that they will have to erase the person (GDPR Art. 19). */
export const publishDeactivation = (
  tx: Tx,
  request: ErasureRecord,
  userId: string,
  externalIds: readonly string[],
) =>
  tx.publish({
    type: 'erasure.subject_deactivated',
    subject: { type: 'user', id: userId },
    data: { user: { id: userId }, erasureRequest: published(request, userId), externalIds },
  });
