import { ssfDeliveryMethods, supportedSsfEventTypes } from '@platform/contracts';
import type { SsfStream } from '@platform/contracts';
import type { ReceiverRecord } from '../ssf/receivers.ts';
import { endpointOf, eventsDelivered } from '../ssf/receiver-view.ts';
import type { ReceiverPlace } from '../ssf/receiver-view.ts';
import { audienceClaim } from '../ssf/token-claims.ts';

/** Returns a stream as its receiver sees it (SSF 1.0 §8.1.1). */
export const streamResource = (
  r: ReceiverRecord,
  { issuer, baseUrlOf, limits }: ReceiverPlace,
): SsfStream => ({
  stream_id: r.id,
  iss: issuer,
  aud: audienceClaim(r.audience),
  delivery: {
    method: ssfDeliveryMethods[r.method],
    endpoint_url: endpointOf(r, baseUrlOf(issuer)),
  },
  events_supported: [...supportedSsfEventTypes],
  ...(r.eventsRequested === null ? {} : { events_requested: r.eventsRequested }),
  events_delivered: eventsDelivered(r),
  min_verification_interval: Math.ceil(limits.minVerificationIntervalMs / 1000),
  inactivity_timeout: Math.ceil(limits.inactivityMs / 1000),
  ...(r.description === null ? {} : { description: r.description }),
});

/** Returns the status of a stream (SSF 1.0 §8.1.2). */
export const streamStatus = ({ id, status, statusReason }: ReceiverRecord) => ({
  stream_id: id,
  status,
  ...(statusReason === null ? {} : { reason: statusReason }),
});
