import { isDeepStrictEqual } from 'node:util';
import { ssfDeliveryMethods } from '@platform/contracts';
import type { SsfStream, ssfStreamOperations } from '@platform/contracts';
import { invalid } from '@platform/kit/problem';
import type { z } from 'zod';
import { checkedTarget } from '../checked-target.ts';
import { sealedHeader } from '../ssf/receiver-header.ts';
import type { ReceiverOptions } from '../ssf/receiver-options.ts';
import type { ReceiverRecord, StreamChange } from '../ssf/receivers.ts';

export type StreamPatch = z.output<(typeof ssfStreamOperations)['ssfStreamUpdate']['body']>;

/** Whether two values have the same members, in any order; one audience may be a string or a list. */
const sameMembers = (given: unknown, present: unknown): boolean =>
  isDeepStrictEqual(new Set([given].flat()), new Set([present].flat()));

const notYours = (pointer: string) =>
  invalid(pointer, 'immutable', 'is set by the transmitter and cannot be changed');

/**
 * Checks members that only the transmitter sets: a body may repeat but not change them. The URL for
 * polls is one of them.
 * @throws 400
 */
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
      throw notYours(`/${name}`);
  const { method, endpoint_url: endpoint } = stream.delivery;
  const asked = body.delivery?.endpoint_url ?? endpoint;
  if (method === ssfDeliveryMethods.poll && asked !== endpoint)
    throw notYours('/delivery/endpoint_url');
}

/** A receiver's update, and whether it replaces the configuration. */
export interface StreamRequest {
  body: StreamPatch;
  isReplaced: boolean;
}

/**
 * Returns the URL that a push stream requests, if any; checks a new one outside a transaction. A
 * replaced stream without a delivery becomes polled (SSF 1.0 §8.1.1.1).
 * @throws 400 for a URL that may not be called, or another delivery method, which requires a new
 * stream
 */
export async function checkedEndpoint(
  { method, endpointUrl }: ReceiverRecord,
  { body: { delivery }, isReplaced }: StreamRequest,
  { egress }: Pick<ReceiverOptions, 'egress'>,
): Promise<string | undefined> {
  const present = ssfDeliveryMethods[method];
  const asked = delivery?.method ?? (isReplaced ? ssfDeliveryMethods.poll : present);
  if (asked !== present)
    throw invalid('/delivery/method', 'immutable', 'cannot be changed; create another stream');
  const url = delivery?.endpoint_url;
  if (method === 'poll' || url === undefined || url === endpointUrl) return url;
  return checkedTarget(egress, url, '/delivery/endpoint_url');
}

/** The request with its checked URL. */
export interface CheckedStreamRequest extends StreamRequest {
  endpointUrl: string | undefined;
}

const cleared = { description: null, eventsRequested: null, authorizationHeader: null };

/**
 * Returns a locked stream after PATCH, which keeps absent members, or PUT, which clears them (SSF
 * 1.0 §8.1.1.3, §8.1.1.4). A URL cannot be cleared.
 */
export function changedStream(
  tenantId: string,
  stream: ReceiverRecord,
  { body, isReplaced, endpointUrl }: CheckedStreamRequest,
  { secrets }: Pick<ReceiverOptions, 'secrets'>,
): StreamChange {
  const { events_requested: requested, description, delivery } = body;
  const kept = isReplaced ? cleared : stream;
  const isPush = stream.method === 'push';
  const header = isPush ? delivery?.authorization_header : undefined;
  return {
    description: description === undefined ? kept.description : description,
    eventsRequested: requested ?? kept.eventsRequested,
    endpointUrl: isPush ? (endpointUrl ?? stream.endpointUrl) : null,
    authorizationHeader:
      header === undefined
        ? kept.authorizationHeader
        : sealedHeader(secrets, { tenantId, id: stream.id }, header),
  };
}
