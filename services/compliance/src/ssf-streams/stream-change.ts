import { isDeepStrictEqual } from 'node:util';
import { ssfDeliveryMethods } from '@platform/contracts';
import type { SsfStream, ssfStreamOperations } from '@platform/contracts';
import { invalid } from '@platform/kit/problem';
import type { z } from 'zod';
import { checkedTarget } from '../checked-target.ts';
import { sealedHeader } from '../ssf/receiver-header.ts';
import type { ReceiverOptions } from '../ssf/receiver-options.ts';
import type { ReceiverRecord, StreamChange } from '../ssf/receivers.ts';

/** What a receiver sends to update its stream. */
export type StreamPatch = z.output<(typeof ssfStreamOperations)['ssfStreamUpdate']['body']>;

/** In any order; one audience may be a string or a list. */
const sameMembers = (given: unknown, present: unknown): boolean =>
  isDeepStrictEqual(new Set([given].flat()), new Set([present].flat()));

const notYours = (pointer: string) =>
  invalid(pointer, 'immutable', 'is set by the transmitter and cannot be changed');

/** Members that only the transmitter sets may be repeated, not changed; where a stream is polled is one of them. @throws 400 */
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

/** What a receiver asks for, and whether that replaces what it had. */
export interface StreamRequest {
  body: StreamPatch;
  isReplaced: boolean;
}

/**
 * The URL that a push stream asks for, if any: one that is new is looked at, outside of any transaction. A replaced stream without
 * a delivery is polled (SSF 1.0 §8.1.1.1).
 * @throws 400 for a URL that must not be called, or another delivery method: that would need another stream
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

/** The same with the URL as it was checked. */
export interface CheckedStreamRequest extends StreamRequest {
  endpointUrl: string | undefined;
}

const cleared = { description: null, eventsRequested: null, authorizationHeader: null };

/**
 * A stream, its row locked, after PATCH, where what is absent stays, or PUT, where it is cleared (SSF 1.0 §8.1.1.3,
 * §8.1.1.4). A URL cannot be cleared.
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
