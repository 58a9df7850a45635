import { z } from 'zod';
import { anyOf, operations } from '../operation.ts';
import { ssfScopes } from '../scopes.ts';
import { ssfDeliveryMethods, ssfStatus } from './ssf-receiver.ts';
import { SsfSubject } from './ssf-subject.ts';

const read = anyOf(...ssfScopes);
const manage = anyOf('ssf.manage');
const streamId = z.string().min(1).max(128);
const ofStream = z.object({ stream_id: streamId });

/** `delivery` of a stream (SSF 1.0 §6.1). */
const delivery = z.object({
  method: z.enum([ssfDeliveryMethods.push, ssfDeliveryMethods.poll]),
  endpoint_url: z.string().max(2048).optional(),
  authorization_header: z.string().min(1).max(4096).optional(),
});

/** Members of a stream that a receiver sets. */
const supplied = {
  delivery: delivery.optional(),
  events_requested: z.array(z.string().min(1).max(512)).max(50).optional(),
  description: z.string().max(500).nullable().optional(),
};

/**
 * Members that the transmitter sets: an update may repeat but not change them (SSF 1.0 §8.1.1.3).
 */
const suppliedByTransmitter = {
  iss: z.string().max(2048).optional(),
  aud: z.union([z.string().max(512), z.array(z.string().max(512)).max(5)]).optional(),
  events_supported: z.array(z.string().max(512)).max(200).optional(),
  events_delivered: z.array(z.string().max(512)).max(200).optional(),
  min_verification_interval: z.int().optional(),
  inactivity_timeout: z.int().optional(),
};

/** Configuration of a stream (SSF 1.0 §8.1.1). */
export const SsfStream = z.object({
  stream_id: z.string(),
  iss: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  delivery: z.object({ method: z.string(), endpoint_url: z.string() }),
  events_supported: z.array(z.string()),
  events_requested: z.array(z.string()).optional(),
  events_delivered: z.array(z.string()),
  min_verification_interval: z.int(),
  inactivity_timeout: z.int(),
  description: z.string().optional(),
});
export type SsfStream = z.input<typeof SsfStream>;

const StreamStatus = z.object({
  stream_id: z.string(),
  status: ssfStatus,
  reason: z.string().optional(),
});

/** A batch of security event tokens by `jti` (RFC 8936 §2.5). */
export const SsfPollAnswer = z.object({
  sets: z.record(z.string(), z.string()),
  moreAvailable: z.boolean(),
});
export type SsfPollAnswer = z.input<typeof SsfPollAnswer>;

const maxAcknowledged = 10_000;

/**
 * Operations that receivers call on the issuer's host (SSF 1.0 §8, RFC 8936), with the bodies and
 * status codes of those standards. Not part of the API under `/api/v1`: the gateway knows the
 * surface, not its operations.
 */
export const ssfStreamOperations = operations({
  ssfStreamCreate: {
    method: 'post',
    path: '/ssf/streams',
    scopes: manage,
    mode: 'external',
    summary: 'Creates a stream',
    body: z.object(supplied),
    response: SsfStream,
    status: 201,
    errors: ['already_exists', 'limit_exceeded'],
    noEtag: true,
  },
  ssfStreamGet: {
    method: 'get',
    path: '/ssf/streams',
    scopes: read,
    mode: 'query',
    summary: 'Gets one stream, or all streams of the client',
    query: ofStream.partial(),
    response: z.union([SsfStream, z.array(SsfStream)]),
    errors: [],
    noEtag: true,
  },
  ssfStreamUpdate: {
    method: 'patch',
    path: '/ssf/streams',
    scopes: manage,
    mode: 'external',
    summary: 'Updates a stream',
    body: ofStream.extend({ ...supplied, ...suppliedByTransmitter }),
    response: SsfStream,
    errors: [],
    noEtag: true,
  },
  ssfStreamReplace: {
    method: 'put',
    path: '/ssf/streams',
    scopes: manage,
    mode: 'external',
    summary: 'Replaces a stream',
    body: ofStream.extend({ ...supplied, ...suppliedByTransmitter }),
    response: SsfStream,
    errors: [],
    noEtag: true,
  },
  ssfStreamDelete: {
    method: 'delete',
    path: '/ssf/streams',
    scopes: manage,
    summary: 'Deletes a stream',
    query: ofStream,
    response: z.unknown(),
    status: 204,
    errors: [],
  },
  ssfStatusGet: {
    method: 'get',
    path: '/ssf/status',
    scopes: read,
    mode: 'query',
    summary: 'Gets the status of a stream',
    query: ofStream,
    response: StreamStatus,
    errors: [],
    noEtag: true,
  },
  ssfStatusUpdate: {
    method: 'post',
    path: '/ssf/status',
    scopes: manage,
    summary: 'Changes the status of a stream',
    body: ofStream.extend({ status: ssfStatus, reason: z.string().max(256).optional() }),
    response: StreamStatus,
    errors: [],
    noEtag: true,
  },
  ssfVerify: {
    method: 'post',
    path: '/ssf/verify',
    scopes: manage,
    summary: 'Requests a verification event',
    body: ofStream.extend({ state: z.string().max(1024).optional() }),
    response: z.unknown(),
    status: 204,
    errors: ['rate_limited'],
  },
  ssfSubjectAdd: {
    method: 'post',
    path: '/ssf/subjects:add',
    scopes: manage,
    mode: 'external',
    summary: 'Includes a subject in a stream again',
    body: ofStream.extend({ subject: SsfSubject, verified: z.boolean().optional() }),
    // SSF 1.0 §8.1.3.2: 200 with an empty body.
    response: z.undefined(),
    errors: [],
    noEtag: true,
  },
  ssfSubjectRemove: {
    method: 'post',
    path: '/ssf/subjects:remove',
    scopes: manage,
    mode: 'external',
    summary: 'Excludes a subject from a stream',
    body: ofStream.extend({ subject: SsfSubject }),
    response: z.unknown(),
    status: 204,
    errors: [],
  },
  ssfPoll: {
    method: 'post',
    path: '/ssf/streams/{streamId}/poll',
    scopes: manage,
    mode: 'query',
    summary: 'Acknowledges tokens and fetches the next ones',
    body: z.object({
      maxEvents: z.int().min(0).max(1_000_000).optional(),
      returnImmediately: z.boolean().optional(),
      ack: z.array(z.string().max(128)).max(maxAcknowledged).optional(),
      setErrs: z
        .record(
          z.string().max(128),
          z.object({ err: z.string().max(256), description: z.string().max(2_000).optional() }),
        )
        .optional(),
    }),
    response: SsfPollAnswer,
    errors: [],
    noEtag: true,
  },
});
