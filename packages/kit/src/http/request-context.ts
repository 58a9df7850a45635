import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { newId } from '../ids/ids.ts';

const requestIdForm = /^[A-Za-z0-9._-]{8,128}$/;
const traceparentForm = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

const only = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? undefined : value);

/** The caller's `X-Request-Id` where it is well formed, else a new one. */
export function requestIdOf(req: IncomingMessage): string {
  const given = only(req.headers['x-request-id']);
  return given !== undefined && requestIdForm.test(given) ? given : newId('request');
}

/** The caller's `traceparent` (W3C Trace Context) where it is valid, else a new, unsampled one. */
export function traceparentOf(req: IncomingMessage): string {
  const given = only(req.headers['traceparent']);
  return given !== undefined && traceparentForm.test(given) ? given : `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`;
}

/** The trace id within a traceparent. */
export const traceIdOf = (traceparent: string): string => traceparent.slice(3, 35);
