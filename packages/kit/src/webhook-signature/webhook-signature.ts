import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { problem } from '../problem/problem.ts';

const prefix = 'whsec_';

/** Generates a signing secret: `whsec_` and 32 random bytes in base64 (Standard Webhooks 1.0.0). */
export const newSecret = (random: (bytes: number) => Buffer = randomBytes): string =>
  prefix + random(32).toString('base64');

/** True for `whsec_` followed by 24 to 64 bytes in base64 (RFC 4648 §4, padded, canonical). */
export const isSecret = (text: string): boolean => {
  if (!text.startsWith(prefix)) return false;
  const bytes = decodedSecret(text);
  return bytes.length >= 24 && bytes.length <= 64 && prefix + bytes.toString('base64') === text;
};

/** Returns the key of the Standard Webhooks MAC: the decoded part after the prefix. */
const decodedSecret = (secret: string): Buffer =>
  Buffer.from(secret.slice(prefix.length), 'base64');

/** The five headers of a signed call. */
export interface SignatureHeaders {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
  'X-Platform-Signature': string;
  'X-Platform-Timestamp': string;
}

/** Headers in the form of Node's `IncomingMessage`, or any subset; names in any case. */
export type ReceivedHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Signs a call in two public forms: Standard Webhooks 1.0.0 (`webhook-signature`; key: the decoded
 * part of the secret; content `{id}.{t}.{body}`) and Stripe's (`X-Platform-Signature`; key: the
 * whole secret; content `{t}.{body}`).
 * @param id the call's own id, without a dot, sent as `webhook-id`
 * @param body the raw bytes to send
 * @param secrets `whsec_…`, all valid ones, newest first
 * @param now time of the attempt
 * @throws TypeError if there is no secret, or a malformed one: an unsigned call must not be sent
 */
export const sign = (
  id: string,
  body: string | Uint8Array,
  secrets: readonly string[],
  now: Date,
): SignatureHeaders => {
  if (secrets.length === 0 || !secrets.every(isSecret))
    throw new TypeError('signing secrets must have the form whsec_…');
  if (!/^[A-Za-z0-9_-]+$/.test(id))
    throw new TypeError('the id of a signed call must contain only letters, digits, _ and -');
  const t = String(Math.floor(now.getTime() / 1000));
  const standard = (secret: string): string =>
    createHmac('sha256', decodedSecret(secret)).update(`${id}.${t}.`).update(body).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': t,
    'webhook-signature': secrets.map((secret) => `v1,${standard(secret)}`).join(' '),
    'X-Platform-Signature': [
      `t=${t}`,
      ...secrets.map((secret) => `v1=${platformMac(t, body, secret).toString('hex')}`),
    ].join(','),
    'X-Platform-Timestamp': t,
  };
};

/**
 * Checks the timestamp of a received call against the clock: the first step of `verify`, separate
 * for receivers that learn the secret from the body.
 * @returns `X-Platform-Timestamp`, whole seconds since the epoch
 * @throws 401 `timestamp_missing` (absent, not decimal), `timestamp_out_of_tolerance` (differs by
 * more than the tolerance, in whole seconds, in either direction)
 */
export const verifyTimestamp = (
  headers: ReceivedHeaders,
  now: Date,
  toleranceSeconds: number,
): string => {
  const t = headerOf(headers, 'x-platform-timestamp');
  if (t === undefined || !/^\d+$/.test(t)) throw problem('timestamp_missing');
  if (Math.abs(Math.floor(now.getTime() / 1000) - Number(t)) > toleranceSeconds)
    throw problem('timestamp_out_of_tolerance');
  return t;
};

/**
 * Verifies `X-Platform-Timestamp` and `X-Platform-Signature` of a received call over its raw bytes,
 * in constant time. Any one of several `v1` under any of the secrets suffices.
 * @param secrets for an unknown caller, pass a dummy, so that it takes as long as for a known one
 * @throws 401 `timestamp_missing`, `timestamp_out_of_tolerance`, `signature_invalid`
 */
export const verify = (
  headers: ReceivedHeaders,
  body: string | Uint8Array,
  secrets: readonly string[],
  now: Date,
  toleranceSeconds: number,
): void => {
  const t = verifyTimestamp(headers, now, toleranceSeconds);
  const items = (headerOf(headers, 'x-platform-signature') ?? '')
    .split(',')
    .map((item) => item.trim());
  const times = items.filter((item) => item.startsWith('t='));
  const offered = items
    .filter((item) => /^v1=[0-9a-f]{64}$/.test(item))
    .slice(0, maxSignatures)
    .map((item) => Buffer.from(item.slice(3), 'hex'));
  let isMatch = false;
  for (const secret of secrets) {
    const expected = platformMac(t, body, secret);
    // No early exit: the duration must not reveal which secret or signature matches.
    for (const mac of offered) isMatch = timingSafeEqual(mac, expected) || isMatch;
  }
  if (!isMatch || times.length !== 1 || times[0] !== `t=${t}`) throw problem('signature_invalid');
};

const maxSignatures = 16;

const platformMac = (t: string, body: string | Uint8Array, secret: string): Buffer =>
  createHmac('sha256', secret).update(`${t}.`).update(body).digest();

const headerOf = (headers: ReceivedHeaders, name: string): string | undefined => {
  const found = Object.entries(headers).flatMap(([key, value]) =>
    key.toLowerCase() === name ? (value ?? []) : [],
  );
  return found.length === 1 ? found[0] : undefined;
};
