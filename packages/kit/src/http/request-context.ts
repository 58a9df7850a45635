import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { newId } from '../ids/ids.ts';

const requestIdForm = /^[A-Za-z0-9._-]{8,128}$/;
const traceparentForm = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

const only = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? undefined : value;

/** Returns the caller's `X-Request-Id` if it is well-formed, else a new one. */
export function requestIdOf(req: IncomingMessage): string {
  const given = only(req.headers['x-request-id']);
  return given !== undefined && requestIdForm.test(given) ? given : newId('request');
}

const poolBytes = 24 * 256;
let pool = '';
let poolAt = 0;

/**
 * Returns 24 random bytes in hexadecimal. Draws many at once, since each draw costs as much as
 * parsing a request.
 */
function randomTrace(): string {
  if (poolAt >= pool.length) {
    pool = randomBytes(poolBytes).toString('hex');
    poolAt = 0;
  }
  return pool.slice(poolAt, (poolAt += 48));
}

/**
 * Returns the caller's `traceparent` (W3C Trace Context) if it is valid, else a new, unsampled one.
 */
export function traceparentOf(req: IncomingMessage): string {
  const given = only(req.headers['traceparent']);
  if (given !== undefined && traceparentForm.test(given)) return given;
  const random = randomTrace();
  return `00-${random.slice(0, 32)}-${random.slice(32)}-00`;
}

/** Returns the trace id of a traceparent. */
export const traceIdOf = (traceparent: string): string => traceparent.slice(3, 35);
