// A strict receiver of security events, written only from RFC 8417, 8935, 8936, 9493, SSF 1.0, CAEP
// 1.0 and RISC 1.0. It imports nothing of the product.
import { compactVerify, createLocalJWKSet } from 'jose';
import type { JSONWebKeySet } from 'jose';
import { checkEvent } from './strict-events.ts';
import { checkSubject } from './strict-subjects.ts';

/** A response on the wire. */
export interface WireAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** A token that was accepted. */
export interface AcceptedToken {
  jti: string;
  txn: string | undefined;
  type: string;
  event: Record<string, unknown>;
  subject: Record<string, unknown>;
}

/** The part of a stream's configuration that a receiver uses. */
export interface Stream {
  stream_id: string;
  iss: string;
  aud: string | string[];
  delivery: { method: string; endpoint_url: string };
  events_supported: string[];
  events_requested?: string[];
  events_delivered: string[];
}

/** @throws the complaint of a strict receiver */
export function demand(holds: boolean, complaint: string): asserts holds {
  if (!holds) throw new Error(complaint);
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(isText);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isAbsoluteUri = (value: unknown): boolean => isText(value) && URL.canParse(value);

/** @throws for any other member */
export function demandOnly(value: object, allowed: readonly string[], what: string): void {
  const more = Object.keys(value).filter((name) => !allowed.includes(name));
  demand(more.length === 0, `${what} has unknown members: ${more.join(', ')}`);
}

/** Returns the JSON object of a response with this status. */
export function parsedAnswer({ status, headers, text }: WireAnswer, expected = 200): any {
  demand(status === expected, `status ${status} instead of ${expected}: ${text}`);
  const type = headers.get('content-type')?.split(';')[0];
  demand(type === 'application/json', `content type ${type} instead of application/json`);
  return JSON.parse(text);
}

/** Checks a response that must have no body: to DELETE, verification, and subjects. */
export function demandEmpty({ status, text }: WireAnswer, expected: number): void {
  demand(status === expected, `status ${status} instead of ${expected}: ${text}`);
  demand(text === '', `a body where there must be none: ${text}`);
}

/** SSF 1.0 §7.1: the metadata of the transmitter with this issuer. */
export function readMetadata(answer: WireAnswer, issuer: string) {
  const metadata = parsedAnswer(answer);
  demand(/^1_0(-.+)?$/.test(metadata.spec_version), `spec_version ${metadata.spec_version}`);
  demand(metadata.issuer === issuer, `issuer ${metadata.issuer} instead of ${issuer}`);
  for (const name of [
    'jwks_uri',
    'configuration_endpoint',
    'status_endpoint',
    'add_subject_endpoint',
    'remove_subject_endpoint',
    'verification_endpoint',
  ])
    demand(isAbsoluteUri(metadata[name]), `${name} is no URL: ${metadata[name]}`);
  demand(isTextList(metadata.delivery_methods_supported), 'no delivery methods');
  demand(
    metadata.authorization_schemes.every((one: any) => isAbsoluteUri(one.spec_urn)),
    'an authorization scheme without spec_urn',
  );
  demand(['ALL', 'NONE'].includes(metadata.default_subjects), 'default_subjects');
  return metadata as Record<string, any>;
}

const streamMembers = [
  'stream_id',
  'iss',
  'aud',
  'delivery',
  'events_supported',
  'events_requested',
  'events_delivered',
  'min_verification_interval',
  'inactivity_timeout',
  'description',
];

/** SSF 1.0 §8.1.1: the configuration of a stream. */
export function fetchStream(value: any, issuer: string): Stream {
  demandOnly(value, streamMembers, 'the stream');
  demand(isText(value.stream_id), 'no stream_id');
  demand(value.iss === issuer, `iss ${value.iss} instead of ${issuer}`);
  demand(isText(value.aud) || isTextList(value.aud), 'no aud');
  demandOnly(value.delivery, ['method', 'endpoint_url'], 'delivery');
  demand(isAbsoluteUri(value.delivery.endpoint_url), 'no endpoint_url');
  demand(isTextList(value.events_supported), 'no events_supported');
  const asked: string[] = value.events_requested ?? value.events_supported;
  demand(
    value.events_delivered.every(
      (type: string) => value.events_supported.includes(type) && asked.includes(type),
    ),
    'events_delivered beyond what is supported and requested',
  );
  return value as Stream;
}

/** SSF 1.0 §8.1.2: the status of a stream. */
export function readStatus(answer: WireAnswer, streamId: string): string {
  const value = parsedAnswer(answer);
  demandOnly(value, ['stream_id', 'status', 'reason'], 'the status');
  demand(value.stream_id === streamId, 'the status of another stream');
  demand(['enabled', 'paused', 'disabled'].includes(value.status), `status ${value.status}`);
  return value.status as string;
}

const claimNames = ['iss', 'iat', 'jti', 'aud', 'txn', 'toe', 'sub_id', 'events'];
const clockSkewSeconds = 60;

function checkClaims(claims: Record<string, any>, { iss, aud }: Pick<Stream, 'iss' | 'aud'>): void {
  for (const never of ['sub', 'exp', 'nbf'])
    demand(!(never in claims), `${never} must not be in a security event token`);
  demandOnly(claims, claimNames, 'the token');
  demand(claims['iss'] === iss, `iss ${claims['iss']} instead of ${iss}`);
  const named = [claims['aud']].flat();
  demand(
    [aud].flat().some((one) => named.includes(one)),
    `not for this audience: ${named.join(', ')}`,
  );
  demand(isText(claims['jti']), 'no jti');
  const now = Date.now() / 1000;
  demand(Number.isInteger(claims['iat']), 'iat is no NumericDate');
  demand(claims['iat'] <= now + clockSkewSeconds, 'issued in the future');
  demand(isText(claims['txn']), 'no txn');
  demand(isObject(claims['events']), 'no events');
}

/** Accepts the tokens of one stream: verified with the published keys, one token per `jti`, no event twice. */
export function tokenReader(
  stream: Pick<Stream, 'stream_id' | 'iss' | 'aud'>,
  fetchKeys: () => Promise<JSONWebKeySet>,
) {
  const tokens = new Map<string, string>();
  const events = new Map<string, string>();

  return async function accept(jws: string): Promise<AcceptedToken> {
    const { payload, protectedHeader } = await compactVerify(
      jws,
      createLocalJWKSet(await fetchKeys()),
      { algorithms: ['RS256'] },
    );
    demand(protectedHeader.typ === 'secevent+jwt', `typ ${protectedHeader.typ}`);
    demand(isText(protectedHeader.kid), 'no kid');
    const claims = JSON.parse(Buffer.from(payload).toString('utf8'));
    checkClaims(claims, stream);
    const [[type, event] = ['', undefined], ...more] = Object.entries(claims.events);
    demand(more.length === 0 && isObject(event), 'a token must hold one event');
    checkSubject(claims.sub_id);
    checkEvent(type, event, claims.sub_id, stream.stream_id);
    const { jti, txn, sub_id: subject } = claims;
    demand((tokens.get(jti) ?? jws) === jws, `another token with the jti ${jti}`);
    tokens.set(jti, jws);
    const named = `${txn ?? jti} ${type}`;
    demand((events.get(named) ?? jti) === jti, `the event ${named} in two tokens`);
    events.set(named, jti);
    return { jti, txn, type, event, subject };
  };
}

/** RFC 8936 §2.5: the tokens of a poll, in order. */
export async function readPoll(
  answer: WireAnswer,
  accept: ReturnType<typeof tokenReader>,
): Promise<{ tokens: AcceptedToken[]; more: boolean; sets: Record<string, string> }> {
  const value = parsedAnswer(answer);
  demandOnly(value, ['sets', 'moreAvailable'], 'the answer to a poll');
  demand(isObject(value.sets), 'no sets');
  const { moreAvailable: more = false, sets } = value;
  demand(typeof more === 'boolean', 'moreAvailable is no boolean');
  const tokens: AcceptedToken[] = [];
  for (const [jti, jws] of Object.entries<string>(sets)) {
    const token = await accept(jws);
    demand(token.jti === jti, `the token ${token.jti} under the name ${jti}`);
    tokens.push(token);
  }
  return { tokens, more, sets };
}

/** RFC 8935 §2.1: the token of a push. */
export function readPush(
  { method, headers, body }: { method: string; headers: Record<string, any>; body: string },
  accept: ReturnType<typeof tokenReader>,
): Promise<AcceptedToken> {
  demand(method === 'POST', `a push by ${method}`);
  demand(headers['content-type'] === 'application/secevent+jwt', 'the content type of a push');
  demand(String(headers['accept']).includes('application/json'), 'Accept of a push');
  return accept(body);
}
