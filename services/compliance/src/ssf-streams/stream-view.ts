import { ssfDeliveryMethods, supportedSsfEventTypes } from '@platform/contracts';
import type { SsfConfiguration, SsfStream } from '@platform/contracts';
import type { ReceiverRecord } from '../ssf/receiver-record.ts';
import { endpointOf, eventsDelivered } from '../ssf/receiver-view.ts';
import type { ReceiverPlace } from '../ssf/receiver-view.ts';
import { audienceClaim } from '../ssf/token-claims.ts';

/** A stream as its receiver sees it (SSF 1.0 §8.1.1). */
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

/** The status of a stream (SSF 1.0 §8.1.2). */
export const streamStatus = ({ id, status, statusReason }: ReceiverRecord) => ({
  stream_id: id,
  status,
  ...(statusReason === null ? {} : { reason: statusReason }),
});

/** Metadata of the transmitter (SSF 1.0 §7.1). */
export const configurationOf = (issuer: string, baseUrl: string): SsfConfiguration => ({
  spec_version: '1_0',
  issuer,
  jwks_uri: `${issuer}/oauth2/jwks`,
  delivery_methods_supported: Object.values(ssfDeliveryMethods),
  configuration_endpoint: `${baseUrl}/ssf/streams`,
  status_endpoint: `${baseUrl}/ssf/status`,
  add_subject_endpoint: `${baseUrl}/ssf/subjects:add`,
  remove_subject_endpoint: `${baseUrl}/ssf/subjects:remove`,
  verification_endpoint: `${baseUrl}/ssf/verify`,
  authorization_schemes: [{ spec_urn: 'urn:ietf:rfc:6749' }],
  default_subjects: 'ALL',
});
