import { ssfDeliveryMethods, supportedSsfEventTypes } from '@platform/contracts';
import type { SsfDelivery, SsfReceiver } from '@platform/contracts';
import type { ReceiverOptions } from './receiver-options.ts';
import type { ReceiverRecord } from './receiver-store.ts';
import type { TokenDeliveryRecord } from './token-store.ts';

const iso = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

/** Returns the types that a receiver gets: those it requested that are supported. */
export const eventsDelivered = ({
  eventsRequested,
}: Pick<ReceiverRecord, 'eventsRequested'>): string[] =>
  supportedSsfEventTypes.filter((type) => eventsRequested?.includes(type) ?? true);

/** Returns the receiver's own URL, or its URL for polls. */
export const endpointOf = (
  { id, endpointUrl }: Pick<ReceiverRecord, 'id' | 'endpointUrl'>,
  baseUrl: string,
): string => endpointUrl ?? `${baseUrl}/ssf/streams/${id}/poll`;

export interface ReceiverPlace extends Pick<ReceiverOptions, 'baseUrlOf' | 'limits'> {
  issuer: string;
}

/** Returns a receiver as the API shows it, without its header. */
export const receiverResource = (
  r: ReceiverRecord,
  oldestPendingAt: Date | undefined,
  { issuer, baseUrlOf, limits }: ReceiverPlace,
): SsfReceiver => ({
  id: r.id,
  name: r.name,
  description: r.description,
  clientId: r.clientId,
  iss: issuer,
  audience: r.audience,
  delivery: {
    method: ssfDeliveryMethods[r.method],
    endpointUrl: endpointOf(r, baseUrlOf(issuer)),
    hasAuthorizationHeader: r.authorizationHeader !== null,
  },
  eventsSupported: [...supportedSsfEventTypes],
  eventsRequested: r.eventsRequested,
  eventsDelivered: eventsDelivered(r),
  subjectFormat: r.subjectFormat,
  organizationIds: r.organizationIds,
  status: r.status,
  statusReason: r.statusReason,
  statusChangedBy: r.statusChangedBy,
  verification: {
    state: r.verificationState,
    requestedAt: iso(r.verificationRequestedAt),
    verifiedAt: iso(r.verifiedAt),
    lastError: r.verificationError,
  },
  minVerificationIntervalSeconds: Math.ceil(limits.minVerificationIntervalMs / 1000),
  inactivityTimeoutSeconds: Math.ceil(limits.inactivityMs / 1000),
  pendingCount: r.pendingCount,
  oldestPendingAt: iso(oldestPendingAt),
  lastDeliveredAt: iso(r.lastDeliveredAt),
  consecutiveFailures: r.consecutiveFailures,
  lastError: r.lastError,
  createdAt: r.createdAt.toISOString(),
  updatedAt: r.updatedAt.toISOString(),
});

/** Returns a token as the API lists it; one that waits for a paused receiver is held. */
export const ssfDeliveryResource = (
  d: TokenDeliveryRecord,
  { status }: Pick<ReceiverRecord, 'status'>,
): SsfDelivery => ({
  id: d.jti,
  type: d.eventType,
  eventId: d.txn,
  state: d.state === 'pending' && status === 'paused' ? 'held' : d.state,
  attempts: d.attempts,
  lastAttemptAt: iso(d.lastAttemptAt),
  responseStatus: d.responseStatus,
  error: d.error,
  createdAt: d.createdAt.toISOString(),
});
