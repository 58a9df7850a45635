import { isDeepStrictEqual } from 'node:util';
import { ssfDeliveryMethods } from '@platform/contracts';
import type { SsfStream, ssfStreamOperations } from '@platform/contracts';
import { invalid } from '@platform/kit/problem';
import type { z } from 'zod';
import { checkedTarget } from '../checked-target.ts';
import { sealedHeader } from '../ssf/receiver-header.ts';
import type { ReceiverOptions } from '../ssf/receiver-options.ts';
import type { ReceiverRecord } from '../ssf/receiver-record.ts';
import { checkEventsRequested } from '../ssf/receiver-registration.ts';
import type { StreamChange } from '../ssf/receivers.ts';

/** What a receiver sends to update its stream. */
export type StreamPatch = z.output<(typeof ssfStreamOperations)['ssfStreamUpdate']['body']>;

type Delivery = NonNullable<StreamPatch['delivery']>;

/** In any order; one audience may be a string or a list. */
const sameMembers = (given: unknown, present: unknown): boolean =>
  isDeepStrictEqual(new Set([given].flat()), new Set([present].flat()));

/** Members that only the transmitter sets may be repeated, not changed. @throws 400 */
export function checkTransmitterSupplied(body: StreamPatch, stream: SsfStream): void {
  const { iss, aud, events_supported, events_delivered } = body;
  const { min_verification_interval, inactivity_timeout } = body;
  const repeated = {
    iss,
    aud,
    events_supported,
    events_delivered,
    min_verification_interval,
    inactivity_timeout,
  };
  for (const [name, value] of Object.entries(repeated))
    if (value !== undefined && !sameMembers(value, stream[name as keyof typeof repeated]))
      throw invalid(`/${name}`, 'immutable', 'is set by the transmitter and cannot be changed');
}

/** The method of a stream is fixed: another one would need another stream. */
function checkMethod(stream: ReceiverRecord, delivery: Delivery | undefined): void {
  if (delivery && delivery.method !== ssfDeliveryMethods[stream.method])
    throw invalid('/delivery/method', 'immutable', 'cannot be changed; create another stream');
}

/** Where and how a stream is pushed to after the change; a poll stream keeps what it has. */
async function changedDelivery(
  tenantId: string,
  stream: ReceiverRecord,
  delivery: Delivery | undefined,
  { egress, secrets }: Pick<ReceiverOptions, 'egress' | 'secrets'>,
): Promise<Pick<StreamChange, 'endpointUrl' | 'authorizationHeader'>> {
  checkMethod(stream, delivery);
  const { endpointUrl, authorizationHeader } = stream;
  if (!delivery || stream.method === 'poll') return { endpointUrl, authorizationHeader };
  const { endpoint_url: url, authorization_header: header } = delivery;
  return {
    endpointUrl:
      url === undefined || url === endpointUrl
        ? endpointUrl
        : await checkedTarget(egress, url, '/delivery/endpoint_url'),
    authorizationHeader:
      header === undefined
        ? authorizationHeader
        : sealedHeader(secrets, { tenantId, id: stream.id }, header),
  };
}

/** A stream after PATCH, where what is absent stays, or PUT, where it is cleared (SSF 1.0 §8.1.1.3, §8.1.1.4). */
export async function changedStream(
  tenantId: string,
  stream: ReceiverRecord,
  { body, isReplaced }: { body: StreamPatch; isReplaced: boolean },
  options: Pick<ReceiverOptions, 'egress' | 'secrets'>,
): Promise<StreamChange> {
  const { events_requested: requested, description } = body;
  checkEventsRequested(requested, '/events_requested');
  const kept = isReplaced ? { description: null, eventsRequested: null } : stream;
  const replaced = await changedDelivery(tenantId, stream, body.delivery, options);
  return {
    description: description === undefined ? kept.description : description,
    eventsRequested: requested ?? kept.eventsRequested,
    // A replaced delivery without a header has none.
    ...(isReplaced && body.delivery?.authorization_header === undefined
      ? { ...replaced, authorizationHeader: null }
      : replaced),
  };
}
